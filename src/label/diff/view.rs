//! The difference as JSON.

use super::{
    AllergenChange, ComponentPair, FieldChange, FigureChange, IngredientChange, NutritionChange,
    Piece, Place, ProductDiff,
};
use crate::label::Status;
use crate::label::describe::{amount, basis_key, column_key};
use crate::label::writer::Writer;

pub(super) fn diff(view: &mut Writer, diff: &ProductDiff) {
    view.flag("same", diff.is_empty());
    view.list("components", &diff.components, component);
    view.list("allergens", &diff.allergens, allergen);
    view.list("ingredients", &diff.ingredients, ingredients);
    view.list("nutrition", &diff.nutrition, nutrition);
    view.list("fields", &diff.fields, field);
}

fn component(view: &mut Writer, pair: &ComponentPair) {
    view.place("before", pair.before);
    view.place("after", pair.after);
    view.maybe("name", pair.name.as_deref());
    view.maybe("matched", pair.matched.map(|it| it.key()));
}

fn allergen(view: &mut Writer, change: &AllergenChange) {
    view.text("allergen", change.allergen.wire_name());
    view.text("group", change.allergen.group().wire_name());
    view.text("direction", change.direction.key());
    view.text("before", change.before.key());
    view.text("after", change.after.key());
    view.flag("conflictBefore", change.conflicts.0);
    view.flag("conflictAfter", change.conflicts.1);
    view.list("components", &change.components, |view, change| {
        let (component, before, after) = *change;
        view.place("component", Some(component));
        view.maybe("before", before.map(Status::key));
        view.maybe("after", after.map(Status::key));
    });
}

fn ingredients(view: &mut Writer, change: &IngredientChange) {
    view.place("component", Some(change.component));
    view.list("pieces", &change.pieces, piece);
}

fn piece(view: &mut Writer, piece: &Piece) {
    view.text("kind", piece.kind.key());
    view.text("text", &piece.text);
    view.flag("emphasised", piece.emphasised);
}

fn nutrition(view: &mut Writer, change: &NutritionChange) {
    view.place("component", Some(change.component));
    view.optional("basis", change.basis, |view, (before, after)| {
        view.text("before", basis_key(before));
        view.text("after", basis_key(after));
    });
    view.list("figures", &change.figures, figure);
}

fn figure(view: &mut Writer, change: &FigureChange) {
    view.text("nutrient", change.nutrient);
    view.text("column", column_key(change.column));
    view.optional("before", change.before.as_ref(), amount);
    view.optional("after", change.after.as_ref(), amount);
    view.text("trend", change.trend.key());
}

fn field(view: &mut Writer, change: &FieldChange) {
    view.text("subject", change.subject.key());
    view.text("field", &change.field);
    view.flag("known", change.known);
    view.place("component", change.component);
    view.optional("before", change.before.as_ref(), place);
    view.optional("after", change.after.as_ref(), place);
    view.flag("told", change.told);
}

fn place(view: &mut Writer, place: &Place) {
    view.text("path", &place.path);
    view.value("value", &place.value);
}
