//! The allergen report: for each group of Annex II its status, the evidence for
//! it, and any conflicts.

use super::by_component::ByComponent;
use super::claim::{Claim, says_nothing, says_yes};
use super::data::data;
use super::evidence::{Findings, product_findings};
use super::path::component_field;
use super::repeated::{repeated_sections, worst_repeated_flag};
use super::status::{
    Conflict, ConflictKind, Emphasised, Evidence, Source, Statement, Status, classified, plain,
};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::Lexicon;
use crate::model::Allergen;
use crate::model::table::{
    ALLERGENS, Component, FREE_FROM, FreeFromClaim, GlutenClaim, ProductData,
};
use crate::model::view::View;

data! {
    /// An allergen's status over all components of a product, with its evidence.
    pub struct AllergenFact {
        /// The allergen.
        pub allergen: Allergen,
        /// The most severe status for which there is evidence.
        pub status: Status,
        /// The indices of the components whose evidence gives it this status.
        pub components: Vec<usize>,
        /// All evidence: at least one piece for each component.
        pub evidence: Vec<Evidence>,
        /// The conflicts between its evidence.
        pub conflicts: Vec<Conflict>,
        /// The members of a group for which anything is stated or contradicted.
        pub members: Vec<AllergenFact>,
        /// Claims of gluten of at most 20 mg/kg despite a cereal: shown beside the
        /// status, never merged with it.
        pub gluten: Vec<GlutenFact>,
        /// What the evidence says of each component, looked up for each of them.
        #[serde(skip)]
        #[cfg_attr(feature = "typescript", ts(skip))]
        within: ByComponent<Summary>,
    }

    /// A component's claim about gluten despite a cereal.
    pub struct GlutenFact {
        /// The index of the component.
        pub component: usize,
        /// The cereal; `cereal` for all of them.
        pub allergen: Allergen,
        /// The path of the field.
        pub path: String,
        /// The supplier's words.
        pub verbatim: String,
        /// The claim, as read from the words.
        pub claim: Claim,
    }

    /// The allergen report of a product.
    pub struct AllergenReport {
        /// The 14 groups of Annex II, every one of them, in the service's order.
        pub groups: Vec<AllergenFact>,
        /// The statement on the pack and further information, by component,
        /// followed by a health warning that names an allergen or warns of one.
        pub statements: Vec<Statement>,
        /// The words that lists of ingredients emphasise like allergens, and that
        /// no allergen with a warning explains.
        pub emphasised: Vec<Emphasised>,
        /// Whether any statements contradict each other.
        pub has_conflicts: bool,
        /// Whether a text warns of an allergen without naming it, or in words that
        /// were not understood. No verdict is reassuring then.
        pub warns: bool,
    }
}

/// Makes the allergen report of a product.
///
/// ```
/// use product_pool::label::{allergen_report, Status};
/// use product_pool::model::{Allergen, Product};
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": null}}]}}"#,
/// )?;
/// let report = allergen_report(&product);
/// assert_eq!(report.status(Allergen::Milk), Status::NotStated);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn allergen_report<'a>(product: impl Into<ProductData<'a>>) -> AllergenReport {
    let product = product.into();
    allergen_report_with(product, &Lexicon::english())
}

