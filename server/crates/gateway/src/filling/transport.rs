//! The library's client, with a transport that uses the gateway's own upstream.
//!
//! The transport adds each page of the list to the index of GTINs before the client reads it:
//! the client's feed of changes returns a product once, while the index takes every item that
//! differs.

use std::sync::Arc;
use std::time::Duration;

use product_pool::client::{Answer, Call, Error, Failure, Headers, Options, PoolClient, Transport};
use product_pool::operations::Returns;

use crate::body::Body;
use crate::failure::Failure as UpstreamFailure;
use crate::filling::list_cursors::ListCursors;
use crate::gateway::Gateway;
use crate::upstream::http_client::Query;

/// The base URL that the library's client gets. It is removed again: only what follows it is
/// used.
const PLACEHOLDER: &str = "http://upstream.invalid";

/// A transport of the library's client that sends requests to the gateway's own upstream: with
/// its token, its limits and its timeout.
#[derive(Clone)]
pub(super) struct UpstreamTransport {
    gateway: Arc<Gateway>,
    cursors: ListCursors,
}

impl UpstreamTransport {
    /// Adds a page of the list to the index.
    async fn add(&self, page: &Body) -> Result<(), Failure> {
        if let Some(index) = &self.gateway.replica.index {
            // The client gets the error, and requests the page again.
            let changed = index.update(page).await;
            let changed = changed.map_err(|error| Failure::Network(error.into()))?;
            if !changed.products.is_empty() {
                self.gateway.replica.cache.invalidate(changed);
            }
        }
        Ok(())
    }
}

impl Transport for UpstreamTransport {
    async fn get(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        let target = call.url().strip_prefix(PLACEHOLDER).unwrap_or_default();
        let query = Query::new(target, Returns::ProductPage);
        let reply = self.gateway.upstream.get_in_background(query).await;
        let (status, headers, body) = match reply {
            Ok(reply) => (reply.status, Headers::default(), reply.body),
            Err(UpstreamFailure::Timeout) => return Err(Failure::Timeout),
            // The client should know when to try again, whether the upstream or the breaker
            // says so.
            Err(
                UpstreamFailure::Busy(time)
                | UpstreamFailure::Unavailable(time)
                | UpstreamFailure::BreakerOpen(time),
            ) => (503, retry_after(time), Body::default()),
            Err(other) => return Err(Failure::Network(format!("the upstream {other}").into())),
        };
        if status == 200 {
            self.add(&body).await?;
            // The client would take it for the end of the list.
            if !self.cursors.lead_on(target, &body) {
                return Err(Failure::Network(
                    "the upstream's list repeats a cursor".into(),
                ));
            }
        }
        Ok(Answer {
            status,
            headers,
            body: String::from(body).into(),
        })
    }

    async fn pause(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    fn random(&self) -> f64 {
        0.5
    }
}

/// The header that asks to wait for a time, in whole seconds.
fn retry_after(time: Duration) -> Headers {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    Headers::from_iter([("Retry-After", seconds.to_string())])
}

/// The library's client with that transport. It does not retry: its callers wait and try again
/// anyway.
pub(super) fn client(gateway: &Arc<Gateway>) -> Result<PoolClient<UpstreamTransport>, Error> {
    let transport = UpstreamTransport {
        gateway: gateway.clone(),
        cursors: ListCursors::default(),
    };
    PoolClient::with_transport(&Options::new(PLACEHOLDER).max_retries(0), transport)
}
