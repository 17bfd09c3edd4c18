//! The tests of texts without Yew, so that they compile in seconds, and counts over every corpus.
#![allow(clippy::print_stdout, clippy::unwrap_used, dead_code)]

#[path = "../native/allergen_texts/mod.rs"]
mod allergen_texts;
mod compare;
mod probe;
#[path = "../native/support.rs"]
mod support;
