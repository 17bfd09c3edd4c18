//! The subject of a field, and which fields are already covered by changes of
//! allergens, ingredients and figures.

use super::words::{Piece, PieceKind};
use super::{NutritionChange, ProductDiff};
use crate::label::rich_text;
use crate::model::table::{self, Column, Schema, named};
use crate::model::view::Shape;
use crate::model::{Micronutrient, Nutrient, Value};
use crate::text::letters;

named! {
    /// The subject of a field, the most important first.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Subject key: "The key of the message." {
        /// Allergens and free-from claims.
        Allergens "allergens",
        /// Ingredients.
        Ingredients "ingredients",
        /// Nutrition.
        Nutrition "nutrition",
        /// A whole component was added or removed.
        Component "component",
        /// Warnings and age limits.
        Safety "safety",
        /// What the product is: names, numbers, makers, status.
        Identity "identity",
        /// Storage and use.
        Handling "handling",
        /// Diets and additives.
        Diets "diets",
        /// Origin.
        Origin "origin",
        /// Certificates, and facts about particular kinds of food.
        Claims "claims",
        /// Cases, packs and pallets.
        Logistics "logistics",
        /// Packaging.
        Packaging "packaging",
        /// Remarks and unknown fields.
        Other "other",
        /// The record itself: its version and dates.
        Record "record",
    }
}

/// The subjects of the sections.
const SECTIONS: &[(&Schema, Subject)] = &[
    (&table::ALLERGENS, Subject::Allergens),
    (&table::FREE_FROM, Subject::Allergens),
    (&table::INGREDIENTS, Subject::Ingredients),
    (&table::NUTRIENTS, Subject::Nutrition),
    (&table::NUTRIENTS_PREPARED, Subject::Nutrition),
    (&table::SAFETY_OUTER, Subject::Safety),
    (&table::GENERAL, Subject::Identity),
    (&table::HANDLING, Subject::Handling),
    (&table::DIETS, Subject::Diets),
    (&table::ADDITIVES, Subject::Diets),
    (&table::ORIGIN, Subject::Origin),
    (&table::ACCREDITATIONS, Subject::Claims),
    (&table::SUPPLEMENTARY_INFORMATION, Subject::Claims),
    (&table::ORGANOLEPTICS, Subject::Claims),
    (&table::CHARACTERISTICS, Subject::Claims),
    (&table::HAZARD_CONTROLS, Subject::Claims),
    (&table::OUTER, Subject::Logistics),
    (&table::INNER, Subject::Logistics),
    (&table::INNER_OTHER, Subject::Logistics),
    (&table::INNER_PACK, Subject::Logistics),
    (&table::PALLET, Subject::Logistics),
    (&table::LOGISTICS, Subject::Logistics),
    (&table::WASTE_OUTER, Subject::Packaging),
    (&table::WASTE_INNER, Subject::Packaging),
    (&table::WASTE_PACKAGING, Subject::Packaging),
];

/// The subject of a field, by the names on its path.
pub(super) fn subject(names: &[&str], in_component: bool) -> Subject {
    // The first name on the path of a component's field is that of the list.
    let names = names.get(usize::from(in_component)..).unwrap_or_default();
    let (Some(first), Some(last)) = (names.first(), names.last()) else {
        return Subject::Component;
    };
    let section = SECTIONS.iter().find(|(record, _)| record.name == *first);
    match section {
        // A GTIN identifies the product, wherever it occurs.
        Some((_, Subject::Logistics)) if last.ends_with("gtin") => Subject::Identity,
        Some((_, subject)) => *subject,
        None if in_component => Subject::Other,
        None => match *first {
            "components" => Subject::Component,
            "standardised_name" | "status" | "replaced_by" | "codes" => Subject::Identity,
            name if is_plain(name) => Subject::Record,
            _ => Subject::Other,
        },
    }
}

/// Whether the product has a plain field of that name, not a section: those
/// without a subject of their own are about the record itself.
fn is_plain(name: &str) -> bool {
    let field = table::PRODUCT.field(name);
    field.is_some_and(|field| matches!(field.shape, Shape::Text | Shape::Integer))
}

/// Marks the fields that a change of an allergen, a list of ingredients or a
/// figure already covers. Neighbouring fields are not marked.
pub(super) fn mark_covered(diff: &mut ProductDiff) {
    let mut lists = vec![None; diff.components.len()];
    for list in &diff.ingredients {
        lists[list.component] = Some(list);
    }
    let mut tables = vec![None; diff.components.len()];
    for table in &diff.nutrition {
        tables[table.component] = Some(table);
    }
    for change in &mut diff.fields {
        let Some(component) = change.component else {
            continue;
        };
        change.covered = match change.subject {
            Subject::Allergens => {
                let mut changes = diff.allergens.iter();
                changes.any(|known| known.allergen.flag_field() == change.field)
            }
            Subject::Ingredients => {
                let before = change.before.as_ref().map(|place| &place.value);
                let after = change.after.as_ref().map(|place| &place.value);
                lists[component].is_some_and(|list| {
                    is_list(&change.field)
                        && reads(before, &list.pieces, PieceKind::Added)
                        && reads(after, &list.pieces, PieceKind::Removed)
                })
            }
            Subject::Nutrition => {
                tables[component].is_some_and(|table| is_of_table(&change.field, table))
            }
            _ => false,
        };
    }
}

/// Whether a field is one of those that changed in a nutrition declaration.
fn is_of_table(field: &str, table: &NutritionChange) -> bool {
    let mut figures = table.figures.iter();
    table.basis.is_some() && field == "nutrition_units"
        || figures.any(|figure| figure_field(figure.nutrient, figure.column) == Some(field))
}

/// Whether a field contains the list of ingredients, in any form.
fn is_list(field: &str) -> bool {
    matches!(
        field,
        "formatted_ingredients" | "ingredients" | "plaintext_ingredients"
    )
}

/// Whether a field's text equals the pieces without those of one kind, word by
/// word.
fn reads(value: Option<&Value>, pieces: &[Piece], without: PieceKind) -> bool {
    let text = value.and_then(Value::as_scalar).unwrap_or_default();
    let runs = rich_text(text);
    let found: String = runs.iter().map(|run| letters_of(&run.text)).collect();
    let remaining = pieces.iter().filter(|piece| piece.kind != without);
    let remaining: String = remaining.map(|piece| letters_of(&piece.text)).collect();
    found == remaining
}

/// The letters and digits of a text, in lower case.
fn letters_of(text: &str) -> String {
    let letters = text.chars().filter(|c| letters::is_alphanumeric(*c));
    letters.flat_map(char::to_lowercase).collect()
}

fn figure_field(nutrient: &str, column: Column) -> Option<&'static str> {
    let (mut nutrients, mut micronutrients) = (Nutrient::ALL.iter(), Micronutrient::ALL.iter());
    if let Some(found) = nutrients.find(|known| known.wire_name() == nutrient) {
        return Some(found.field(column));
    }
    let found = micronutrients.find(|known| known.wire_name() == nutrient)?;
    Some(found.field(column))
}
