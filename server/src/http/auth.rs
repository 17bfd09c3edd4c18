//! Who may ask: the bearer token of a request.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use super::answer::{JSON, body};
use super::app::App;
use super::problem::Problem;
use product_pool_store::{is_demo, knows};

/// No token is longer: what is need not be looked up.
const LONGEST: usize = 512;

/// Whether the request bears a token that this catalogue knows.
pub(crate) async fn admitted(app: &App, headers: &HeaderMap) -> Result<bool, Problem> {
    let Some(token) = bearer(headers) else {
        return Ok(false);
    };
    if is_demo(token) && !app.demo_token {
        tracing::warn!("the demo token was refused: this server listens beyond this machine");
        return Ok(false);
    }
    let token = token.to_owned();
    Ok(app
        .pool
        .read(move |catalogue| knows(catalogue, &token))
        .await?)
}

/// The token of `Authorization: Bearer …`, where there is exactly one such header.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    let fits = !token.is_empty() && token.len() <= LONGEST;
    (scheme.eq_ignore_ascii_case("bearer") && fits).then_some(token)
}

/// The service's own 401.
pub(crate) fn unauthenticated() -> Response {
    let text = r#"{"message":"Unauthenticated."}"#;
    let mut response = body(StatusCode::UNAUTHORIZED, JSON, text);
    let headers = response.headers_mut();
    headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn one_bearer_token_is_read_and_nothing_else() {
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
