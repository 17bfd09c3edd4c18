//! Conversions into [`Value`], for records made by a program and for tests.

use super::value::{Number, Object, Value};

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Value {
            fn from(number: $integer) -> Self {
                Value::Number(Number(number.to_string().into()))
            }
        }
    )*};
}

integers! { i32 u32 i64 u64 }

impl From<f64> for Value {
    /// The shortest decimal that is this double, such as `1.5`; null if it is not finite,
    /// which JSON has no number for.
    fn from(number: f64) -> Self {
        if number.is_finite() {
            Value::Number(Number(format!("{number}").into()))
        } else {
            Value::Null
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    /// The value, or null.
    fn from(value: Option<T>) -> Self {
        value.map(Into::into).unwrap_or_default()
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Value::Object(object)
    }
}

impl<T: Into<Value>, const N: usize> From<[(&str, T); N]> for Value {
    /// An object with these members.
    ///
    /// ```
    /// use product_pool::model::{Product, Value};
    ///
    /// let milk = Value::from([("value", Value::from(1)), ("description", "Yes".into())]);
    /// let general = Value::from([("product_name", "Oat drink")]);
    /// let product = Product::try_from(Value::from([(
    ///     "data",
    ///     Value::from([
    ///         ("general", general),
    ///         ("components", vec![Value::from([("allergens", Value::from([("contains_milk", milk)]))])].into()),
    ///     ]),
    /// )]))?;
    /// assert_eq!(product.data().general().product_name().get(), Some("Oat drink"));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    fn from(members: [(&str, T); N]) -> Self {
        Value::Object(members.into_iter().collect())
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    /// An array of these elements.
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Value::List(elements.into_iter().map(Into::into).collect())
    }
}

impl<'a, T: Into<Value>> FromIterator<(&'a str, T)> for Object {
    /// The object with these members, in this order.
    fn from_iter<I: IntoIterator<Item = (&'a str, T)>>(members: I) -> Self {
        let members = members.into_iter();
        let members = members.map(|(name, value)| (name.into(), value.into()));
        Object::from_members(members.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_what_is_parsed() {
        let made = Value::from([
            ("text", Value::from("a")),
            ("owned", String::from("b").into()),
            ("whole", (-7).into()),
            ("large", u64::MAX.into()),
            ("decimal", 1.5.into()),
            ("tiny", 1e-7.into()),
            ("infinite", f64::INFINITY.into()),
            ("flag", true.into()),
            ("nothing", Value::from(None::<&str>)),
            ("list", vec![1, 2].into()),
            ("empty", Value::from(Object::default())),
        ]);
        let text = r#"{"text":"a","owned":"b","whole":-7,"large":18446744073709551615,"decimal":1.5,"tiny":0.0000001,"infinite":null,"flag":true,"nothing":null,"list":[1,2],"empty":{}}"#;
        assert_eq!(made.to_json(), text);
        assert_eq!(Value::parse(text).as_ref(), Ok(&made));
    }

    #[test]
    fn a_number_is_the_nearest_double() {
        for (text, double) in [
            ("1.50", 1.5),
            ("-0", -0.0),
            ("1e400", f64::INFINITY),
            ("5", 5.0),
        ] {
            let Ok(Value::Number(number)) = Value::parse(text) else {
                panic!("{text} is a number");
            };
            assert_eq!(number.to_f64().to_bits(), f64::to_bits(double), "{text}");
        }
    }
}
