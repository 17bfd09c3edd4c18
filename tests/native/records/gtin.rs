//! GTINs as they are typed, scanned and linked.

use product_pool::gtin::{Gtin, GtinCaution, GtinError, check_digit};
use product_pool::model::{ListedProduct, Product, Unit, Value};
use proptest::prelude::*;

#[test]
fn every_form_of_a_scan_gives_the_same_number() {
    let expected = Gtin::parse("09520123456788").unwrap();
    for scan in [
        "9520123456788",
        "09520123456788",
        " 9 520123-456788 ",
        "(01)09520123456788",
        "(01)09520123456788(17)261231(10)ABC",
        "(10)ABC(01)09520123456788",
        "]C10109520123456788",
        "]d2010952012345678817261231\u{1d}10ABC",
        "]Q3010952012345678810ABC",
        "0109520123456788",
        "010952012345678817261231",
        "]E09520123456788",
        "]I109520123456788",
        "]e00109520123456788",
        "]d1https://id.gs1.org/01/09520123456788",
        "]Q1https://id.gs1.org/01/09520123456788?17=261231",
        "]J0https://id.gs1.org/01/09520123456788",
        // Behind dates, weights and places, which have a fixed length, and behind a batch with its FNC1.
        "]C1172612310109520123456788",
        "]d21726123131030012340109520123456788",
        "]e0410952012345678820200109520123456788",
        "]C110ABC\u{1d}0109520123456788",
        "\u{feff}9520123\u{200b}456788\u{200b}",
        "https://id.gs1.org/01/09520123456788",
        "https://example.com/some/path/01/9520123456788/10/ABC?17=261231#x",
        "HTTPS://EXAMPLE.COM/01/09520123456788",
    ] {
        assert_eq!(Gtin::from_scan(scan), Ok(expected), "{scan}");
    }
}

/// What stands before the GTIN is the shop's own path, even if it looks like a key.
#[test]
fn the_rightmost_key_of_a_digital_link_wins() {
    let expected = Gtin::parse("09520123456788").unwrap();
    for link in [
        "https://example.com/01/09520000000016/01/09520123456788",
        "https://example.com/01/01/09520123456788",
        "https://example.com/01/not-a-gtin/01/09520123456788/10/ABC",
        // The batch is called 01.
        "https://example.com/01/09520123456788/10/01",
        "https://example.com/01/09520123456788/10/01/21/09520000000016",
    ] {
        assert_eq!(Gtin::from_scan(link), Ok(expected), "{link}");
    }
    // The rightmost key is that of a place, not of a product.
    let place = "https://example.com/01/09520123456788/414/9520123456788";
    assert_eq!(Gtin::from_scan(place), Err(GtinError::NoGtin));
}

#[test]
fn qualifiers_follow_the_gtin_in_the_order_of_the_standard() {
    let expected = Gtin::parse("09520123456788").unwrap();
    for after in [
        "/22/2A",
        "/10/ABC",
        "/21/12%2F3",
        "/22/2A/10/ABC/21/123",
        "/22/2A/21/123",
        "/235/XYZ",
    ] {
        let link = format!("https://example.com/01/09520123456788{after}?17=261231#01");
        assert_eq!(Gtin::from_scan(&link), Ok(expected), "{link}");
    }
    for after in [
        "/21/123/10/ABC",
        "/10/ABC/22/2A",
        "/10/A/10/B",
        "/235/X/21/Y",
    ] {
        let link = format!("https://example.com/01/09520123456788{after}");
        assert_eq!(Gtin::from_scan(&link), Err(GtinError::NoGtin), "{link}");
    }
}

#[test]
fn a_digital_link_with_anything_else_after_its_key_is_refused() {
    for after in [
        "/",
        "//",
        "/junk",
        "/junk/7",
        "/10",
        "/10/",
        "/10//21/1",
        "/10/ABC/",
        "/10/ABC/junk",
        "/17/261231",
        "/lot/ABC",
    ] {
        let link = format!("https://example.com/01/09520123456788{after}");
        assert_eq!(Gtin::from_scan(&link), Err(GtinError::NoGtin), "{link}");
    }
}

#[test]
fn a_digital_link_needs_a_domain_and_http() {
    for link in [
        "https:///01/09520123456788",
        "https://:443/01/09520123456788",
        "https://01/09520123456788",
        "ftp://example.com/01/09520123456788",
        "javascript://example.com/01/09520123456788",
        "://example.com/01/09520123456788",
        "https://example.com?/01/09520123456788",
        "https://example.com/#/01/09520123456788",
        "https://example.com",
    ] {
        assert_eq!(Gtin::from_scan(link), Err(GtinError::NoGtin), "{link}");
    }
}

