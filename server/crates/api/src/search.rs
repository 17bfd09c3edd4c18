//! Search: products by words or a barcode, as a page of the form of List Products. It is no operation
//! of the API, and has an address of its own.

use std::num::NonZeroU32;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::Response;
use axum::routing::get;
use rusqlite::Connection;
use serde::Deserialize;

use crate::state::store_problem;
use product_pool_http::responses::answer::{JSON, tagged};
use product_pool_http::responses::problem::Problem;
use product_pool_store::record::raw_object::object;
use product_pool_store::search::{SearchQuery, search};
use product_pool_store::{Pool, StoreError};

/// The path of the search.
pub const SEARCH: &str = "/search";

/// The products on a page if the query has no limit, and the greatest limit.
const DEFAULT_LIMIT: u32 = 24;
const MAX_LIMIT: u32 = 100;

/// The `Cache-Control` of what a catalogue finds, which anybody may see.
const CONTROL: &str = "public, max-age=60";

/// The query of a search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// What is searched for.
    q: String,
    limit: Option<NonZeroU32>,
    /// The number of products before the page.
    #[serde(default)]
    cursor: u32,
}

impl SearchRequest {
    /// Parses the query of an address. Its text may be anything.
    ///
    /// # Errors
    /// The response to another query than `q`, `limit` and `cursor`.
    pub fn of(uri: &Uri) -> Result<SearchRequest, Problem> {
        let parsed = Query::try_from_uri(uri).map(|Query(parsed)| parsed);
        parsed.map_err(|error| Problem::query("invalid_query", error.body_text()))
    }

    /// The body of the response. `hidden` columns of the index are not searched.
    pub fn answer(self, connection: &Connection, hidden: &[&str]) -> Result<String, StoreError> {
        let limit = self.limit.map_or(DEFAULT_LIMIT, NonZeroU32::get);
        let query = SearchQuery {
            text: self.q,
            offset: self.cursor,
            limit: limit.min(MAX_LIMIT),
        };
        let (items, has_more) = search(connection, &query, hidden)?;
        let at = |offset: Option<u32>| offset.map_or("null".to_owned(), |at| format!("\"{at}\""));
        let before = (query.offset > 0).then(|| query.offset.saturating_sub(query.limit));
        let after = query.offset.checked_add(query.limit);
        Ok(object([
            ("next", at(after.filter(|_| has_more))),
            ("previous", at(before)),
            ("data", format!("[{}]", items.join(","))),
        ]))
    }
}

/// The route of the search over a catalogue.
pub fn search_route(catalogue: Pool) -> Router {
    let route = Router::new().route(SEARCH, get(answer));
    route.with_state(catalogue)
}

async fn answer(
    State(catalogue): State<Pool>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let request = SearchRequest::of(&uri)?;
    let text = catalogue.read(move |c| request.answer(c, &[])).await;
    let text = Bytes::from(text.map_err(store_problem)?);
    let mime = HeaderValue::from_static(JSON);
    Ok(tagged(&headers, mime, CONTROL, text.into()))
}
