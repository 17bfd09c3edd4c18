//! Tests of the client's errors with a scripted transport.

use super::*;

#[test]
fn every_code_has_its_cause() {
    let argument = {
        let script = script([]);
        now(client(&script).get_product("")).unwrap_err()
    };
    let errors = [
        error_of(json(401, "{}")),
        error_of(json(403, "{}")),
        error_of(json(404, NOT_FOUND)),
        error_of(json(422, "{}")),
        error_of(json(429, "")),
        error_of(Err(TransportError::Timeout)),
        error_of(Err(TransportError::Aborted)),
        error_of(Err(TransportError::Network(
            "TypeError: Failed to fetch".into(),
        ))),
        error_of(json(200, "[]")),
        argument,
        error_of(json(503, "")),
    ];
    assert_eq!(errors.map(|error| error.code()), ErrorCode::ALL);
    for (status, code) in [(400, "http"), (402, "http"), (304, "http"), (500, "http")] {
        assert_eq!(error_of(json(status, "{}")).code().key(), code);
    }
    assert_eq!(
        error_of(Err(TransportError::NotSent("x".into()))).code(),
        ErrorCode::InvalidArgument
    );
    assert_eq!(
        error_of(Err(TransportError::InvalidResponse("x".into()))).code(),
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
        let answer = TransportResponse {
            status,
            headers: headers.clone(),
            body: page.clone().into(),
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
        (r#"{"data": {}}"#, "the record is empty"),
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
        Err(TransportError::Network("cannot send Bearer s3cret".into())),
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
        self.1.as_deref().map(|cause| cause as _)
    }
}

#[test]
fn the_cause_is_the_source_unless_it_repeats_the_token() {
    use std::error::Error as _;
    let lost = |deepest| Lost("error sending request", Some(Box::new(Lost(deepest, None))));
    for (failure, start, what) in [
        (
            TransportError::Network(lost("connection refused").into()),
            "the service could not be reached: ",
            "the service could not be reached",
        ),
        (
            TransportError::NotSent(lost("connection refused").into()),
            "the request could not be made: ",
            "the request could not be made",
        ),
        (
            TransportError::InvalidResponse(lost("connection refused").into()),
            "there is no answer: ",
            "there is no answer",
        ),
    ] {
        let error = error_of(Err(failure));
        assert_eq!(error.message(), format!("{start}connection refused"));
        // A report of the whole chain says the cause once.
        assert_eq!(error.to_string(), what);
        let source: &Lost = error.source().unwrap().downcast_ref().unwrap();
        assert_eq!(source.to_string(), "error sending request");
    }
    let error = error_of(Err(TransportError::Network(
        lost("cannot send Bearer s3cret").into(),
    )));
    assert!(error.source().is_none());
    assert!(!format!("{error:?}").contains("s3cret"));
    assert!(error_of(json(404, NOT_FOUND)).source().is_none());
}

#[test]
fn an_error_has_the_id_of_its_request() {
    let answer = |status, id: &str| {
        Ok(TransportResponse::new(status, "").with_headers([("X-Request-Id", id)]))
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
fn long_words_of_a_service_are_cut_and_stay_on_one_line() {
    let body = format!(r#"{{"message": "one\ntwo {}"}}"#, "é".repeat(1000));
    let message = error_of(json(500, &body)).to_string();
    assert!(message.contains("one two é") && message.ends_with('…'));
    assert!(message.chars().count() < 260);
}
