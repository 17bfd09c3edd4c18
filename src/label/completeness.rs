//! Completeness of a record: the mandatory particulars for distance selling
//! (Regulation (EU) No 1169/2011 Article 14), and which of them are missing.
//!
//! This checks whether something is stated, not whether it is correct.
//! Placeholders ("n/a", "see pack") do not count.

use super::allergens::{AllergenReport, allergen_report};
use super::amounts::alcohol_strength;
use super::claim::says_yes;
use super::data::data;
use super::decimal::Decimal;
use super::facts::{Part, parts, states};
use super::figure::declared;
use super::ingredients::ingredient_list;
use super::path::{component_field, within};
use crate::collect_vec::CollectVec as _;
use crate::model::Nutrient;
use crate::model::table::{
    ALLERGENS, Column, Component, INGREDIENTS, Particular, ProductData, named,
};

named! {
    /// Whether a record states a particular; the worst is last.
    #[derive(Default, PartialOrd, Ord)]
    #[non_exhaustive]
    Presence key: "The key of the message, and the name in markup." {
        /// It is stated.
        #[default]
        Given "given",
        /// It is not stated, and is required for some foods only: whether for this
        /// one cannot be determined from the record.
        IfRequired "if-required",
        /// It is required and not stated.
        Lacking "lacking",
    }
}

data! {
    /// A mandatory particular of a product, and whether the record states it.
    pub struct ParticularFact {
        /// The particular.
        pub particular: Particular,
        /// The worst value of all components.
        pub presence: Presence,
        /// The indices of the components that do not state it; empty if it is
        /// stated or concerns the whole product.
        pub components: Vec<usize>,
        /// The paths of the fields that would state it.
        pub paths: Vec<String>,
    }
}

/// The mandatory particulars of a product, all of them, in the order of the regulation, and
/// whether its record states them.
///
/// - Allergens are complete if every component states all 14 groups.
/// - The nutrition declaration is complete if energy, fat, saturates,
///   carbohydrate, sugars, protein and salt are stated, as sold or as prepared,
///   and the record says per 100 of what (Articles 30 to 32).
/// - The quantity of ingredients, origin, instructions for use and alcoholic
///   strength are required for some foods only; so are a list of ingredients or
///   a nutrition declaration for a drink above 1.2 % alcohol, a declaration for
///   a product marked exempt, and storage conditions for one stored at room
///   temperature (Articles 16 and 25, Annex V).
///
/// ```
/// use product_pool::label::{Presence, completeness};
/// use product_pool::model::{Product, table::Particular};
/// let product = Product::from_json(
///     r#"{"data": {"general": {"product_name": "Oat drink", "manufacturer_name": "-"}}}"#,
/// )?;
/// for fact in completeness(&product) {
///     match fact.particular {
///         Particular::Name => assert_eq!(fact.presence, Presence::Given),
///         Particular::BusinessName => assert_eq!(fact.presence, Presence::Lacking),
///         _ => {}
///     }
/// }
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn completeness<'a>(product: impl Into<ProductData<'a>>) -> Vec<ParticularFact> {
    let product = product.into();
    completeness_with(product, &allergen_report(product))
}

/// As [`completeness`], with an allergen report that has already been made.
pub(crate) fn completeness_with(
    product: ProductData<'_>,
    report: &AllergenReport,
) -> Vec<ParticularFact> {
    let (mut whole, mut of_component) = (Vec::new(), Vec::new());
    of_component.resize_with(product.components().iter().len(), Vec::new);
    for part in parts(product) {
        match part.component {
            Some(index) => of_component[index].push(part),
            None => whole.push(part),
        }
    }
    let facts = Particular::ALL.iter().map(|particular| {
        let mut fact = ParticularFact {
            particular: *particular,
            presence: Presence::Given,
            components: Vec::new(),
            paths: Vec::new(),
        };
        let general = listed(&whole, *particular);
        if !general.is_empty() {
            if !general.iter().any(|field| field.is_given) {
                fact.presence = Presence::Lacking;
                fact.paths = paths(&general);
            }
            return fact;
        }
        let components = product.components().iter();
        if components.len() == 0 {
            fact.presence = unless_given(*particular);
        }
        for (index, component) in components.enumerate() {
            let fields = listed(&of_component[index], *particular);
            let missing = missing(*particular, product, report, index, component, &fields);
            if missing.is_empty() {
                continue;
            }
            let presence = if is_exempt(*particular, product, component) {
                Presence::IfRequired
            } else {
                unless_given(*particular)
            };
            fact.presence = fact.presence.max(presence);
            fact.components.push(index);
            fact.paths.extend(missing);
        }
        fact
    });
    facts.collect_vec()
}

