//! Tests of the client with a scripted transport.

#![cfg(not(target_arch = "wasm32"))]

mod by_gtin;
mod error;
mod feed;
mod flow;
mod list;
mod operation;

use super::*;
use crate::gtin::Gtin;
use proptest::prelude::*;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// A recorded call: the URL and the headers.
type Made = (String, Vec<(&'static str, String)>);

/// Scripted responses in order; a call beyond the script fails the test.
#[derive(Clone, Default)]
pub(super) struct Script {
    answers: Arc<Mutex<Vec<Result<TransportResponse, TransportError>>>>,
    made: Arc<Mutex<Vec<Made>>>,
    attempts: Arc<Mutex<Vec<(&'static str, u32)>>>,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Transport for Script {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        let headers = call
            .headers()
            .map(|(name, value)| (name, value.to_owned()))
            .collect();
        self.made
            .lock()
            .unwrap()
            .push((call.url().to_owned(), headers));
        self.attempts
            .lock()
            .unwrap()
            .push((call.operation(), call.attempt()));
        assert!(!format!("{call:?}").contains("s3cret"));
        self.answers.lock().unwrap().remove(0)
    }

    async fn pause(&self, time: Duration) {
        // A total timeout never ends here; a wait before a retry ends at once
        // and is recorded.
        if time >= DEFAULT_TIMEOUT {
            std::future::pending::<()>().await;
        }
        self.waits.lock().unwrap().push(time);
    }

    fn random(&self) -> f64 {
        0.5
    }
}

pub(super) fn json(status: u16, text: &str) -> Result<TransportResponse, TransportError> {
    let headers = [("Content-Type", "application/json")];
    Ok(TransportResponse::new(status, text).with_headers(headers))
}

pub(super) fn script(
    answers: impl IntoIterator<Item = Result<TransportResponse, TransportError>>,
) -> Script {
    let answers = Arc::new(Mutex::new(answers.into_iter().collect()));
    Script {
        answers,
        ..Script::default()
    }
}

pub(super) fn client(script: &Script) -> PoolClient<Script> {
    // Another attempt would exceed the script.
    let options = Options::new("https://pool.example/v2/")
        .token("s3cret")
        .max_retries(0);
    PoolClient::with_transport(&options, script.clone()).unwrap()
}

/// The result of a future that is ready at once.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("the future waits"),
    }
}

/// The error of Get Product for this response.
pub(super) fn error_of(answer: Result<TransportResponse, TransportError>) -> Error {
    let script = script([answer]);
    let error = now(client(&script).get_product("a")).unwrap_err();
    assert_eq!(error.method(), "GET");
    assert!(!format!("{error} {error:?}").contains("s3cret"));
    error
}

pub(super) fn addresses(script: &Script) -> Vec<String> {
    script
        .made
        .lock()
        .unwrap()
        .iter()
        .map(|(url, _)| url.clone())
        .collect()
}

const PRODUCT: &str = r#"{"data": {"pool_id": "p1"}}"#;
pub(super) const NOT_FOUND: &str = r#"{"errors": [{"status": "404", "code": "x", "title": "Not Found",
    "detail": "No product a."}]}"#;

#[test]
fn two_headers_and_no_more() {
    let script = script([json(200, PRODUCT), json(200, PRODUCT)]);
    now(client(&script).get_product("a")).unwrap();
    let open = PoolClient::with_transport(&Options::new("/pool"), script.clone()).unwrap();
    now(open.get_product("a")).unwrap();
    let made = script.made.lock().unwrap();
    let accept = ("Accept", "application/json".to_owned());
    assert_eq!(
        made[0].1,
        [
            accept.clone(),
            ("Authorization", "Bearer s3cret".to_owned())
        ]
    );
    assert_eq!(made[1], ("/pool/v2/products/a".to_owned(), vec![accept]));
}

