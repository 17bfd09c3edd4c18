//! The list of ingredients, its allergens emphasised (Regulation (EU) No
//! 1169/2011 Article 21).

use super::text::{Run, capitals, rich_text};
use crate::model::table::Component;

/// A component's list of ingredients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IngredientList {
    /// The text with its emphasis; empty where the record gives no list.
    pub runs: Vec<Run>,
    /// The field it was read from.
    pub field: &'static str,
    /// Statements that belong to the list.
    pub statements: Vec<Run>,
}

/// The list of a component: the formatted text, else the plain one in which
/// capitals stand for emphasis, else the one without any.
pub fn ingredient_list(component: Component<'_>) -> IngredientList {
    let section = component.ingredients();
    let plain = |html: &str| rich_text(html);
    let runs = |text: Option<&str>, read: fn(&str) -> Vec<Run>| {
        text.map(read).filter(|runs| !runs.is_empty())
    };
    let (field, runs) = if let Some(runs) = runs(section.formatted_ingredients().get(), rich_text) {
        ("formatted_ingredients", runs)
    } else if let Some(runs) = runs(section.ingredients().get(), from_capitals) {
        ("ingredients", runs)
    } else if let Some(runs) = runs(section.plaintext_ingredients().get(), from_capitals) {
        ("plaintext_ingredients", runs)
    } else {
        ("", Vec::new())
    };
    IngredientList {
        runs,
        field,
        statements: section
            .ingredients_statements()
            .get()
            .map(plain)
            .unwrap_or_default(),
    }
}

/// Text with capitals; one that holds tags all the same is read as HTML.
fn from_capitals(text: &str) -> Vec<Run> {
    let runs = rich_text(text);
    if runs.iter().any(|run| run.emphasised) {
        return runs;
    }
    let plain: String = runs.iter().map(|run| run.text.as_str()).collect();
    capitals(&plain)
}
