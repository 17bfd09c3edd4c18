//! The repository itself.

mod project;
mod structure;
mod words;
