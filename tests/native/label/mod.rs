//! What a label says of a record: allergens, nutrition, facts, warnings and differences.

mod allergens;
mod describe;
mod diff;
mod diff_properties;
mod facts;
mod front_of_pack;
mod json_ld;
mod lights;
mod net_quantity;
mod notices;
mod nutrition;
mod particulars;
pub(crate) mod properties;
mod quality;
mod text;
mod verdict;
mod verdicts;
mod warnings;
