//! Makes the record of a planned product, section by section.

mod allergens;
mod case;
mod component;
mod facts;
mod format;
mod gtins;
mod nutrition;
mod plan;
mod record;
mod section;
mod timestamp;

#[cfg(test)]
pub(crate) use format::Format;
#[cfg(test)]
pub(crate) use gtins::{Unit, gtin13};
#[cfg(test)]
pub(crate) use nutrition::field as nutrient_field;
pub(crate) use plan::{EPOCH, Level, Plan};
pub(crate) use record::versions;
pub(crate) use timestamp::{DAY, Timestamp};
