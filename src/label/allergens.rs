//! The allergen report: for each group of Annex II its status, the evidence
//! for it, and what contradicts it.

use super::claims::{Conflict, ConflictKind, Evidence, Source, Status, classify};
use super::diets::Claim;
use super::facts::component_field;
use super::ingredients;
use super::mentions::{Kind, Mention, mentions};
use super::text::{given, rich_text};
use super::tones::Tone;
use crate::model::Allergen;
use crate::model::table::{
    ALLERGENS, Component, FREE_FROM, FreeFromClaim, GlutenClaim, INGREDIENTS, ProductData,
};
use crate::model::view::{Coded, View};
use crate::words::Gather as _;

/// What is known of one allergen over all components of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllergenFact {
    /// The allergen.
    pub allergen: Allergen,
    /// The greatest status for which there is evidence.
    pub status: Status,
    /// All evidence: at least one piece a component.
    pub evidence: Vec<Evidence>,
    /// What contradicts it.
    pub conflicts: Vec<Conflict>,
    /// The members of a group that are anything but not stated.
    pub members: Vec<AllergenFact>,
    /// What is said of gluten at most 20 mg/kg in spite of a cereal: shown
    /// beside the status, never merged with it.
    pub gluten: Vec<GlutenFact>,
}

/// What a component says of gluten in spite of a cereal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlutenFact {
    /// The index of the component.
    pub component: usize,
    /// The cereal; [`Allergen::Cereal`] for all.
    pub allergen: Allergen,
    /// The field it stands in.
    pub path: String,
    /// The supplier's words.
    pub verbatim: String,
}

/// What a product's record says of allergens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllergenReport {
    /// The 14 groups of Annex II, every one of them, in the service's order.
    pub groups: Vec<AllergenFact>,
    /// The statement on the pack, and further information, by component.
    pub statements: Vec<Statement>,
}

/// Words on allergens that a component carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The index of the component.
    pub component: usize,
    /// The field it stands in.
    pub path: String,
    /// The supplier's words.
    pub text: String,
}

/// Makes the report of a whole product.
///
/// ```
/// use product_pool::label::{allergen_report, Status};
/// use product_pool::model::{Allergen, Product};
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": null}}]}}"#,
/// )?;
/// let report = allergen_report(product.data());
/// assert_eq!(report.status(Allergen::Milk), Status::NotStated);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn allergen_report(product: ProductData<'_>) -> AllergenReport {
    let components: Vec<Component<'_>> = product.components().iter().gather();
    let mentions: Vec<Vec<(Allergen, Evidence)>> = components
        .iter()
        .enumerate()
        .map(|(index, component)| mentioned(index, *component))
        .gather();
    let groups = Allergen::groups()
        .map(|group| {
            let members = group
                .members()
                .map(|member| fact(member, &components, &mentions, Vec::new()))
                .gather();
            fact(group, &components, &mentions, members)
        })
        .gather();
    AllergenReport {
        groups,
        statements: statements(&components),
    }
}

impl AllergenFact {
    /// The components whose evidence gives it its status, in order.
    pub fn components(&self) -> Vec<usize> {
        let decisive = |index: &usize| {
            self.evidence
                .iter()
                .any(|piece| piece.component == *index && piece.status == self.status)
        };
        let last = self.evidence.iter().map(|piece| piece.component).max();
        (0..=last.unwrap_or_default()).filter(decisive).gather()
    }

    /// What one component alone says of it.
    pub fn status_in(&self, component: usize) -> Status {
        let own = self.evidence.iter();
        status(own.filter(|piece| piece.component == component))
    }
}

impl AllergenReport {
    /// The fact of an allergen, group or member; `None` for a member of which
    /// nothing is stated.
    pub fn fact(&self, allergen: Allergen) -> Option<&AllergenFact> {
        let group = self
            .groups
            .iter()
            .find(|fact| fact.allergen == allergen.group())?;
        if allergen.is_group() {
            return Some(group);
        }
        group.members.iter().find(|fact| fact.allergen == allergen)
    }

    /// The status of an allergen.
    pub fn status(&self, allergen: Allergen) -> Status {
        self.fact(allergen)
            .map(|fact| fact.status)
            .unwrap_or_default()
    }

    /// The status of an allergen in one component.
    pub fn status_in(&self, allergen: Allergen, component: usize) -> Status {
        let evidence = self.fact(allergen).map(|fact| fact.evidence.as_slice());
        let own = evidence
            .unwrap_or_default()
            .iter()
            .filter(|piece| piece.component == component);
        status(own)
    }