/// Words in place of 01 were dropped from the standard in version 1.2.
#[test]
fn words_in_place_of_the_key_of_a_digital_link_are_refused() {
    for key in ["gtin", "GTIN", "ean", "1", "001"] {
        let link = format!("https://example.com/{key}/09520123456788");
        assert_eq!(Gtin::from_scan(&link), Err(GtinError::NoGtin), "{link}");
    }
}

#[test]
fn the_gtin_of_a_digital_link_is_digits_and_is_checked() {
    let of = |gtin: &str| Gtin::from_scan(&format!("https://example.com/01/{gtin}"));
    assert_eq!(of("9520-123456788"), Err(GtinError::NotADigit('-')));
    assert_eq!(of("%39520123456788"), Err(GtinError::NotADigit('%')));
    assert_eq!(of(""), Err(GtinError::Empty));
    assert_eq!(of("123"), Err(GtinError::WrongLength(3)));
    let (found, expected) = ('9', '8');
    let wrong = GtinError::WrongCheckDigit { found, expected };
    assert_eq!(of("09520123456789"), Err(wrong));
}

#[test]
fn digits_with_spaces_are_no_element_string() {
    // Sixteen characters that begin with "01", as element strings do.
    for typed in ["01 234567890128", "01 23456 78901 28", "01-2345-6789-0128"] {
        let gtin = Gtin::parse("01234567890128").unwrap();
        assert_eq!(Gtin::from_scan(typed), Ok(gtin), "{typed}");
    }
    let element = Gtin::from_scan("0109520123456788").unwrap();
    assert_eq!(element.to_14(), "09520123456788");
}

#[test]
fn errors_name_what_is_wrong() {
    for (text, error) in [
        ("", GtinError::Empty),
        (" - ", GtinError::Empty),
        ("952012345678X", GtinError::NotADigit('X')),
        (
            "95201234",
            GtinError::WrongCheckDigit {
                found: '4',
                expected: '8',
            },
        ),
        ("952012345", GtinError::WrongLength(9)),
        (
            "9520123456789",
            GtinError::WrongCheckDigit {
                found: '9',
                expected: '8',
            },
        ),
        ("0000000000000", GtinError::AllZeros),
        ("../../etc/passwd", GtinError::NotADigit('.')),
    ] {
        assert_eq!(Gtin::parse(text), Err(error), "{text}");
    }
    assert_eq!(
        Gtin::parse(&"9".repeat(10_000)),
        Err(GtinError::WrongLength(10_000))
    );
    assert_eq!(
        Gtin::from_scan("https://example.com/products/7"),
        Err(GtinError::NoGtin)
    );
    assert_eq!(Gtin::from_scan("(17)261231"), Err(GtinError::NoGtin));
}

#[test]
fn lenient_reading_accepts_what_suppliers_store() {
    for (stored, gtin14, given) in [
        ("9520123456789", "09520123456789", "9520123456789"),
        ("9 520123 456788", "09520123456788", "9520123456788"),
        ("12345678905", "00012345678905", "012345678905"),
        ("1234565", "00000001234565", "01234565"),
    ] {
        let gtin = Gtin::parse_lenient(stored).unwrap();
        assert_eq!(gtin.to_14(), gtin14, "{stored}");
        assert_eq!(gtin.to_string(), given, "{stored}");
        assert_eq!(Gtin::from_scan_lenient(stored), Ok(gtin), "{stored}");
    }
    for (text, error) in [
        ("", GtinError::Empty),
        ("952012345", GtinError::WrongLength(9)),
        ("123456", GtinError::WrongLength(6)),
        ("952012345678890", GtinError::WrongLength(15)),
        ("952012345678X", GtinError::NotADigit('X')),
        ("00000000000", GtinError::AllZeros),
    ] {
        assert_eq!(Gtin::parse_lenient(text), Err(error), "{text}");
    }
    // The strict readers have not become lenient.
    for text in ["9520123456789", "12345678905", "1234565"] {
        assert!(Gtin::parse(text).is_err(), "{text}");
        assert!(Gtin::from_scan(text).is_err(), "{text}");
    }
}

#[test]
fn lenient_scans_find_a_gtin_in_every_form() {
    let expected = Gtin::parse_lenient("09520123456789").unwrap();
    let error = GtinError::WrongCheckDigit {
        found: '9',
        expected: '8',
    };
    for scan in [
        "9520123456789",
        "952-0123-45678-9",
        "(01)09520123456789(10)ABC",
        "0109520123456789",
        "]C1010952012345678910ABC",
        "https://id.gs1.org/01/09520123456789",
    ] {
        assert_eq!(Gtin::from_scan_lenient(scan), Ok(expected), "{scan}");
        assert_eq!(Gtin::from_scan(scan), Err(error.clone()), "{scan}");
    }
    assert_eq!(expected.check(), Err(error));
    assert_eq!(Gtin::from_scan_lenient("(10)ABC"), Err(GtinError::NoGtin));
}

