//! The supplier's own statements on allergens, each once.

use crate::card::panel::Variant;
use crate::card::render::tree::{Element, el, el_class, notice};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Statement, rich_text};

/// The statements that say more than the lines: all of their words in a full card, a
/// remark in the others.
pub(super) fn open(view: &View<'_>) -> Option<Element> {
    let drawn = statements(view, |statement| !is_accounted_for(statement));
    if drawn.is_empty() || view.variant == Variant::Full {
        return (!drawn.is_empty()).then(|| el_class("div", "statements").children(drawn));
    }
    // The remark on what was not understood says the same.
    (!view.report.warns).then(|| notice("statement", view.message("allergens.more")))
}

/// The statements that add nothing to the lines.
pub(super) fn accounted_for(view: &View<'_>) -> Vec<Element> {
    statements(view, is_accounted_for)
}

/// Whether the lines say all that a statement says.
pub(super) fn is_accounted_for(statement: &Statement) -> bool {
    statement.is_read && !statement.warns
}

fn statements(view: &View<'_>, is_wanted: fn(&Statement) -> bool) -> Vec<Element> {
    let all = &view.report.statements;
    let mut drawn = Vec::new();
    for (index, statement) in all.iter().enumerate() {
        let mut before = all.iter().take(index);
        if !is_wanted(statement) || before.any(|it| it.text == statement.text) {
            continue;
        }
        let same = all.iter().filter(|it| it.text == statement.text);
        let mut components: Vec<usize> = same.filter_map(|it| it.component).collect_vec();
        components.dedup();
        let mut title = match statement.risk_of {
            Some(allergen) => view.messages.named("allergen", allergen.wire_name()),
            None => view.message("allergens.statement").to_owned(),
        };
        title += &view.of_some(&components);
        title += &view.colon();
        let read = match (statement.warns, statement.is_read) {
            (true, _) => "caution",
            (false, true) => "read",
            (false, false) => "open",
        };
        drawn.push(
            el_class("p", "statement")
                .owned_attr("data-statement", statement.path.clone())
                .attr("data-read", read)
                .child(el("b").owned_text(title))
                .child(el_class("span", "said").runs(&rich_text(&statement.text))),
        );
    }
    drawn
}
