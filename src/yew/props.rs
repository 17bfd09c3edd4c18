//! Types of properties.

use super::product::LoadedProduct;
use crate::card::Record;
use crate::client::Options;
use crate::model::Product;
use crate::model::table::named;
use yew::html::IntoPropValue;

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
