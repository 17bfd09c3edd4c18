//! Finding products by GTIN: what is requested, and what the errors say.
use super::flow::{Service, answer, client, now, service};
use super::{Error, ErrorCode, GtinIndex};
use crate::gtin::Gtin;

const UNKNOWN: &str = r#"{"errors": [{"code": "product_not_found", "detail": "no such code"}]}"#;
const RECORD: &str = r#"{"data": {
    "pool_id": "p1",
    "outer": {"traded_unit_gtin": "19520123456785"},
    "components": [{}, {"inner": {"internal_gtin": "9520123 456789"}}]
}}"#;

fn paths(service: &Service) -> Vec<String> {
    let made = service.made.lock().unwrap();
    let prefix = "https://pool.example/v2/products/gtin/";
    made.iter()
        .map(|url| url.strip_prefix(prefix).unwrap_or(url).to_owned())
        .collect()
}

/// The error of a scan that every request answers with this.
fn failure(scan: &str, status: u16, body: &'static str) -> Error {
    let pool = service(move |_, _| answer(status, body));
    now(client(&pool).find_by_gtin(scan, None)).unwrap_err()
}

#[test]
fn a_wrong_check_digit_is_looked_up_and_reported() {
    let pool = service(|_, _| answer(200, RECORD));
    let found = now(client(&pool).find_by_gtin("952-0123-45678-9", None)).unwrap();
    assert_eq!(paths(&pool), ["9520123456789"]);
    assert_eq!(found.component, Some(1));
    let warning = found.gtin.check().unwrap_err().to_string();
    assert!(warning.contains("should be 8"), "{warning}");

    let error = failure("9520123456789", 404, UNKNOWN);
    assert_eq!(error.code(), ErrorCode::NotFound);
    let message = error.to_string();
    assert!(
        message.contains("last digit is 9, but should be 8"),
        "{message}"
    );
    for scan in ["", "952012345", "(10)ABC", "0000000000000"] {
        let error = failure(scan, 404, UNKNOWN);
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{scan}");
    }
}

#[test]
fn a_gateway_s_answer_tells_which_unit_was_scanned() {
    let pool = service(|_, _| answer(200, RECORD));
    for (scan, component) in [("(01)19520123456785", None), ("9520123456789", Some(1))] {
        let found = now(client(&pool).find_by_gtin(scan, None)).unwrap();
        assert_eq!(found.component, component, "{scan}");
    }
}

#[test]
fn every_form_that_a_supplier_may_have_stored_is_looked_up() {
    for (scan, forms) in [
        ("9520123456788", &["9520123456788", "09520123456788"][..]),
        ("09520123456788", &["09520123456788", "9520123456788"]),
        ("952 0123-456788", &["9520123456788", "09520123456788"]),
        ("19520123456785", &["19520123456785"]),
        (
            "0614141007349",
            &["0614141007349", "00614141007349", "614141007349"],
        ),
        (
            "012345678905",
            &[
                "012345678905",
                "0012345678905",
                "00012345678905",
                "12345678905",
            ],
        ),
        (
            "12345678905",
            &[
                "012345678905",
                "0012345678905",
                "00012345678905",
                "12345678905",
            ],
        ),
        ("96385074", &["96385074", "0000096385074", "00000096385074"]),
    ] {
        let pool = service(|_, _| answer(404, UNKNOWN));
        let error = now(client(&pool).find_by_gtin(scan, None)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::NotFound, "{scan}");
        assert_eq!(paths(&pool), forms, "{scan}");
    }
    // A service may refuse the forms that are not of a GTIN's length.
    let pool = service(|url, _| {
        let is_short = url.ends_with("/12345678905");
        answer(if is_short { 422 } else { 404 }, UNKNOWN)
    });
    let error = now(client(&pool).find_by_gtin("012345678905", None)).unwrap_err();
    assert_eq!(
        (error.code(), error.status()),
        (ErrorCode::NotFound, Some(404))
    );
}

#[test]
fn an_unknown_gtin_says_how_units_are_found() {
    let advice = "This service finds products by the code on the case";
    let message = failure("9520123456788", 404, UNKNOWN).to_string();
    assert!(message.contains(advice), "{message}");
    assert!(message.contains("(GtinIndex)"), "{message}");

    let of_gateway = r#"{"errors": [{"code": "gtin_not_found", "detail": "no such code"}]}"#;
    let message = failure("9520123456788", 404, of_gateway).to_string();
    assert!(!message.contains(advice), "{message}");
    // It knows all forms of a GTIN.
    let gateway = service(|_, _| answer(404, of_gateway));
    now(client(&gateway).find_by_gtin("9520123456788", None)).unwrap_err();
    assert_eq!(paths(&gateway), ["9520123456788"]);

    let pool = service(|_, _| answer(404, UNKNOWN));
    let index = GtinIndex::new();
    let error = now(client(&pool).find_by_gtin("9520123456788", Some(&index))).unwrap_err();
    assert!(!error.to_string().contains(advice), "{error}");

    let gtin = Gtin::parse("9520123456788").unwrap();
    let error = now(client(&pool).get_product_by_gtin(&gtin)).unwrap_err();
    assert!(error.to_string().contains(advice), "{error}");
}

#[test]
fn a_404_that_is_not_the_service_s_names_the_base_url() {
    for body in [
        "<!doctype html><h1>Not here</h1>",
        "",
        "{}",
        "[]",
        "not found",
        r#"{"error": "no route"}"#,
        r#"{"errors": "none", "message": 7}"#,
    ] {
        let error = failure("9520123456788", 404, body);
        assert_eq!(error.code(), ErrorCode::InvalidResponse, "{body}");
        assert_eq!(error.status(), Some(404), "{body}");
        let message = error.to_string();
        assert!(
            message.contains(r#"base URL "https://pool.example""#),
            "{message}"
        );
    }
    for body in [r#"{"errors": []}"#, r#"{"message": "Not found."}"#] {
        let error = failure("9520123456788", 404, body);
        assert_eq!(error.code(), ErrorCode::NotFound, "{body}");
    }
}
