//! HEAD: the status and headers of GET without its body (RFC 9110, 9.3.2).
//!
//! A HEAD request is handled as GET, compression included, and the body is discarded unread,
//! so the two cannot differ.

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use tower::Layer as _;

use crate::service::HttpService;

/// Marks a GET whose client sent HEAD.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsHead;

/// The method that the client sent.
pub fn method(request: &Request) -> &Method {
    match request.extensions().get::<IsHead>() {
        Some(IsHead) => &Method::HEAD,
        None => request.method(),
    }
}

/// Handles HEAD as GET.
pub fn head_as_get<S: HttpService>(service: S) -> impl HttpService {
    middleware::from_fn(respond).layer(service)
}

async fn respond(mut request: Request, next: Next) -> Response {
    if request.method() != Method::HEAD {
        return next.run(request).await;
    }
    *request.method_mut() = Method::GET;
    request.extensions_mut().insert(IsHead);
    // Ranges are defined for GET only.
    request.headers_mut().remove(header::RANGE);
    let mut response = next.run(request).await;
    // The length that the body would have.
    let length = response.body().size_hint().exact();
    let status = response.status();
    let headers = response.headers_mut();
    if matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
        headers.remove(header::CONTENT_LENGTH);
    } else if let Some(length) = length
        && !headers.contains_key(header::CONTENT_LENGTH)
    {
        headers.insert(header::CONTENT_LENGTH, length.into());
    }
    *response.body_mut() = Body::empty();
    response
}
