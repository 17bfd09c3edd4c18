//! The models through serde: only what serde cannot represent is lost.

use product_pool::model::{
    FeatureImage, ImagePage, ListedProduct, MAX_DEPTH, Manufacturer, Object, Page, Product,
    ProductPage, Value,
};
use proptest::prelude::*;
use serde::de::value::Error;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

/// JSON text as `serde_json` writes it, with repeated members.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just(String::from("null")),
        any::<bool>().prop_map(|flag| flag.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        // `serde_json` reads longer ones a little off without its `float_roundtrip`.
        (any::<i32>(), 1..1000).prop_map(|(whole, part)| format!("{whole}.{part}5")),
        any::<String>().prop_map(|text| serde_json::to_string(&text).unwrap()),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8)
                .prop_map(|elements| format!("[{}]", elements.join(","))),
            prop::collection::vec(("[ab\"\\PC]{0,2}", inner), 0..8).prop_map(|members| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("{}:{value}", serde_json::json!(name)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn members_order_and_numbers_survive(text in json()) {
        let value = Value::parse(&text).unwrap();
        let written = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Value>(&written).unwrap(), &value);
        prop_assert_eq!(&serde_json::from_str::<Value>(&text).unwrap(), &value);
        prop_assert_eq!(written, text);
    }

    #[test]
    fn a_number_is_never_rounded(text in "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,24})?([eE][+-]?[0-9]{1,4})?") {
        let value = Value::parse(&text).unwrap();
        let written = serde_json::to_string(&value).unwrap();
        if written != format!("\"{text}\"") {
            // Then it is a number, and the same one: a double's shortest form has
            // all digits that are not zeros.
            prop_assert_eq!(significant(&written), significant(&text));
            prop_assert_eq!(written.parse::<f64>().unwrap(), text.parse::<f64>().unwrap());
        }
    }

    #[test]
    fn reading_never_panics(text in r#"[\[\]{}",:0-9eE+\-. a-c\\utfnrlse\x00-\x1f]{0,24}"#) {
        let _ = serde_json::from_str::<Value>(&text);
        let _ = serde_json::from_str::<Product>(&text);
    }
}

fn significant(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

#[test]
fn some_numbers() {
    for (text, written) in [
        ("1.50", "1.5"),
        ("1.0", "1.0"),
        ("0.1", "0.1"),
        ("-0", "-0.0"),
        ("1e2", "100.0"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "\"18446744073709551616\""),
        ("0.12345678901234567890123", "\"0.12345678901234567890123\""),
        // Two decimals of the same double: writers choose differently.
        ("600000000000000.3", "\"600000000000000.3\""),
        ("123456789012345", "123456789012345"),
        ("12345678901.2345", "12345678901.2345"),
        ("1e400", "\"1e400\""),
        ("1e-400", "\"1e-400\""),
        ("1e99999999999999999999", "\"1e99999999999999999999\""),
    ] {
        let value = Value::parse(text).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), written);
    }
}

/// A number as `serde_json` hands it on with its feature `arbitrary_precision`.
#[test]
fn all_digits_are_read_where_the_format_gives_them() {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap().to_json();
    let token = "$serde_json::private::Number";
    assert_eq!(read(&format!(r#"[{{"{token}":"1.50"}}]"#)), "[1.50]");
    for other in [
        format!(r#"{{"{token}":"x"}}"#),
        format!(r#"{{"{token}":1}}"#),
        format!(r#"{{"{token}":"1","a":2}}"#),
    ] {
        assert_eq!(read(&other), other);
    }
}

#[test]
fn a_generated_catalogue_survives() {
    for entry in product_pool_demo_data::entries(7, 100) {
        for version in &entry.versions {
            let text = serde_json::json!({ "data": version }).to_string();
            let product = Product::from_json(&text).unwrap();
            let written = serde_json::to_string(&product).unwrap();
            assert_eq!(written, text);
            assert_eq!(serde_json::from_str::<Product>(&written).unwrap(), product);
            assert_eq!(serde_json::to_value(&product).unwrap()["data"], *version);
            let view = serde_json::to_value(product.data()).unwrap();
            assert_eq!(view, *version);
        }
    }
}

#[test]
fn bodies_are_checked_as_from_json_checks_them() {
    fn round<T: Serialize + DeserializeOwned>(good: &str, bad: &str, reason: &str) {
        let read: T = serde_json::from_str(good).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), good);
        let error = serde_json::from_str::<T>(bad).err().unwrap().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let (object, list) = (
        r#"{"data":{"pool_id":"7"}}"#,
        r#"{"data":[{"id":1}],"next":"x"}"#,
    );
    round::<Product>(object, list, "\"data\"");
    round::<FeatureImage>(object, "[]", "object");
    round::<ProductPage>(list, object, "\"data\"");
    round::<ImagePage>(list, "{}", "\"data\"");
    round::<Page<Manufacturer>>("[1]", "{}", "\"data\"");
    round::<Object>(object, "[]", "expected an object, found array");
    let item: ListedProduct = serde_json::from_str(r#"{"id":1}"#).unwrap();
    assert_eq!(serde_json::to_string(&item).unwrap(), r#"{"id":1}"#);
    assert_eq!(serde_json::to_string(&item.data()).unwrap(), r#"{"id":1}"#);
}

/// A list that holds a list that holds a list, without end.
struct Endless;

impl<'de> Deserializer<'de> for Endless {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string
        bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for Endless {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        seed.deserialize(Endless).map(Some)
    }
}

#[test]
fn nesting_is_bounded_whatever_the_format() {
    let error = Value::deserialize(Endless).unwrap_err();
    assert_eq!(error.to_string(), "nested too deeply");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(serde_json::from_str::<Value>(&deep).is_err());
    let within = format!("{}{}", "[".repeat(MAX_DEPTH - 2), "]".repeat(MAX_DEPTH - 2));
    assert_eq!(
        serde_json::from_str::<Value>(&within).unwrap().to_json(),
        within
    );
}

#[test]
fn a_number_without_end_is_refused() {
    for number in [f64::NAN, f64::INFINITY] {
        let deserializer = serde::de::value::F64Deserializer::<Error>::new(number);
        assert!(Value::deserialize(deserializer).is_err());
    }
}