    /// Whether any statement contradicts another.
    pub fn has_conflicts(&self) -> bool {
        self.groups
            .iter()
            .flat_map(|group| std::iter::once(group).chain(&group.members))
            .any(|fact| !fact.conflicts.is_empty())
    }
}

/// The one place where an allergen's status is made: the greatest for which
/// there is evidence, and not stated where there is none.
fn status<'a>(evidence: impl IntoIterator<Item = &'a Evidence>) -> Status {
    evidence
        .into_iter()
        .map(|piece| piece.status)
        .max()
        .unwrap_or_default()
}

fn fact(
    allergen: Allergen,
    components: &[Component<'_>],
    mentions: &[Vec<(Allergen, Evidence)>],
    members: Vec<AllergenFact>,
) -> AllergenFact {
    let mut evidence = Vec::new();
    for (index, (component, mentions)) in components.iter().zip(mentions).enumerate() {
        let last = flag(allergen, index, *component);
        evidence.extend(earlier_flag(&last, *component, allergen.flag_field()));
        evidence.push(last);
        let own = mentions.iter().filter(|(named, _)| *named == allergen);
        evidence.extend(own.map(|(_, piece)| piece.clone()));
    }
    for member in &members {
        evidence.extend(
            member
                .evidence
                .iter()
                .filter(|piece| speaks_for_group(piece))
                .map(|piece| Evidence {
                    source: Source::Member(member.allergen),
                    ..piece.clone()
                }),
        );
    }
    let status = status(&evidence);
    let mut fact = AllergenFact {
        allergen,
        status,
        conflicts: Vec::new(),
        gluten: gluten(allergen, components),
        members: members
            .into_iter()
            .filter(|member| member.status != Status::NotStated)
            .gather(),
        evidence,
    };
    fact.conflicts = conflicts(&fact, components);
    fact
}

/// A member's silence or "No" says nothing of its group; whatever warns does,
/// and so does a text that names it.
fn speaks_for_group(piece: &Evidence) -> bool {
    piece.status.is_positive() || piece.source != Source::Flag
}

fn flag(allergen: Allergen, index: usize, component: Component<'_>) -> Evidence {
    let allergens = component.allergens();
    let flag = allergens.flag(allergen);
    Evidence {
        component: index,
        path: component_field(index, ALLERGENS.name, allergen.flag_field()),
        source: Source::Flag,
        verbatim: flag.description().map(str::to_owned),
        risk_source: allergens.risk_source(allergen).get().map(str::to_owned),
        status: classify(flag.description()),
    }
}

/// The gravest of what a flag says that a broken record repeats, where that is
/// graver than the last, which is all that readers of JSON know of it.
fn earlier_flag(last: &Evidence, component: Component<'_>, field: &str) -> Option<Evidence> {
    let mut found: Option<Evidence> = None;
    for (name, value) in component.allergens().raw()?.as_object()?.iter() {
        if name != field {
            continue;
        }
        let description = Coded::view(Some(value)).description();
        let status = classify(description);
        if status > found.as_ref().unwrap_or(last).status {
            found = Some(Evidence {
                verbatim: description.map(str::to_owned),
                status,
                ..last.clone()
            });
        }
    }
    found
}

/// What a component's texts say of allergens.
///
/// An allergen emphasised in the list of ingredients is declared by the supplier
/// as an ingredient, and so is one that a statement, or a sentence in the list,
/// says the food contains. One merely named may be a false friend that the words
/// do not know, so it only takes away the force of a "No".
fn mentioned(index: usize, component: Component<'_>) -> Vec<(Allergen, Evidence)> {
    let mut found: Vec<(Allergen, Evidence)> = Vec::new();
    let mut add = |mention: Mention, path: &str, source: Source, status: Status| {
        // The list comes in up to three forms, and the statement in as many
        // fields: what one of them says is not said again for the next.
        let known = found.iter().any(|(allergen, piece)| {
            *allergen == mention.allergen
                && piece.status >= status
                && piece.path != path
                && (piece.source == Source::Statement) == (source == Source::Statement)
        });
        if !known {
            let piece = Evidence {
                component: index,
                path: path.to_owned(),
                source,
                verbatim: Some(mention.text),
                risk_source: None,
                status,
            };
            found.push((mention.allergen, piece));
        }
    };
    for (field, runs) in ingredients::texts(component) {
        let path = component_field(index, INGREDIENTS.name, field);
        for mention in mentions(&runs, Kind::List) {
            let (source, status) = match (mention.tone, mention.emphasised) {
                (Tone::MayContain, true) => (Source::EmphasisedIngredient, Status::MayContain),
                (Tone::MayContain, false) => (Source::NamedIngredient, Status::MayContain),
                (_, true) => (Source::EmphasisedIngredient, Status::Contains),
                (Tone::Contains, false) => (Source::NamedIngredient, Status::Contains),
                (_, false) => (Source::NamedIngredient, Status::NotStated),
            };
            add(mention, &path, source, status);
        }
    }
    let (field, runs) = ingredients::statements(component);
    let list = (component_field(index, INGREDIENTS.name, field), runs);
    let own = statements_of(index, component).map(|(path, text)| (path, rich_text(text)));
    for (path, runs) in std::iter::once(list).chain(own) {
        for mention in mentions(&runs, Kind::Statement) {
            let status = match mention.tone {
                Tone::Contains => Status::Contains,
                Tone::MayContain => Status::MayContain,
                Tone::Named | Tone::Absent => Status::NotStated,
            };
            add(mention, &path, Source::Statement, status);
        }
    }
    found
}

fn conflicts(fact: &AllergenFact, components: &[Component<'_>]) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let own = fact
            .evidence
            .iter()
            .filter(|piece| piece.component == index);
        let declared_absent = own
            .clone()
            .any(|piece| piece.source == Source::Flag && piece.status == Status::NotPresent);
        for piece in own.clone().filter(|_| declared_absent) {
            let kind = match piece.source {
                Source::Flag => continue,
                Source::Member(member) => ConflictKind::Member(member),
                Source::EmphasisedIngredient | Source::NamedIngredient => ConflictKind::Ingredients,
                Source::Statement => ConflictKind::Statement,
            };
            // A member that is flagged and named in the list is one conflict.
            if conflicts
                .iter()
                .any(|known| known.kind == kind && known.component == index)
            {
                continue;
            }
            conflicts.push(Conflict {
                kind,
                component: index,
                path: piece.path.clone(),
                verbatim: piece.verbatim.clone().unwrap_or_default(),
            });
        }
        if own.clone().any(|piece| piece.status.is_positive()) {
            conflicts.extend(free_from_conflicts(fact.allergen, index, *component));
        }
    }
    conflicts
}

/// The claims to be free from this very allergen.
fn free_from_conflicts(
    allergen: Allergen,
    index: usize,
    component: Component<'_>,
) -> impl Iterator<Item = Conflict> {
    FreeFromClaim::ALL.iter().filter_map(move |claim| {
        if claim.excludes != Some(allergen) {
            return None;
        }
        let text = component.free_from().claim(*claim).get()?;
        (Claim::read(text) == Claim::Yes).then(|| Conflict {
            kind: ConflictKind::FreeFrom,
            component: index,
            path: component_field(index, FREE_FROM.name, claim.field),
            verbatim: text.to_owned(),
        })
    })
}

fn gluten(allergen: Allergen, components: &[Component<'_>]) -> Vec<GlutenFact> {
    let mut facts = Vec::new();
    for (index, component) in components.iter().enumerate() {
        for claim in GlutenClaim::ALL
            .iter()
            .filter(|claim| claim.allergen.group() == allergen)
        {
            if let Some(text) = component.allergens().gluten_claim(*claim).get() {
                facts.push(GlutenFact {
                    component: index,
                    allergen: claim.allergen,
                    path: component_field(index, ALLERGENS.name, claim.field),
                    verbatim: text.to_owned(),
                });
            }
        }
    }
    facts
}

fn statements(components: &[Component<'_>]) -> Vec<Statement> {
    let mut statements = Vec::new();
    for (index, component) in components.iter().enumerate() {
        statements.extend(
            statements_of(index, *component).map(|(path, text)| Statement {
                component: index,
                path,
                text: text.to_owned(),
            }),
        );
    }
    statements
}

/// The words on allergens that a component carries, with their paths.
fn statements_of<'a>(
    index: usize,
    component: Component<'a>,
) -> impl Iterator<Item = (String, &'a str)> {
    let allergens = component.allergens();
    [
        (
            "allergen_statement_on_pack",
            allergens.allergen_statement_on_pack(),
        ),
        (
            "additional_allergen_information",
            allergens.additional_allergen_information(),
        ),
    ]
    .into_iter()
    .filter_map(move |(field, text)| {
        let path = component_field(index, ALLERGENS.name, field);
        Some((path, given(text.get())?))
    })
}
