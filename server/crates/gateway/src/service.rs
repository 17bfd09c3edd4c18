//! The gateway's routes: what happens to a request, from the client's rate limit to the
//! response.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::handler::Handler as _;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use product_pool::gtin::Gtin;
use tower::Layer as _;
use tower_http::catch_panic::CatchPanicLayer;

use crate::api_key::{check_key, keep_private};
use crate::gateway::Gateway;
use crate::respond::{CACHE_STATUS, rate_limited};
use crate::target::Target;
use product_pool_http::Origin;
use product_pool_http::layers::auth::is_in_api;
use product_pool_http::layers::cors::cors;
use product_pool_http::responses::answer::STALE;
use product_pool_http::responses::problem::{Problem, panicked};
use product_pool_http::responses::static_files;
use product_pool_http::shares::for_client;

/// The gateway's router, with CORS for pages of those origins.
pub(crate) fn router(gateway: Arc<Gateway>, origins: &[Origin]) -> Router {
    let service = CatchPanicLayer::custom(panicked).layer(handle.with_state(gateway));
    let cors = cors(origins, &[CACHE_STATUS, STALE]);
    Router::new().fallback_service(service).layer(cors)
}

async fn handle(State(gateway): State<Arc<Gateway>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    match check_key(&gateway, &parts).await {
        Ok(false) => respond(&gateway, &parts).await,
        Ok(true) => {
            let mut response = respond(&gateway, &parts).await;
            keep_private(response.headers_mut());
            response
        }
        Err(refusal) => *refusal,
    }
}

/// The response to a request whose key is accepted, if it needs one.
async fn respond(gateway: &Arc<Gateway>, parts: &Parts) -> Response {
    let client = match gateway.admit(parts.extensions.get(), &parts.headers) {
        Ok(client) => client,
        Err(wait) => return rate_limited(wait),
    };
    let is_read = parts.method == Method::GET || parts.method == Method::HEAD;
    if !is_in_api(parts.uri.path()) {
        let (method, uri, headers) = (&parts.method, &parts.uri, &parts.headers);
        return static_files::serve(&gateway.mounts, method, uri, headers).await;
    }
    match Target::of(&parts.uri) {
        Err(problem) => problem.into_response(),
        Ok(_) if parts.method == Method::OPTIONS => options(),
        Ok(_) if !is_read => Problem::method().into_response(),
        Ok(target) if target.other_output && !gateway.hidden.is_empty() => {
            // Where fields stand in other output formats is not documented, so the gateway
            // could not make sure that a hidden one is gone.
            let expected = "left out: this gateway withholds fields, \
                            and finds them in the default output only";
            Problem::parameter("output", "", expected).into_response()
        }
        Ok(target) => {
            let own_requests = &gateway.upstream.own_requests;
            if let Err(problem) = own_requests.check(&parts.headers, &target.text) {
                return problem.into_response();
            }
            let of_account = target.operation.is_of_account();
            let answer = gateway.answer(target, &parts.headers);
            let mut response = for_client(client, answer).await;
            let via = gateway.upstream.http.via.header.clone();
            response.headers_mut().insert(header::VIA, via);
            if of_account {
                keep_private(response.headers_mut());
            }
            if let Some(outcome) = response.extensions().get() {
                gateway.metrics.count(*outcome);
            }
            response
        }
    }
}

/// The response to `OPTIONS` for a page of the gateway's own origin: the allowed methods.
fn options() -> Response {
    let allowed = [(header::ALLOW, "GET, HEAD, OPTIONS")];
    (StatusCode::NO_CONTENT, allowed).into_response()
}

/// Applies the API's rate limit per client to routes beside it.
pub(crate) async fn limit(
    State(gateway): State<Arc<Gateway>>,
    request: Request,
    next: Next,
) -> Response {
    match gateway.admit(request.extensions().get(), request.headers()) {
        Ok(client) => for_client(client, next.run(request)).await,
        Err(wait) => rate_limited(wait),
    }
}

impl Gateway {
    /// The response to a valid request. One by GTIN may come from the index.
    async fn answer(self: &Arc<Self>, target: Target, request: &HeaderMap) -> Response {
        let gtin = target.gtin.as_deref().map(Gtin::parse_lenient);
        match gtin {
            Some(Ok(gtin)) => self.answer_by_gtin(target, &gtin, request).await,
            _ => self.respond(request, self.find(target).await),
        }
    }
}
