//! What flags declare in components that are not read otherwise.

use super::status::{Status, classified};
use crate::model::view::{Coded, View as _};
use crate::model::{Allergen, Object, Value};

/// The flags that declare an allergen in any of the components that are wanted by index: their fields,
/// each with its most serious words. Every copy of a flag counts that a broken record repeats.
pub(crate) fn positive_flags(
    data: &Object,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<(&'static str, String)> {
    let mut worst = [const { None::<(Status, String)> }; Allergen::ALL.len()];
    let mut lists = data.iter().filter(|(name, _)| *name == "components").rev();
    // Nothing is read of a list that another one replaces.
    let last = lists.next().into_iter().map(|(_, list)| (list, true));
    for (list, is_read) in last.chain(lists.map(|(_, list)| (list, false))) {
        let components = Value::elements(Some(list)).iter().enumerate();
        for (_, component) in components.filter(|(index, _)| !is_read || is_wanted(*index)) {
            for (name, value) in members(component, "allergens") {
                let mut flags = Allergen::ALL.iter().map(|allergen| allergen.flag_field());
                let Some(index) = flags.position(|flag| flag == name) else {
                    continue;
                };
                if let Some(declared) = declared(value) {
                    let before = &mut worst[index];
                    if before.as_ref().is_none_or(|before| declared.0 > before.0) {
                        *before = Some(declared);
                    }
                }
            }
        }
    }
    let fields = Allergen::ALL.iter().map(|allergen| allergen.flag_field());
    let declared = fields.zip(worst);
    declared
        .filter_map(|(field, worst)| Some((field, worst?.1)))
        .collect()
}

/// What a flag declares if it is positive, and the words for it.
fn declared(flag: &Value) -> Option<(Status, String)> {
    let (words, status) = classified(Coded::view(Some(flag)));
    if !status.is_positive() {
        return None;
    }
    let words = words?;
    // A flag in another form than a description says it in one of several lines.
    let words = match status {
        _ if Status::from_description(Some(&words)) == status => words,
        Status::Contains => "Yes".to_owned(),
        _ => "May contain".to_owned(),
    };
    Some((status, words))
}

/// The members of every copy of a section.
fn members<'a>(
    component: &'a Value,
    section: &'static str,
) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let copies = Value::members(Some(component)).filter(move |(name, _)| *name == section);
    let values = copies.flat_map(|(_, value)| Value::elements(Some(value)));
    values.flat_map(|value| Value::members(Some(value)))
}
