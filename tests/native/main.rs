//! Native tests of everything that needs no browser.
#![allow(clippy::unwrap_used)]

mod adversarial;
mod allergen_lines;
mod allergens;
mod audit;
mod card;
mod catalogue;
mod dates;
mod denials;
mod describe;
mod diff;
mod diff_properties;
mod documented_texts;
mod facts;
mod forms;
mod front_of_pack;
mod gtin;
mod honest;
mod hostile;
mod hostile_card;
mod json;
mod json_ld;
mod label_properties;
mod lights;
mod messages;
mod net_quantity;
mod notices;
mod nutrition;
mod operations;
mod oracle;
mod panels;
mod particulars;
mod project;
mod pseudo;
mod quality;
mod read_texts;
mod serde;
mod statements;
mod structure;
mod table;
mod text;
mod truth;
mod truth_card;
mod truth_claims;
mod verdict;
mod verdicts;
mod views;
mod warnings;
mod yew;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
