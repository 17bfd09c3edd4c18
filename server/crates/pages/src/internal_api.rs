//! Requests to the server's own API, inside the process.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use product_pool_http::InternalRequest;
use tower::ServiceExt;

/// The largest response body that is drawn, in bytes.
const MAX_BODY: usize = 32 << 20;

/// A successful response of the API.
#[derive(Clone)]
pub(super) struct Fetched {
    /// UTF-8, and shared with a gateway's cache.
    body: Bytes,
    pub(super) headers: HeaderMap,
}

impl Fetched {
    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap_or_default()
    }

    /// Its entity tag, a hash of the body.
    pub(super) fn tag(&self) -> &str {
        let tag = self.headers.get(header::ETAG);
        tag.and_then(|tag| tag.to_str().ok()).unwrap_or_default()
    }
}

/// Sends a request to the API. Returns a response with another status than 200 as the error.
pub(super) async fn ask(api: &Router, path: &str) -> Result<Fetched, Box<Response>> {
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = path
        .parse()
        .map_err(|_| Box::new(StatusCode::BAD_REQUEST.into_response()))?;
    request
        .headers_mut()
        .insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    request.extensions_mut().insert(InternalRequest);
    let Ok(response) = api.clone().oneshot(request).await;
    if response.status() != StatusCode::OK {
        return Err(Box::new(response));
    }
    let (parts, body) = response.into_parts();
    let unusable = || Box::new(StatusCode::BAD_GATEWAY.into_response());
    let body = to_bytes(body, MAX_BODY).await.map_err(|_| unusable())?;
    std::str::from_utf8(&body).map_err(|_| unusable())?;
    let headers = parts.headers;
    Ok(Fetched { body, headers })
}
