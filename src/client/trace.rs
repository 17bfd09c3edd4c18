//! Spans and events of requests for subscribers of [tracing](https://docs.rs/tracing),
//! with the feature `tracing`; without it nothing is compiled.
//!
//! A request is a span `product_pool.request` at the level `DEBUG`, with `operation` and
//! `url`, which contains no token. Each attempt ends with an event in it: the `attempt`, and
//! the `status` or the `error`.

#[cfg(feature = "tracing")]
pub(super) use on::{attempted, in_span};

#[cfg(not(feature = "tracing"))]
pub(super) use off::{attempted, in_span};

#[cfg(feature = "tracing")]
mod on {
    use crate::client::transport::{Answer, Call, Failure};
    use tracing::Instrument as _;
    use tracing::instrument::Instrumented;

    /// Runs a request in its span, also among others of the same task.
    pub(in crate::client) fn in_span<F>(
        operation: &'static str,
        url: &str,
        request: F,
    ) -> Instrumented<F> {
        request.instrument(tracing::debug_span!("product_pool.request", operation, url))
    }

    /// Reports the result of an attempt.
    pub(in crate::client) fn attempted(call: &Call<'_>, result: &Result<Answer, Failure>) {
        let attempt = call.attempt();
        match result {
            Ok(answer) => {
                tracing::debug!(attempt, status = answer.status, "response");
            }
            // Not its text, in which a transport may repeat the token.
            Err(failure) => {
                tracing::debug!(attempt, error = failure.code().key(), "no response");
            }
        }
    }
}

#[cfg(not(feature = "tracing"))]
mod off {
    use crate::client::transport::{Answer, Call, Failure};

    pub(in crate::client) fn in_span<F>(_operation: &'static str, _url: &str, request: F) -> F {
        request
    }

    pub(in crate::client) fn attempted(_call: &Call<'_>, _result: &Result<Answer, Failure>) {}
}
