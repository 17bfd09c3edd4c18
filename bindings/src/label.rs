//! The label for JavaScript: text in, text out, and nothing but that.
//!
//! A record comes as JSON and a view goes as JSON, which the engine's own
//! parser reads faster than values can cross one by one. A failure is the
//! member `fault`, with a sentence: it needs no glue of its own.

use product_pool::label::{self, DescribeOptions, JsonLdOptions, Lexicon};
use product_pool::model::{DecodeError, Object, Product, Value};
use wasm_bindgen::prelude::*;

/// The view of a product, as JSON; `avoid` is a shopper's list of allergens,
/// `today` a date such as `2026-11-21`, `lexicon` that of a language other than
/// English, or empty.
#[wasm_bindgen]
pub fn describe(product: &str, avoid: &str, today: &str, lexicon: &str) -> String {
    let describe = || {
        let product = Product::from_answer_or_data(product)?;
        let lexicon = read(lexicon);
        let avoid = label::avoid_list_with(avoid, &lexicon);
        let options = DescribeOptions {
            lexicon: Some(&lexicon),
            today: Some(today),
        };
        Ok(label::describe_with(product.data(), &avoid, &options))
    };
    answer(describe())
}

/// What changed between two versions of a product, as JSON.
#[wasm_bindgen(js_name = diffProducts)]
pub fn diff_products(before: &str, after: &str, lexicon: &str) -> String {
    let compare = || {
        let before = Product::from_answer_or_data(before)?;
        let after = Product::from_answer_or_data(after)?;
        let diff = label::diff_products_with(before.data(), after.data(), &read(lexicon));
        Ok(diff.to_json())
    };
    answer(compare())
}

/// The lexicon of a language.
fn read(text: &str) -> Lexicon {
    match text {
        "" => Lexicon::english(),
        text => Lexicon::with(text),
    }
}

/// A product for search engines: JSON that may stand in a script element.
/// `options` is JSON of `{url?, image?, unit?, resolver?, messages?}`.
#[wasm_bindgen(js_name = jsonLd)]
pub fn json_ld(product: &str, options: &str) -> String {
    let make = || {
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
                .and_then(|it| it.get(key)?.as_text());
            text.unwrap_or(key).to_owned()
        };
        let lexicon = options.get("messages").and_then(|it| it.get("lexicon"));
        let lexicon = read(lexicon.and_then(Value::as_text).unwrap_or_default());
        let given = JsonLdOptions {
            url: text("url"),
            images: &images,
            unit: options.get("unit") == Some(&Value::Bool(true)),
            resolver: text("resolver"),
            lexicon: Some(&lexicon),
        };
        Ok(label::json_ld(product.data(), &given, &words))
    };
    answer(make())
}

fn answer(made: Result<String, DecodeError>) -> String {
    made.unwrap_or_else(|error| {
        let mut fault = Object::default();
        fault.push("fault", error.to_string().as_str().into());
        Value::Object(fault).to_json()
    })
}