/// The presence of a particular that is not stated, before exemptions.
fn unless_given(particular: Particular) -> Presence {
    match particular {
        Particular::Quid | Particular::Origin | Particular::Use | Particular::Alcohol => {
            Presence::IfRequired
        }
        _ => Presence::Lacking,
    }
}

/// Whether a component is a drink above 1.2 % alcohol.
fn is_alcoholic(component: Component<'_>) -> bool {
    let strength = component.ingredients().alcohol_strength_per_vol().get();
    strength
        .and_then(alcohol_strength)
        .is_some_and(|strength| strength > Decimal::scaled(12, 1))
}

/// Whether the record suggests that a particular may not be required.
fn is_exempt(particular: Particular, product: ProductData<'_>, component: Component<'_>) -> bool {
    match particular {
        Particular::Ingredients => is_alcoholic(component),
        Particular::Nutrition => {
            is_alcoholic(component) || says_yes(component.nutrients().nutritional_data_exempt())
        }
        Particular::Storage => {
            let kept = product.general().storage_type();
            kept.description()
                .and_then(|text| text.get(..7))
                .is_some_and(|text| text.eq_ignore_ascii_case("ambient"))
        }
        _ => false,
    }
}

/// The fields in which a component would state a particular; empty if it does.
fn missing(
    particular: Particular,
    product: ProductData<'_>,
    report: &AllergenReport,
    index: usize,
    component: Component<'_>,
    fields: &[Listed],
) -> Vec<String> {
    let given = fields.iter().any(|field| field.is_given);
    match particular {
        Particular::Allergens => report
            .groups
            .iter()
            .filter(|group| !group.is_declared_in(index))
            .map(|group| component_field(index, ALLERGENS.name, group.allergen.flag_field()))
            .collect_vec(),
        Particular::Quid => {
            let list = ingredient_list(component);
            if list
                .runs
                .iter()
                .any(|run| run.text.as_bytes().contains(&b'%'))
            {
                return Vec::new();
            }
            let field = list.field.unwrap_or(INGREDIENTS.name);
            vec![component_field(index, INGREDIENTS.name, field)]
        }
        Particular::Nutrition => {
            let mut missing: Vec<String> = if given { Vec::new() } else { paths(fields) };
            let sold = undeclared(index, component, Column::Per100);
            let prepared = undeclared(index, component, Column::PreparedPer100);
            missing.extend(if prepared.len() < sold.len() {
                prepared
            } else {
                sold
            });
            missing
        }
        // A product without a consumer unit is sold by the case.
        Particular::NetQuantity if !given => {
            let by_case = says_yes(component.inner().no_inner_component_present())
                && declared(product.outer().outer_case_net_weight()).is_some();
            if by_case { Vec::new() } else { paths(fields) }
        }
        _ if given => Vec::new(),
        _ => paths(fields),
    }
}

/// The nutrients of the mandatory declaration that a column does not state:
/// exactly those with a reference intake.
fn undeclared(index: usize, component: Component<'_>, column: Column) -> Vec<String> {
    let section = column.section();
    Nutrient::ALL
        .iter()
        .filter(|nutrient| nutrient.reference_intake().is_some())
        .filter(|nutrient| declared(component.nutrient(**nutrient, column)).is_none())
        .map(|nutrient| component_field(index, section.name, nutrient.field(column)))
        .collect_vec()
}

/// A field for a particular, and whether the record fills it.
struct Listed {
    path: String,
    is_given: bool,
}

/// The fields of a product or of a component that can state a particular.
fn listed(parts: &[Part<'_>], particular: Particular) -> Vec<Listed> {
    let mut found = Vec::new();
    for part in parts {
        let fields = part.record.fields();
        for field in fields.filter(|field| field.particular == Some(particular)) {
            let value = part.value.and_then(|value| value.read(field.name));
            found.push(Listed {
                path: within(&part.path, field.name),
                is_given: states(field, value),
            });
        }
    }
    found
}

fn paths(fields: &[Listed]) -> Vec<String> {
    fields.iter().map(|field| field.path.clone()).collect_vec()
}
