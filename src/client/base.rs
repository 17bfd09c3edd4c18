//! The base URL and the token, validated once when a client is made.

use super::error::Error;
use std::fmt;

/// The base URL of a service, without `/v2` and a trailing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BaseUrl(String);

impl BaseUrl {
    /// Parses `https://host/path`, or a path such as `/pool` (or an empty
    /// string) for a service on the page's own host; `/v2` and a trailing slash
    /// are optional.
    pub(super) fn parse(text: &str) -> Result<BaseUrl, Error> {
        let text = text.trim();
        if text
            .chars()
            .any(|c| c.is_control() || c.is_whitespace() || c == '\\')
        {
            return Err(Error::invalid_argument(
                "the base URL contains a space, a control character or a backslash",
            ));
        }
        if text.contains(['?', '#']) {
            return Err(Error::invalid_argument(
                "the base URL has a query or a fragment; leave it out",
            ));
        }
        let path = match after_scheme(text) {
            Some(rest) => {
                let authority = rest.split('/').next().unwrap_or_default();
                if authority.contains('@') {
                    return Err(Error::invalid_argument(
                        "the base URL contains a user name or password; pass a token instead",
                    ));
                }
                if authority.is_empty() || authority.starts_with(':') {
                    return Err(Error::invalid_argument("the base URL has no host"));
                }
                rest.get(authority.len()..).unwrap_or_default()
            }
            None if text.starts_with("//") => {
                return Err(Error::invalid_argument(
                    "the base URL has no scheme; start it with https:",
                ));
            }
            None if text.is_empty() || text.starts_with('/') => text,
            None => {
                return Err(Error::invalid_argument(
                    "the base URL must begin with http://, https:// or /",
                ));
            }
        };
        let origin = text.strip_suffix(path).unwrap_or_default();
        let path = path.trim_end_matches('/');
        let path = path.strip_suffix("/v2").unwrap_or(path);
        Ok(BaseUrl(origin.to_owned() + path.trim_end_matches('/')))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The base URL of a service as requests use it: without `/v2` and slashes at its end. It is that of
/// `https://host/path`, or a path such as `/pool`, or nothing, for a service on the page's own host.
///
/// ```
/// use product_pool::client::base_url;
///
/// assert_eq!(base_url("https://pool.example/v2/")?, "https://pool.example");
/// assert!(base_url("https://user:password@pool.example").is_err());
/// # Ok::<(), product_pool::client::Error>(())
/// ```
///
/// # Errors
/// [`ErrorCode::InvalidArgument`](super::ErrorCode::InvalidArgument), with what is wrong. The message
/// does not repeat the address, which may have a password.
pub fn base_url(text: &str) -> Result<String, Error> {
    BaseUrl::parse(text).map(|base| base.0)
}

/// Whether a text can be sent as a token: visible ASCII characters, at least one.
///
/// ```
/// use product_pool::client::is_token;
///
/// assert!(is_token("s3cret"));
/// assert!(!is_token("s3cret\n"));
/// ```
pub fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The text after `http://` or `https://`, in any case.
fn after_scheme(text: &str) -> Option<&str> {
    ["http://", "https://"].into_iter().find_map(|scheme| {
        let (start, rest) = text.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    })
}

/// A bearer token, stored as the value of the header and never displayed.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token(String);

const SCHEME: &str = "Bearer ";

impl Token {
    /// Browsers reject a header with other characters in a way that leaves the
    /// request pending, so they are rejected here.
    pub(super) fn parse(text: &str) -> Result<Token, Error> {
        if text.is_empty() {
            return Err(Error::invalid_argument(
                "the token is empty; leave it out to send none",
            ));
        }
        if !is_token(text) {
            return Err(Error::invalid_argument(
                "the token must be visible ASCII characters without a space: Bearer is added",
            ));
        }
        Ok(Token(format!("{SCHEME}{text}")))
    }

    /// The value of the header `Authorization`.
    pub(super) fn header(&self) -> &str {
        &self.0
    }

    /// `text` without the token, should a service or a proxy repeat it.
    pub(super) fn redact(&self, text: &str) -> String {
        let token = self.0.get(SCHEME.len()..).unwrap_or_default();
        let (mut out, mut rest) = (String::new(), text);
        // Byte by byte, not by the standard library's substring search:
        // docs/decisions/webassembly.md.
        while let Some((before, after)) = rest
            .as_bytes()
            .windows(token.len())
            .position(|part| part == token.as_bytes())
            .and_then(|at| Some((rest.get(..at)?, rest.get(at + token.len()..)?)))
        {
            out.push_str(before);
            out.push_str("[token]");
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token([redacted])")
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ErrorCode;
    use proptest::prelude::*;

    #[test]
    fn the_ways_to_write_one_base_url() {
        for (given, kept) in [
            ("https://pool.example", "https://pool.example"),
            ("https://pool.example/", "https://pool.example"),
            ("https://pool.example/v2", "https://pool.example"),
            ("https://pool.example/v2/", "https://pool.example"),
            (" HTTPS://pool.example//v2// ", "HTTPS://pool.example"),
            ("http://127.0.0.1:8080/api/v2", "http://127.0.0.1:8080/api"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("", ""),
            ("/", ""),
            ("/v2", ""),
            ("/pool/", "/pool"),
            ("/pool/v2", "/pool"),
            ("https://pool.example/notv2", "https://pool.example/notv2"),
            ("https://v2", "https://v2"),
            ("https://v2/v2/", "https://v2"),
        ] {
            assert_eq!(BaseUrl::parse(given).unwrap().as_str(), kept, "{given:?}");
        }
    }

    #[test]
    fn invalid_base_urls_are_rejected() {
        for given in [
            "pool.example",
            "localhost:8080",
            "ftp://pool.example",
            "javascript:alert(1)",
            "//pool.example",
            "https://",
            "https:///v2",
            "https://:8080",
            "https://user:secret@pool.example",
            "https://pool.example?a=b",
            "https://pool.example/#a",
            "https://pool.example/a b",
            "https://pool.example\\a",
            "https://pool.example/\na",
            "v2",
            "./pool",
        ] {
            let error = BaseUrl::parse(given).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidArgument, "{given:?}");
            assert!(!error.to_string().contains("secret"));
        }
    }

    #[test]
    fn a_token_never_shows() {
        let token = Token::parse("s3cret").unwrap();
        assert_eq!(token.header(), "Bearer s3cret");
        assert!(!format!("{token:?}").contains("s3cret"));
        assert_eq!(token.redact("no s3cret here"), "no [token] here");
    }

    proptest! {
        #[test]
        fn a_token_is_visible_ascii(text in any::<String>()) {
            let good = !text.is_empty() && text.chars().all(|c| ('!'..='~').contains(&c));
            prop_assert_eq!(Token::parse(&text).is_ok(), good);
        }

        #[test]
        fn a_base_url_never_panics_and_parses_to_itself(text in "(https?://)?[ -~é€]{0,20}") {
            if let Ok(base) = BaseUrl::parse(&text) {
                prop_assert!(!base.as_str().ends_with('/'));
                prop_assert!(!base.as_str().contains(['?', '#', ' ']));
            }
        }
    }
}
