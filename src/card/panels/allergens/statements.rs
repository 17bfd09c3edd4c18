//! The supplier's own statements on allergens, each once.

use crate::card::panel::Variant;
use crate::card::render::tree::{Element, el, el_class, muted};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Statement, groups, rich_text};

/// The statements that say more than the lines: all of their words in a full card, in the
/// others a remark, no louder than these words.
pub(super) fn open(view: &View<'_>) -> Option<Element> {
    let drawn = statements(view, |statement| !is_accounted_for(statement));
    if drawn.is_empty() || view.variant == Variant::Full {
        return (!drawn.is_empty()).then(|| el_class("div", "statements").children(drawn));
    }
    // The remark on what was not understood says the same.
    let more = muted(view.message("allergens.more")).attr("data-notice", "statement");
    (!view.report.warns).then_some(more)
}

/// The statements that add nothing to the lines.
pub(super) fn accounted_for(view: &View<'_>) -> Vec<Element> {
    statements(view, is_accounted_for)
}

/// Whether the lines say all that a statement says.
pub(super) fn is_accounted_for(statement: &Statement) -> bool {
    statement.is_read && !statement.warns
}

/// The kind of a statement: an allergen statement, a health warning, the reason for a risk.
pub(super) fn title(statement: &Statement, view: &View<'_>) -> String {
    let message = |key: &str| view.message(key).to_owned();
    match (statement.risk_of, statement.component) {
        (Some(allergen), _) => {
            let name = view.messages.allergen(allergen);
            name + &view.colon() + &message("allergens.source.risk-source")
        }
        (None, Some(_)) => message("allergens.statement"),
        // The only one about the product as a whole.
        (None, None) => message("field.product_health_warning"),
    }
}

fn statements(view: &View<'_>, is_wanted: fn(&Statement) -> bool) -> Vec<Element> {
    let all = view.report.statements.iter();
    let wanted = all.filter(|statement| is_wanted(statement)).collect_vec();
    // The same words about the risk of another allergen are another statement.
    let said = wanted.iter().map(|statement| match statement.risk_of {
        Some(_) => format!("!{}", statement.text),
        None => statement.text.clone(),
    });
    let mut drawn = Vec::new();
    for same in groups(&said.collect_vec()) {
        let same = same
            .iter()
            .filter_map(|place| wanted.get(*place))
            .collect_vec();
        let Some(statement) = same.first() else {
            continue;
        };
        let mut risks: Vec<String> = Vec::new();
        for allergen in same.iter().filter_map(|statement| statement.risk_of) {
            let name = view.messages.allergen(allergen);
            if !risks.contains(&name) {
                risks.push(name);
            }
        }
        let mut title = if risks.is_empty() {
            self::title(statement, view)
        } else {
            view.messages.list(&risks)
        };
        title += &view.suffix_unless_whole(same.iter().map(|statement| statement.component));
        title += &view.colon();
        let warns = same.iter().any(|statement| statement.warns);
        let read = match (warns, statement.is_read) {
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
