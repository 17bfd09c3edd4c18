//! Normalization: values that were sent in another form than the table describes, in
//! the form that it describes. So a text that arrives as a coded value, a quantity, a
//! boolean or a list is read wherever a text is.

use super::table::view::{CODED, INTEGER_QUANTITY, QUANTITY, REFERENCE, Shape};
use super::table::{ALLERGENS, INGREDIENTS, NUTRIENTS, NUTRIENTS_PREPARED, Schema, UNIT_WEIGHT};
use super::value::{Object, Value};
use std::ptr;

/// Adds to a record, and to the records in it, their members in the forms of the
/// table, where they were sent in others. The flags of allergens stay as they are:
/// only a description can declare an allergen absent.
pub(super) fn normalize(object: &mut Object, record: &'static Schema) {
    let is_allergens = ptr::eq(record, &ALLERGENS);
    let mut changed = Object::default();
    for (name, value) in object.iter_mut() {
        let Some(field) = record.field(name) else {
            continue;
        };
        let new = match field.shape {
            Shape::Record(inner) if is_single(inner) && is_allergens => None,
            Shape::Record(inner) | Shape::List(&Shape::Record(inner)) if !is_single(inner) => {
                let is_list = matches!(field.shape, Shape::List(_));
                sections(value, inner, is_list)
            }
            _ if is_figure(value, name, record) => normalized(value, Shape::Record(&QUANTITY)),
            shape => normalized(value, shape),
        };
        if let Some(new) = new {
            changed.push(name, new);
        } else if changed.get(name).is_some() {
            // Of a repeated member, the last counts.
            changed.push(name, value.clone());
        }
    }
    object.set_normalized(changed);
}

/// Normalizes a section, or the records of a list. If the table has a single section
/// instead of a list, returns one with all members. A list of ingredients in place of its
/// section is read as that list.
fn sections(value: &mut Value, record: &'static Schema, is_list: bool) -> Option<Value> {
    let mut all = Object::default();
    match value {
        Value::Object(object) => normalize(object, record),
        Value::List(values) => {
            for value in values {
                sections(value, record, true);
                for (name, member) in Value::members(Some(value)) {
                    if !is_list {
                        all.push(name, member.clone());
                    }
                }
            }
            normalize(&mut all, record);
        }
        _ => {}
    }
    if all.is_empty()
        && ptr::eq(record, &INGREDIENTS)
        && value.as_object().is_none()
        && let Some(list) = text(value, false)
    {
        all.push("ingredients", list);
    }
    (!all.is_empty()).then_some(Value::Object(all))
}

/// A single value, or a list of such, in the form of a shape; `None` if it has it
/// already, or says nothing.
fn normalized(value: &Value, shape: Shape) -> Option<Value> {
    match (shape, value) {
        (Shape::List(element), Value::List(values)) => {
            let mut all: Option<Vec<Value>> = None;
            for (index, value) in values.iter().enumerate() {
                if let Some(new) = normalized(value, *element) {
                    // Most lists need no copy.
                    if let Some(place) = all.get_or_insert_with(|| values.clone()).get_mut(index) {
                        *place = new;
                    }
                }
            }
            all.map(Value::List)
        }
        (Shape::List(element), single) => normalized(single, *element),
        (Shape::Record(record), Value::Object(object)) => completed(object, record),
        (Shape::Record(_), Value::List(values)) if values.len() == 1 => {
            let single = values.first()?;
            normalized(single, shape).or_else(|| Some(single.clone()))
        }
        (Shape::Record(record), _) if ptr::eq(record, &UNIT_WEIGHT) => {
            let mut weight = Object::default();
            weight.push("value", text(value, false)?);
            Some(Value::Object(weight))
        }
        // Views read a bare text or figure as a text, and instead of an object.
        (Shape::Any, _) | (_, Value::Text(_) | Value::Number(_)) => None,
        (Shape::Record(record), _) => text(value, is_coded(record)),
        _ => text(value, false),
    }
}

