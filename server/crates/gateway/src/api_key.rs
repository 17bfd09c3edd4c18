//! API keys: a gateway may serve the API only to clients that have one.
//!
//! Its responses are private then: shared caches may not store them. The key goes no further:
//! no header of a client is sent to the upstream.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::gateway::Gateway;
use crate::respond::rate_limited;
use product_pool_http::InternalRequest;
use product_pool_http::layers::auth::{bearer, is_in_api, unauthenticated};
use product_pool_http::responses::problem::Problem;

/// Middleware that refuses requests to the API without a valid key, where keys are required.
pub(crate) async fn require_key(
    State(gateway): State<Arc<Gateway>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(keys) = &gateway.keys else {
        return next.run(request).await;
    };
    let in_api = is_in_api(request.uri().path());
    if !in_api || request.extensions().get::<InternalRequest>().is_some() {
        return next.run(request).await;
    }
    let admitted = match bearer(request.headers()) {
        Some(key) => keys.admit(key).await,
        None => Some(false),
    };
    if admitted == Some(true) {
        let mut response = next.run(request).await;
        keep_private(response.headers_mut());
        return response;
    }
    // Requests with a wrong key count against the rate limit too.
    if let Err(wait) = gateway.admit(request.extensions().get(), request.headers()) {
        return rate_limited(wait);
    }
    match admitted {
        None => unavailable().into_response(),
        Some(_) => unauthenticated(),
    }
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
