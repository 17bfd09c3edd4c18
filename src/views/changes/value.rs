//! The values of a field before and after: in words where they have any that differ, else as the
//! supplier wrote them, or as JSON.

use super::Sections;
use crate::card::render::tree::{Element, el, el_class};
use crate::collect_vec::CollectVec as _;
use crate::label::{Place, successor};
use crate::messages::Messages;
use crate::model::{Object, Value};
use crate::text::joined;

impl Sections<'_> {
    /// The cells with the values of a field before and after. Words that are the same, such as those
    /// of "12 Each" and "12 EA", would not say what has changed.
    pub(super) fn values(&self, before: Option<&Place>, after: Option<&Place>) -> Vec<Element> {
        let places = [before, after];
        let words = places.map(|place| self.words(place?));
        let are_alike = words[0].is_some() && words[0] == words[1];
        let cells = places.into_iter().zip(words).map(|(place, words)| {
            let value = place.map(|place| &place.value);
            let words = if are_alike {
                value.and_then(as_written)
            } else {
                words
            };
            self.value(value, words)
        });
        cells.collect_vec()
    }

    /// A cell with a value, in words if it has any.
    fn value(&self, value: Option<&Value>, words: Option<String>) -> Element {
        let cell = el("td");
        let nothing = || el_class("span", "muted").text(self.message("card.said.nothing"));
        match (value, words) {
            (None | Some(Value::Null), _) => cell.child(nothing()),
            (Some(Value::Text(text)), _) if text.is_empty() => cell.child(nothing()),
            (Some(Value::List(items)), _) if items.is_empty() => cell.child(nothing()),
            (_, Some(words)) => cell.owned_text(words),
            (Some(Value::Text(text)), None) => cell.child(el_class("span", "text").text(text)),
            (Some(value), None) => cell.child(el("code").owned_text(value.to_json())),
        }
    }

    /// The value at a place in words, if it has any.
    fn words(&self, place: &Place) -> Option<String> {
        match &place.value {
            Value::Text(text) => is_date(&place.path).then(|| self.messages.date(text)),
            value => in_words(value, self.messages).or_else(|| replacing(place)),
        }
    }
}

/// Whether the field of a path holds a date: `changed_at`, `effective_date`.
fn is_date(path: &str) -> bool {
    path.ends_with("_at") || path.ends_with("_date")
}

/// Whether a path is that of a product that replaces the record's own, or of its identifier.
pub(super) fn is_successor(path: &str) -> bool {
    let ends = ["]", "].id", "].pool_id"];
    path.starts_with("replaced_by[") && ends.iter().any(|end| path.ends_with(end))
}

/// The product at a place that replaces the record's own.
fn replacing(place: &Place) -> Option<String> {
    if !is_successor(&place.path) {
        return None;
    }
    successor(&place.value).map(str::to_owned)
}

/// A quantity as the supplier wrote it; `None` for other values.
fn as_written(value: &Value) -> Option<String> {
    let [figure, units] = ["value", "units"].map(|name| value.get(name)?.as_scalar());
    Some(written(figure?, units?))
}

/// A figure with the supplier's own unit.
pub(super) fn written(figure: &str, units: &str) -> String {
    joined(&[figure, units], "\u{a0}")
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
