//! Types of properties.

use super::product::LoadedProduct;
use crate::card::{Panel, Record};
use crate::client::Options;
use crate::model::Product;
use crate::model::table::named;
use yew::html::IntoPropValue;
use yew::prelude::*;

named! {
    /// When a card requests its product.
    #[derive(Default)]
    Loading key: "The name in attributes and markup." {
        /// As it comes near the viewport.
        #[default]
        Lazy "lazy",
        /// At once.
        Eager "eager",
    }
}

/// The panels of a card, in their order; by default those of its variant.
///
/// ```
/// use product_pool::card::Panel;
/// use product_pool::yew::Panels;
/// use yew::html::IntoPropValue;
///
/// let panels: Panels = [Panel::Nutrition, Panel::Allergens].into_prop_value();
/// assert_eq!(panels, Panels::from(Panel::chosen("nutrition allergens")));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panels(pub(super) Option<Vec<Panel>>);

impl<const N: usize> From<[Panel; N]> for Panels {
    fn from(panels: [Panel; N]) -> Panels {
        Panels(Some(panels.to_vec()))
    }
}

impl From<Vec<Panel>> for Panels {
    fn from(panels: Vec<Panel>) -> Panels {
        Panels(Some(panels))
    }
}

impl<const N: usize> IntoPropValue<Panels> for [Panel; N] {
    fn into_prop_value(self) -> Panels {
        self.into()
    }
}

impl IntoPropValue<Panels> for Vec<Panel> {
    fn into_prop_value(self) -> Panels {
        self.into()
    }
}

/// Content before or after panels: `[(Panel::Allergens, html! { … })]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside(pub(super) Vec<(Panel, Html)>);

impl<const N: usize> IntoPropValue<Beside> for [(Panel, Html); N] {
    fn into_prop_value(self) -> Beside {
        Beside(self.into())
    }
}

impl IntoPropValue<Beside> for Vec<(Panel, Html)> {
    fn into_prop_value(self) -> Beside {
        Beside(self)
    }
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
