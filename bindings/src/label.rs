//! The JavaScript bindings of the label.
//!
//! Records are passed as JSON text, which preserves every digit of their
//! figures.

use crate::values::to_js;
use product_pool::gtin::Gtin;
use product_pool::label::{self, DescribeOptions, JsonLdOptions, Lexicon};
use product_pool::model::{Product, Value};
use wasm_bindgen::prelude::*;

/// The reason why an argument is invalid: a string, which the JavaScript side
/// throws as a `TypeError`. Anything else that is thrown is an internal
/// failure.
pub struct Refusal(String);

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Refusal(error.to_string())
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> Self {
        refusal.0.into()
    }
}

/// The description of a product. `avoid` is a shopper's list of allergens,
/// `today` a date such as `2026-11-21`, `lexicon` that of a language other than
/// English, or empty.
#[wasm_bindgen]
pub fn describe(
    product: &str,
    avoid: &str,
    today: &str,
    lexicon: &str,
) -> Result<JsValue, Refusal> {
    let product = Product::from_answer_or_data(product)?;
    let lexicon = read(lexicon);
    let avoid = label::avoid_list_with(avoid, &lexicon);
    let options = DescribeOptions::new().avoid(&avoid).lexicon(&lexicon);
    let options = options.today(today);
    let description = label::describe(product.data(), &options);
    Ok(to_js(&description)?)
}

/// The difference between two versions of a product.
#[wasm_bindgen(js_name = diffProducts)]
pub fn diff_products(before: &str, after: &str, lexicon: &str) -> Result<JsValue, Refusal> {
    let before = Product::from_answer_or_data(before)?;
    let after = Product::from_answer_or_data(after)?;
    let diff = label::diff_products_with(before.data(), after.data(), &read(lexicon));
    Ok(to_js(&diff)?)
}

/// The lexicon of a language.
fn read(text: &str) -> Lexicon {
    match text {
        "" => Lexicon::english(),
        text => Lexicon::from_text(text),
    }
}

/// A product for search engines: JSON that may stand in a script element.
/// `options` is JSON of `{url?, image?, unit?, gtin?, resolver?, messages?}`.
#[wasm_bindgen(js_name = jsonLd)]
pub fn json_ld(product: &str, options: &str) -> Result<String, Refusal> {
    let product = Product::from_answer_or_data(product)?;
    let options = Value::parse(options)?;
    let text = |name: &str| options.get(name).and_then(Value::as_text);
    let images = options
        .get("image")
        .map(label::image_addresses)
        .unwrap_or_default();
    let words = |key: &str| {
        let text = options
            .get("messages")
            .and_then(|messages| messages.get(key)?.as_text());
        text.unwrap_or(key).to_owned()
    };
    let lexicon = options
        .get("messages")
        .and_then(|messages| messages.get("lexicon"));
    let lexicon = read(lexicon.and_then(Value::as_text).unwrap_or_default());
    let mut given = JsonLdOptions::new().images(&images).lexicon(&lexicon);
    given.url = text("url");
    given.unit = options.get("unit") == Some(&Value::Bool(true));
    given.gtin = text("gtin").and_then(|gtin| Gtin::parse_lenient(gtin).ok());
    given.resolver = text("resolver");
    Ok(label::json_ld(product.data(), &given, &words))
}