/// A coded value or a quantity with its own member, and its unit, as texts. If its
/// own member says nothing, it has what the rest of the object says.
fn completed(object: &Object, record: &'static Schema) -> Option<Value> {
    let is_coded = is_coded(record);
    let own = if is_coded { "description" } else { "value" };
    let mut changed = object.clone();
    for name in [own, "units"] {
        if let Some(member @ (Value::Bool(_) | Value::List(_) | Value::Object(_))) =
            object.get(name)
            && let Some(text) = text(member, is_coded)
        {
            changed.push(name, text);
        }
    }
    let lines = changed.get(own).and_then(Value::as_scalar);
    if lines.is_none_or(|lines| lines.trim().is_empty()) {
        let mut lines = String::new();
        add_members(object, is_coded, &mut lines);
        changed.push(own, as_text(&lines)?);
        // The text has the unit.
        changed.push("units", Value::Null);
    }
    (changed.len() > object.len()).then_some(Value::Object(changed))
}

/// What a value says, as a text.
fn text(value: &Value, is_coded: bool) -> Option<Value> {
    let mut lines = String::new();
    add_lines(value, is_coded, &mut lines);
    as_text(&lines)
}

fn as_text(lines: &str) -> Option<Value> {
    (!lines.is_empty()).then(|| Value::from(lines))
}

/// What a coded value says, whatever its form, in lines.
pub(crate) fn coded_lines(value: &Value) -> String {
    let mut lines = String::new();
    add_lines(value, true, &mut lines);
    lines
}

/// Adds the texts of which a value consists, each as a line, because a denial in one
/// of them does not hold for the others.
fn add_lines(value: &Value, is_coded: bool, lines: &mut String) {
    let text = match value {
        Value::List(list) => {
            return list
                .iter()
                .for_each(|value| add_lines(value, is_coded, lines));
        }
        Value::Object(object) => return add_members(object, is_coded, lines),
        Value::Bool(true) => "Yes",
        Value::Bool(false) => "No",
        scalar => scalar.as_scalar().unwrap_or_default().trim(),
    };
    if !text.is_empty() {
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(text);
    }
}

/// Adds the texts of an object: all but identifiers, and the code of a coded value,
/// whose meaning is not documented.
fn add_members(object: &Object, is_coded: bool, lines: &mut String) {
    let units = object.get("units").and_then(Value::as_scalar);
    let units = units.map(str::trim).filter(|units| !units.is_empty());
    let is_coded = is_coded || object.get("description").is_some();
    for (name, member) in object.iter() {
        let is_value = name == "value";
        let is_code = is_value
            && is_coded
            && units.is_none()
            && member
                .as_scalar()
                .is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
        if is_code || matches!(name, "id" | "units" | "units_id") {
            continue;
        }
        let length = lines.len();
        add_lines(member, is_coded, lines);
        if let Some(units) = units.filter(|_| is_value && lines.len() > length) {
            lines.push(' ');
            lines.push_str(units);
        }
    }
}

/// Whether a value replaces a figure of the nutrition declaration, which belong
/// to families. Some of these are texts in the table, but all are read as quantities.
fn is_figure(value: &Value, name: &str, record: &'static Schema) -> bool {
    let mut families = record.fields.iter().skip(1);
    (ptr::eq(record, &NUTRIENTS) || ptr::eq(record, &NUTRIENTS_PREPARED))
        && matches!(value, Value::Object(_) | Value::List(_))
        && families.any(|family| family.iter().any(|field| field.name == name))
}

/// Whether a record is a coded value or a reference, which its description alone
/// explains.
pub(crate) fn is_coded(record: &'static Schema) -> bool {
    ptr::eq(record, &CODED) || ptr::eq(record, &REFERENCE)
}

/// Whether a record is a single value rather than a section of fields.
pub(crate) fn is_single(record: &'static Schema) -> bool {
    let quantities = [&QUANTITY, &INTEGER_QUANTITY, &UNIT_WEIGHT];
    is_coded(record) || quantities.iter().any(|single| ptr::eq(*single, record))
}
