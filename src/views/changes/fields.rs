//! The sections on all other fields, by subject.

use super::value::is_successor;
use super::{Sections, row};
use crate::card::phrases::column_title;
use crate::card::render::table::row_heading;
use crate::card::render::tree::{Element, el, el_class};
use crate::collect_vec::CollectVec as _;
use crate::label::{FieldChange, Subject};
use crate::model::table::{Accreditation, Column};
use crate::model::{Allergen, Micronutrient, Nutrient};

const HEADS: [&str; 3] = ["diff.field", "diff.was", "diff.is"];

/// A section of fields: its name in markup and the key of its title.
fn section_of(subject: Subject) -> (&'static str, &'static str) {
    match subject {
        // Both have another section before those of plain fields.
        Subject::Ingredients => ("ingredients-fields", "panel.ingredients"),
        Subject::Nutrition => ("nutrition-fields", "panel.nutrition"),
        Subject::Component => (subject.key(), "diff.components"),
        Subject::Safety => (subject.key(), "section.safety_outer"),
        Subject::Identity => (subject.key(), "panel.summary"),
        Subject::Handling => (subject.key(), "panel.handling"),
        Subject::Diets => (subject.key(), "panel.diets"),
        Subject::Origin => (subject.key(), "panel.origin"),
        Subject::Claims => (subject.key(), "panel.accreditations"),
        Subject::Logistics => (subject.key(), "panel.logistics"),
        Subject::Packaging => (subject.key(), "panel.packaging"),
        Subject::Record => (subject.key(), "panel.supplier"),
        Subject::Allergens | Subject::Other => (subject.key(), "panel.details"),
    }
}