/// As [`allergen_report`], in other languages besides English.
///
/// ```
/// use product_pool::label::{Lexicon, Status, allergen_report_with};
/// use product_pool::model::{Allergen, Product};
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"ingredients": {"formatted_ingredients": "<b>Milch</b>"}}]}}"#,
/// )?;
/// let report = allergen_report_with(&product, &Lexicon::for_language("de").unwrap());
/// assert_eq!(report.status(Allergen::Milk), Status::Contains);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn allergen_report_with<'a>(
    product: impl Into<ProductData<'a>>,
    lexicon: &Lexicon,
) -> AllergenReport {
    let product = product.into();
    let components: Vec<Component<'_>> = product.components().iter().collect_vec();
    let mut findings: Vec<Findings> = components
        .iter()
        .enumerate()
        .map(|(index, component)| Findings::read(index, *component, lexicon))
        .collect_vec();
    let repeats = repeated_sections(product, components.len());
    let mut copies: Vec<Vec<Component<'_>>> = vec![Vec::new(); components.len()];
    for (index, component) in &repeats {
        if let (Some(findings), Some(copies)) = (findings.get_mut(*index), copies.get_mut(*index)) {
            let component = Component::view(Some(component));
            findings.add_component(*index, component, lexicon);
            copies.push(component);
        }
    }
    let of_product = product_findings(product, lexicon);
    let sources = Sources {
        components: &components,
        copies: &copies,
        findings: &findings,
        of_product: &of_product,
    };
    let groups = Allergen::groups()
        .map(|group| {
            let members = group
                .members()
                .map(|member| fact(member, &sources, Vec::new()));
            fact(group, &sources, members.collect_vec())
        })
        .collect_vec();
    let has_conflicts = groups.iter().any(AllergenFact::has_conflicts);
    let mut report = AllergenReport {
        groups,
        has_conflicts,
        statements: Vec::new(),
        emphasised: Vec::new(),
        warns: of_product.warns || findings.iter().any(|findings| findings.warns),
    };
    for findings in findings {
        for (words, allergens) in findings.emphasised {
            let is_explained = allergens
                .iter()
                .any(|allergen| report.status_in(*allergen, words.component).is_positive());
            if !is_explained {
                report.emphasised.push(words);
            }
        }
        report.statements.extend(findings.statements);
    }
    report.statements.extend(of_product.statements);
    report
}

impl AllergenFact {
    /// The status from one component's evidence and that on the product as a
    /// whole.
    pub fn status_in(&self, component: usize) -> Status {
        let own = self.within.of(Some(component)).status;
        own.max(self.within.of(None).status).unwrap_or_default()
    }

    /// Whether a text of a component, or of the product as a whole, names it.
    pub fn is_named_in(&self, component: usize) -> bool {
        self.within.of(Some(component)).is_named || self.within.of(None).is_named
    }

    /// Whether evidence on it, or on a member of it, contradicts other evidence.
    pub(crate) fn has_conflicts(&self) -> bool {
        !self.conflicts.is_empty() || self.members.iter().any(AllergenFact::has_conflicts)
    }

    /// Whether its own flag in a component declares it absent.
    fn declares_absent(&self, component: usize) -> bool {
        self.within.of(Some(component)).is_declared_absent
    }

    /// Whether a component declares it: as contained, possible or absent.
    pub(super) fn is_declared_in(&self, component: usize) -> bool {
        self.status_in(component).is_positive() || self.declares_absent(component)
    }
}

/// What pieces of evidence say together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Summary {
    /// The most severe status; `None` without evidence.
    status: Option<Status>,
    is_named: bool,
    is_declared_absent: bool,
}

/// What the evidence on an allergen says of each component, and of the product as a whole.
fn within(evidence: &[Evidence]) -> ByComponent<Summary> {
    let mut within = ByComponent::<Summary>::default();
    for piece in evidence {
        let summary = within.at(piece.component);
        summary.status = summary.status.max(Some(piece.status));
        summary.is_named |= piece.source.is_text();
        summary.is_declared_absent |= piece.source == Source::Flag
            && piece.member.is_none()
            && piece.status == Status::DeclaredNotPresent;
    }
    within
}

