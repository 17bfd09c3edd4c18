//! The allergen panel: every group of Annex II with its status in words, what
//! contradicts it, and the supplier's own words as evidence.

use crate::card::phrases::{emphasised_text, mark};
use crate::card::render::tree::{Element, el, el_class, muted, notice, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    AllergenFact, AllergenReport, ConflictKind, Evidence, Source, Status, rich_text,
};
use crate::messages::fill;
use crate::model::Allergen;

/// The order in which statuses are listed: warnings first.
const ORDER: [Status; 4] = [
    Status::Contains,
    Status::MayContain,
    Status::NotStated,
    Status::NotPresent,
];

/// The allergens of the whole product.
pub(super) fn allergens(view: &View<'_>) -> Element {
    let report = &view.report;
    let mut panel = el("div").child(muted(view.message("allergens.intro")));
    if let Some(key) = silence(report) {
        panel = panel.child(notice("no-allergens", view.message(key)));
    }
    if report.has_conflicts {
        panel = panel.child(notice("conflict", view.message("allergens.conflict")));
    }
    for statement in &report.statements {
        let title = format!(
            "{}{}{}",
            view.message("allergens.statement"),
            view.of(statement.component),
            view.colon()
        );
        let read = match (statement.warns, statement.is_read) {
            (true, _) => "caution",
            (false, true) => "read",
            (false, false) => "open",
        };
        panel = panel.child(
            el_class("p", "statement")
                .owned_attr("data-statement", statement.path.clone())
                .attr("data-read", read)
                .child(el("b").owned_text(title))
                .child(el_class("span", "said").runs(&rich_text(&statement.text))),
        );
    }
    if report.warns {
        panel = panel.child(notice("unread", view.message("allergens.unread")));
    }
    panel = panel.child_opt(emphasised(view));
    let mut grid = el_class("ul", "allergens").attr("part", "allergen-list");
    let mut sources = el("dl");
    for status in ORDER {
        for fact in report.groups.iter().filter(|fact| fact.status == status) {
            grid = grid.child(tile(fact, view));
            sources = provenance(sources, fact, view);
        }
    }
    let sources = el_class("details", "provenance")
        .attr("data-toggle", "sources")
        .child(el("summary").text(view.message("allergens.sources")))
        .child(sources);
    panel.child(grid).child(sources)
}

/// The message where no allergen is declared, by whether anything else in the record
/// mentions allergens.
fn silence(report: &AllergenReport) -> Option<&'static str> {
    let pieces = report.groups.iter().flat_map(|fact| &fact.evidence);
    let is_flag = |piece: &&Evidence| piece.source == Source::Flag;
    let mut flags = pieces.clone().filter(is_flag);
    if flags.any(|piece| piece.status != Status::NotStated) {
        return None;
    }
    let speaks = !report.statements.is_empty() || pieces.into_iter().any(|it| !is_flag(&it));
    Some(if speaks {
        "allergens.undeclared"
    } else {
        "allergens.none"
    })
}

/// The words that the manufacturer emphasised and no allergen explains.
pub(super) fn emphasised(view: &View<'_>) -> Option<Element> {
    emphasised_text(&view.report, view.messages).map(|text| notice("emphasised", &text))
}

/// A status in words. The sign and the colour repeat them.
fn badge(fact: &AllergenFact, view: &View<'_>) -> Element {
    let status = fact.status;
    // It is declared, but a text contradicts it.
    let disputed = status == Status::NotStated && !fact.conflicts.is_empty();
    let words = match disputed {
        true => view.message("status.disputed").to_owned(),
        false => view.messages.named("status", status.key()),
    };
    let said = el("span")
        .owned_attr("class", format!("badge {}", status.key()))
        .child(mark(status))
        .owned_text(words);
    match status {
        Status::NotStated => said
            .text(view.message("card.dash"))
            .text(view.message("allergens.check-label")),
        _ => said,
    }
}

/// An allergen with its status and the details that qualify it.
fn tile(fact: &AllergenFact, view: &View<'_>) -> Element {
    let messages = view.messages;
    let mut tile = head("li", fact, view);
    let members: Vec<Element> = fact
        .members
        .iter()
        .filter(|member| member.status.is_positive() || !member.conflicts.is_empty())
        .map(|member| conflicts(head("li", member, view), member, view))
        .collect_vec();
    if !members.is_empty() {
        tile = tile.child(el_class("ul", "members").children(members));
    }
    if view.is_mixed() && fact.status.is_positive() {
        let inside = &fact.components;
        let names: Vec<&str> = inside
            .iter()
            .filter_map(|index| view.names.get(*index).map(String::as_str))
            .collect_vec();
        let numbers: Vec<String> = inside.iter().map(ToString::to_string).collect_vec();
        let text = messages.with("allergens.in", "names", &messages.list(&names));
        tile = tile.child(detail(&text).owned_attr("data-in", numbers.join(" ")));
    }
    tile = conflicts(tile, fact, view);
    tile = named(tile, fact, view);
    for gluten in &fact.gluten {
        let name = messages.named("allergen", gluten.allergen.wire_name());
        let key = format!("allergens.gluten.{}", gluten.claim.key());
        let text = messages.with(&key, "name", &name);
        let text = fill(&text, "text", &messages.isolated(&gluten.verbatim));
        tile = tile.child(
            detail(&(text + &view.of(gluten.component)))
                .attr("data-gluten", gluten.allergen.wire_name()),
        );
    }
    // A group and its member often have the same words: quote them once.
    let mut risks: Vec<(Option<usize>, &str)> = Vec::new();
    for piece in &fact.evidence {
        if let Some(text) = &piece.risk_source
            && !risks.contains(&(piece.component, text.as_str()))
        {
            risks.push((piece.component, text));
        }
    }
    for (component, text) in risks {
        let text = messages.with("allergens.risk-source", "text", text);
        tile = tile.child(detail(&(text + &view.of(component))));
    }
    tile
}

