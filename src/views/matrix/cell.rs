//! A cell of the matrix: one allergen of one product.

use crate::card::phrases::mark;
use crate::card::render::tree::{Element, el, el_class, sign, visually_hidden};
use crate::collect_vec::CollectVec as _;
use crate::label::{AllergenFact, AllergenReport, ShownMember, Status};
use crate::messages::Messages;

/// The sign of a contradiction, after that of the status.
pub(super) fn conflict_mark() -> Element {
    sign("warning")
}

/// The texts of a cell; empty where there is nothing to say.
struct Cell {
    status: String,
    /// Which cereals or nuts.
    members: String,
    /// In which components, if there are several.
    components: String,
    /// That the record contradicts itself.
    conflict: Option<String>,
}

impl Cell {
    fn new(fact: &AllergenFact, names: &[String], is_doubtful: bool, messages: &Messages) -> Cell {
        let (mut members, mut within) = (Vec::new(), Vec::new());
        if fact.status.is_positive() {
            for member in fact.shown_members() {
                members.push(member_name(&member, fact.status, messages));
            }
            if names.len() > 1 {
                let components = fact.components.iter();
                within.extend(components.filter_map(|at| Some(names.get(*at)?.as_str())));
            }
        }
        let components = match within.as_slice() {
            [] => String::new(),
            names => messages.format("allergens.in", "names", &messages.list(names)),
        };
        let conflict = fact
            .has_conflicts()
            .then(|| messages.get("allergens.conflict").to_owned());
        Cell {
            status: if is_outdated(fact, is_doubtful) {
                advised(fact.status, messages)
            } else {
                status_text(fact.status, messages)
            },
            members: messages.list(&members),
            components,
            conflict,
        }
    }

    /// The text after the status, with what separates it: a colon before the members,
    /// a dash before the components, so that no colon follows another. `None` where
    /// there is neither.
    fn details(&self, messages: &Messages) -> Option<(String, String)> {
        let dash = || messages.get("card.dash").to_owned();
        let colon = || format!("{} ", messages.get("card.colon"));
        match (self.members.as_str(), self.components.as_str()) {
            ("", "") => None,
            ("", components) => Some((dash(), components.to_owned())),
            (members, "") => Some((colon(), members.to_owned())),
            (members, components) => Some((colon(), format!("{members}{}{components}", dash()))),
        }
    }
}

/// Whether what is declared absent is to be checked on the label, in a record that may be out of date
/// or must not be relied on.
fn is_outdated(fact: &AllergenFact, is_doubtful: bool) -> bool {
    is_doubtful && fact.status == Status::DeclaredNotPresent
}

/// A status in words; where nothing is stated, with the advice to check the label.
pub(super) fn status_text(status: Status, messages: &Messages) -> String {
    match status {
        Status::NotStated => advised(status, messages),
        _ => messages.named("status", status.key()),
    }
}

/// A status in words, with the advice to check the label.
fn advised(status: Status, messages: &Messages) -> String {
    let text = messages.named("status", status.key());
    let advice = messages.get("allergens.check-label");
    format!("{text}{} {advice}", messages.get("card.colon"))
}

/// The name of a cereal or nut, with its own status if that differs from its group's.
fn member_name(member: &ShownMember, group: Status, messages: &Messages) -> String {
    let name = messages.allergen(member.allergen);
    match member.aside(group, &|key| messages.get(key).to_owned()) {
        Some(words) => format!("{name} ({words})"),
        None => name,
    }
}

/// Draws a cell: a sign for the eye, and the same in words for screen readers.
pub(super) fn draw(
    fact: &AllergenFact,
    names: &[String],
    is_doubtful: bool,
    messages: &Messages,
) -> Element {
    let cell = Cell::new(fact, names, is_doubtful, messages);
    let shown = if is_outdated(fact, is_doubtful) {
        Status::NotStated
    } else {
        fact.status
    };
    let details = cell.details(messages);
    let mut words = cell.status;
    let details = details.map(|(separator, details)| {
        words.push_str(&separator);
        details
    });
    let conflict = cell
        .conflict
        .map(|text| visually_hidden(&format!(". {text}")));
    el("td")
        .attr("data-status", shown.key())
        .attr("data-allergen", fact.allergen.wire_name())
        .owned_attr("part", format!("cell {}", shown.key()))
        .child(mark(shown))
        .child_opt(conflict.as_ref().map(|_| conflict_mark()))
        .child(visually_hidden(&words))
        .child(el_class("span", "members").owned_text(details.unwrap_or_default()))
        .child_opt(conflict)
}

/// The cells of a product as text, in words alone.
pub(super) fn texts(
    report: &AllergenReport,
    names: &[String],
    is_doubtful: bool,
    messages: &Messages,
) -> Vec<String> {
    let texts = report.groups.iter().map(|fact| {
        let cell = Cell::new(fact, names, is_doubtful, messages);
        let details = cell.details(messages);
        let mut text = cell.status;
        // A status that is not stated ends with its advice already.
        if let Some((separator, details)) = details
            && fact.status != Status::NotStated
        {
            text = format!("{text}{separator}{details}");
        }
        match cell.conflict {
            Some(conflict) => format!("{text}. {conflict}"),
            None => text,
        }
    });
    texts.collect_vec()
}