impl AllergenReport {
    /// The fact for an allergen, group or member; `None` for a member for which
    /// nothing is stated.
    ///
    /// ```
    /// use product_pool::label::{Status, allergen_report};
    /// use product_pool::model::{Allergen, Product};
    ///
    /// let product = Product::from_json(
    ///     r#"{"data": {"components": [{
    ///         "allergens": {"contains_milk": {"description": "No"}},
    ///         "ingredients": {"formatted_ingredients": "Oats, <b>milk</b> powder"}
    ///     }]}}"#,
    /// )?;
    /// let report = allergen_report(&product);
    /// let milk = report.fact(Allergen::Milk).unwrap();
    /// assert_eq!(milk.status, Status::Contains);
    /// // The list of ingredients contradicts the flag.
    /// assert_eq!(milk.conflicts[0].path, "components[0].ingredients.formatted_ingredients");
    /// assert!(report.has_conflicts);
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
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
    ///
    /// ```
    /// use product_pool::label::{Source, Status, allergen_report};
    /// use product_pool::model::{Allergen, Product};
    ///
    /// let product = Product::from_json(
    ///     r#"{"data": {"components": [{"ingredients": {"ingredients": "Oats, <b>milk</b>"}}]}}"#,
    /// )?;
    /// let report = allergen_report(&product);
    /// assert_eq!(report.status(Allergen::Milk), Status::Contains);
    /// // How that is known, in the supplier's words:
    /// let evidence = &report.fact(Allergen::Milk).unwrap().evidence;
    /// let text = evidence.iter().find(|piece| piece.status == Status::Contains).unwrap();
    /// assert_eq!(text.source, Source::EmphasisedIngredient);
    /// assert_eq!(text.path, "components[0].ingredients.ingredients");
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    pub fn status(&self, allergen: Allergen) -> Status {
        self.fact(allergen)
            .map(|fact| fact.status)
            .unwrap_or_default()
    }

    /// The status of an allergen in one component.
    ///
    /// ```
    /// use product_pool::label::{Status, allergen_report};
    /// use product_pool::model::{Allergen, Product};
    ///
    /// let product = Product::from_json(
    ///     r#"{"data": {"components": [
    ///         {"allergens": {"contains_fish": {"description": "Yes"}}},
    ///         {"allergens": {"contains_fish": {"description": "No"}}}
    ///     ]}}"#,
    /// )?;
    /// let report = allergen_report(&product);
    /// assert_eq!(report.status(Allergen::Fish), Status::Contains);
    /// assert_eq!(report.status_in(Allergen::Fish, 1), Status::DeclaredNotPresent);
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    pub fn status_in(&self, allergen: Allergen, component: usize) -> Status {
        self.fact(allergen)
            .map(|fact| fact.status_in(component))
            .unwrap_or_default()
    }
}

/// The only place where an allergen's status is derived: the most severe for
/// which there is evidence, and not stated if there is none.
fn status<'a>(evidence: impl IntoIterator<Item = &'a Evidence>) -> Status {
    evidence
        .into_iter()
        .map(|piece| piece.status)
        .max()
        .unwrap_or_default()
}

/// What a record says about allergens: flags, and what its texts say.
struct Sources<'a> {
    components: &'a [Component<'a>],
    /// The sections that each component repeats.
    copies: &'a [Vec<Component<'a>>],
    /// What the texts of each component say.
    findings: &'a [Findings],
    /// What the texts about the product as a whole say.
    of_product: &'a Findings,
}

/// The fact on an allergen: its own evidence, and that of its members.
fn fact(allergen: Allergen, sources: &Sources<'_>, members: Vec<AllergenFact>) -> AllergenFact {
    let components = sources.components;
    let mut evidence = Vec::new();
    let mut all_answer = if components.is_empty() { 0 } else { usize::MAX };
    for (index, (component, findings)) in components.iter().zip(sources.findings).enumerate() {
        let last = flag(allergen, index, *component);
        let value = component.allergens().flag(allergen).raw();
        let copies = sources.copies.get(index).into_iter().flatten();
        let revisions = std::iter::once(component).chain(copies);
        let earlier = revisions.filter_map(|revision| {
            worst_repeated_flag(&last, value, *revision, allergen.flag_field())
        });
        let items = findings.answers(allergen, last.status);
        evidence.extend(earlier.max_by_key(|piece| piece.status));
        evidence.push(last);
        evidence.extend(findings.evidence(allergen, items));
        all_answer = all_answer.min(items);
    }
    for member in &members {
        let pieces = member
            .evidence
            .iter()
            .filter(|piece| counts_for_group(piece));
        evidence.extend(pieces.map(|piece| Evidence {
            member: Some(member.allergen),
            ..piece.clone()
        }));
    }
    // A name says what the food is made of, and adds nothing to a warning.
    let warns = status(&evidence).is_positive();
    let of_product = sources.of_product.evidence(allergen, all_answer);
    evidence.extend(of_product.filter(|piece| piece.status.is_positive() || !warns));
    let status = status(&evidence);
    let within = within(&evidence);
    let mut fact = AllergenFact {
        allergen,
        status,
        components: (0..components.len())
            .filter(|index| within.of(Some(*index)).status == Some(status))
            .collect_vec(),
        conflicts: Vec::new(),
        gluten: gluten(allergen, components),
        members: members
            .into_iter()
            .filter(|member| member.status != Status::NotStated || !member.conflicts.is_empty())
            .collect_vec(),
        within,
        evidence,
    };
    fact.conflicts = conflicts(&fact, components);
    fact
}

