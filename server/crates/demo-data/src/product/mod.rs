//! Makes the record of a planned product, section by section.

mod allergens;
mod case;
mod component;
mod country;
mod facts;
mod format;
mod gtins;
mod nutrition;
mod plan;
mod rare;
mod record;
mod section;
mod timestamp;

#[cfg(test)]
pub(crate) use format::Format;
#[cfg(test)]
pub(crate) use gtins::{Unit, gtin13};
pub(crate) use plan::{Content, EPOCH, Level, Life, Plan};
pub(crate) use record::versions;
pub(crate) use timestamp::{DAY, Timestamp};
