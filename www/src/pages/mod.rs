//! The pages of the shop.

mod changes;
mod compare;
mod find;
mod home;
mod not_found;
mod product;
mod shelf;

pub(crate) use changes::Changes;
pub(crate) use compare::Compare;
pub(crate) use find::Find;
pub(crate) use home::Home;
pub(crate) use not_found::NotFound;
pub(crate) use product::Product;
pub(crate) use shelf::Shelf;
