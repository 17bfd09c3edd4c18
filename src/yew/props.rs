//! Types of properties, which may also be given as the texts of the custom element's
//! attributes.

use crate::card::{Density, Panel, Record, Theme, Variant};
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
/// let named: Panels = "nutrition allergens".into_prop_value();
/// assert_eq!(named, Panels::from([Panel::Nutrition, Panel::Allergens]));
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

impl Panels {
    /// Those with these names, with spaces between; other names are ignored. All of
    /// the variant's if none of them is a panel.
    fn named(names: &str) -> Panels {
        Panels(Some(Panel::chosen(names)).filter(|panels| !panels.is_empty()))
    }
}

/// Content beside panels: `[(Panel::Allergens, html! { … })]`.
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

/// The value with a name, in any case; the default for an unknown name, as in the custom element.
fn by_name<T: Copy + Default>(all: &[T], key: fn(T) -> &'static str, name: &str) -> T {
    let mut all = all.iter().copied();
    all.find(|value| key(*value).eq_ignore_ascii_case(name))
        .unwrap_or_default()
}

/// Makes properties of a type accept texts.
macro_rules! accept_texts {
    ($($kind:ty: $read:expr;)*) => { $(
        impl IntoPropValue<$kind> for &str {
            fn into_prop_value(self) -> $kind {
                $read(self)
            }
        }

        impl IntoPropValue<$kind> for String {
            fn into_prop_value(self) -> $kind {
                $read(&self)
            }
        }

        impl IntoPropValue<$kind> for AttrValue {
            fn into_prop_value(self) -> $kind {
                $read(&self)
            }
        }
    )* };
}

accept_texts! {
    Theme: |name| by_name(Theme::ALL, Theme::key, name);
    Loading: |name| by_name(Loading::ALL, Loading::key, name);
    Variant: |name| by_name(Variant::ALL, Variant::key, name);
    Density: |name| by_name(Density::ALL, Density::key, name);
    Panels: Panels::named;
    Options: |base_url: &str| Options::new(base_url);
}

impl IntoPropValue<Option<Record>> for Product {
    fn into_prop_value(self) -> Option<Record> {
        Some(Record::new(self))
    }
}

impl IntoPropValue<Record> for Product {
    fn into_prop_value(self) -> Record {
        Record::new(self)
    }
}
