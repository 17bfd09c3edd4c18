//! The values of a field before and after: in words where they have any that differ, else as the
//! supplier wrote them, or as JSON.

use super::Sections;
use crate::card::render::tree::{Element, el, el_class};
use crate::label::{Place, successor};
use crate::messages::Messages;
use crate::model::{Object, Value};

impl Sections<'_> {
    /// The cells with the values of a field before and after. Words that are the same, such as those
    /// of "12 Each" and "12 EA", would not say what has changed.
    pub(super) fn values(&self, before: Option<&Place>, after: Option<&Place>) -> Vec<Element> {
        let cells = vec![self.value(before), self.value(after)];
        match (before, after) {
            (Some(before), Some(after)) if cells[0] == cells[1] => {
                vec![as_written(&before.value), as_written(&after.value)]
            }
            _ => cells,
        }
    }

    /// A cell with the value at a place.
    fn value(&self, place: Option<&Place>) -> Element {
        let cell = el("td");
        let nothing = || el_class("span", "muted").text(self.message("card.said.nothing"));
        match place.map(|place| &place.value) {
            None | Some(Value::Null) => cell.child(nothing()),
            Some(Value::Text(text)) if text.is_empty() => cell.child(nothing()),
            Some(Value::Text(text)) if is_date(place) => cell.owned_text(self.messages.date(text)),
            Some(Value::Text(text)) => cell.child(el_class("span", "text").text(text)),
            Some(Value::List(items)) if items.is_empty() => cell.child(nothing()),
            Some(value) => match in_words(value, self.messages).or_else(|| replacing(place?)) {
                Some(words) => cell.owned_text(words),
                None => cell.child(el("code").owned_text(value.to_json())),
            },
        }
    }
}

/// Whether the field at a place holds a date: `changed_at`, `effective_date`.
fn is_date(place: Option<&Place>) -> bool {
    place.is_some_and(|place| place.path.ends_with("_at") || place.path.ends_with("_date"))
}

/// Whether a path is that of a product that replaces the record's own, or of its identifier.
pub(super) fn is_successor(path: &str) -> bool {
    let entry = path.strip_prefix("replaced_by[");
    let rest = entry.and_then(|entry| entry.split_once(']'));
    rest.is_some_and(|(_, member)| matches!(member, "" | ".pool_id" | ".id"))
}

/// The product at a place that replaces the record's own.
fn replacing(place: &Place) -> Option<String> {
    is_successor(&place.path).then(|| successor(&place.value).map(str::to_owned))?
}

/// A cell with a value that tells it from every other.
fn as_written(value: &Value) -> Element {
    let cell = el("td");
    let scalar = |name| value.get(name).and_then(Value::as_scalar);
    match (value, scalar("value"), scalar("units")) {
        (Value::Text(text), ..) => cell.child(el_class("span", "text").text(text)),
        (_, Some(figure), Some(units)) => cell.owned_text(written(figure, units)),
        _ => cell.child(el("code").owned_text(value.to_json())),
    }
}

/// A quantity as the supplier wrote it.
pub(super) fn written(figure: &str, units: &str) -> String {
    format!("{figure}\u{a0}{units}").trim_end().to_owned()
}

/// A value in words, if it has any; those of a list one after the other.
fn in_words(value: &Value, messages: &Messages) -> Option<String> {
    match value {
        Value::Object(object) => words(object, messages),
        Value::List(items) => {
            let items = items.iter().map(|item| in_words(item, messages));
            let items: Option<Vec<String>> = items.collect();
            items.map(|items| messages.list(&items))
        }
        _ => None,
    }
}

/// The words of a flag, a reference or a quantity.
fn words(object: &Object, messages: &Messages) -> Option<String> {
    let mut members = object.iter();
    let (first, second) = (members.next()?, members.next()?);
    if members.next().is_some() {
        return None;
    }
    match (first, second) {
        (("value" | "id", _), ("description", text)) => text
            .as_text()
            .filter(|word| !word.is_empty())
            .map(|word| match word {
                "Yes" => messages.get("claim.yes").to_owned(),
                "No" => messages.get("claim.no").to_owned(),
                _ => word.to_owned(),
            }),
        (("value", value), ("units", units)) => {
            let units = match units {
                Value::Null => None,
                units => Some(units.as_scalar()?),
            };
            Some(messages.quantity(value.as_scalar()?, units))
        }
        _ => None,
    }
}
