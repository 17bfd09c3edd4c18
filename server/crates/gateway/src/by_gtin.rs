//! Requests by GTIN, answered from the index where the upstream finds nothing.
//!
//! The upstream comes first: a product whose case has the GTIN always wins, and lists need not
//! show the GTIN of every case. A GTIN that it does not know is looked up in the index. In a
//! mirror the index comes first.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use product_pool::gtin::Gtin;

use crate::entry::{Entry, State, Times};
use crate::gateway::{Found, Gateway};
use crate::replica::index::IndexState;
use crate::replica::list::gtin_number;
use crate::respond::{QUOTA, Source, no_response};
use crate::target::Target;
use product_pool_http::responses::problem::{Problem, quoted};

/// `Retry-After` while the index is incomplete, and while it stays so.
const RETRY_AFTER: Duration = Duration::from_secs(5);
const RETRY_IF_FULL: Duration = Duration::from_secs(300);

/// The maximum number of products tried for one GTIN.
const MAX_CANDIDATES: usize = 4;

impl Gateway {
    /// The response to a request for the product with that GTIN on any of its units.
    pub(crate) async fn answer_by_gtin(
        self: &Arc<Self>,
        target: Target,
        gtin: &Gtin,
        request: &HeaderMap,
    ) -> Response {
        let is_spared = self.is_spared(&target).await;
        if (is_spared || self.is_recently_missing(&target).await)
            && let Some(response) = self.answer_from_index(gtin, request).await
        {
            return response;
        }
        if is_spared && let Some(at) = self.passed() {
            let entry = Entry::new(404, Bytes::from(unknown(gtin).body()), at);
            return self.respond(
                request,
                Found::Answer(Arc::new(entry), Source::Stale(QUOTA)),
            );
        }
        let direct = self.find(target).await;
        let is_open = match &direct {
            Found::Answer(entry, _) => entry.status == 404,
            // The upstream fails, but a product that the index finds may be in the cache.
            Found::Problem(problem) => problem.status().is_server_error(),
        };
        if is_open && let Some(response) = self.answer_from_index(gtin, request).await {
            return response;
        }
        match (direct, self.index_state()) {
            (Found::Answer(entry, from), Some(IndexState::Complete)) if entry.status == 404 => {
                let body = Bytes::from(unknown(gtin).body());
                let entry = Entry {
                    tags: entry.tags.clone(),
                    invalidated: entry.invalidated,
                    unchecked: entry.unchecked,
                    ..Entry::new(404, body, entry.at)
                };
                self.respond(request, Found::Answer(Arc::new(entry), from))
            }
            (Found::Answer(entry, _), Some(state @ (IndexState::Building | IndexState::Full)))
                if entry.status == 404 =>
            {
                incomplete(gtin, state)
            }
            (direct, _) => self.respond(request, direct),
        }
    }

    /// Whether the index alone answers, because it is complete, nothing is cached, and what is left
    /// of the quota is kept for products that there are.
    async fn is_spared(&self, target: &Target) -> bool {
        self.upstream.quota.is_scarce()
            && self.index_state() == Some(IndexState::Complete)
            && self.replica.cache.get(&self.key(target)).await.is_none()
    }

    /// Whether the upstream said recently that no case has this GTIN. Where the index has the
    /// GTIN, that holds for as long as any response is fresh: otherwise the gateway would send
    /// a request once a minute for each unit of the shop. If a case gets the GTIN, that is a
    /// change, which invalidates the entry.
    async fn is_recently_missing(&self, target: &Target) -> bool {
        if self.replica.index.is_none() {
            return false;
        }
        let times = Times {
            missing: self.times.fresh,
            ..self.times
        };
        let cached = self.replica.cache.get(&self.key(target)).await;
        cached.is_some_and(|entry| {
            entry.status == 404 && entry.state(&times, self.clock.now()) == State::Fresh
        })
    }

    /// The response with the record of a product that has this GTIN both in the index and in
    /// the record itself. `None` if there is none.
    async fn answer_from_index(
        self: &Arc<Self>,
        gtin: &Gtin,
        request: &HeaderMap,
    ) -> Option<Response> {
        let candidates = self.replica.index.as_ref()?.find(gtin_number(gtin)?);
        for pool_id in candidates.into_iter().take(MAX_CANDIDATES) {
            let Some(target) = Target::of_product(&pool_id) else {
                continue;
            };
            let location = HeaderValue::try_from(&target.text);
            match self.find(target).await {
                Found::Answer(entry, from) if has_gtin(&entry, gtin) => {
                    let mut response = self.respond(request, Found::Answer(entry, from));
                    if let Ok(location) = location {
                        let headers = response.headers_mut();
                        headers.insert(header::CONTENT_LOCATION, location);
                    }
                    return Some(response);
                }
                // Going on would serve another product for as long as this one fails.
                Found::Problem(problem) if problem.status().is_server_error() => {
                    return Some(problem);
                }
                // It was removed, or no longer has the GTIN.
                Found::Answer(..) | Found::Problem(_) => {}
            }
        }
        None
    }
}

/// Whether the record, as clients get it, has this GTIN.
fn has_gtin(entry: &Entry, gtin: &Gtin) -> bool {
    entry.status == 200 && entry.tags.gtins().contains(&gtin.to_14())
}

/// The problem for a GTIN that no product has on any unit.
fn unknown(gtin: &Gtin) -> Problem {
    Problem::not_found(
        "gtin_not_found",
        format!(
            "no product has the GTIN {} on its case or a unit",
            quoted(&gtin.to_14())
        ),
    )
}

/// The response while the index is incomplete: no case has this GTIN, but a unit may have it.
fn incomplete(gtin: &Gtin, state: IndexState) -> Response {
    let (why, retry_after) = match state {
        IndexState::Full => (
            "the pool lists more products than this gateway keeps",
            RETRY_IF_FULL,
        ),
        _ => (
            "this gateway is still reading which units there are; try again in a few seconds",
            RETRY_AFTER,
        ),
    };
    let detail = format!("no case has the GTIN {}, and {why}", quoted(&gtin.to_14()));
    let (status, title) = (StatusCode::SERVICE_UNAVAILABLE, "Index of GTINs incomplete");
    let problem = Problem::new(status, "gtin_index_incomplete", title, detail);
    no_response(problem, "detail=gtin-index-incomplete", Some(retry_after))
}
