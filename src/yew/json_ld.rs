//! The description of a product for search engines.

use crate::card::Record;
use crate::label::{JsonLdOptions, image_addresses, json_ld};
use crate::messages::Messages;
use yew::html::IntoPropValue;
use yew::prelude::*;

/// Whether a card describes its product to search engines: `json_ld=true`. Applications that
/// never say so do not contain the code for it.
///
/// ```
/// # mod page { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/yew/examples.rs")); }
/// use product_pool::model::Product;
/// use product_pool::yew::ProductCard;
/// use yew::prelude::*;
///
/// #[component]
/// fn Soup() -> Html {
///     let body = r#"{"data": {"general": {"product_name": "Soup"}}}"#;
///     let product = Product::from_json(body).expect("a product");
///     html! { <ProductCard {product} json_ld=true/> }
/// }
/// # assert!(page::render::<Soup>().contains("application/ld+json"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLd(Option<fn(&Record, &Messages) -> String>);

impl JsonLd {
    pub(super) fn is_wanted(self) -> bool {
        self.0.is_some()
    }

    /// The script element with the description.
    pub(super) fn script(self, record: &Record, messages: &Messages) -> Option<Html> {
        let text = self.0?(record, messages);
        Some(html! { <script type="application/ld+json" data-product-pool="">{ text }</script> })
    }
}

/// There is only one description.
impl PartialEq for JsonLd {
    fn eq(&self, other: &JsonLd) -> bool {
        self.is_wanted() == other.is_wanted()
    }
}

impl From<bool> for JsonLd {
    fn from(is_wanted: bool) -> JsonLd {
        JsonLd(if is_wanted { Some(describe) } else { None })
    }
}

impl IntoPropValue<JsonLd> for bool {
    fn into_prop_value(self) -> JsonLd {
        self.into()
    }
}

fn describe(record: &Record, messages: &Messages) -> String {
    let image = record.image.as_ref();
    let images = image.map(|image| image_addresses(image.body()));
    let options = JsonLdOptions {
        images: &images.unwrap_or_default(),
        lexicon: Some(messages.lexicon()),
        gtin: record.gtin,
        ..JsonLdOptions::default()
    };
    json_ld(record.bounded().product.data(), &options, &|key| {
        messages.get(key).to_owned()
    })
}
