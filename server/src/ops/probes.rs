//! `/healthz`, `/readyz` and `/metrics`, for monitoring.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};
use serde_json::{Map, Value, json};

use super::Ops;
use super::host::require_private_host;
use super::metrics::MEDIA_TYPE;
use super::purge::{PURGE, purge};
use product_pool_http::Readiness;
use product_pool_http::responses::answer::{JSON, body};
use product_pool_http::responses::problem::Problem;

const HEALTH: &str = "/healthz";
const READY: &str = "/readyz";
const METRICS: &str = "/metrics";

/// The paths of the probes.
pub(crate) const PATHS: [&str; 3] = [HEALTH, READY, METRICS];

/// Adds the public probes to a service: they report whether the server is well, and if not,
/// why.
pub(crate) fn with_probes(service: Router, ops: &Arc<Ops>) -> Router {
    let probes = Router::new()
        .route(HEALTH, get(health))
        .route(
            READY,
            get(async |State(ops): State<Arc<Ops>>| readiness(&ops, false).await),
        )
        .method_not_allowed_fallback(async || Problem::method())
        .with_state(ops.clone());
    service.merge(probes)
}

/// All probes, for an address that only operators can reach. Pages may see that the server is
/// alive, and nothing else.
pub(crate) fn ops_router(ops: &Arc<Ops>, listen: &str) -> Router {
    let check_host = middleware::from_fn_with_state(Arc::from(listen), require_private_host);
    Router::new()
        .route(
            READY,
            get(async |State(ops): State<Arc<Ops>>| readiness(&ops, true).await),
        )
        .route(METRICS, get(metrics))
        .route(PURGE, delete(purge))
        .layer(check_host)
        .route(HEALTH, get(health))
        .method_not_allowed_fallback(async || Problem::method())
        .fallback(async |uri: axum::http::Uri| Problem::no_such_path(uri.path()))
        .with_state(ops.clone())
}

async fn health() -> Response {
    response(StatusCode::OK, &json!({"status": "alive"}))
}

async fn readiness(ops: &Ops, detailed: bool) -> Response {
    let found = match ops.source.get() {
        Some(source) => Some(source.readiness().await),
        None => None,
    };
    let unavailable = StatusCode::SERVICE_UNAVAILABLE;
    let (code, status, reason) = match &found {
        _ if ops.is_draining() => {
            let reason = "the server received a stop signal";
            (unavailable, "draining", Some(reason))
        }
        None => {
            let reason = "the catalogue or gateway is being opened";
            (unavailable, "starting", Some(reason))
        }
        Some(Readiness {
            fault: Some(fault), ..
        }) => (unavailable, "failing", Some(*fault)),
        Some(Readiness {
            degraded: Some(why),
            ..
        }) => (StatusCode::OK, "degraded", Some(*why)),
        Some(_) => (StatusCode::OK, "ready", None),
    };
    let mut members = Map::from_iter([("status".to_owned(), status.into())]);
    members.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
    if detailed {
        members.extend(found.map(|found| found.state).unwrap_or_default());
    }
    response(code, &members.into())
}

async fn metrics(State(ops): State<Arc<Ops>>) -> Response {
    // Collecting metrics may read files, which must not block API requests.
    let text = tokio::task::spawn_blocking(move || ops.metrics.text()).await;
    match text {
        Ok(Ok(text)) => no_store(body(StatusCode::OK, MEDIA_TYPE, text)),
        _ => Problem::internal().into_response(),
    }
}

fn response(code: StatusCode, json: &Value) -> Response {
    no_store(body(code, JSON, json.to_string()))
}

fn no_store(response: Response) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], response).into_response()
}
