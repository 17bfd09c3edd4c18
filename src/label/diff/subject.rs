//! The subject of a field, and which fields are already covered by changes of
//! allergens, ingredients and figures.

use super::ProductDiff;
use super::words::{Piece, PieceKind};
use crate::label::rich_text;
use crate::model::table::{self, Column, Record, named};
use crate::model::view::Shape;
use crate::model::{Micronutrient, Nutrient, Value};
use crate::text::letters;

named! {
    /// The subject of a field, the most important first.
    #[derive(PartialOrd, Ord)]
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
const SECTIONS: &[(&Record, Subject)] = &[
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
    let mut fields = std::mem::take(&mut diff.fields);
    for change in &mut fields {
        let Some(component) = change.component else {
            continue;
        };
        change.covered = match change.subject {
            Subject::Allergens => diff
                .allergens
                .iter()
                .any(|known| known.allergen.flag_field() == change.field),
            Subject::Ingredients => diff
                .ingredients
                .iter()
                .filter(|ingredients| ingredients.component == component && is_list(&change.field))
                .any(|ingredients| {
                    reads(
                        change.before.as_ref().map(|place| &place.value),
                        &ingredients.pieces,
                        PieceKind::Added,
                    ) && reads(
                        change.after.as_ref().map(|place| &place.value),
                        &ingredients.pieces,
                        PieceKind::Removed,
                    )
                }),
            Subject::Nutrition => diff
                .nutrition
                .iter()
                .filter(|nutrition| nutrition.component == component)
                .any(|nutrition| {
                    nutrition.basis.is_some() && change.field == "nutrition_units"
                        || nutrition.figures.iter().any(|figure| {
                            figure_field(figure.nutrient, figure.column)
                                == Some(change.field.as_str())
                        })
                }),
            _ => false,
        };
    }
    diff.fields = fields;
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
    let words = |text: &str| -> String {
        let letters = text.chars().filter(|c| letters::is_alphanumeric(*c));
        letters.flat_map(char::to_lowercase).collect()
    };
    let found: String = rich_text(text).iter().map(|run| words(&run.text)).collect();
    let remaining = pieces.iter().filter(|piece| piece.kind != without);
    let remaining: String = remaining.map(|piece| words(&piece.text)).collect();
    found == remaining
}

fn figure_field(nutrient: &str, column: Column) -> Option<&'static str> {
    let first = Nutrient::ALL
        .iter()
        .find(|known| known.wire_name() == nutrient);
    let second = || {
        Micronutrient::ALL
            .iter()
            .find(|known| known.wire_name() == nutrient)
    };
    first
        .map(|known| known.field(column))
        .or_else(|| second().map(|known| known.field(column)))
}