fn head(element: &'static str, fact: &AllergenFact, view: &View<'_>) -> Element {
    let name = view.messages.named("allergen", fact.allergen.wire_name());
    el(element)
        .attr("data-allergen", fact.allergen.wire_name())
        .attr("data-status", fact.status.key())
        .child(
            el_class("div", "line")
                .child(el_class("span", "name").owned_text(name))
                .child(badge(fact, view)),
        )
}

/// Adds the texts that name an allergen without a declaration.
fn named(mut tile: Element, fact: &AllergenFact, view: &View<'_>) -> Element {
    // A conflict with the flag quotes the words already.
    let mut conflicts = fact.conflicts.iter();
    let is_open = fact.status == Status::NotStated
        && conflicts.all(|conflict| conflict.kind == ConflictKind::FreeFrom);
    let mut said: Vec<&str> = Vec::new();
    for piece in fact
        .evidence
        .iter()
        .filter(|it| is_open && it.source.is_text())
    {
        let words = piece.verbatim.as_deref().unwrap_or_default();
        if said.contains(&words) {
            continue;
        }
        said.push(words);
        let text = format!(
            "{}{}{}",
            view.message(source(piece)),
            view.of(piece.component),
            view.colon()
        );
        tile = tile.child(
            detail(&text)
                .attr("data-named", "")
                .child(el("q").text(words)),
        );
    }
    tile
}

fn detail(text: &str) -> Element {
    el_class("p", "detail").text(text)
}

fn conflicts(mut tile: Element, fact: &AllergenFact, view: &View<'_>) -> Element {
    for conflict in &fact.conflicts {
        let text = match conflict.kind {
            ConflictKind::Member => {
                let member = conflict.member.map(Allergen::wire_name).unwrap_or_default();
                view.messages.with(
                    "allergens.conflict.member",
                    "name",
                    &view.messages.named("allergen", member),
                )
            }
            ConflictKind::FreeFrom => view.message("allergens.conflict.free-from").to_owned(),
            ConflictKind::Ingredients => view.message("allergens.conflict.ingredients").to_owned(),
            ConflictKind::Statement => view.message("allergens.conflict.statement").to_owned(),
            ConflictKind::RiskSource => view.message("allergens.conflict.risk-source").to_owned(),
            ConflictKind::Name => view.message("allergens.conflict.name").to_owned(),
        };
        let mut detail = el_class("p", "detail conflict")
            .owned_attr("data-conflict", conflict.path.clone())
            .child(sign("⚠"))
            .owned_text(text + &view.of(conflict.component));
        if !conflict.verbatim.is_empty() {
            detail = detail
                .owned_text(view.colon())
                .child(el("q").text(&conflict.verbatim));
        }
        tile = tile.child(detail);
    }
    tile
}

/// What a status rests on: field, component, verbatim words.
fn provenance(sources: Element, fact: &AllergenFact, view: &View<'_>) -> Element {
    let name = view.messages.named("allergen", fact.allergen.wire_name());
    let mut sources = sources.child(el("dt").owned_text(name));
    for piece in &fact.evidence {
        sources = sources.child(evidence(piece, view));
    }
    sources
}

/// The key of the words for where a piece of evidence comes from.
fn source(piece: &Evidence) -> &'static str {
    match piece.source {
        Source::EmphasisedIngredient | Source::NamedIngredient => "allergens.source.ingredients",
        Source::Statement => "allergens.source.statement",
        Source::RiskSource => "allergens.source.risk-source",
        Source::Name => "allergens.source.name",
        Source::Flag => "allergens.source.flag",
    }
}

fn evidence(piece: &Evidence, view: &View<'_>) -> Element {
    let source = format!(
        "{}{}",
        view.message(source(piece)),
        view.of(piece.component)
    );
    let text = match &piece.verbatim {
        Some(text) => fill(
            &view.messages.with("allergens.evidence", "source", &source),
            "text",
            &view.messages.isolated(text),
        ),
        None => format!(
            "{source}{}{}",
            view.colon(),
            view.message("card.said.nothing")
        ),
    };
    el("dd")
        .owned_text(text)
        .text(" ")
        .child(el("code").text(&piece.path))
}
