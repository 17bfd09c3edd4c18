//! Diff of two versions of a product, the most important changes first:
//! allergens, ingredients, the figures of the nutrition declaration, then every
//! other field by its path. No difference is left out, not even in unknown
//! fields.

mod fields;
mod pairs;
mod subject;
mod words;

pub use fields::{FieldChange, Place};
pub use pairs::{ComponentPair, Match};
pub use subject::Subject;
pub use words::{Piece, PieceKind};

use super::nutrition::{amount, basis};
use super::{
    AllergenReport, Amount, Basis, Decimal, Lexicon, Status, allergen_report_with, ingredient_list,
};
use crate::collect_vec::CollectVec as _;
use crate::label::data::data;
use crate::model::table::{Column, Component, ProductData, named};
use crate::model::{Allergen, Micronutrient, Nutrient};

data! {
    /// The differences between two versions of a product, in order of importance.
    #[derive(Default)]
    pub struct ProductDiff {
        /// Whether nothing differs, not even the order of the components.
        pub same: bool,
        /// The pairs of components: those of the later version in their order, then
        /// those that were removed.
        pub components: Vec<ComponentPair>,
        /// The changes of allergens, the most serious first.
        pub allergens: Vec<AllergenChange>,
        /// The changes of lists of ingredients.
        pub ingredients: Vec<IngredientChange>,
        /// The changes of nutrition declarations.
        pub nutrition: Vec<NutritionChange>,
        /// Every field that differs, the most important first; those that the
        /// changes above already cover are marked.
        pub fields: Vec<FieldChange>,
    }
}

named! {
    /// The direction in which an allergen's status changed, the most serious first.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Direction key: "The key of the message, and the name in markup." {
        /// From no warning to a warning.
        BecamePositive "became-positive",
        /// From may contain to contains.
        Raised "raised",
        /// From a warning or declared absent to not stated.
        BecameUnstated "became-unstated",
        /// From contains to may contain.
        Lowered "lowered",
        /// To declared absent.
        BecameAbsent "became-absent",
        /// The product's status is unchanged, but a component's changed, or a
        /// conflict appeared or was resolved.
        Within "within",
    }
}

impl Direction {
    fn of(before: Status, after: Status) -> Direction {
        match after {
            _ if before == after => Direction::Within,
            Status::DeclaredNotPresent => Direction::BecameAbsent,
            Status::NotStated => Direction::BecameUnstated,
            Status::MayContain if before.is_positive() => Direction::Lowered,
            Status::Contains if before.is_positive() => Direction::Raised,
            Status::MayContain | Status::Contains => Direction::BecamePositive,
        }
    }
}

data! {
    /// A change of an allergen.
    pub struct AllergenChange {
        /// The allergen, a group or a member of one.
        pub allergen: Allergen,
        /// The group that it belongs to; the allergen itself, if it is a group.
        pub group: Allergen,
        /// The product's status before.
        pub before: Status,
        /// The product's status after.
        pub after: Status,
        /// The direction of the change.
        pub direction: Direction,
        /// Whether statements on it contradicted each other before.
        pub conflict_before: bool,
        /// Whether statements on it contradict each other after.
        pub conflict_after: bool,
        /// The components whose status changed, if there are several components.
        pub components: Vec<ComponentStatusChange>,
    }

    /// A change of an allergen's status in one component.
    #[derive(Copy)]
    pub struct ComponentStatusChange {
        /// The index of the pair in the diff's `components`.
        pub component: usize,
        /// The status before; `None` if there was no such component.
        pub before: Option<Status>,
        /// The status after; `None` if there is no such component.
        pub after: Option<Status>,
    }

    /// A change of a component's list of ingredients.
    pub struct IngredientChange {
        /// The index of the pair in the diff's `components`.
        pub component: usize,
        /// The text with removed and added pieces, in reading order.
        pub pieces: Vec<Piece>,
    }

    /// A change of a component's nutrition declaration.
    pub struct NutritionChange {
        /// The index of the pair in the diff's `components`.
        pub component: usize,
        /// The change of basis, if any: all figures then mean something else, even
        /// those that are equal.
        pub basis: Option<BasisChange>,
        /// The figures that changed.
        pub figures: Vec<FigureChange>,
    }

    /// A change of the basis, such as from 100 g to 100 ml.
    #[derive(Copy)]
    pub struct BasisChange {
        /// The basis before.
        pub before: Basis,
        /// The basis after.
        pub after: Basis,
    }

    /// A change of a declared figure.
    pub struct FigureChange {
        /// The service's name of the nutrient, which is the message key.
        pub nutrient: &'static str,
        /// The column of the figure.
        pub column: Column,
        /// The figure before; `None` if there was none.
        pub before: Option<Amount>,
        /// The figure after; `None` if there is none.
        pub after: Option<Amount>,
        /// The direction of the change.
        pub trend: Trend,
    }
}

