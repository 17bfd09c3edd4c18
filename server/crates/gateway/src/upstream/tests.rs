//! Tests of the upstream.

use super::*;

#[test]
fn an_age_above_all_limits_is_not_taken_for_none() {
    for (text, seconds) in [
        ("0", 0),
        (" 50 ", 50),
        ("4294967296", OLDEST),
        ("99999999999999999999999", OLDEST),
        ("-1", 0),
        ("", 0),
        ("a day", 0),
    ] {
        assert_eq!(age_of(text), Duration::from_secs(seconds), "{text}");
    }
}

#[test]
fn only_answers_are_answers() {
    let is = |text: &'static str, returns, status| {
        checked(Bytes::from_static(text.as_bytes()), returns, status).is_ok()
    };
    for text in [
        r#"{"data":{}}"#,
        r#" {"data":null,"x":"\ud800"} "#,
        r#"{"next":null,"data":[]}"#,
    ] {
        assert!(is(text, Returns::Product, 200), "{text}");
        assert!(is(text, Returns::Entry, 200), "{text}");
    }
    for text in [
        "",
        " ",
        "null",
        "7",
        "\"data\"",
        "<html>data</html>",
        r#"{"data":{}"#,
        r#"{"data":{}}x"#,
        r#"{"data":{"a":}}"#,
        r#"{"data":{}}{"data":{}}"#,
        "{data:{}}",
    ] {
        for returns in [
            Returns::Product,
            Returns::ProductPage,
            Returns::ImagePage,
            Returns::Image,
            Returns::Listing,
            Returns::Entry,
        ] {
            assert!(!is(text, returns, 200), "{text}");
        }
        assert!(!is(text, Returns::Product, 404), "{text}");
    }
    let deep = format!(
        r#"{{"data":{}{}}}"#,
        "[".repeat(500_000),
        "]".repeat(500_000)
    );
    assert!(checked(deep.into(), Returns::Product, 200).is_ok());
    assert!(!is(r#"{"errors":[]}"#, Returns::Product, 200));
    assert!(is(r#"{"errors":[]}"#, Returns::Product, 404));
    assert!(is(r#"[{"id":1}]"#, Returns::Listing, 200));
    let latin = Bytes::from_static(b"{\"data\":\"\xe9\"}");
    assert!(checked(latin, Returns::Product, 200).is_err());
}
