//! The gloo-net transport, the default on WebAssembly.

use super::abort::{in_time, sleep};
use super::{Call, Headers, Transport, TransportError, TransportResponse};
use gloo_net::http::Request;
use std::time::Duration;
use web_sys::{AbortSignal, RequestCache};

/// The transport of [gloo-net](https://docs.rs/gloo-net), which calls the global
/// `fetch` of a page or a worker. Dropping a call before it ends aborts it.
///
/// gloo-net panics if a page's own wrapper of `fetch` rejects with something
/// that is not an `Error`; [`Fetch`](super::Fetch) accepts anything, and can
/// call another function.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlooNet;

impl Transport for GlooNet {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        in_time(async |signal| send(call, &signal).await, call.timeout()).await
    }

    async fn pause(&self, time: Duration) {
        sleep(time).await;
    }
}

async fn send(call: &Call<'_>, signal: &AbortSignal) -> Result<TransportResponse, TransportError> {
    let mut request = Request::get(call.url()).abort_signal(Some(signal));
    for (name, value) in call.headers() {
        // An invalid header value was already rejected with the token.
        request = request.header(name, value);
    }
    if call.revalidates() {
        request = request.cache(RequestCache::NoCache);
    }
    let response = request.send().await.map_err(failed)?;
    Ok(TransportResponse {
        status: response.status(),
        headers: Headers::of_engine(response.headers().into_raw()),
        body: response.text().await.map_err(failed)?.into(),
    })
}

fn failed(error: gloo_net::Error) -> TransportError {
    TransportError::Network(error.into())
}
