//! The upstream's token: sent to the upstream, and never shown.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use memchr::memmem;
use parking_lot::RwLock;
use reqwest::header::HeaderValue;
use sha2::{Digest, Sha256};

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use product_pool::client::is_token;
use product_pool_http::read_small_file;

/// The environment variable that holds the token.
pub const VARIABLE: &str = "PRODUCT_POOL_UPSTREAM_TOKEN";

/// The longest token that is accepted, in bytes.
const MAX_TOKEN: u64 = 4096;

/// The shortest text that responses are searched for, in bytes. A shorter one may occur in a
/// response by chance.
const MIN_SEARCHABLE: usize = 16;

/// The part of a token that responses are searched for; `None` if it is too short. JSON may
/// write a `/` as `\/`, and a URL a `|` as `%7C`, so the longest part without such characters
/// is used if it is long enough.
fn searchable_part(token: &str) -> Option<&str> {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-._~".contains(character);
    let longest = token
        .split(|character| !plain(character))
        .max_by_key(|part| part.len());
    [longest, Some(token)]
        .into_iter()
        .flatten()
        .find(|text| text.len() >= MIN_SEARCHABLE)
}

/// The token, and the file it came from.
pub(crate) struct Secret {
    file: Option<PathBuf>,
    token: RwLock<Option<Token>>,
}

#[derive(Clone, PartialEq, Eq)]
struct Token {
    text: Box<str>,
    header: HeaderValue,
}

impl Token {
    /// Parses a token, which may have a line break after it.
    fn parse(text: &str) -> Result<Token, &'static str> {
        let text = text.trim();
        if text.is_empty() {
            return Err("is empty");
        }
        // As it is written in a header, which would repeat the word.
        let scheme = text.split_ascii_whitespace().next().unwrap_or_default();
        if scheme.trim_end_matches(':').eq_ignore_ascii_case("bearer") {
            return Err("begins with `Bearer`: leave that word out, the token alone is expected");
        }
        let header = HeaderValue::from_str(&format!("Bearer {text}"));
        match header {
            Ok(mut header) if is_token(text) => {
                header.set_sensitive(true);
                Ok(Token {
                    text: text.into(),
                    header,
                })
            }
            _ => Err(
                "contains a space, a line break or another character that is not allowed in a token",
            ),
        }
    }
}

impl Secret {
    /// Reads the token from the environment variable or the file.
    ///
    /// # Errors
    /// One line that says why there is none, without any part of the token.
    pub(crate) fn read(
        variable: Option<OsString>,
        file: Option<&Path>,
        none: bool,
    ) -> Result<Secret, String> {
        let token = match (variable, file) {
            (None, None) if none => None,
            (None, None) => {
                return Err(format!(
                    "the upstream's token is missing: set {VARIABLE} or --upstream-token-file, \
                     or --upstream-token-file none if it needs none"
                ));
            }
            _ if none => {
                return Err("a token is set although --upstream-token-file says that there is none; use one of them".into());
            }
            (Some(_), Some(_)) => {
                return Err(format!(
                    "the token is set by {VARIABLE} and by --upstream-token-file; use one of them"
                ));
            }
            (Some(variable), None) => {
                let text = variable
                    .into_string()
                    .map_err(|_| format!("the token in {VARIABLE} is not UTF-8"))?;
                let token = Token::parse(&text);
                Some(token.map_err(|problem| format!("the token in {VARIABLE} {problem}"))?)
            }
            (None, Some(file)) => Some(from_file(file)?),
        };
        Ok(Secret {
            file: file.map(Path::to_owned),
            token: RwLock::new(token),
        })
    }

    /// Whether the token is too short for responses to be searched for it.
    pub(crate) fn is_short(&self) -> bool {
        let token = self.token.read();
        token
            .as_ref()
            .is_some_and(|token| searchable_part(&token.text).is_none())
    }

    /// The value of the header `Authorization`, marked as sensitive so that no log shows it.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        let token = self.token.read();
        token.as_ref().map(|token| token.header.clone())
    }

    /// Reads the file again, as the token may have changed there. Returns whether it has.
    pub(crate) fn reload(&self) -> bool {
        let Some(Ok(new)) = self.file.as_deref().map(from_file) else {
            return false;
        };
        let mut token = self.token.write();
        let changed = token.as_ref() != Some(&new);
        *token = Some(new);
        changed
    }

    /// A 32-bit hash of the token and these settings: enough to tell another token from this
    /// one, and too short to reveal it.
    pub(crate) fn account_id(&self, settings: &str) -> String {
        let token = self.token.read();
        let text = token.as_ref().map_or("", |token| &token.text);
        HEXLOWER.encode(&Sha256::digest([settings, " ", text].concat())[..4])
    }

    /// Whether these bytes contain the token.
    pub(crate) fn occurs_in(&self, bytes: &[u8]) -> bool {
        let token = self.token.read();
        let searchable_part = token
            .as_ref()
            .and_then(|token| searchable_part(&token.text));
        searchable_part.is_some_and(|text| {
            let occurs_in = |bytes: &[u8]| memmem::find(bytes, text.as_bytes()).is_some();
            occurs_in(bytes) || has_escapes(bytes) && occurs_in(&without_escapes(bytes))
        })
    }
}

/// Whether JSON has letters or digits written as `\u0061`.
fn has_escapes(bytes: &[u8]) -> bool {
    memmem::find(bytes, br"\u00").is_some()
}

