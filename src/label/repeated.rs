//! What a broken record repeats: JSON readers return the last of members with one name, and a graver one
//! may stand before it.

use super::status::{Evidence, classified};
use crate::model::table::{Component, ProductData};
use crate::model::view::{Coded, View as _};
use crate::model::{Object, Value};

/// The repeated sections of a broken record, except the last of each, which is
/// the only one that JSON readers return. Each stands alone in a component,
/// with the index of its component.
pub(super) fn repeated_sections(
    product: ProductData<'_>,
    components: usize,
) -> Vec<(usize, Value)> {
    let mut found = Vec::new();
    let lists = Value::members(product.raw()).rev();
    let mut is_last = true;
    for (_, list) in lists.filter(|(name, _)| *name == "components") {
        let values = list.as_list().unwrap_or_default();
        for (index, value) in values.iter().enumerate() {
            sections(
                value,
                index.min(components.saturating_sub(1)),
                is_last,
                &mut found,
            );
        }
        is_last = false;
    }
    found
}

fn sections(component: &Value, index: usize, is_last: bool, found: &mut Vec<(usize, Value)>) {
    let Some(component) = component.as_object() else {
        return;
    };
    for (name, section) in component.iter() {
        let is_known = is_last
            && component
                .get(name)
                .is_some_and(|last| std::ptr::eq(last, section));
        if !is_known {
            let mut alone = Object::default();
            alone.push(name, section.clone());
            found.push((index, Value::Object(alone)));
        }
    }
}

/// The most serious value of a flag that a broken record repeats, if it is more
/// serious than the last one, the only one that JSON readers return. Its value is not read again.
pub(super) fn worst_repeated_flag(
    last: &Evidence,
    value_of_last: Option<&Value>,
    component: Component<'_>,
    field: &str,
) -> Option<Evidence> {
    let mut found: Option<Evidence> = None;
    for (name, value) in component.allergens().raw()?.as_object()?.iter() {
        if name != field || value_of_last.is_some_and(|last| std::ptr::eq(last, value)) {
            continue;
        }
        let (verbatim, status) = classified(Coded::view(Some(value)));
        if status > found.as_ref().unwrap_or(last).status {
            found = Some(Evidence {
                verbatim,
                status,
                ..last.clone()
            });
        }
    }
    found
}
