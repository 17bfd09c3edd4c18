//! The tests of texts, and a comparison of the two readers of texts.
//!
//! `READER=new cargo test -p product-pool-readers` runs them with the new reader.
#![allow(clippy::unwrap_used, dead_code)]

#[path = "../native/allergen_texts/mod.rs"]
mod allergen_texts;
mod compare;
mod probe;
#[path = "../native/support.rs"]
mod support;
