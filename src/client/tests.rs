//! Tests of the client with a scripted transport.

#![allow(clippy::unwrap_used)]

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
    answers: Arc<Mutex<Vec<Result<Answer, Failure>>>>,
    made: Arc<Mutex<Vec<Made>>>,
    attempts: Arc<Mutex<Vec<(&'static str, u32)>>>,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Transport for Script {
    async fn get(&self, call: &Call<'_>) -> Result<Answer, Failure> {
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

    fn clock(&self) -> Duration {
        Duration::ZERO
    }

    fn random(&self) -> f64 {
        0.5
    }
}

pub(super) fn json(status: u16, text: &str) -> Result<Answer, Failure> {
    Ok(Answer {
        status,
        headers: Headers::from_iter([("Content-Type", "application/json")]),
        body: text.into(),
        ..Answer::default()
    })
}

pub(super) fn script(answers: impl IntoIterator<Item = Result<Answer, Failure>>) -> Script {
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
fn error_of(answer: Result<Answer, Failure>) -> Error {
    let script = script([answer]);
    let error = now(client(&script).get_product("a", &GetProduct::default())).unwrap_err();
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
const NOT_FOUND: &str = r#"{"errors": [{"status": "404", "code": "x", "title": "Not Found",
    "detail": "No product a."}]}"#;