named! {
    /// The direction in which a figure changed.
    #[non_exhaustive]
    Trend key: "The key of the message." {
        /// It increased.
        More "more",
        /// It decreased.
        Less "less",
        /// It was added.
        Given "given",
        /// It was removed.
        Gone "gone",
        /// It was reworded, or its unit changed.
        Restated "restated",
    }
}

/// Compares two versions of a product, the earlier one first.
///
/// ```
/// use product_pool::label::{Direction, diff_products};
/// use product_pool::model::{Allergen, Product};
/// let old = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": {"description": "No"}}}]}}"#,
/// )?;
/// let new = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": {"description": "Yes"}}}]}}"#,
/// )?;
/// let diff = diff_products(old.data(), new.data());
/// assert_eq!(diff.allergens[0].allergen, Allergen::Milk);
/// assert_eq!(diff.allergens[0].direction, Direction::BecamePositive);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn diff_products<'a>(
    before: impl Into<ProductData<'a>>,
    after: impl Into<ProductData<'a>>,
) -> ProductDiff {
    let (before, after) = (before.into(), after.into());
    diff_products_with(before, after, &Lexicon::english())
}

/// As [`diff_products`], with texts in other languages besides English.
///
/// ```
/// use product_pool::label::{Lexicon, PieceKind, Status, diff_products_with};
/// use product_pool::model::Product;
///
/// let of = |ingredients: &str| {
///     let body = r#"{"data": {"components": [{"ingredients": {"ingredients": "…"}}]}}"#;
///     Product::from_json(&body.replace('…', ingredients))
/// };
/// let (before, after) = (of("Wasser")?, of("Wasser, <b>Milch</b>")?);
/// let diff = diff_products_with(&before, &after, &Lexicon::for_language("de").unwrap());
/// assert_eq!(diff.allergens[0].after, Status::Contains);
/// let added = diff.ingredients[0].pieces.last().unwrap();
/// assert_eq!((added.kind, added.text.as_str()), (PieceKind::Added, "Milch"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn diff_products_with<'a>(
    before: impl Into<ProductData<'a>>,
    after: impl Into<ProductData<'a>>,
    lexicon: &Lexicon,
) -> ProductDiff {
    let (before, after) = (before.into(), after.into());
    let old: Vec<Component<'_>> = before.components().iter().collect_vec();
    let new: Vec<Component<'_>> = after.components().iter().collect_vec();
    let pairs = pairs::pairs(&old, &new);
    let mut diff = ProductDiff {
        allergens: allergens(
            &allergen_report_with(before, lexicon),
            &allergen_report_with(after, lexicon),
            &pairs,
        ),
        ..ProductDiff::default()
    };
    for (index, pair) in pairs.iter().enumerate() {
        let (old, new) = (pair.before.map(|at| old[at]), pair.after.map(|at| new[at]));
        diff.ingredients.extend(ingredients(index, old, new));
        diff.nutrition.extend(nutrition(index, old, new));
    }
    diff.fields = fields::fields(before, after, &pairs);
    // Every difference shows in a field, except the order of the components.
    diff.same = diff.fields.is_empty() && pairs.iter().all(|pair| pair.before == pair.after);
    diff.components = pairs;
    subject::mark_covered(&mut diff);
    diff
}

