//! What a supplier claims: suitability for diets, freedom from something, and
//! accreditations. Each claim with the words it was made in, and with what the
//! record says against it.

use super::allergens::AllergenReport;
use super::claim::{Claim, denies, says_nothing};
use super::facts::{FactValue, facts};
use super::path::component_path;
use super::status::{Status, plain};
use crate::collect_vec::CollectVec as _;
use crate::model::Allergen;
use crate::model::table::{
    ACCREDITATIONS, Accreditation, DIETS, Diet, FREE_FROM, FreeFromClaim, ProductData, Record,
};

/// The same for a field that says for whom a food is suitable: "suitable for
/// vegetarians" does not claim that vegans may eat it.
fn read_suitability(field: &str, text: &str) -> Claim {
    let plain = plain(text);
    let claimed = field.strip_suffix("_suitable").and_then(|diet| {
        let whom = plain.strip_prefix("suitable for ")?;
        let mut rest = whom
            .split(|it: char| !it.is_alphanumeric())
            .filter(|it| !it.is_empty());
        let is_named = rest
            .clone()
            .any(|word| word.strip_suffix('s').unwrap_or(word) == diet);
        let is_plain = rest.all(|word| {
            let diets = ["vegan", "vegetarian", "halal", "kosher"];
            diets.contains(&word.strip_suffix('s').unwrap_or(word))
                || matches!(word, "and" | "a" | "diet" | "diets")
        });
        Some(is_named && is_plain)
    });
    match claimed {
        Some(true) => Claim::Yes,
        _ => Claim::read(text),
    }
}

/// A claim over all components of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct ClaimFact {
    /// The wire name: the message key.
    pub key: &'static str,
    /// An accreditation's own name, the same in every language.
    pub title: Option<&'static str>,
    /// What holds of the whole product: yes only where every component says
    /// so, no where one does.
    pub claim: Claim,
    /// What the components say; nothing of those that say nothing.
    pub said: Vec<ComponentClaim>,
    /// The allergens that stand against it, or that it only seems to exclude.
    pub conflicts: Vec<ClaimConflict>,
}

impl ClaimFact {
    /// Whether an allergen contradicts it: it is not to be shown as true then.
    pub fn is_contradicted(&self) -> bool {
        self.conflicts.iter().any(|conflict| !conflict.is_caution)
    }
}

/// What one component says of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct ComponentClaim {
    /// The index of the component.
    pub component: usize,
    /// The field it stands in.
    pub path: String,
    /// The supplier's words.
    pub verbatim: String,
    /// What they amount to.
    pub claim: Claim,
}

/// An allergen of a component that makes a claim which excludes it. The claim
/// changes nothing of the allergen's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct ClaimConflict {
    /// The index of the component.
    pub component: usize,
    /// The allergen.
    pub allergen: Allergen,
    /// Its status in that component: not stated where a text merely names it.
    pub status: Status,
    /// Whether the claim can be true all the same: a vegan food may contain
    /// milk by accident, and is not free from it.
    pub is_caution: bool,
}

/// For whom the product is suitable: every diet, stated or not. An allergen
/// that the diet excludes is a conflict where it is an ingredient, or where a
/// text names it; that it may be there by accident is a caution.
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
/// let diets = suitability(product.data(), &allergen_report(product.data()));
/// assert_eq!((diets[0].key, diets[0].claim), ("vegan_suitable", Claim::NotStated));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn suitability(product: ProductData<'_>, report: &AllergenReport) -> Vec<ClaimFact> {
    let mut facts = claims(product, &DIETS);
    for fact in &mut facts {
        let diet = Diet::ALL.iter().find(|diet| diet.wire_name() == fact.key);
        let excludes = diet.map(|diet| diet.excludes()).unwrap_or_default();
        fact.conflicts = find_conflicts(fact, excludes, report, true);
    }
    facts
}

/// The free-from claims of which anything is said. A claim against an allergen
/// that its component contains or may contain, or that a text names, is a
/// conflict. Gluten at most
/// 20 mg/kg is none to a cereal, nor freedom from lactose to milk: both are
/// shown, never merged.
pub fn free_from(product: ProductData<'_>, report: &AllergenReport) -> Vec<ClaimFact> {
    let mut facts = claims(product, &FREE_FROM);
    facts.retain(|fact| !fact.said.is_empty());
    for fact in &mut facts {
        let claim = FreeFromClaim::ALL
            .iter()
            .find(|claim| claim.field == fact.key);
        let excludes = claim.and_then(|claim| claim.excludes);
        fact.conflicts = find_conflicts(fact, excludes.as_slice(), report, false);
    }
    facts
}

/// The accreditations that at least one component claims: all words that do not
/// say no are a claim, and are shown as they stand. They are the supplier's
/// words, unverified. What contradicts a diet contradicts
/// the certificate of the same name.
pub fn accreditations(product: ProductData<'_>, report: &AllergenReport) -> Vec<ClaimFact> {
    let components = product.components().iter().len();
    let mut facts = claims(product, &ACCREDITATIONS);
    for fact in &mut facts {
        fact.title = Accreditation::ALL
            .iter()
            .find(|accreditation| accreditation.field == fact.key)
            .map(|accreditation| accreditation.title);
        for said in &mut fact.said {
            let plain = plain(&said.verbatim);
            said.claim = if denies(&plain) || says_nothing(&plain) {
                Claim::No
            } else {
                Claim::Yes
            };
        }
        fact.claim = product_claim(&fact.said, components);
        let diet = Diet::ALL.iter().find(|it| {
            let suits = it.wire_name().strip_suffix("_suitable");
            suits.is_some() && suits == fact.key.strip_prefix("acc_")
        });
        let excludes = diet.map(|diet| diet.excludes()).unwrap_or_default();
        fact.conflicts = find_conflicts(fact, excludes, report, true);
    }
    facts.retain(|fact| fact.said.iter().any(|said| said.claim == Claim::Yes));
    facts
}

/// What all components say of each claim of a section.
fn claims(product: ProductData<'_>, section: &'static Record) -> Vec<ClaimFact> {
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
        for fact in facts(section, component.get(section.name), &at) {
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

/// One component's no is the product's; a yes takes all of them.
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

/// The excluded allergens that speak against a claim in a component that makes
/// it: they are there, may be, or a text names them. A diet allows for what is
/// there by accident.
fn find_conflicts(
    fact: &ClaimFact,
    excludes: &[Allergen],
    report: &AllergenReport,
    is_diet: bool,
) -> Vec<ClaimConflict> {
    let mut found = Vec::new();
    for said in fact.said.iter().filter(|said| said.claim == Claim::Yes) {
        for allergen in excludes.iter().copied() {
            let status = report.status_in(allergen, said.component);
            let fact = report.fact(allergen);
            let is_named = fact.is_some_and(|it| it.is_named_in(said.component));
            if status.is_positive() || is_named {
                found.push(ClaimConflict {
                    component: said.component,
                    allergen,
                    status,
                    is_caution: is_diet && status == Status::MayContain,
                });
            }
        }
    }
    found
}
