//! GTINs as they are typed, scanned and linked.

use product_pool::gtin::{Caution, Gtin, GtinError, check_digit};
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
        "https://id.gs1.org/01/09520123456788",
        "https://example.com/some/path/01/9520123456788/10/ABC?17=261231#x",
        "HTTPS://EXAMPLE.COM/gtin/09520123456788",
    ] {
        assert_eq!(Gtin::from_scan(scan), Ok(expected), "{scan}");
    }
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
fn what_is_wrong_is_said() {
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
fn forms_keep_what_was_given() {
    let gtin = Gtin::parse("9520123456788").unwrap();
    assert_eq!(gtin.as_given(), "9520123456788");
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
        ("200000000000", Some(Caution::RestrictedCirculation)),
        ("020000000001", Some(Caution::RestrictedCirculation)),
        ("977123456789", Some(Caution::Issn)),
        ("978123456789", Some(Caution::Isbn)),
        ("990000000001", Some(Caution::Coupon)),
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
        let _ = Gtin::from_scan(&scan);
        let _ = Gtin::parse(&scan);
    }
}
