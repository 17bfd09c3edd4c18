//! Cross-origin resource sharing: which other sites' pages may read responses.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, header};
use tower::layer::util::Identity;
use tower::util::{Either, option_layer};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use crate::layers::request_id::REQUEST_ID;

/// The layer that lets pages of these origins read responses with these headers, in
/// addition to those of all responses; without origins it changes nothing.
pub fn cors(origins: &[HeaderValue], more: &[HeaderName]) -> Either<CorsLayer, Identity> {
    // By age and date an element finds out how old the answer is that it shows.
    let all = [
        header::AGE,
        header::DATE,
        header::RETRY_AFTER,
        header::ETAG,
        REQUEST_ID,
    ];
    let exposed: Vec<HeaderName> = all.into_iter().chain(more.iter().cloned()).collect();
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([header::AUTHORIZATION, header::ACCEPT])
        .expose_headers(exposed)
        .max_age(Duration::from_secs(3600));
    let layer = if origins.iter().any(|origin| origin == "*") {
        layer.allow_origin(Any)
    } else {
        layer.allow_origin(AllowOrigin::list(origins.iter().cloned()))
    };
    option_layer((!origins.is_empty()).then_some(layer))
}