#[test]
fn a_gtin_leads_to_the_unit_that_has_it() {
    let product = Product::from_json(
        r#"{"data": {
            "outer": {"traded_unit_gtin": "9520123456789"},
            "components": [
                {"inner": {"internal_gtin": "9520123456789"}},
                {"inner": {"internal_gtin": 12345678905}},
                {"inner": {"internal_gtin": "5012345 678900"}},
                {"inner": {"internal_gtin": "5012345678900"}},
                {}
            ]
        }}"#,
    )
    .unwrap();
    let listed = ListedProduct::from(
        Value::parse(
            r#"{
                "traded_unit_gtin": "9520123456789",
                "components": [
                    {"internal_gtin": "9520123456789"},
                    {"internal_gtin": 12345678905},
                    {"internal_gtin": "5012345 678900"},
                    {"internal_gtin": "5012345678900"},
                    {"internal_gtin": "unknown"}
                ]
            }"#,
        )
        .unwrap(),
    );
    for (text, unit) in [
        ("09520123456789", Some(Unit::Traded)),
        ("012345678905", Some(Unit::Component(1))),
        ("05012345678900", Some(Unit::Component(2))),
        ("9520123456788", None),
    ] {
        let gtin = Gtin::parse_lenient(text).unwrap();
        assert_eq!(product.unit_with(&gtin), unit, "{text}");
        assert_eq!(listed.unit_with(&gtin), unit, "{text}");
    }
    assert_eq!(listed.units().count(), 5);
}

#[test]
fn forms_keep_what_wto_string() {
    let gtin = Gtin::parse("9520123456788").unwrap();
    assert_eq!(gtin.to_string(), "9520123456788");
    assert_eq!(gtin.to_13().as_deref(), Some("9520123456788"));
    let case = Gtin::parse(&format!(
        "1952012345678{}",
        check_digit("1952012345678").unwrap()
    ))
    .unwrap();
    assert_eq!(case.to_13(), None);
}

#[test]
fn cautions_warn_and_do_not_refuse() {
    for (body, caution) in [
        ("200000000000", Some(GtinCaution::RestrictedCirculation)),
        ("020000000001", Some(GtinCaution::RestrictedCirculation)),
        ("977123456789", Some(GtinCaution::Issn)),
        ("978123456789", Some(GtinCaution::Isbn)),
        ("990000000001", Some(GtinCaution::Coupon)),
        ("952012345678", None),
    ] {
        let gtin = Gtin::parse(&format!("{body}{}", check_digit(body).unwrap())).unwrap();
        assert_eq!(gtin.caution(), caution, "{body}");
    }
}

proptest! {
    #[test]
    fn the_right_check_digit_is_taken_and_no_other(body in "[1-9][0-9]{11}", wrong in 1u32..10) {
        let right = check_digit(&body).unwrap();
        let accepted = Gtin::parse(&format!("{body}{right}")).is_ok();
        prop_assert!(accepted);
        let other = char::from_digit((right.to_digit(10).unwrap() + wrong) % 10, 10).unwrap();
        let refused = Gtin::parse(&format!("{body}{other}")).is_err();
        prop_assert!(refused);
    }

    #[test]
    fn scans_never_panic(scan in "(\\]C1|\\]d2|\\(01\\)|01|https://|/|é|\u{1d}|[0-9]|[a-z]| ){0,30}") {
        if let Ok(gtin) = Gtin::from_scan(&scan) {
            prop_assert_eq!(Gtin::from_scan_lenient(&scan), Ok(gtin));
        }
        let _ = Gtin::parse(&scan);
    }
}

#[test]
fn a_gtin_is_a_key_and_a_text() {
    let (case, unit) = (Gtin::try_from("09520123456788"), "9520000002008".parse());
    let mut sorted = [case.unwrap(), unit.unwrap()];
    sorted.sort();
    assert_eq!(
        sorted.map(|gtin| gtin.to_string()),
        ["9520000002008", "09520123456788"]
    );
    assert!(Gtin::try_from("9520000002009").is_err());
    // What was written is read, also where a supplier mistyped the check digit.
    for text in ["09520123456788", "9520000002009"] {
        let written = serde_json::to_string(&Gtin::parse_lenient(text).unwrap()).unwrap();
        assert_eq!(written, format!("\"{text}\""));
        let read: Gtin = serde_json::from_str(&written).unwrap();
        assert_eq!(read.to_string(), text);
    }
    assert!(serde_json::from_str::<Gtin>("\"7\"").is_err());
}
