//! Trustworthy product information on any shop's pages: models, client and
//! card for the Product Data Pool API.
//!
//! ```
//! use product_pool::label::{Status, allergen_report};
//! use product_pool::model::{Allergen, Product};
//!
//! let body = r#"{"data": {"components": [{"allergens": {
//!     "contains_milk": {"value": 1, "description": "Yes"},
//!     "contains_eggs": null
//! }}]}}"#;
//! let product = Product::from_json(body)?;
//! let report = allergen_report(product.data());
//! assert_eq!(report.status(Allergen::Milk), Status::Contains);
//! // The record does not say that there is no egg: the shopper must check the label.
//! assert_eq!(report.status(Allergen::Eggs), Status::NotStated);
//! # Ok::<(), product_pool::model::DecodeError>(())
//! ```
//!
//! # What is here
//! - [`gtin`]: GTINs, typed, scanned or out of a GS1 Digital Link.
//! - [`model`]: the service's records. One table of all fields, a lossless JSON
//!   reader, and typed views that read any record without failing.
//! - [`operations`]: the operations of the service, in one table.
//! - [`label`]: label information worked out from a record. Allergens with their
//!   provenance, ingredients, the nutrition declaration.
//! - `client` (feature `client`): every operation of the service, lists to walk,
//!   changes, look-up by any scan; over `fetch` on WebAssembly, over reqwest
//!   elsewhere (feature `reqwest`), over your own transport anywhere.
//! - [`card`]: the card as a tree, and natively as HTML; with the feature `dom`
//!   drawn into the page without Yew.
//! - `yew` (feature `yew`): the card, its panels and the views as Yew components,
//!   with hooks that load products.
//! - [`views`]: the matrix of allergens and the view of changes, as trees too.
//! - [`messages`]: the card's texts by key, in several languages.
//!
//! Everything but the `fetch` transport and the mounting of cards builds and is
//! tested natively.
//!
//! # Features
//! None is on by default: the models, the label and the card's tree need none.
//!
//! | feature | what it adds |
//! |---|---|
//! | `client` | the client, over gloo-net on WebAssembly or a transport of your own |
//! | `reqwest` | its transport in native programs, for `http://` |
//! | `rustls`, `native-tls` | the same for `https://`: TLS of rustls, or of the operating system |
//! | `rustls-no-provider` | TLS of rustls with the cryptography that your program installs |
//! | `tracing` | spans and events of requests |
//! | `exact-digits` | what the label copies from a record keeps every digit in serde_json |
//! | `yew` | the Yew components |
//! | `dom` | drawing into the page without Yew |
//! | `typescript` | the TypeScript declarations of the npm package, for its build |
//!
//! # What is not here
//! No opinion on whether a food is suitable for anyone: the library reports what the
//! manufacturer declared, where, and in which words, and says so where nothing was
//! declared. No writing to the service, which is read-only.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod card;
#[cfg(feature = "client")]
pub mod client;
mod collect_vec;
pub mod gtin;
pub mod label;
mod lexicon;
pub mod messages;
pub mod model;
pub mod operations;
mod reading;
mod text;
pub mod views;
#[cfg(feature = "yew")]
pub mod yew;

/// The Rust of the guide is compiled and run with the doctests.
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
mod guide {}