impl Sections<'_> {
    /// The fields that no earlier section covers; those about allergens are
    /// shown with the allergens.
    pub(super) fn fields(&self) -> Vec<Element> {
        let mut sections = Vec::new();
        for subject in Subject::ALL {
            let changes = self.diff.fields.iter();
            let changes: Vec<&FieldChange> = changes
                .filter(|change| change.subject == *subject && !change.covered)
                .filter(|change| self.is_for_readers(change))
                .collect_vec();
            if *subject != Subject::Allergens && !changes.is_empty() {
                sections.push(self.subject(*subject, changes));
            }
        }
        sections
    }

    /// Whether a change says something to a reader: codes and numbers by which systems know a
    /// record have no name, and stand in the fold alone. What the table does not know may be anything.
    fn is_for_readers(&self, change: &FieldChange) -> bool {
        let is_of_interest = matches!(
            change.subject,
            Subject::Allergens | Subject::Ingredients | Subject::Component
        );
        !change.known || is_of_interest || self.name(change).is_some()
    }

    fn subject(&self, subject: Subject, changes: Vec<&FieldChange>) -> Element {
        let (name, title) = section_of(subject);
        let title = match subject {
            Subject::Ingredients | Subject::Nutrition => {
                self.labelled(self.message(title), self.message("diff.more"))
            }
            _ => self.message(title).to_owned(),
        };
        let (whole, fields): (Vec<_>, Vec<_>) = changes.into_iter().partition(|change| {
            subject == Subject::Component
                && change.component.is_some()
                && (change.before.is_none() || change.after.is_none())
        });
        let mut section = self.section(name, &title);
        if !whole.is_empty() {
            let items = whole.iter().map(|change| self.whole_component(change));
            section = section.child(el("ul").children(items.collect_vec()));
        }
        if !fields.is_empty() {
            section = section.child(self.field_table(&title, &fields, false));
        }
        section
    }

    /// A component that came or went.
    fn whole_component(&self, change: &FieldChange) -> Element {
        let key = match change.before {
            None => "diff.component.came",
            Some(_) => "diff.component.went",
        };
        let name = self.component(change.component.unwrap_or_default());
        el("li").owned_text(self.messages.format(key, "name", &name))
    }

    /// All fields with their paths, folded: the sections above show them in their own way.
    pub(super) fn all_fields(&self) -> Option<Element> {
        let fields: Vec<&FieldChange> = self.diff.fields.iter().collect_vec();
        if fields.is_empty() {
            return None;
        }
        let count = fields.len().to_string();
        let title = self.messages.format("diff.covered", "count", &count);
        let table = self.field_table(&title, &fields, true);
        let summary = el("summary").owned_text(title);
        Some(el("details").child(summary).child(table))
    }

    /// A table of fields, perhaps with their paths below their names.
    pub(super) fn field_table(
        &self,
        caption: &str,
        fields: &[&FieldChange],
        has_paths: bool,
    ) -> Element {
        let rows = fields.iter().map(|change| {
            let cells = self.values(change.before.as_ref(), change.after.as_ref());
            row(self.field_name(change, has_paths), cells)
        });
        self.table(caption, &HEADS, rows.collect_vec())
    }

    /// The name of a field, or the path of one that has no name, which may be added to a name.
    fn field_name(&self, change: &FieldChange, has_path: bool) -> Element {
        let place = change.after.as_ref().or(change.before.as_ref());
        let path = place.map(|place| place.path.as_str()).unwrap_or_default();
        let path = el("code").text(path);
        let head = row_heading();
        match self.name(change) {
            Some(name) => {
                let path = has_path.then(|| el_class("div", "muted").child(path));
                head.owned_text(name).child_opt(path)
            }
            None => {
                let unknown = (!change.known)
                    .then(|| el_class("div", "muted").text(self.message("diff.unknown")));
                head.child(path).child_opt(unknown)
            }
        }
    }

    /// The name of a field in words; `None` for one that has none.
    fn name(&self, change: &FieldChange) -> Option<String> {
        let field = change.field.as_str();
        let place = change.after.as_ref().or(change.before.as_ref());
        if place.is_some_and(|place| is_successor(&place.path)) {
            return Some(self.message("field.replaced_by").to_owned());
        }
        if !change.known {
            return None;
        }
        let own = format!("field.{field}");
        let key = match field {
            "additional_allergen_information" | "allergen_statement_on_pack" => {
                "allergens.statement"
            }
            "formatted_ingredients"
            | "ingredients"
            | "ingredients_statements"
            | "plaintext_ingredients" => "panel.ingredients",
            "nutrition_units" => "panel.nutrition",
            "manufacturer_comments" => "matrix.remarks",
            "component_name" | "product_name" | "standardised_name" => "panel.summary",
            _ => own.as_str(),
        };
        let named = self.messages.find(key).map(str::to_owned);
        named
            .or_else(|| self.allergen_field(field))
            .or_else(|| self.figure_field(field))
            .or_else(|| {
                let title = Accreditation::title_of(field).filter(|title| !title.is_empty());
                title.map(str::to_owned)
            })
    }

    /// The name of an allergen's field: its flag or the source of its risk.
    fn allergen_field(&self, field: &str) -> Option<String> {
        let mut allergens = Allergen::ALL.iter().copied();
        let allergen = allergens.find(|one| field.starts_with(one.flag_field()))?;
        let name = self.messages.allergen(allergen);
        match field {
            _ if field == allergen.flag_field() => Some(name),
            _ if field == allergen.risk_source_field() => {
                Some(self.labelled(&name, self.message("allergens.source.risk-source")))
            }
            _ => None,
        }
    }

    /// The name of a figure's field: nutrient and column.
    fn figure_field(&self, field: &str) -> Option<String> {
        for column in Column::ALL.iter().copied() {
            let mut nutrients = Nutrient::ALL.iter();
            let nutrient = nutrients.find(|one| one.field(column) == field);
            let mut others = Micronutrient::ALL.iter();
            let other = others.find(|one| one.field(column) == field);
            let name = nutrient.map(|one| one.wire_name());
            if let Some(name) = name.or(other.map(|one| one.wire_name())) {
                let name = self.messages.named("nutrient", name);
                let per_100 = self.message("diff.per-100");
                let column = column_title(column, per_100, self.messages);
                return Some(self.labelled(&name, &column));
            }
        }
        None
    }
}
