//! The upstream's token: read once, sent to the upstream, and shown to nobody.

use std::ffi::OsString;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use memchr::memmem;
use reqwest::header::HeaderValue;

/// The environment variable that holds the token.
pub(crate) const VARIABLE: &str = "PRODUCT_POOL_UPSTREAM_TOKEN";

/// No token is longer, in bytes.
const LONGEST: u64 = 4096;

/// A token of fewer bytes may stand in an answer by chance, so answers are not
/// searched for it.
const TELLING: usize = 16;

/// The token, and where it came from.
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
    /// Takes a token as people keep it, with a line break after it.
    fn parse(text: &str) -> Result<Token, &'static str> {
        let text = text.trim();
        if text.is_empty() {
            return Err("is empty");
        }
        let header = HeaderValue::from_str(&format!("Bearer {text}"));
        match header {
            Ok(mut header) if text.bytes().all(|byte| byte.is_ascii_graphic()) => {
                header.set_sensitive(true);
                Ok(Token {
                    text: text.into(),
                    header,
                })
            }
            _ => Err("holds a space, a line break or another character that no token has"),
        }
    }
}

impl Secret {
    /// The token from where it was put.
    ///
    /// # Errors
    /// In one line, without any part of the token: why there is none.
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
                     or say --no-upstream-token"
                ));
            }
            _ if none => {
                return Err("there is a token, and --no-upstream-token says there is none".into());
            }
            (Some(_), Some(_)) => {
                return Err(format!(
                    "the token is in {VARIABLE} and in --upstream-token-file; keep one of them"
                ));
            }
            (Some(variable), None) => {
                let text = variable
                    .into_string()
                    .map_err(|_| format!("the token in {VARIABLE} is not text"))?;
                let token = Token::parse(&text);
                Some(token.map_err(|wrong| format!("the token in {VARIABLE} {wrong}"))?)
            }
            (None, Some(file)) => Some(from_file(file)?),
        };
        Ok(Secret {
            file: file.map(Path::to_owned),
            token: RwLock::new(token),
        })
    }

    /// The value of the header `Authorization`, which shows in no log.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        let token = self.token.read().unwrap_or_else(PoisonError::into_inner);
        token.as_ref().map(|token| token.header.clone())
    }

    /// Reads the file again, for a token that was changed there; whether it was.
    pub(crate) fn reread(&self) -> bool {
        let Some(Ok(new)) = self.file.as_deref().map(from_file) else {
            return false;
        };
        let mut token = self.token.write().unwrap_or_else(PoisonError::into_inner);
        let changed = token.as_ref() != Some(&new);
        *token = Some(new);
        changed
    }

    /// Whether the token stands in these bytes.
    pub(crate) fn is_in(&self, bytes: &[u8]) -> bool {
        let token = self.token.read().unwrap_or_else(PoisonError::into_inner);
        token.as_ref().is_some_and(|token| {
            token.text.len() >= TELLING && memmem::find(bytes, token.text.as_bytes()).is_some()
        })
    }
}

fn from_file(file: &Path) -> Result<Token, String> {
    let place = file.display();
    let mut text = String::new();
    std::fs::File::open(file)
        .and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text))
        .map_err(|error| format!("cannot read the token's file {place}: {error}"))?;
    if text.len() as u64 > LONGEST {
        return Err(format!("the token's file {place} is longer than any token"));
    }
    Token::parse(&text).map_err(|wrong| format!("the token in {place} {wrong}"))
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789-secret-9876543210";

    #[test]
    fn a_token_is_read_from_one_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
        let variable = || Some(OsString::from(TOKEN));
        for secret in [
            Secret::read(variable(), None, false).unwrap(),
            Secret::read(None, Some(&file), false).unwrap(),
        ] {
            let header = secret.header().unwrap();
            assert_eq!(header.as_bytes(), format!("Bearer {TOKEN}").as_bytes());
            assert!(!format!("{header:?} {secret:?}").contains(TOKEN));
            assert!(secret.is_in(format!("<p>{TOKEN}</p>").as_bytes()));
            assert!(!secret.is_in(b"0123456789-secret-987654321"));
        }
        let none = Secret::read(None, None, true).unwrap();
        assert!(none.header().is_none() && !none.is_in(b"") && !none.reread());
        for (wrong, words) in [
            (Secret::read(None, None, false), "is missing"),
            (Secret::read(variable(), Some(&file), false), "keep one"),
            (Secret::read(variable(), None, true), "--no-upstream-token"),
            (Secret::read(Some("".into()), None, false), "is empty"),
            (
                Secret::read(Some("a b".into()), None, false),
                "no token has",
            ),
            (
                Secret::read(Some("a\nb".into()), None, false),
                "no token has",
            ),
            (
                Secret::read(None, Some(folder.path()), false),
                "cannot read",
            ),
        ] {
            let line = wrong.unwrap_err();
            assert!(line.contains(words) && !line.contains(TOKEN), "{line}");
        }
    }

    #[test]
    fn a_changed_file_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, "first-token").unwrap();
        let secret = Secret::read(None, Some(&file), false).unwrap();
        assert!(!secret.reread());
        std::fs::write(&file, "second-token").unwrap();
        assert!(secret.reread() && !secret.reread());
        assert_eq!(secret.header().unwrap().as_bytes(), b"Bearer second-token");
        std::fs::write(&file, "").unwrap();
        assert!(
            !secret.reread(),
            "a token is not lost to a file half written"
        );
        assert_eq!(secret.header().unwrap().as_bytes(), b"Bearer second-token");
    }
}
