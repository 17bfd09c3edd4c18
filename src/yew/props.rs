//! Types of properties.

use super::product::LoadedProduct;
use crate::card::Record;
use crate::client::Options;
use crate::model::table::named;
use crate::model::{Allergen, Product};
use yew::AttrValue;
use yew::html::IntoPropValue;

named! {
    /// When a card requests its product.
    ///
    /// ```
    /// use product_pool::yew::{Loading, ProductCard};
    /// use yew::prelude::*;
    ///
    /// /// The product of the page itself.
    /// #[component]
    /// fn First() -> Html {
    ///     html! { <ProductCard gtin="09520000000004" loading={Loading::Eager}/> }
    /// }
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    Loading key: "The name in attributes and markup." {
        /// As it comes near the viewport.
        #[default]
        Lazy "lazy",
        /// At once.
        Eager "eager",
    }
}

/// The allergens that a shopper avoids: a text such as `milk nuts`, as typed, or allergens. Without
/// any, a card answers nothing.
///
/// ```
/// use product_pool::model::Allergen;
/// use product_pool::yew::ProductCard;
/// use yew::prelude::*;
///
/// /// As the shopper has typed it.
/// #[component]
/// fn Typed() -> Html {
///     html! { <ProductCard gtin="09520000000004" avoid="milk nuts"/> }
/// }
///
/// /// As the application has stored it.
/// #[component]
/// fn Stored() -> Html {
///     let avoid = vec![Allergen::Milk, Allergen::TreeNuts];
///     html! { <ProductCard gtin="09520000000004" {avoid}/> }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvoidList(Option<AttrValue>);

impl AvoidList {
    /// The text for [`CardProps::avoid`](crate::card::CardProps::avoid).
    pub(super) fn text(&self) -> Option<String> {
        self.0.as_ref().map(ToString::to_string)
    }
}

impl From<&[Allergen]> for AvoidList {
    fn from(allergens: &[Allergen]) -> AvoidList {
        let names = allergens.iter().map(|allergen| allergen.wire_name());
        let names: Vec<&str> = names.collect();
        AvoidList((!names.is_empty()).then(|| names.join(", ").into()))
    }
}

/// Makes texts and allergens lists to avoid.
macro_rules! accept_as_avoid_lists {
    ($($kind:ty: $read:expr;)*) => { $(
        impl IntoPropValue<AvoidList> for $kind {
            fn into_prop_value(self) -> AvoidList {
                $read(self)
            }
        }
    )* };
}

accept_as_avoid_lists! {
    &'static str: |text| AvoidList(Some(AttrValue::Static(text)));
    String: |text: String| AvoidList(Some(text.into()));
    AttrValue: |text| AvoidList(Some(text));
    Option<AttrValue>: AvoidList;
    Option<String>: |text: Option<String>| AvoidList(text.map(Into::into));
    Allergen: |allergen| [allergen][..].into();
    &[Allergen]: AvoidList::from;
    Vec<Allergen>: |allergens: Vec<Allergen>| allergens[..].into();
}

impl IntoPropValue<Options> for &str {
    fn into_prop_value(self) -> Options {
        Options::new(self)
    }
}

/// Makes properties that are records accept other types.
macro_rules! accept_as_records {
    ($($kind:ty: $read:expr;)*) => { $(
        impl From<$kind> for Record {
            fn from(value: $kind) -> Record {
                $read(value)
            }
        }

        impl IntoPropValue<Record> for $kind {
            fn into_prop_value(self) -> Record {
                self.into()
            }
        }

        impl IntoPropValue<Option<Record>> for $kind {
            fn into_prop_value(self) -> Option<Record> {
                Some(self.into())
            }
        }
    )* };
}

accept_as_records! {
    Product: Record::new;
    &Product: |product: &Product| Record::new(product.clone());
    LoadedProduct: |loaded: LoadedProduct| {
        let mut record = Record::new(loaded.product);
        record.gtin = loaded.gtin;
        record.stale = loaded.stale;
        record
    };
    &LoadedProduct: |loaded: &LoadedProduct| loaded.clone().into();
}
