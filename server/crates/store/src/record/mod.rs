//! One product record: what the catalogue reads out of it, and the forms it is
//! given out in.
//!
//! A record belongs to its supplier. It is stored as it came, and everything
//! here reads it tolerantly: a value of the wrong type is passed on where it
//! stands and left out of what lists sort and filter by, and never refused.

pub mod facts;
pub mod item;
pub mod members;
pub mod moment;
pub(crate) mod order;
pub mod output;
