//! Supplier claims: suitability for diets, free-from claims and accreditations,
//! each with the verbatim words and with the allergens that contradict it.

use super::allergens::AllergenReport;
use super::claim::{Claim, denies, says_nothing};
use super::data::data;
use super::facts::{FactValue, facts};
use super::path::component_path;
use super::status::{Status, plain};
use crate::collect_vec::CollectVec as _;
use crate::model::Allergen;
use crate::model::table::{
    ACCREDITATIONS, Accreditation, DIETS, Diet, FREE_FROM, FreeFromClaim, ProductData, Schema,
};
use crate::text::{is_among, letters};

/// Reads a claim of suitability: "suitable for vegetarians" does not claim that
/// vegans may eat it.
fn read_suitability(field: &str, text: &str) -> Claim {
    let plain = plain(text);
    let claimed = field.strip_suffix("_suitable").and_then(|diet| {
        let whom = plain.strip_prefix("suitable for ")?;
        let mut rest = whom
            .split(|c: char| !letters::is_alphanumeric(c))
            .filter(|word| !word.is_empty());
        let is_named = rest
            .clone()
            .any(|word| word.strip_suffix('s').unwrap_or(word) == diet);
        let is_plain = rest.all(|word| {
            let singular = word.strip_suffix('s').unwrap_or(word);
            is_among(singular, "vegan|vegetarian|halal|kosher")
                || is_among(word, "and|a|diet|diets")
        });
        Some(is_named && is_plain)
    });
    match claimed {
        Some(true) => Claim::Yes,
        _ => Claim::read(text),
    }
}

data! {
    /// A claim about a product, from all of its components.
    pub struct ClaimFact {
        /// The wire name: the message key.
        pub key: &'static str,
        /// An accreditation's own name, the same in every language.
        pub title: Option<&'static str>,
        /// The claim for the whole product: yes only if every component says yes,
        /// no if one says no.
        pub claim: Claim,
        /// The claims of the components; those that do not state it are left out.
        pub said: Vec<ComponentClaim>,
        /// The allergens that contradict it, or that it only appears to exclude.
        pub conflicts: Vec<ClaimConflict>,
    }
}

impl ClaimFact {
    /// Whether an allergen contradicts it, so that it must not be shown as
    /// true.
    pub fn is_contradicted(&self) -> bool {
        self.conflicts.iter().any(|conflict| !conflict.is_caution)
    }
}

data! {
    /// The claim of one component.
    pub struct ComponentClaim {
        /// The index of the component.
        pub component: usize,
        /// The path of the field.
        pub path: String,
        /// The supplier's words.
        pub verbatim: String,
        /// The claim, as read from the words.
        pub claim: Claim,
    }

    /// A conflict: an allergen of a component whose claim excludes it. The claim
    /// does not change the allergen's status.
    #[derive(Copy)]
    pub struct ClaimConflict {
        /// The index of the component.
        pub component: usize,
        /// The allergen.
        pub allergen: Allergen,
        /// Its status in that component: not stated if a text merely names it.
        pub status: Status,
        /// Whether the claim can be true nevertheless: a vegan food may contain
        /// traces of milk, but is not free from it, and one free from tree nuts may
        /// contain peanuts.
        pub is_caution: bool,
    }
}

/// Suitability for diets: every diet, stated or not. An allergen that the diet
/// excludes is a conflict if it is an ingredient or a text names it; if it may
/// be present by accident, it is a caution.
///
/// ```
/// use product_pool::label::{Claim, allergen_report, suitability};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [
///         {"diets": {"vegan_suitable": {"description": "Yes"}}},
///         {"diets": {"vegan_suitable": {"description": "-"}}}
///     ]}}"#,
/// )?;
/// let diets = suitability(&product, &allergen_report(&product));
/// assert_eq!((diets[0].key, diets[0].claim), ("vegan_suitable", Claim::NotStated));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn suitability<'a>(
    product: impl Into<ProductData<'a>>,
    report: &AllergenReport,
) -> Vec<ClaimFact> {
    let product = product.into();
    let mut facts = claims(product, &DIETS);
    for fact in &mut facts {
        let excludes = excluded_by(fact.key.strip_suffix("_suitable"));
        fact.conflicts = find_conflicts(fact, excludes, report, TRACES);
    }
    facts
}

/// The free-from claims that are stated. It is a conflict if the component
/// contains or may contain the allergen, or a text names it. Gluten of at most
/// 20 mg/kg does not conflict with a cereal, lactose-free with milk, or free from
/// tree nuts with peanuts: both are shown, never merged, and that is a caution.
///
/// ```
/// use product_pool::label::{allergen_report, free_from};
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{
///         "free_from": {"free_from_milk": "Yes"},
///         "ingredients": {"ingredients": "Cocoa, whole milk powder"}
///     }]}}"#,
/// )?;
/// let claims = free_from(&product, &allergen_report(&product));
/// // A list of ingredients outweighs the claim.
/// assert!(claims[0].is_contradicted());
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn free_from<'a>(
    product: impl Into<ProductData<'a>>,
    report: &AllergenReport,
) -> Vec<ClaimFact> {
    let product = product.into();
    let mut facts = claims(product, &FREE_FROM);
    facts.retain(|fact| !fact.said.is_empty());
    for fact in &mut facts {
        let Some(claim) = FreeFromClaim::of(fact.key) else {
            continue;
        };
        let excludes = claim.excludes.as_slice();
        let beside = claim.beside.or(unnamed_group(claim.excludes, report));
        fact.conflicts = find_conflicts(fact, excludes, report, |_| false);
        fact.conflicts
            .extend(find_conflicts(fact, beside.as_slice(), report, |_| true));
    }
    facts
}

