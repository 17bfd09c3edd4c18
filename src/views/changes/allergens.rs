//! The section on allergens, which comes first: statuses that changed, and texts
//! that may concern an allergen although no status changed.

use super::Sections;
use crate::card::render::tree::{Element, el, el_class, muted};
use crate::label::{AllergenChange, Direction, FieldChange, ProductDiff, Status, Subject};

impl Sections<'_> {
    pub(super) fn allergens(&self) -> Element {
        let title = self.message("panel.allergens");
        let changes = &self.diff.allergens;
        let content = if changes.is_empty() {
            let key = match says_same_of_allergens(self.diff) {
                true => "diff.allergens.same",
                false => "diff.allergens.texts",
            };
            el("p").text(self.message(key))
        } else {
            let changes = changes.iter().map(|change| self.allergen(change));
            el_class("ul", "allergens").children(changes.collect())
        };
        let mut section = self.section("allergens", title).child(content);
        let fields: Vec<&FieldChange> = allergen_fields(self.diff).collect();
        if !fields.is_empty() {
            let more = format!("{title}{}{}", self.colon(), self.message("diff.more"));
            section = section
                .child(self.minor_heading(&more))
                .child(self.field_table(&more, &fields));
        }
        section.child(muted(self.message("matrix.intro")))
    }

    fn allergen(&self, change: &AllergenChange) -> Element {
        let direction = change.direction.key();
        let name = self.messages.named("allergen", change.allergen.wire_name());
        let line = el_class("div", "line").child(el_class("span", "name").owned_text(name));
        let line = match change.direction {
            Direction::Within => line.child(self.badge(change.after)),
            _ => self.transition(line, self.badge(change.before), self.badge(change.after)),
        };
        let key = format!("diff.direction.{direction}");
        let line = line.child(el("span").text(self.message(&key)));
        let conflict = match (change.conflict_before, change.conflict_after) {
            (false, true) => Some("allergens.conflict"),
            (true, false) => Some("diff.conflict.went"),
            _ => None,
        };
        let conflict = conflict.map(|key| el_class("p", "conflict").text(self.message(key)));
        let mut item = el("li")
            .attr("data-direction", direction)
            .attr("data-allergen", change.allergen.wire_name())
            .owned_attr("part", format!("allergen {direction}"))
            .child(line)
            .child_opt(conflict);
        if !change.components.is_empty() {
            let mut list = el("ul");
            for component in &change.components {
                let name =
                    el_class("span", "muted").owned_text(self.component(component.component));
                let line = el_class("li", "line").child(name);
                let before = self.status(component.before);
                let after = self.status(component.after);
                list = list.child(self.transition(line, before, after));
            }
            item = item.child(list);
        }
        item
    }

    fn status(&self, status: Option<Status>) -> Element {
        match status {
            Some(status) => self.badge(status),
            None => el("span").text(self.message("card.said.nothing")),
        }
    }

    fn badge(&self, status: Status) -> Element {
        el_class("span", "badge")
            .attr("data-status", status.key())
            .owned_text(self.messages.named("status", status.key()))
    }
}

/// The fields about allergens that no change of a status covers: statements,
/// sources of risks, claims.
fn allergen_fields(diff: &ProductDiff) -> impl Iterator<Item = &FieldChange> {
    let fields = diff.fields.iter();
    fields.filter(|change| change.subject == Subject::Allergens && !change.covered)
}

/// Whether both versions say the same about allergens, in flags and in texts.
fn says_same_of_allergens(diff: &ProductDiff) -> bool {
    diff.allergens.is_empty()
        && diff.ingredients.is_empty()
        && !diff.fields.iter().any(may_name_allergens)
}

/// Whether a change of this field may concern an allergen even if no status changed.
fn may_name_allergens(change: &FieldChange) -> bool {
    match change.subject {
        // A whole component came or went, with all its texts.
        Subject::Allergens | Subject::Component => true,
        Subject::Ingredients => {
            change.field.starts_with("ingredients") || change.field.ends_with("ingredients")
        }
        _ => change.field == "product_health_warning",
    }
}
