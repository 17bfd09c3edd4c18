//! Makes the record of a planned product, section by section.

mod allergens;
mod case;
mod component;
mod format;
mod gtins;
mod moment;
mod nutrition;
mod plan;
mod rare;
mod record;
mod section;

#[cfg(test)]
pub(crate) use allergens::{Presence, presence};
#[cfg(test)]
#[cfg(test)]
pub(crate) use format::Format;
#[cfg(test)]
pub(crate) use gtins::{Unit, gtin13};
pub(crate) use moment::{DAY, Moment};
pub(crate) use plan::{Content, EPOCH, Level, Life, Plan};
pub(crate) use record::versions;
