//! Product records: the columns that the catalogue reads from them, and their output formats.
//!
//! A record belongs to its supplier. It is stored unchanged and read tolerantly: a value of
//! the wrong type is never refused; it is served in its place, and ignored when lists are
//! sorted and filtered.

pub mod columns;
pub mod gtins;
pub mod item;
pub(crate) mod order;
pub mod output;
pub mod raw_object;
pub mod timestamp;
