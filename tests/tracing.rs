//! What a subscriber of tracing sees of the client. A program of its own: other tests that
//! run at the same time, without a subscriber, would switch events off for all.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use product_pool::client::{
    Call, Options, PoolClient, Transport, TransportError, TransportResponse,
};
use std::future::{pending, ready};
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tracing_subscriber::fmt::format::FmtSpan;

/// Fails the first attempt, with a text that repeats the token.
#[derive(Clone)]
struct FailsOnce;

impl Transport for FailsOnce {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        if call.attempt() == 1 {
            return Err(TransportError::Network("s3cret".into()));
        }
        Ok(TransportResponse::new(200, r#"{"data": {"pool_id": "a"}}"#))
    }

    async fn pause(&self, time: Duration) {
        // The wait before a retry, not a time-out.
        if time < Duration::from_secs(5) {
            ready(()).await;
        } else {
            pending::<()>().await;
        }
    }

    fn random(&self) -> f64 {
        0.5
    }
}

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
        .with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG)
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let options = Options::new("https://pool.example").token("s3cret");
    let client = PoolClient::with_transport(&options, FailsOnce).unwrap();
    tracing::subscriber::with_default(subscriber, || {
        let call = pin!(client.get_product("a"));
        let Poll::Ready(product) = call.poll(&mut Context::from_waker(Waker::noop())) else {
            panic!("the call waits");
        };
        assert_eq!(product.unwrap().data().pool_id().get(), Some("a"));
    });
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<_> = log.lines().collect();
    assert_eq!(lines.len(), 3, "{log}");
    let span =
        r#"product_pool.request{operation="getProduct" url="https://pool.example/v2/products/a"}"#;
    assert!(lines.iter().all(|line| line.contains(span)), "{log}");
    assert!(
        lines[0].ends_with(r#"no response attempt=1 error="network""#),
        "{log}"
    );
    assert!(lines[1].ends_with("response attempt=2 status=200"), "{log}");
    assert!(lines[2].contains("close"), "{log}");
    assert!(!log.contains("s3cret"));
}
