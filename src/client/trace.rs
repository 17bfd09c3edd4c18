//! Spans and events of requests for subscribers of [tracing](https://docs.rs/tracing),
//! with the feature `tracing`; without it nothing is compiled.
//!
//! A request is a span `product_pool.request` at the level `DEBUG`, with `operation` and
//! `url`, which contains no token. Each attempt ends with an event in it: the `attempt`, and
//! the `status` or the `error`.

use super::transport::{Call, TransportError, TransportResponse};
use std::future::Future;
#[cfg(feature = "tracing")]
use tracing::{Instrument as _, debug, debug_span};

/// Runs a request in its span, also among others of the same task.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables))]
pub(super) fn in_span<F: Future>(
    operation: &'static str,
    url: &str,
    request: F,
) -> impl Future<Output = F::Output> + use<F> {
    #[cfg(feature = "tracing")]
    let request = request.instrument(debug_span!("product_pool.request", operation, url));
    request
}

/// Reports the result of an attempt.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables))]
pub(super) fn attempted(call: &Call<'_>, result: &Result<TransportResponse, TransportError>) {
    #[cfg(feature = "tracing")]
    match (call.attempt(), result) {
        (attempt, Ok(answer)) => debug!(attempt, status = answer.status, "response"),
        // Not its text, in which a transport may repeat the token.
        (attempt, Err(failure)) => debug!(attempt, error = failure.code().key(), "no response"),
    }
}
