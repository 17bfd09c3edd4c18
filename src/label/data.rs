//! The structs that a description of a product consists of.

/// Declares structs of plain data that JavaScript gets as objects, with members in camel case, and
/// TypeScript as types.
macro_rules! data {
    ($($(#[$about:meta])+ pub struct $name:ident $(<$lifetime:lifetime>)? { $($members:tt)* })+) => {$(
        $(#[$about])+
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[non_exhaustive]
        pub struct $name $(<$lifetime>)? {
            $($members)*
        }
    )+};
}

pub(super) use data;
