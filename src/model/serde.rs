//! `Serialize` and `Deserialize` for the models.

use super::page::{
    Brand, CatalogPage, CatalogProduct, ImagePage, Label, ListedImage, ListedProduct, Manufacturer,
    Page, ProductPage,
};
use super::parse::MAX_DEPTH;
use super::product::{FeatureImage, Product};
use super::value::{Number, Object, Value};
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// The member by which `serde_json` hands on a number as text when its feature
/// `arbitrary_precision` is on.
const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// So many significant digits survive in a double whatever writes it. With more, two
/// decimals can be the same double, and writers choose differently between them.
const EXACT_DIGITS: usize = 15;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => number.serialize(serializer),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(list) => serializer.collect_seq(list),
            Value::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A number as the format's own, or as a string where that would round it.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.as_str();
        if text != "-0" {
            if let Ok(integer) = text.parse() {
                return serializer.serialize_i64(integer);
            }
            if let Ok(integer) = text.parse() {
                return serializer.serialize_u64(integer);
            }
        }
        match text.parse::<f64>() {
            Ok(double)
                if digits(text).is_some_and(|(_, digits, _)| digits.len() <= EXACT_DIGITS)
                    && digits(&format!("{double:e}")) == digits(text) =>
            {
                serializer.serialize_f64(double)
            }
            _ => serializer.serialize_str(text),
        }
    }
}

/// A number in one form of all that mean the same: whether it is negative, its
/// digits without zeros at either end, and the power of ten they are multiplied
/// by. `None` where the exponent is beyond any double.
fn digits(text: &str) -> Option<(bool, String, i64)> {
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = [whole, fraction].concat();
    let significant = all.trim_end_matches('0');
    let dropped = i64::try_from(all.len() - significant.len()).ok()?;
    let significant = significant.trim_start_matches('0').to_owned();
    if significant.is_empty() {
        return Some((is_negative, significant, 0));
    }
    let exponent: i64 = exponent.parse().ok()?;
    let fraction = i64::try_from(fraction.len()).ok()?;
    let power = exponent.checked_sub(fraction)?.checked_add(dropped)?;
    Some((is_negative, significant, power))
}

impl<'de> Deserialize<'de> for Value {
    /// Reads a value.
    ///
    /// # Errors
    /// What the format refuses, a number that is not finite, and values that
    /// nest more than [`MAX_DEPTH`] deep.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Nested(0).deserialize(deserializer)
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Object(object) => Ok(object),
            other => Err(de::Error::custom(format_args!(
                "expected an object, found {}",
                other.kind()
            ))),
        }
    }
}

/// Reads a value at a nesting depth.
#[derive(Clone, Copy)]
struct Nested(usize);

impl Nested {
    /// What reads the elements of a list or the members of an object.
    fn deeper<E: de::Error>(self) -> Result<Nested, E> {
        if self.0 < MAX_DEPTH {
            Ok(Nested(self.0 + 1))
        } else {
            Err(E::custom("nested too deeply"))
        }
    }
}

impl<'de> DeserializeSeed<'de> for Nested {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

fn number(digits: impl fmt::Display) -> Value {
    Value::Number(Number(digits.to_string().into()))
}

impl<'de> Visitor<'de> for Nested {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        self.deeper()?.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(number(value))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(number(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(number(value))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(number(value))
    }

    fn visit_f32<E: de::Error>(self, value: f32) -> Result<Value, E> {
        if value.is_finite() {
            Ok(number(format_args!("{value:?}")))
        } else {
            Err(E::invalid_value(de::Unexpected::Float(value.into()), &self))
        }
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        if value.is_finite() {
            Ok(number(format_args!("{value:?}")))
        } else {
            Err(E::invalid_value(de::Unexpected::Float(value), &self))
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let deeper = self.deeper()?;
        let mut list = Vec::new();
        while let Some(element) = elements.next_element_seed(deeper)? {
            list.push(element);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let deeper = self.deeper()?;
        let mut members: Vec<(Box<str>, Value)> = Vec::new();
        while let Some(name) = map.next_key()? {
            members.push((name, map.next_value_seed(deeper)?));
        }
        if let [(name, Value::Text(text))] = &members[..]
            && **name == *NUMBER_TOKEN
            && let Ok(number @ Value::Number(_)) = Value::parse(text)
        {
            return Ok(number);
        }
        Ok(Value::Object(Object::from_members(members)))
    }
}

/// The body of an answer. A format that is not for people may not tell what it holds, as those
/// do whose readers know the types, so there it is a string of JSON.
fn body<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    if deserializer.is_human_readable() {
        return Value::deserialize(deserializer);
    }
    let text = String::deserialize(deserializer)?;
    Value::parse(&text).map_err(de::Error::custom)
}

macro_rules! bodies {
    ($body:ident: $($name:ty)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    self.$body().serialize(serializer)
                } else {
                    serializer.serialize_str(&self.to_json())
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$name>::try_from(body(deserializer)?).map_err(de::Error::custom)
            }
        }
    )*};
}

bodies! {
    body: Product FeatureImage ListedProduct ListedImage CatalogProduct Manufacturer Brand Label
}

bodies! {
    to_value: ProductPage ImagePage CatalogPage Page<Manufacturer> Page<Brand> Page<Label>
}
