//! The fields that few suppliers fill in. Each is set in some products, so that a catalogue
//! has a value for every field of the table. Products of the showcase are not changed.

mod case;
mod component;
mod nutrition;

use crate::product::plan::{Level, Plan};
use crate::random::{Purpose, Random};
use serde_json::Value;

/// Fills in rare fields of a record. Only complete records have any.
pub(crate) fn fill_in(plan: &Plan, record: &mut Value) {
    if plan.is_showcase() || plan.level != Level::Complete {
        return;
    }
    let mut random = Random::of(plan.seed, plan.index, Purpose::RareFields);
    if !plan.has_no_case() {
        case::fill_in(plan, record, &mut random);
    }
    for (place, (food, content)) in plan.parts().into_iter().enumerate() {
        let component = &mut record["components"][place];
        component::fill_in(component, food, content, &mut random);
        nutrition::fill_in(component, food, &mut random);
    }
}

/// Sets a field that the section has; if the section is missing, nothing is set.
fn put(section: &mut Value, field: &str, value: impl Into<Value>) {
    if let Some(place) = section.get_mut(field) {
        *place = value.into();
    }
}
