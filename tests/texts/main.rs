//! What texts say of allergens: whether they are read as warnings, as denials, or as neither.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod case;
mod corpora;
mod documented_texts;
mod foreign;
mod judge;
mod oracle;
mod products;
mod records;
mod words;
