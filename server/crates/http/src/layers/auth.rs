//! The bearer token of a request, and the response to a request without a valid one.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::responses::answer::{JSON, body};

/// The longest token, in bytes; a longer one is rejected without a lookup.
const MAX_LENGTH: usize = 512;

/// Whether a path is one of the API, whose requests are authenticated.
pub fn is_in_api(path: &str) -> bool {
    path == "/v2" || path.starts_with("/v2/")
}

/// The token of `Authorization: Bearer …`, where there is exactly one such header.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    let fits = !token.is_empty() && token.len() <= MAX_LENGTH;
    (scheme.eq_ignore_ascii_case("bearer") && fits).then_some(token)
}

/// The 401 of the service's own format.
pub fn unauthenticated() -> Response {
    let text = r#"{"message":"Unauthenticated."}"#;
    let headers = [
        (header::WWW_AUTHENTICATE, "Bearer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, body(StatusCode::UNAUTHORIZED, JSON, text)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_a_single_bearer_token_is_accepted() {
        for (values, token) in [
            (vec!["Bearer abc"], Some("abc")),
            (vec!["bearer  abc "], Some("abc")),
            (vec!["Bearer"], None),
            (vec!["Bearer "], None),
            (vec!["Basic abc"], None),
            (vec!["abc"], None),
            (vec!["Bearer a", "Bearer a"], None),
            (vec![], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in &values {
                headers.append(header::AUTHORIZATION, HeaderValue::from_static(value));
            }
            assert_eq!(bearer(&headers), token, "{values:?}");
        }
    }
}