fn allergens(
    before: &AllergenReport,
    after: &AllergenReport,
    pairs: &[ComponentPair],
) -> Vec<AllergenChange> {
    let found: Vec<AllergenChange> = Allergen::ALL
        .iter()
        .filter_map(|allergen| allergen_change(*allergen, before, after, pairs))
        .collect_vec();
    // The most serious first; within a direction, the most severe status before
    // or after.
    let mut changes = Vec::with_capacity(found.len());
    for direction in Direction::ALL {
        for status in [
            Status::Contains,
            Status::MayContain,
            Status::NotStated,
            Status::DeclaredNotPresent,
        ] {
            for change in &found {
                if change.direction == *direction && change.before.max(change.after) == status {
                    changes.push(change.clone());
                }
            }
        }
    }
    changes
}

fn allergen_change(
    allergen: Allergen,
    before: &AllergenReport,
    after: &AllergenReport,
    pairs: &[ComponentPair],
) -> Option<AllergenChange> {
    let (old, new) = (before.fact(allergen), after.fact(allergen));
    let status = (before.status(allergen), after.status(allergen));
    let [conflict_before, conflict_after] =
        [old, new].map(|fact| fact.is_some_and(|fact| !fact.conflicts.is_empty()));
    let mut components = Vec::new();
    if pairs.len() > 1 {
        for (index, pair) in pairs.iter().enumerate() {
            let old = pair.before.map(|place| before.status_in(allergen, place));
            let new = pair.after.map(|place| after.status_in(allergen, place));
            let changed = match (old, new) {
                (Some(old), Some(new)) => old != new,
                (one, other) => one.or(other).is_some_and(Status::is_positive),
            };
            if changed {
                components.push(ComponentStatusChange {
                    component: index,
                    before: old,
                    after: new,
                });
            }
        }
    }
    let changed =
        status.0 != status.1 || conflict_before != conflict_after || !components.is_empty();
    changed.then(|| AllergenChange {
        allergen,
        group: allergen.group(),
        before: status.0,
        after: status.1,
        direction: Direction::of(status.0, status.1),
        conflict_before,
        conflict_after,
        components,
    })
}

fn ingredients(
    component: usize,
    before: Option<Component<'_>>,
    after: Option<Component<'_>>,
) -> Option<IngredientChange> {
    let [before, after] = [before, after].map(|component| match component {
        Some(component) => ingredient_list(component).runs,
        None => Vec::new(),
    });
    (before != after).then(|| IngredientChange {
        component,
        pieces: words::pieces(&before, &after),
    })
}

fn nutrition(
    component: usize,
    before: Option<Component<'_>>,
    after: Option<Component<'_>>,
) -> Option<NutritionChange> {
    let basis = match (before.map(basis), after.map(basis)) {
        (Some(before), Some(after)) if before != after => Some(BasisChange { before, after }),
        _ => None,
    };
    let mut figures = Vec::new();
    let mut compare = |nutrient, column, read: &dyn Fn(Component<'_>) -> Option<Amount>| {
        let (before, after) = (before.and_then(read), after.and_then(read));
        if before != after {
            figures.push(FigureChange {
                nutrient,
                column,
                trend: trend(before.as_ref(), after.as_ref()),
                before,
                after,
            });
        }
    };
    for column in Column::ALL.iter().copied() {
        for nutrient in Nutrient::ALL.iter().copied() {
            compare(nutrient.wire_name(), column, &|component| {
                amount(component.nutrient(nutrient, column), nutrient.unit(), None)
            });
        }
        for nutrient in Micronutrient::ALL.iter().copied() {
            compare(nutrient.wire_name(), column, &|component| {
                let figure = component.micronutrient(nutrient, column);
                amount(figure, nutrient.unit(), None)
            });
        }
    }
    (basis.is_some() || !figures.is_empty()).then_some(NutritionChange {
        component,
        basis,
        figures,
    })
}

fn trend(before: Option<&Amount>, after: Option<&Amount>) -> Trend {
    let (before, after) = match (before, after) {
        (None, _) => return Trend::Given,
        (_, None) => return Trend::Gone,
        (Some(before), Some(after)) => (before, after),
    };
    let [unit_before, unit_after] =
        [before, after].map(|amount| amount.unit.as_deref().map(str::to_ascii_lowercase));
    if unit_before != unit_after {
        return Trend::Restated;
    }
    match (Decimal::parse(&before.value), Decimal::parse(&after.value)) {
        (Some(before), Some(after)) if before < after => Trend::More,
        (Some(before), Some(after)) if before > after => Trend::Less,
        _ => Trend::Restated,
    }
}
