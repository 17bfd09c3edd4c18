//! The difference as one value.

use super::{
    AllergenChange, ComponentPair, FieldChange, FigureChange, IngredientChange, NutritionChange,
    Piece, Place, ProductDiff,
};
use crate::label::describe::{amount, basis_key, column_key};
use crate::label::tree::{Node, list, object};
use crate::label::{Basis, Status};
use crate::model::Value;

pub(super) fn diff(diff: &ProductDiff) -> Value {
    object([
        ("same", diff.is_empty().node()),
        ("components", list(&diff.components, component)),
        ("allergens", list(&diff.allergens, allergen)),
        ("ingredients", list(&diff.ingredients, ingredients)),
        ("nutrition", list(&diff.nutrition, nutrition)),
        ("fields", list(&diff.fields, field)),
    ])
}

fn component(pair: &ComponentPair) -> Value {
    object([
        ("before", pair.before.node()),
        ("after", pair.after.node()),
        ("name", pair.name.as_ref().node()),
        ("matched", pair.matched.map(|it| it.key()).node()),
    ])
}

fn allergen(change: &AllergenChange) -> Value {
    let status = |status: Option<Status>| status.map(Status::key).node();
    object([
        ("allergen", change.allergen.wire().node()),
        ("group", change.allergen.group().wire().node()),
        ("direction", change.direction.key().node()),
        ("before", change.before.key().node()),
        ("after", change.after.key().node()),
        ("conflictBefore", change.conflicts.0.node()),
        ("conflictAfter", change.conflicts.1.node()),
        (
            "components",
            list(&change.components, |(component, before, after)| {
                object([
                    ("component", component.node()),
                    ("before", status(*before)),
                    ("after", status(*after)),
                ])
            }),
        ),
    ])
}

fn ingredients(change: &IngredientChange) -> Value {
    object([
        ("component", change.component.node()),
        ("pieces", list(&change.pieces, piece)),
    ])
}

fn piece(piece: &Piece) -> Value {
    object([
        ("kind", piece.kind.key().node()),
        ("text", (&piece.text).node()),
        ("emphasised", piece.emphasised.node()),
    ])
}

fn nutrition(change: &NutritionChange) -> Value {
    let basis = |it: (Basis, Basis)| {
        object([
            ("before", basis_key(it.0).node()),
            ("after", basis_key(it.1).node()),
        ])
    };
    object([
        ("component", change.component.node()),
        ("basis", change.basis.map(basis).node()),
        ("figures", list(&change.figures, figure)),
    ])
}

fn figure(change: &FigureChange) -> Value {
    object([
        ("nutrient", change.nutrient.node()),
        ("column", column_key(change.column).node()),
        ("before", change.before.as_ref().map(amount).node()),
        ("after", change.after.as_ref().map(amount).node()),
        ("trend", change.trend.key().node()),
    ])
}

fn field(change: &FieldChange) -> Value {
    let place = |place: &Option<Place>| {
        let place = place.as_ref();
        place
            .map(|it| object([("path", (&it.path).node()), ("value", it.value.clone())]))
            .node()
    };
    object([
        ("subject", change.subject.key().node()),
        ("field", (&change.field).node()),
        ("known", change.known.node()),
        ("component", change.component.node()),
        ("before", place(&change.before)),
        ("after", place(&change.after)),
        ("told", change.told.node()),
    ])
}
