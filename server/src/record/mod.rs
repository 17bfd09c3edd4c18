//! One product record: what the catalogue reads out of it, and the forms it is
//! given out in.
//!
//! A record belongs to its supplier. It is stored as it came, and everything
//! here reads it tolerantly: a value of the wrong type is passed on where it
//! stands and left out of what lists sort and filter by, and never refused.

pub(crate) mod facts;
pub(crate) mod item;
pub(crate) mod members;
pub(crate) mod moment;
pub(crate) mod order;
pub(crate) mod output;