#[test]
fn a_gtin_is_looked_up_in_its_other_form_after_a_404_only() {
    let gtin = Gtin::parse("9520123456788").unwrap();
    let base = "https://pool.example/v2/products/gtin/";

    let found = script([json(404, NOT_FOUND), json(200, PRODUCT)]);
    assert!(now(client(&found).get_product_by_gtin(&gtin)).is_ok());
    let both = [
        format!("{base}9520123456788"),
        format!("{base}09520123456788"),
    ];
    assert_eq!(addresses(&found), both);

    let first = script([json(200, PRODUCT)]);
    assert!(now(client(&first).get_product_by_gtin(&gtin)).is_ok());
    assert_eq!(addresses(&first), both[..1]);

    let neither = script([json(404, NOT_FOUND), json(404, NOT_FOUND)]);
    let error = now(client(&neither).get_product_by_gtin(&gtin)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound);
    assert_eq!(error.url(), Some(both[0].as_str()));
    assert_eq!(addresses(&neither), both);

    let refused = script([json(401, "{}")]);
    let error = now(client(&refused).get_product_by_gtin(&gtin)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Unauthenticated);

    // The failure of the second request is reported, not hidden by the first's
    // 404.
    let broken = script([json(404, NOT_FOUND), json(503, "")]);
    let error = now(client(&broken).get_product_by_gtin(&gtin)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Http);
}

#[test]
fn a_transport_learns_the_operation_and_the_attempt() {
    let script = script([json(503, ""), json(503, ""), json(200, PRODUCT)]);
    let client = client(&script).with_retry_policy(|policy| policy.max_retries = 2);
    now(client.get_product("a")).unwrap();
    let other = Request::get("/v2/x", []).unwrap();
    script.answers.lock().unwrap().push(json(200, "{}"));
    now(client.send(&other)).unwrap();
    let expected = [
        ("getProduct", 1),
        ("getProduct", 2),
        ("getProduct", 3),
        ("get", 1),
    ];
    assert_eq!(*script.attempts.lock().unwrap(), expected);
}

#[test]
fn retry_after_is_honoured() {
    let busy = TransportResponse::new(429, "").with_headers([("Retry-After", "7")]);
    let error = error_of(Ok(busy));
    assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
}

#[test]
fn times_are_in_milliseconds_rounded_up() {
    for (time, summary) in [
        (Duration::from_micros(1), 1),
        (Duration::from_millis(50), 50),
        (Duration::from_micros(50_001), 51),
        (Duration::from_millis(1_999), 1_999),
        (Duration::from_micros(1_999_999), 2_000),
        (Duration::MAX, u64::MAX),
    ] {
        assert_eq!(super::time::milliseconds(time), summary);
    }
    let error = error_of(Err(TransportError::Timeout));
    assert_eq!(error.to_string(), "no answer came within 30000 ms");
}

#[test]
fn a_client_shows_no_token() {
    let options = Options::new("https://pool.example").token("s3cret");
    let client = PoolClient::with_transport(&options, script([])).unwrap();
    assert!(!format!("{options:?} {client:?}").contains("s3cret"));
}

#[test]
fn bad_settings_make_no_client() {
    for options in [
        Options::new("pool.example"),
        Options::new("https://pool.example").token("a\nb"),
        Options::new("https://pool.example").token(""),
        Options::new("https://pool.example").token("tökén"),
    ] {
        let error = PoolClient::with_transport(&options, script([])).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidArgument);
        assert_eq!(error.url(), None);
    }
}

proptest! {
    #[test]
    fn no_response_panics(status in any::<u16>(), text in any::<String>()) {
        let script = script([json(status, &text)]);
        if let Err(error) = now(client(&script).get_product("a")) {
            prop_assert_eq!(error.status(), Some(status));
            prop_assert!(!error.to_string().contains(char::is_control));
            prop_assert!(error.to_string().chars().count() < 300);
        }
    }
}

#[test]
fn futures_of_a_client_can_be_spawned_on_any_executor() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    fn calls<T: Transport + Clone + 'static>(client: &PoolClient<T>) {
        let options = ListProducts::new();
        drop(is_send(client.list_products(&options)));
        drop(is_send(client.products(&options)));
        drop(is_send(client.changes(Checkpoint::default())));
        let gtin = Gtin::parse("09520000000004").unwrap();
        drop(is_send(client.get_product_by_gtin(&gtin)));
        drop(is_send(client.clone()));
    }
    let script = script([json(200, r#"{"data": {"pool_id": "a"}}"#)]);
    calls(&client(&script));
    let options = Options::new("https://pool.example/v2/").token("s3cret");
    let boxed = BoxTransport::new(script.clone());
    let client = PoolClient::with_transport(&options, boxed).unwrap();
    calls(&client);
    let product = now(is_send(client.get_product("a"))).unwrap();
    assert_eq!(product.data().pool_id().get(), Some("a"));
    assert_eq!(addresses(&script), ["https://pool.example/v2/products/a"]);
}