#[test]
fn each_operation_reads_its_answer() {
    let script = script([
        json(200, PRODUCT),
        json(
            200,
            r#"{"page": 1, "per page": 20, "pages": 1, "total": 1, "data": [{"id": "i1"}]}"#,
        ),
        json(200, r#"{"data": {"id": "i2"}}"#),
    ]);
    let client = client(&script);
    let product = now(client.get_product("p1", &GetProduct::default())).unwrap();
    assert_eq!(product.data().pool_id().get(), Some("p1"));
    let page = now(client.list_images("p1", &ListImages::default())).unwrap();
    assert_eq!(page.images().next().unwrap().id().get(), Some("i1"));
    let image = now(client.get_feature_image("p1", Some(7))).unwrap();
    assert_eq!(image.data().id().get(), Some("i2"));
    assert_eq!(
        addresses(&script),
        [
            "https://pool.example/v2/products/p1",
            "https://pool.example/v2/images/p1",
            "https://pool.example/v2/images/p1/feature?wholesaler=7"
        ]
    );
}

#[test]
fn two_headers_and_no_more() {
    let script = script([json(200, PRODUCT), json(200, PRODUCT)]);
    now(client(&script).get_product("a", &GetProduct::default())).unwrap();
    let open = PoolClient::with_transport(&Options::new("/pool"), script.clone()).unwrap();
    now(open.get_product("a", &GetProduct::default())).unwrap();
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
fn every_code_has_its_cause() {
    let argument = {
        let script = script([]);
        now(client(&script).get_product("", &GetProduct::default())).unwrap_err()
    };
    let errors = [
        error_of(json(401, "{}")),
        error_of(json(403, "{}")),
        error_of(json(404, NOT_FOUND)),
        error_of(json(422, "{}")),
        error_of(json(429, "")),
        error_of(Err(Failure::Timeout)),
        error_of(Err(Failure::Aborted)),
        error_of(Err(Failure::Network("TypeError: Failed to fetch".into()))),
        error_of(json(200, "[]")),
        argument,
        error_of(json(503, "")),
    ];
    assert_eq!(errors.map(|error| error.code()), ErrorCode::ALL);
    for (status, code) in [(400, "http"), (402, "http"), (304, "http"), (500, "http")] {
        assert_eq!(error_of(json(status, "{}")).code().key(), code);
    }
    assert_eq!(
        error_of(Err(Failure::NotSent("x".into()))).code(),
        ErrorCode::InvalidArgument
    );
    assert_eq!(
        error_of(Err(Failure::NoAnswer("x".into()))).code(),
        ErrorCode::InvalidResponse
    );
}

#[test]
fn an_error_quotes_the_service() {
    let error = error_of(json(404, NOT_FOUND));
    assert_eq!(
        error.to_string(),
        "the service found nothing (status 404): No product a."
    );
    assert_eq!(error.status(), Some(404));
    assert_eq!(error.url(), Some("https://pool.example/v2/products/a"));
    assert_eq!(error.errors().len(), 1);
    assert_eq!(error.errors()[0].title.as_deref(), Some("Not Found"));
    assert_eq!(error.errors()[0].status.as_deref(), Some("404"));

    let error = error_of(json(401, r#"{"message": "Unauthenticated."}"#));
    assert_eq!(
        error.to_string(),
        "the service does not accept the token (status 401): Unauthenticated."
    );
}

#[test]
fn a_refusals_body_may_be_anything() {
    for (body, details) in [
        ("", vec![]),
        ("null", vec![]),
        ("[1]", vec![]),
        (r#"{"errors": null}"#, vec![]),
        (
            r#"{"errors": [null, {}, 7, "gone", {"detail": 9}]}"#,
            vec!["7", "gone", "9"],
        ),
        (r#"{"errors": {"detail": "lone"}}"#, vec!["lone"]),
        (r#"{"errors": "bare"}"#, vec!["bare"]),
    ] {
        let error = error_of(json(422, body));
        assert_eq!(error.code(), ErrorCode::InvalidRequest);
        let found: Vec<_> = error
            .errors()
            .iter()
            .filter_map(|e| e.detail.as_deref())
            .collect();
        assert_eq!(found, details, "{body}");
    }
}

#[test]
fn an_html_page_is_described_but_not_quoted() {
    let page = "<!doctype html><h1>Welcome to the wifi</h1>".to_owned();
    let headers = Headers::from_iter([("content-type", "text/html; charset=utf-8")]);
    for (status, code) in [
        (200, ErrorCode::InvalidResponse),
        (404, ErrorCode::InvalidResponse),
        (502, ErrorCode::Http),
    ] {
        let answer = Answer {
            status,
            headers: headers.clone(),
            body: page.clone().into(),
            ..Answer::default()
        };
        let error = error_of(Ok(answer));
        assert_eq!(error.code(), code);
        assert_eq!(error.status(), Some(status));
        assert!(
            error.to_string().contains("an HTML page of 43 bytes"),
            "{error}"
        );
        assert!(!error.to_string().contains("wifi"));
    }
}

#[test]
fn a_body_that_is_not_a_product_is_an_invalid_response() {
    for (body, reason) in [
        ("", "the answer is empty where JSON was expected"),
        ("[]", "the body is a JSON array"),
        ("{}", "no member \"data\""),
        (r#"{"data": []}"#, "the member \"data\" is array"),
        (
            r#"{"data": {"#,
            "not JSON: expected a member's name at byte 10",
        ),
        ("pong", "4 bytes of application/json"),
    ] {
        let error = error_of(json(200, body));
        assert_eq!(error.code(), ErrorCode::InvalidResponse);
        assert!(error.to_string().contains(reason), "{body}: {error}");
    }
}

#[test]
fn a_service_that_repeats_the_token_cannot_make_it_known() {
    for answer in [
        json(401, r#"{"message": "bad token s3cret"}"#),
        json(401, r#"{"message": "bad token s3cre\u0074"}"#),
        json(
            400,
            r#"{"errors": [{"detail": "s3cret", "title": "Bearer s3cret"}]}"#,
        ),
        Err(Failure::Network("cannot send Bearer s3cret".into())),
    ] {
        assert!(error_of(answer).to_string().contains("[token]"));
    }
}

/// An error with a cause, as those of transports are.
#[derive(Debug)]
struct Lost(&'static str, Option<Box<Lost>>);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Lost {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.1.as_deref().map(|it| it as _)
    }
}

#[test]
fn the_cause_is_the_source_unless_it_repeats_the_token() {
    use std::error::Error as _;
    let lost = |deepest| Lost("error sending request", Some(Box::new(Lost(deepest, None))));
    for (failure, start) in [
        (
            Failure::Network(lost("connection refused").into()),
            "the service could not be reached: ",
        ),
        (
            Failure::NotSent(lost("connection refused").into()),
            "the request could not be made: ",
        ),
        (Failure::NoAnswer(lost("connection refused").into()), ""),
    ] {
        let error = error_of(Err(failure));
        assert_eq!(error.to_string(), format!("{start}connection refused"));
        let source: &Lost = error.source().unwrap().downcast_ref().unwrap();
        assert_eq!(source.to_string(), "error sending request");
    }
    let error = error_of(Err(Failure::Network(
        lost("cannot send Bearer s3cret").into(),
    )));
    assert!(error.source().is_none());
    assert!(!format!("{error:?}").contains("s3cret"));
    assert!(error_of(json(404, NOT_FOUND)).source().is_none());
}

#[test]
fn an_error_has_the_id_of_its_request() {
    let answer = |status, id: &str| {
        Ok(Answer {
            status,
            headers: Headers::from_iter([("X-Request-Id", id)]),
            ..Answer::default()
        })
    };
    for status in [200, 404, 503] {
        assert_eq!(
            error_of(answer(status, "01J-abc")).request_id(),
            Some("01J-abc")
        );
        assert_eq!(error_of(answer(status, "")).request_id(), None);
        assert_eq!(
            error_of(answer(status, "s3cret")).request_id(),
            Some("[token]")
        );
    }
    assert_eq!(error_of(json(404, "")).request_id(), None);
    let long = error_of(answer(500, &"x".repeat(1000)));
    assert!(long.request_id().unwrap().chars().count() < 300);
}

#[test]
fn a_transport_learns_the_operation_and_the_attempt() {
    let script = script([json(503, ""), json(503, ""), json(200, PRODUCT)]);
    let client = client(&script).with(|it| it.max_retries = 2);
    now(client.get_product("a", &GetProduct::default())).unwrap();
    let other = Request::any("/v2/x", []).unwrap();
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
fn long_words_of_a_service_are_cut_and_stay_on_one_line() {
    let body = format!(r#"{{"message": "one\ntwo {}"}}"#, "é".repeat(1000));
    let message = error_of(json(500, &body)).to_string();
    assert!(message.contains("one two é") && message.ends_with('…'));
    assert!(message.chars().count() < 260);
}

#[test]
fn retry_after_is_honoured() {
    let retry_after = Some(Duration::from_secs(7));
    let error = error_of(Ok(Answer {
        status: 429,
        retry_after,
        ..Answer::default()
    }));
    assert_eq!(error.retry_after(), retry_after);
    assert_eq!(super::retry::retry_seconds(" 7 "), retry_after);
    assert_eq!(
        super::retry::retry_seconds("Wed, 21 Oct 2026 07:28:00 GMT"),
        None
    );
    assert_eq!(super::retry::retry_seconds("-1"), None);
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
    let error = error_of(Err(Failure::Timeout));
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
        if let Err(error) = now(client(&script).get_product("a", &GetProduct::default())) {
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
        let options = ListProducts::default();
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
    let product = now(is_send(client.get_product("a", &GetProduct::default()))).unwrap();
    assert_eq!(product.data().pool_id().get(), Some("a"));
    assert_eq!(addresses(&script), ["https://pool.example/v2/products/a"]);
}
