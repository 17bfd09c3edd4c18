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
    use crate::client::transport::{Answer, Call, Failure, MaybeSend};
    use std::future::Future;
    use std::pin::pin;
    use std::task::Poll;

    /// Runs a request in a span of its own, also among others of the same task.
    pub(in crate::client) async fn in_span<F: Future + MaybeSend>(
        operation: &'static str,
        url: &str,
        request: F,
    ) -> F::Output {
        let span = tracing::debug_span!("product_pool.request", operation, url);
        let mut request = pin!(request);
        std::future::poll_fn(|context| -> Poll<F::Output> {
            let _entered = span.enter();
            request.as_mut().poll(context)
        })
        .await
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
                tracing::debug!(attempt, error = failure.code().as_str(), "no response");
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

#[cfg(all(test, feature = "tracing", not(target_arch = "wasm32")))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::client::tests::{json, now, script};
    use crate::client::{Failure, GetProduct, Options, PoolClient};
    use std::io;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::fmt::format::FmtSpan;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_attempt_is_an_event_in_the_span_of_its_request() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_span_events(FmtSpan::CLOSE)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        let script = script([
            Err(Failure::Network("s3cret".into())),
            json(200, r#"{"data": {"pool_id": "a"}}"#),
        ]);
        let options = Options::new("https://pool.example").token("s3cret");
        let client = PoolClient::with_transport(&options, script).unwrap();
        tracing::subscriber::with_default(subscriber, || {
            now(client.get_product("a", &GetProduct::default())).unwrap();
        });
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<_> = log.lines().collect();
        assert_eq!(lines.len(), 3, "{log}");
        let span = r#"product_pool.request{operation="getProduct" url="https://pool.example/v2/products/a"}"#;
        assert!(lines.iter().all(|line| line.contains(span)), "{log}");
        assert!(
            lines[0].ends_with(r#"no response attempt=1 error="network""#),
            "{log}"
        );
        assert!(lines[1].ends_with("response attempt=2 status=200"), "{log}");
        assert!(!log.contains("s3cret"));
    }
}
