//! The service's numeric ids, each a type of its own.

use std::fmt;

/// The id in a record's field; `None` where it is missing, negative, or 0, which stands for none.
pub(super) fn id(number: Option<i64>) -> Option<u64> {
    let number = u64::try_from(number?).ok();
    number.filter(|number| *number > 0)
}

/// Declares the ids of resources.
macro_rules! ids {
    ($($(#[$doc:meta])+ $name:ident)+) => {$(
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids! {
    /// The id of a [manufacturer](super::Manufacturer).
    ///
    /// ```
    /// use product_pool::model::{Manufacturer, ManufacturerId};
    ///
    /// let maker = Manufacturer::from_json(r#"{"data": {"id": 1001}}"#)?;
    /// assert_eq!(maker.id(), Some(ManufacturerId(1001)));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    ManufacturerId

    /// The id of a [brand](super::Brand).
    BrandId

    /// The id of a [label](super::Label).
    LabelId

    /// The id of a wholesaler, who has a catalog and images of products.
    WholesalerId
}
