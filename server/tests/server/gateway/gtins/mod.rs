//! Look-ups of products by the GTINs of their consumer units.

mod building;
mod endless;
mod pool;
mod resolving;
