//! The library's client, with a transport that uses the gateway's own upstream.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use product_pool::client::{
    Answer, Call, Error, Failure as Lost, Headers, Options, PoolClient, Transport,
};
use product_pool::operations::Returns;

use crate::clock::Clock;
use crate::entry::Validators;
use crate::failure::Failure;
use crate::gateway::Gateway;

/// The base URL that the library's client gets. It is removed again: only what follows it is
/// used.
pub(super) const NOWHERE: &str = "http://upstream.invalid";

/// A transport of the library's client that sends requests to the gateway's own upstream: with
/// its token, its limits and its timeout.
#[derive(Clone)]
pub(super) struct Through {
    pub(super) gateway: Arc<Gateway>,
}

impl Through {
    /// Requests a page of the list, and returns it as the upstream sent it.
    pub(super) async fn page(&self, call: &Call<'_>) -> Result<Answer, Lost> {
        let target = call.url().strip_prefix(NOWHERE).unwrap_or_default();
        let none = Validators::default();
        let upstream = &self.gateway.upstream;
        let reply = upstream
            .get_later(target, Returns::ProductPage, &none)
            .await;
        let (status, retry_after, body) = match reply {
            Ok(reply) => (reply.status, None, reply.body),
            Err(Failure::Timeout) => return Err(Lost::Timeout),
            // The client should know when to try again, whether the upstream or the breaker
            // says so.
            Err(Failure::Busy(time) | Failure::Unavailable(time) | Failure::Closed(time)) => {
                (503, Some(time), Bytes::new())
            }
            Err(other) => return Err(Lost::Network(format!("it {other}").into())),
        };
        Ok(Answer {
            status,
            headers: Headers::default(),
            retry_after,
            body: String::from_utf8_lossy(&body).into_owned().into(),
        })
    }
}

impl Transport for Through {
    async fn get(&self, call: &Call<'_>) -> Result<Answer, Lost> {
        self.page(call).await
    }

    async fn pause(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    fn clock(&self) -> Duration {
        Clock::default().now()
    }

    fn random(&self) -> f64 {
        0.5
    }
}

/// The library's client with that transport. It does not retry: its callers wait and try again
/// anyway.
pub(super) fn client<T: Transport>(transport: T) -> Result<PoolClient<T>, Error> {
    PoolClient::with_transport(&Options::new(NOWHERE).max_retries(0), transport)
}
