//! Search in the mirror's copy; a gateway without one cannot know what there is.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;

use crate::gateway::{Found, Gateway};
use crate::respond::Source;
use product_pool_api::{SEARCH, SearchRequest};
use product_pool_http::responses::problem::Problem;

/// The route of the search.
pub fn search_route(gateway: Arc<Gateway>) -> Router {
    let route = Router::new().route(SEARCH, get(answer));
    route.with_state(gateway)
}

async fn answer(
    State(gateway): State<Arc<Gateway>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mirror = gateway.replica.mirror.as_ref().ok_or_else(no_mirror)?;
    let request = SearchRequest::of(&uri)?;
    let account = gateway.upstream.http.account();
    let found = mirror.search(&gateway.context(&account), request).await;
    let entry = found.map_err(|_| Problem::internal())?;
    let entry = entry.ok_or_else(incomplete)?;
    let response = gateway.respond(&headers, Found::Answer(Arc::new(entry), Source::Mirror));
    if let Some(outcome) = response.extensions().get() {
        gateway.metrics.count(*outcome);
    }
    Ok(response)
}

fn no_mirror() -> Problem {
    let detail = "this gateway has no copy to search in; start it with --mirror, such as \
                  --mirror /var/lib/product-pool/mirror.db";
    let status = StatusCode::NOT_IMPLEMENTED;
    Problem::new(status, "mirror_required", "No search", detail)
}

fn incomplete() -> Problem {
    let detail = "the mirror has not read the whole list yet; try again";
    let status = StatusCode::SERVICE_UNAVAILABLE;
    Problem::new(status, "mirror_incomplete", "No search yet", detail)
}