/// The bytes with such characters in plain.
fn without_escapes(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(position) = memmem::find(rest, br"\u00") {
        let (before, escape) = rest.split_at(position);
        plain.extend_from_slice(before);
        let digits = escape.get(4..6).unwrap_or_default();
        let (byte, length) = match HEXLOWER_PERMISSIVE.decode(digits).as_deref() {
            Ok(&[byte]) => (byte, 6),
            // Not an escape.
            _ => (b'\\', 1),
        };
        plain.push(byte);
        rest = &escape[length..];
    }
    plain.extend_from_slice(rest);
    plain
}

fn from_file(file: &Path) -> Result<Token, String> {
    let bytes = read_small_file(file, "token file", MAX_TOKEN)?;
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8");
    let token = text.and_then(|text| Token::parse(&text));
    token.map_err(|problem| format!("the token in {} {problem}", file.display()))
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789-secret-9876543210";

    #[test]
    fn a_token_comes_from_one_source() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
        let pasted = folder.path().join("pasted");
        std::fs::write(&pasted, format!("Bearer {TOKEN}\n")).unwrap();
        let variable = || Some(OsString::from(TOKEN));
        for secret in [
            Secret::read(variable(), None, false).unwrap(),
            Secret::read(None, Some(&file), false).unwrap(),
        ] {
            let header = secret.header().unwrap();
            assert_eq!(header.as_bytes(), format!("Bearer {TOKEN}").as_bytes());
            assert!(!format!("{header:?} {secret:?}").contains(TOKEN));
            assert!(secret.occurs_in(format!("<p>{TOKEN}</p>").as_bytes()));
            assert!(!secret.occurs_in(b"0123456789-secret-987654321"));
        }
        let none = Secret::read(None, None, true).unwrap();
        assert!(none.header().is_none() && !none.occurs_in(b"") && !none.reload());
        for (result, expected) in [
            (Secret::read(None, None, false), "is missing"),
            (Secret::read(variable(), Some(&file), false), "use one"),
            (
                Secret::read(variable(), None, true),
                "--upstream-token-file",
            ),
            (Secret::read(Some("".into()), None, false), "is empty"),
            (
                Secret::read(Some("a b".into()), None, false),
                "not allowed in a token",
            ),
            (
                Secret::read(Some(format!("Bearer {TOKEN}\n").into()), None, false),
                "PRODUCT_POOL_UPSTREAM_TOKEN begins with `Bearer`",
            ),
            (
                Secret::read(Some(format!(" bearer:\t{TOKEN}").into()), None, false),
                "begins with `Bearer`",
            ),
            (
                Secret::read(None, Some(&pasted), false),
                "pasted begins with `Bearer`",
            ),
            (
                Secret::read(Some("a\nb".into()), None, false),
                "not allowed in a token",
            ),
            (
                Secret::read(None, Some(folder.path()), false),
                "is not a regular file",
            ),
        ] {
            let line = result.unwrap_err();
            assert!(line.contains(expected) && !line.contains(TOKEN), "{line}");
        }
    }

    #[test]
    fn an_escaped_token_is_found() {
        let of = |token: &str| Secret::read(Some(token.into()), None, false).unwrap();
        let secret = of("7|0123456789/abcdefghijklmnop+qr==");
        for written in [
            r"7|0123456789\/abcdefghijklmnop+qr==",
            "7%7C0123456789%2Fabcdefghijklmnop%2Bqr%3D%3D",
            "7|0123456789/abcdefghijklmnop+qr==",
            r"7|0123456789\/\u0061bcdefg\u0068ijklmnop+qr==",
            r"\u00zz\u00\u0061\u0062\u0063\u0064\u0065\u0066\u0067\u0068ijklmnop\u002B\u00",
        ] {
            assert!(secret.occurs_in(written.as_bytes()), "{written}");
        }
        assert!(!secret.occurs_in(b"0123456789/abcdefghijklmno"));
        // If no part is long enough, the whole token is searched for.
        assert!(of("a/b/c/d/e/f/g/h/i").occurs_in(b"<a/b/c/d/e/f/g/h/i>"));
        assert!(!of("demo").occurs_in(b"a demo"));
    }

    #[test]
    fn a_pipe_is_not_reloaded() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let secret = Secret {
            file: Some(pipe),
            token: RwLock::new(Some(Token::parse(TOKEN).unwrap())),
        };
        // Nothing ever writes to it.
        assert!(!secret.reload());
        assert!(secret.occurs_in(TOKEN.as_bytes()));
    }

    #[test]
    fn a_changed_file_is_reloaded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, "first-token").unwrap();
        let secret = Secret::read(None, Some(&file), false).unwrap();
        assert!(!secret.reload());
        let id = secret.account_id("");
        assert_eq!((id.len(), &id), (8, &secret.account_id("")));
        assert_ne!(id, secret.account_id("other"));
        std::fs::write(&file, "second-token").unwrap();
        assert!(secret.reload() && !secret.reload());
        assert_eq!(secret.header().unwrap().as_bytes(), b"Bearer second-token");
        assert_ne!(id, secret.account_id(""));
        std::fs::write(&file, "").unwrap();
        assert!(
            !secret.reload(),
            "a token is not lost to a file half written"
        );
        assert_eq!(secret.header().unwrap().as_bytes(), b"Bearer second-token");
    }
}
