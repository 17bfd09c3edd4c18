//! Native tests of everything that needs no browser.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

mod adversarial;
#[cfg(feature = "card")]
mod allergen_lines;
mod allergens;
mod audit;
#[cfg(feature = "card")]
mod card;
mod catalogue;
mod dates;
mod denials;
mod describe;
mod diff;
mod diff_properties;
mod documented_texts;
mod facts;
#[cfg(feature = "card")]
mod forms;
mod front_of_pack;
mod gtin;
mod honest;
mod hostile;
mod hostile_card;
mod json;
mod json_ld;
mod label_properties;
#[cfg(feature = "card")]
mod lights;
mod messages;
mod net_quantity;
mod notices;
mod nutrition;
mod operations;
mod oracle;
#[cfg(feature = "card")]
mod panels;
mod particulars;
mod project;
#[cfg(feature = "card")]
mod pseudo;
mod quality;
mod read_texts;
mod serde;
mod statements;
mod structure;
mod table;
mod text;
mod truth;
#[cfg(feature = "card")]
mod truth_card;
mod truth_claims;
mod verdict;
#[cfg(feature = "card")]
mod verdicts;
mod views;
mod warnings;
#[cfg(feature = "card")]
mod yew;
