//! Claims, plain facts by what they are about, and what the record lacks or
//! has wrong.

use super::column_key;
use crate::label::writer::Writer;
use crate::label::{
    ClaimConflict, ClaimFact, Fact, FactValue, ParticularFact, Said, Section, Warning, sections,
};
use crate::model::Nutrient;
use crate::model::table::{ProductData, Topic};

pub(super) fn claim(view: &mut Writer, fact: &ClaimFact) {
    view.text("key", fact.key);
    view.maybe("title", fact.title);
    view.text("claim", fact.claim.key());
    view.list("said", &fact.said, said);
    view.list("conflicts", &fact.conflicts, conflict);
}

fn said(view: &mut Writer, said: &Said) {
    view.place("component", Some(said.component));
    view.text("path", &said.path);
    view.text("verbatim", &said.verbatim);
    view.text("claim", said.claim.key());
}

fn conflict(view: &mut Writer, conflict: &ClaimConflict) {
    view.place("component", Some(conflict.component));
    view.text("allergen", conflict.allergen.wire_name());
    view.text("status", conflict.status.key());
    view.flag("isCaution", conflict.is_caution);
}

/// The sections of each topic, by the topic's name.
pub(super) fn facts(view: &mut Writer, product: ProductData<'_>) {
    for topic in Topic::ALL {
        view.list(topic.key(), &sections(product, *topic), section);
    }
}

fn section(view: &mut Writer, section: &Section<'_>) {
    view.place("component", section.component);
    view.text("name", section.name);
    view.list("facts", &section.facts, fact);
}

fn fact(view: &mut Writer, fact: &Fact<'_>) {
    view.text("field", fact.field);
    view.text("path", &fact.path);
    view.object("value", |view| value(view, &fact.value));
}

/// A value tells its kind: JavaScript has no other way to tell them apart.
fn value(view: &mut Writer, value: &FactValue<'_>) {
    match value {
        FactValue::Text(text) => {
            view.text("kind", "text");
            view.text("text", text);
        }
        FactValue::Quantity { value, units } => {
            view.text("kind", "quantity");
            view.text("value", value);
            view.maybe("units", *units);
        }
        FactValue::Several(texts) => {
            view.text("kind", "several");
            view.elements("texts", |list| {
                for text in texts {
                    list.word(text);
                }
            });
        }
        FactValue::Rows(rows) => {
            view.text("kind", "rows");
            view.elements("rows", |list| {
                for row in rows {
                    list.row(|list| {
                        for it in row {
                            list.element(|view| fact(view, it));
                        }
                    });
                }
            });
        }
    }
}

/// What a shop must show before the purchase, and whether the record has it.
pub(super) fn particular(view: &mut Writer, fact: &ParticularFact) {
    view.text("particular", fact.particular.key());
    view.text("presence", fact.presence.key());
    view.places("components", &fact.components);
    view.elements("paths", |list| {
        for path in &fact.paths {
            list.word(path);
        }
    });
}

/// Figures that do not agree with each other, or a GTIN that is none.
pub(super) fn warning(view: &mut Writer, warning: &Warning) {
    view.text("kind", warning.kind.key());
    view.place("component", warning.component);
    view.maybe("column", warning.column.map(column_key));
    view.list("figures", &warning.figures, |view, figure| {
        view.text("path", &figure.path);
        view.maybe("nutrient", figure.nutrient.map(Nutrient::wire_name));
        view.text("value", &figure.value);
        view.maybe("units", figure.units.as_deref());
    });
}