/// A member that is not stated or denied says nothing about its group; a warning does,
/// and so does a text that names it.
fn counts_for_group(piece: &Evidence) -> bool {
    piece.status.is_positive() || piece.source.is_text()
}

fn flag(allergen: Allergen, index: usize, component: Component<'_>) -> Evidence {
    let allergens = component.allergens();
    let (verbatim, status) = classified(allergens.flag(allergen));
    Evidence {
        component: Some(index),
        path: component_field(index, ALLERGENS.name, allergen.flag_field()),
        source: Source::Flag,
        member: None,
        verbatim,
        risk_source: allergens.risk_source(allergen).get().map(str::to_owned),
        status,
        has_others: false,
    }
}

fn conflicts(fact: &AllergenFact, components: &[Component<'_>]) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    let is_absent = (0..components.len()).any(|index| fact.declares_absent(index));
    // The kinds of each component, and of the product as a whole: few.
    let mut known: Vec<Vec<(ConflictKind, Option<Allergen>)>> =
        vec![Vec::new(); components.len() + 1];
    for piece in &fact.evidence {
        let is_against = match piece.component {
            Some(index) => fact.declares_absent(index),
            None => is_absent,
        };
        let (kind, member) = match piece.source {
            Source::Flag if piece.member.is_none() => continue,
            Source::Flag => (ConflictKind::Member, piece.member),
            Source::EmphasisedIngredient | Source::NamedIngredient => {
                (ConflictKind::Ingredients, None)
            }
            Source::Statement => (ConflictKind::Statement, None),
            Source::RiskSource => (ConflictKind::RiskSource, None),
            Source::Name => (ConflictKind::Name, None),
        };
        let place = piece.component.unwrap_or(components.len());
        if is_against
            && let Some(known) = known.get_mut(place)
            && !known.contains(&(kind, member))
        {
            known.push((kind, member));
            conflicts.push(Conflict {
                kind,
                member,
                component: piece.component,
                path: piece.path.clone(),
                verbatim: piece.verbatim.clone().unwrap_or_default(),
            });
        }
    }
    for (index, component) in components.iter().enumerate() {
        if fact.is_named_in(index) || fact.status_in(index).is_positive() {
            conflicts.extend(free_from(fact.allergen, index, *component));
        }
    }
    conflicts
}

/// The claims of a component to be free from an allergen.
fn free_from(
    allergen: Allergen,
    index: usize,
    component: Component<'_>,
) -> impl Iterator<Item = Conflict> {
    FreeFromClaim::ALL.iter().filter_map(move |claim| {
        if claim.excludes != Some(allergen) {
            return None;
        }
        let text = component.free_from().claim(*claim);
        if !says_yes(text) {
            return None;
        }
        Some(Conflict {
            kind: ConflictKind::FreeFrom,
            member: None,
            component: Some(index),
            path: component_field(index, FREE_FROM.name, claim.field),
            verbatim: text.get()?.to_owned(),
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
            let text = component.allergens().gluten_claim(*claim).get();
            if let Some(text) = text.filter(|text| !says_nothing(&plain(text))) {
                facts.push(GlutenFact {
                    component: index,
                    allergen: claim.allergen,
                    path: component_field(index, ALLERGENS.name, claim.field),
                    verbatim: text.to_owned(),
                    claim: Claim::read(text),
                });
            }
        }
    }
    facts
}
