//! Cross-origin resource sharing: which other sites' pages may read responses.

use std::time::Duration;

use axum::http::{HeaderName, Method, header};
use tower::layer::util::Identity;
use tower::util::{Either, option_layer};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer, Vary};

use crate::layers::origin::Origin;
use crate::layers::request_id::REQUEST_ID;

/// The layer that lets pages of these origins read responses with these headers, in
/// addition to those of all responses; without origins it changes nothing.
pub fn cors(origins: &[Origin], more: &[HeaderName]) -> Either<CorsLayer, Identity> {
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
        // Programs that watch a page add headers of their own, such as `traceparent`, to its requests.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(exposed)
        .max_age(Duration::from_secs(3600));
    let allowed = allowed(origins);
    let layer = match &allowed {
        Some(_) => layer.vary(Vary::list([])),
        None => layer,
    };
    let layer = layer.allow_origin(allowed.unwrap_or_else(|| {
        let origins = origins.to_vec();
        AllowOrigin::predicate(move |from, _| origins.iter().any(|origin| origin.allows(from)))
    }));
    option_layer((!origins.is_empty()).then_some(layer))
}

/// The header, if it is the same for all requests: then it is sent whatever their origin is, and caches
/// that ignore `Vary` keep no response without it.
fn allowed(origins: &[Origin]) -> Option<AllowOrigin> {
    if origins.contains(&Origin::Any) {
        return Some(AllowOrigin::any());
    }
    match origins {
        [Origin::One(one), others @ ..] if others.iter().all(|other| other == &origins[0]) => {
            Some(AllowOrigin::exact(one.clone()))
        }
        _ => None,
    }
}
