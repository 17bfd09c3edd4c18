//! The list of ingredients with emphasised allergens (Regulation (EU) No
//! 1169/2011 Article 21).

use super::data::data;
use crate::model::table::Component;
use crate::text::{Run, capitals, rich_text, stated};

data! {
    /// A component's list of ingredients.
    #[derive(Default)]
    pub struct IngredientList {
        /// The text with its emphasis; empty if the record has no list.
        pub runs: Vec<Run>,
        /// The name of the field that the list was read from; `None` if the record
        /// has no list.
        pub field: Option<&'static str>,
        /// Statements that accompany the list.
        pub statements: Vec<Run>,
    }
}

/// The list of ingredients of a component: the formatted text, otherwise the
/// plain text in which capitals mark emphasis, otherwise the text without
/// emphasis.
///
/// ```
/// use product_pool::label::ingredient_list;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{
///         "ingredients": {"formatted_ingredients": "Oats, <strong>milk</strong>"}
///     }]}}"#,
/// )?;
/// let component = product.data().components().iter().next().unwrap();
/// let list = ingredient_list(component);
/// assert_eq!((&*list.runs[1].text, list.runs[1].emphasised), ("milk", true));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn ingredient_list(component: Component<'_>) -> IngredientList {
    let (field, runs) = texts(component).find(|(_, runs)| !runs.is_empty()).unzip();
    IngredientList {
        runs: runs.unwrap_or_default(),
        field,
        statements: statements(component).1,
    }
}

/// The texts that may contain the list, each with its field, in order of
/// preference. Suppliers fill them independently, so one can name an allergen
/// that another does not.
pub(super) fn texts(component: Component<'_>) -> impl Iterator<Item = (&'static str, Vec<Run>)> {
    let section = component.ingredients();
    [
        ("formatted_ingredients", section.formatted_ingredients()),
        ("ingredients", section.ingredients()),
        ("plaintext_ingredients", section.plaintext_ingredients()),
    ]
    .into_iter()
    .map(|(field, text)| {
        let runs = stated(text.get()).map(list_text).unwrap_or_default();
        (field, runs)
    })
}

/// The statements that accompany the list, with their field.
pub(super) fn statements(component: Component<'_>) -> (&'static str, Vec<Run>) {
    let text = component.ingredients().ingredients_statements();
    let runs = stated(text.get()).map(rich_text).unwrap_or_default();
    ("ingredients_statements", runs)
}

/// Reads a list of ingredients in any form: if no element emphasises anything,
/// capitals do.
fn list_text(text: &str) -> Vec<Run> {
    let runs = rich_text(text);
    if runs.iter().any(|run| run.emphasised) {
        return runs;
    }
    capitals(&runs)
}
