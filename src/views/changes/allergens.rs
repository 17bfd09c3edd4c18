//! The section on allergens, which comes first: statuses that changed, and texts
//! that may concern an allergen although no status changed.

use super::Sections;
use crate::card::render::tree::{Element, el, el_class, muted};
use crate::collect_vec::CollectVec as _;
use crate::label::{AllergenChange, FieldChange, ProductDiff, Status, Subject};

impl Sections<'_> {
    pub(super) fn allergens(&self) -> Element {
        let title = self.message("panel.allergens");
        let changes = &self.diff.allergens;
        let content = if changes.is_empty() {
            let key = if says_same_of_allergens(self.diff) {
                "diff.allergens.same"
            } else {
                "diff.allergens.texts"
            };
            el("p").text(self.message(key))
        } else {
            let changes = changes.iter().map(|change| self.allergen(change));
            el_class("ul", "allergens").children(changes.collect_vec())
        };
        let mut section = self.section("allergens", title).child(content);
        let fields: Vec<&FieldChange> = allergen_fields(self.diff).collect_vec();
        if !fields.is_empty() {
            let more = self.labelled(title, self.message("diff.more"));
            section = section
                .child(self.minor_heading(&more))
                .child(self.field_table(&more, &fields, false));
        }
        section.child(muted(self.message("matrix.intro")))
    }

    fn allergen(&self, change: &AllergenChange) -> Element {
        let direction = change.direction.key();
        let name = self.messages.allergen(change.allergen);
        let conflict = match (change.conflict_before, change.conflict_after) {
            (false, true) => Some("allergens.conflict"),
            (true, false) => Some("diff.conflict.went"),
            _ => None,
        };
        let conflict = conflict.map(|key| el_class("p", "conflict").text(self.message(key)));
        let direction_key = format!("diff.direction.{direction}");
        let mut item = el("li")
            .attr("data-direction", direction)
            .attr("data-allergen", change.allergen.wire_name())
            .owned_attr("part", format!("allergen {direction}"))
            .child(self.sentence(name, Some(change.before), Some(change.after)))
            .child(muted(self.message(&direction_key)))
            .child_opt(conflict);
        if !change.components.is_empty() {
            let mut list = el("ul");
            for component in &change.components {
                let name = self.component(component.component);
                let sentence = self.sentence(name, component.before, component.after);
                list = list.child(el("li").child(sentence));
            }
            item = item.child(list);
        }
        item
    }

    /// "Milk: was “not stated”, now “may contain”".
    fn sentence(&self, name: String, before: Option<Status>, after: Option<Status>) -> Element {
        let words = |status: Option<Status>| match status {
            Some(status) => self.messages.status_in_sentence(status),
            None => self.message("card.said.nothing").to_owned(),
        };
        let change = if before == after {
            words(after)
        } else {
            self.transition("diff.change", &words(before), &words(after))
        };
        el("p")
            .child(el("strong").owned_text(name))
            .owned_text(self.labelled("", &change))
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
