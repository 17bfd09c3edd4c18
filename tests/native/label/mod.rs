//! What a label says of a record: allergens, nutrition, facts, warnings and differences.

mod allergens;
mod claims;
mod describe;
mod diff;
mod diff_properties;
mod facts;
mod flags;
mod front_of_pack;
mod json_ld;
mod lights;
mod net_quantity;
mod notices;
mod nutrition;
mod particulars;
pub(crate) mod properties;
mod quality;
mod read_texts;
mod text;
mod verdict;
mod verdicts;
mod warnings;
