//! The bounds of every service: the router, and the layers around it.
//!
//! The layers wrap the router as a whole. With [`axum::Router::layer`], each would be boxed with
//! every route, and cloned with all layers below it for every request.

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::Response;
use tower::Service;

/// A service that responds to every HTTP request. An alias of its bounds, which every such
/// service has.
pub trait HttpService:
    Service<Request, Response = Response, Error = Infallible, Future: Send>
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<S> HttpService for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static
{
}
