//! API keys: a gateway may serve the API only to clients that have one.
//!
//! Its responses are private then: shared caches may not store them. The key goes no further:
//! no header of a client is sent to the upstream.

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::gateway::Gateway;
use crate::respond::rate_limited;
use product_pool_http::InternalRequest;
use product_pool_http::layers::auth::{bearer, is_in_api, unauthenticated};
use product_pool_http::responses::problem::Problem;

/// Checks the key of a request, where the API requires one. Returns whether the response is for
/// its client only.
///
/// # Errors
/// The response, if the key is missing or wrong.
pub(crate) async fn check_key(gateway: &Gateway, parts: &Parts) -> Result<bool, Box<Response>> {
    let is_public =
        !is_in_api(parts.uri.path()) || parts.extensions.get::<InternalRequest>().is_some();
    let Some(keys) = gateway.keys.as_ref().filter(|_| !is_public) else {
        return Ok(false);
    };
    let admitted = match bearer(&parts.headers) {
        Some(key) => keys.admit(key).await,
        None => Some(false),
    };
    if admitted == Some(true) {
        return Ok(true);
    }
    // Requests with a wrong key count against the rate limit too.
    Err(Box::new(
        match (
            gateway.admit(parts.extensions.get(), &parts.headers),
            admitted,
        ) {
            (Err(wait), _) => rate_limited(wait),
            (Ok(_), None) => unavailable().into_response(),
            (Ok(_), Some(_)) => unauthenticated(),
        },
    ))
}

/// Keeps shared caches from storing a response that is for its client only.
pub(crate) fn keep_private(headers: &mut HeaderMap) {
    let control = headers.get(header::CACHE_CONTROL);
    let control = control.and_then(|control| control.to_str().ok());
    let private = control.and_then(|control| control.strip_prefix("public"));
    let private = private.map(|rest| HeaderValue::try_from(format!("private{rest}")));
    if let Some(Ok(private)) = private {
        headers.insert(header::CACHE_CONTROL, private);
    }
    let vary = headers.get_all(header::VARY).iter();
    if !vary.into_iter().any(|value| value == "authorization") {
        headers.append(header::VARY, HeaderValue::from_static("authorization"));
    }
}

fn unavailable() -> Problem {
    let detail = "the API keys cannot be read at the moment; try again";
    let (status, title) = (StatusCode::SERVICE_UNAVAILABLE, "Keys unavailable");
    Problem::new(status, "keys_unavailable", title, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_responses_become_private() {
        for (control, private) in [
            ("public, max-age=5", "private, max-age=5"),
            ("no-store", "no-store"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
            headers.insert(header::VARY, HeaderValue::from_static("origin"));
            keep_private(&mut headers);
            assert_eq!(headers[header::CACHE_CONTROL], private);
            let vary: Vec<_> = headers.get_all(header::VARY).iter().collect();
            assert_eq!(vary, ["origin", "authorization"]);
        }
    }
}
