//! What flags declare in components that are not read otherwise.

use super::status::{Status, classified, classify};
use crate::model::view::{Coded, View as _};
use crate::model::{Allergen, Object, Value};

/// The flags that declare an allergen in any component from an index on: their fields, each with its
/// most serious words. Every copy of a flag counts that a broken record repeats.
pub(crate) fn positive_flags(data: &Object, from: usize) -> Vec<(&'static str, String)> {
    let mut worst: Vec<(&'static str, Status, String)> = Vec::new();
    let mut lists = data.iter().filter(|(name, _)| *name == "components").rev();
    // Nothing is read of a list that another one replaces.
    let last = lists.next().into_iter().map(|(_, list)| (list, from));
    for (list, from) in last.chain(lists.map(|(_, list)| (list, 0))) {
        for component in Value::elements(Some(list)).iter().skip(from) {
            for (name, value) in members(component, "allergens") {
                let mut flags = Allergen::ALL.iter().map(|allergen| allergen.flag_field());
                let Some(field) = flags.find(|field| *field == name) else {
                    continue;
                };
                let (words, status) = classified(Coded::view(Some(value)));
                let known = worst.iter().position(|(known, ..)| *known == field);
                let before = known.map(|at| worst.swap_remove(at));
                let declared = words.filter(|_| status.is_positive()).map(|words| {
                    // A flag in another form than a description says it in one of several lines.
                    let is_plain = classify(Some(&words)) == status;
                    let plain = if status == Status::Contains {
                        "Yes"
                    } else {
                        "May contain"
                    };
                    (
                        field,
                        status,
                        if is_plain { words } else { plain.to_owned() },
                    )
                });
                worst.extend(match (before, declared) {
                    (Some(before), Some(declared)) if declared.1 > before.1 => Some(declared),
                    (before, declared) => before.or(declared),
                });
            }
        }
    }
    let worst = worst.into_iter();
    worst.map(|(field, _, words)| (field, words)).collect()
}

/// The members of every copy of a section.
fn members<'a>(
    component: &'a Value,
    section: &'static str,
) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let sections = component.as_object().into_iter().flat_map(Object::iter);
    let copies = sections.filter(move |(name, _)| *name == section);
    let values = copies.flat_map(|(_, value)| Value::elements(Some(value)));
    let objects = values.filter_map(Value::as_object);
    objects.flat_map(Object::iter)
}
