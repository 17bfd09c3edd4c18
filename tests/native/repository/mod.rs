//! The repository itself.

mod names;
mod project;
mod structure;
mod words;
