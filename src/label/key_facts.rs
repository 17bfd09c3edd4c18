//! Key facts: what a shopper must be able to read before buying, besides the
//! allergens, the ingredients and the nutrition declaration: warnings, mandatory
//! indications (Regulation (EU) No 1169/2011 Articles 10 and 26, Annexes III and
//! VI), and what the manufacturer affirms about the ingredients.

use super::data::data;
use super::facts::{Fact, FactValue, facts, is_filler, parts};
use super::status::{Status, plain};
use crate::collect_vec::CollectVec as _;
use crate::model::table::{KeyFactKind, ProductData, Says};

data! {
    /// A key fact of a product.
    pub struct KeyFact<'a> {
        /// What it is about.
        pub kind: KeyFactKind,
        /// The index of the component; `None` for the whole product.
        pub component: Option<usize>,
        /// Whether the field's answer alone says it: contains palm oil, not
        /// pasteurised. Otherwise the value says it.
        pub is_plain: bool,
        /// The field and its value.
        pub fact: Fact<'a>,
    }
}

/// The key facts of a product: those of the whole product first, then component
/// by component. Answers that say no to what a label does not mention, such as
/// palm oil, are not among them, nor is a place that repeats the country of origin.
///
/// ```
/// use product_pool::label::{KeyFactKind, key_facts};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"ingredients": {
///         "contains_palm_oil": {"description": "Yes"},
///         "contains_hydro_veg": {"description": "No"}
///     }}]}}"#,
/// )?;
/// let facts = key_facts(&product);
/// assert_eq!(facts.len(), 1);
/// assert_eq!(facts[0].fact.field, "contains_palm_oil");
/// assert_eq!(facts[0].kind, KeyFactKind::Composition);
/// assert!(facts[0].is_plain);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn key_facts<'a>(product: impl Into<ProductData<'a>>) -> Vec<KeyFact<'a>> {
    let product = product.into();
    let mut found = Vec::new();
    for part in parts(product) {
        if part.record.fields().all(|field| field.key_fact.is_none()) {
            continue;
        }
        let facts = facts(part.record, part.value, &part.path);
        let country = facts.iter().find(|fact| fact.field == "country_of_origin");
        let country = country.map(|fact| &fact.value);
        let are_new = facts
            .iter()
            .map(|fact| fact.field == "country_of_origin" || !repeats(country, &fact.value))
            .collect_vec();
        for (fact, is_new) in facts.into_iter().zip(are_new) {
            if let Some((kind, says)) = part
                .record
                .field(fact.field)
                .and_then(|field| field.key_fact)
                && let Some(is_plain) = read(says, &fact.value)
                && is_new
            {
                found.push(KeyFact {
                    kind,
                    component: part.component,
                    is_plain,
                    fact,
                });
            }
        }
    }
    found
}

/// Whether a value is a key fact, and if it is, whether as a plain answer.
fn read(says: Says, value: &FactValue<'_>) -> Option<bool> {
    let FactValue::Text { text } = value else {
        return Some(false);
    };
    if is_filler(&plain(text)) {
        return None;
    }
    match (says, Status::from_description(Some(text))) {
        (Says::Yes, Status::Contains) | (Says::No, Status::DeclaredNotPresent) => Some(true),
        (Says::Yes | Says::Value, Status::DeclaredNotPresent) | (Says::No, Status::Contains) => {
            None
        }
        _ => Some(false),
    }
}

/// Whether a place is no more than the country of origin again.
fn repeats(country: Option<&FactValue<'_>>, place: &FactValue<'_>) -> bool {
    match (country, place) {
        (Some(FactValue::Several { texts }), FactValue::Text { text }) => {
            matches!(texts[..], [country] if country.eq_ignore_ascii_case(text))
        }
        (Some(country), place) => country == place,
        (None, _) => false,
    }
}