/// The accreditations that at least one component claims: any wording other
/// than a no is a claim, and is shown verbatim. They are the supplier's words,
/// unverified. An allergen that contradicts a diet contradicts the certificate
/// of the same name.
///
/// ```
/// use product_pool::label::{accreditations, allergen_report};
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"accreditations": {"acc_msc": "MSC-C-50001"}}]}}"#,
/// )?;
/// let claims = accreditations(&product, &allergen_report(&product));
/// assert_eq!(claims[0].said[0].verbatim, "MSC-C-50001");
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn accreditations<'a>(
    product: impl Into<ProductData<'a>>,
    report: &AllergenReport,
) -> Vec<ClaimFact> {
    let product = product.into();
    let components = product.components().iter().len();
    let mut facts = claims(product, &ACCREDITATIONS);
    for fact in &mut facts {
        fact.title = Accreditation::title_of(fact.key);
        for said in &mut fact.said {
            let plain = plain(&said.verbatim);
            said.claim = if denies(&plain) || says_nothing(&plain) {
                Claim::No
            } else {
                Claim::Yes
            };
        }
        fact.claim = product_claim(&fact.said, components);
        let excludes = excluded_by(fact.key.strip_prefix("acc_"));
        fact.conflicts = find_conflicts(fact, excludes, report, TRACES);
    }
    facts.retain(|fact| fact.said.iter().any(|said| said.claim == Claim::Yes));
    facts
}

/// The group of a member where something warns of the group without saying which kind:
/// "cereals containing gluten" may be wheat.
fn unnamed_group(member: Option<Allergen>, report: &AllergenReport) -> Option<Allergen> {
    let group = report.fact(member?.group())?;
    (Some(group.allergen) != member && !group.is_explained_by_members()).then_some(group.allergen)
}

/// The allergens that a diet excludes, by its name in a field such as `vegan_suitable`.
fn excluded_by(name: Option<&str>) -> &'static [Allergen] {
    let mut diets = Diet::ALL.iter();
    let diet =
        diets.find(|diet| name.is_some() && diet.wire_name().strip_suffix("_suitable") == name);
    diet.map(|diet| diet.excludes()).unwrap_or_default()
}

/// The claims of a section, from all components.
fn claims(product: ProductData<'_>, section: &'static Schema) -> Vec<ClaimFact> {
    let mut claims: Vec<ClaimFact> = section
        .fields()
        .map(|field| ClaimFact {
            key: field.name,
            title: None,
            claim: Claim::NotStated,
            said: Vec::new(),
            conflicts: Vec::new(),
        })
        .collect_vec();
    let components = product.components().iter();
    let count = components.len();
    for (index, component) in components.enumerate() {
        let at = format!("{}.{}", component_path(index), section.name);
        for fact in facts(section, component.read(section.name), &at) {
            let claim = claims.iter_mut().find(|claim| claim.key == fact.field);
            if let (Some(claim), FactValue::Text { text }) = (claim, fact.value) {
                claim.said.push(ComponentClaim {
                    component: index,
                    path: fact.path,
                    verbatim: text.to_owned(),
                    claim: read_suitability(fact.field, text),
                });
            }
        }
    }
    for claim in &mut claims {
        claim.claim = product_claim(&claim.said, count);
    }
    claims
}

/// The claim for the whole product: no if one component says no, yes if all say
/// yes.
fn product_claim(said: &[ComponentClaim], components: usize) -> Claim {
    let count = |claim| said.iter().filter(|said| said.claim == claim).count();
    if count(Claim::No) > 0 {
        Claim::No
    } else if components > 0 && count(Claim::Yes) == components {
        Claim::Yes
    } else {
        Claim::NotStated
    }
}

/// Accidental traces, which a diet tolerates.
const TRACES: fn(Status) -> bool = |status| status == Status::MayContain;

/// The allergens among these that speak against a claim in the component that makes it:
/// they are or may be present, or a text names them. `is_caution`: whether one of a status
/// leaves the claim true.
fn find_conflicts(
    fact: &ClaimFact,
    excludes: &[Allergen],
    report: &AllergenReport,
    is_caution: fn(Status) -> bool,
) -> Vec<ClaimConflict> {
    let mut found = Vec::new();
    for said in fact.said.iter().filter(|said| said.claim == Claim::Yes) {
        for allergen in excludes.iter().copied() {
            let status = report.status_in(allergen, said.component);
            let fact = report.fact(allergen);
            let is_named = fact.is_some_and(|fact| fact.is_named_in(said.component));
            if status.is_positive() || is_named {
                found.push(ClaimConflict {
                    component: said.component,
                    allergen,
                    status,
                    is_caution: is_caution(status),
                });
            }
        }
    }
    found
}
