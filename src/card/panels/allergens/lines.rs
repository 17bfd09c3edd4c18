//! The lines of allergens: one for each status, each group in one of them.

use super::details::details;
use crate::card::panel::Variant;
use crate::card::phrases::{STATUSES, mark};
use crate::card::render::tree::{Element, el, el_class, list, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{AllergenFact, Status};
use crate::text::joined;
use std::mem;

/// The lines that have an allergen. `is_silent`: nothing at all is declared, and a
/// sentence says so.
/// `remarks`: what else is to be checked on the label.
pub(super) fn lines(
    view: &View<'_>,
    is_silent: bool,
    mut remarks: Vec<Element>,
) -> Option<Element> {
    let mut lines = el_class("dl", "lines").attr("part", "allergen-list");
    let mut count = 0;
    for status in STATUSES {
        let (mut disputed, mut groups) = (Vec::new(), Vec::new());
        for fact in &view.report.groups {
            if fact.status == status && !is_left_out(view, fact, is_silent) {
                // A summary says only once, of all of them, that they are not stated.
                let is_apart = view.variant == Variant::Summary && fact.is_disputed();
                let line = if is_apart { &mut disputed } else { &mut groups };
                line.push(fact);
            }
            if status == Status::MayContain {
                groups.extend(
                    fact.members
                        .iter()
                        .filter(|member| stands_alone(member, fact)),
                );
            }
        }
        let remarks = match status {
            Status::NotStated => mem::take(&mut remarks),
            _ => Vec::new(),
        };
        for (groups, remarks) in [(disputed, Vec::new()), (groups, remarks)] {
            if !(groups.is_empty() && remarks.is_empty()) {
                let line = line(view, status, &groups, remarks, is_silent);
                lines = lines.child(line).text(" ");
                count += 1;
            }
        }
    }
    (count > 0).then_some(lines)
}

/// Whether a member has its own chip: one that only may be there, in a group of which
/// others are.
fn stands_alone(member: &AllergenFact, group: &AllergenFact) -> bool {
    member.status == Status::MayContain && group.status == Status::Contains
}

/// Whether a group is not drawn: among badges one that warns of nothing in particular.
fn is_left_out(view: &View<'_>, fact: &AllergenFact, is_silent: bool) -> bool {
    let is_badge = match fact.status {
        Status::DeclaredNotPresent => false,
        Status::NotStated => !is_silent || is_named(fact),
        _ => true,
    };
    view.variant == Variant::Badges && !is_badge
}

/// Whether a text names it.
fn is_named(fact: &AllergenFact) -> bool {
    fact.evidence.iter().any(|piece| piece.source.is_text())
}

/// A line of groups, and after them `remarks` of the same kind.
fn line(
    view: &View<'_>,
    status: Status,
    groups: &[&AllergenFact],
    remarks: Vec<Element>,
    is_silent: bool,
) -> Element {
    // What was declared absent may be there by now.
    let is_outdated = status == Status::DeclaredNotPresent && view.is_doubtful();
    let is_unstated = status == Status::NotStated && view.variant == Variant::Summary;
    let is_unstated = is_unstated && !is_silent && !groups.iter().any(|fact| fact.is_disputed());
    let lead = match status {
        Status::NotStated if !is_unstated => view.message("allergens.check").to_owned(),
        _ => view.messages.named("status", status.key()),
    };
    let lead = if is_outdated || is_unstated {
        lead + view.message("card.dash") + view.message("allergens.check-label")
    } else {
        lead
    };
    let is_plain = view.variant != Variant::Full
        || status == Status::DeclaredNotPresent
        || status == Status::NotStated && is_silent;
    let mut items = Vec::new();
    let mut below = Vec::new();
    for fact in groups {
        items.push(chip(view, fact, is_plain, is_silent));
        // Those of a member stand below its group.
        if view.variant == Variant::Full && fact.allergen.group() == fact.allergen {
            below.extend(details(view, fact));
        }
    }
    items.extend(remarks);
    let class = if is_plain { "names" } else { "chips" };
    // Names of members have commas between them.
    let has_members = groups
        .iter()
        .any(|fact| !fact.members_in_line(group_of(view, fact)).is_empty());
    let separator = if has_members {
        ";"
    } else {
        view.message("card.comma").trim_end()
    };
    let mut said = el("dd").child(list(class, items, separator));
    if !below.is_empty() {
        said = said.child(el_class("ul", "details").children(below));
    }
    // A badge is a whole line, whose sign stands before its first words.
    let is_signed = view.variant == Variant::Badges;
    let lead = el("dt")
        .child_opt(is_signed.then(|| mark(status)))
        .owned_text(lead);
    let shown = if is_outdated {
        Status::NotStated
    } else {
        status
    };
    el_class("div", "line")
        .attr("data-status", shown.key())
        .child(lead)
        .text(" ")
        .child(said)
}

/// A group of allergens, its members inside, or a member that stands alone.
fn chip(view: &View<'_>, fact: &AllergenFact, is_plain: bool, is_silent: bool) -> Element {
    let mut chip = el("li")
        .attr("data-allergen", fact.allergen.wire_name())
        .attr("data-status", fact.status.key());
    // An allergen that only a text names stands out.
    let stands_out = is_silent && fact.status == Status::NotStated && is_named(fact);
    let is_badge = view.variant == Variant::Badges;
    if stands_out && !is_badge || fact.is_disputed() && !is_plain {
        chip = chip.child(sign("warning"));
    } else if !is_plain {
        chip = chip.child(mark(fact.status));
    }
    chip = names(view, chip, fact);
    // "Not stated" says why the label is to be checked; a contradiction has its own words,
    // and in lists of products the whole line says no more than that.
    let is_open = fact.status == Status::NotStated && !is_silent && !fact.is_disputed();
    if is_open && view.variant == Variant::Full {
        chip = chip.child(aside(&view.messages.status_in_sentence(fact.status)));
    }
    let mut others = 0..view.names.len();
    let is_part = others.any(|index| fact.status_in(index) != fact.status);
    if view.is_mixed() && fact.status.is_positive() && is_part && !fact.components.is_empty() {
        let numbers: Vec<String> = fact
            .components
            .iter()
            .map(ToString::to_string)
            .collect_vec();
        let names = view.names_by_status(&fact.components, fact.allergen);
        let text = if is_plain && !is_badge {
            format!(" ({names})")
        } else {
            format!("{}{names}", view.message("card.dash"))
        };
        chip = chip.child(
            el_class("span", "in")
                .owned_attr("data-in", joined(&numbers, " "))
                .owned_text(text),
        );
    }
    chip
}

/// The group of an allergen.
fn group_of<'v>(view: &'v View<'_>, fact: &'v AllergenFact) -> &'v AllergenFact {
    view.report.fact(fact.allergen.group()).unwrap_or(fact)
}

/// The name of a group with those of its members: "Tree nuts: Almonds, Walnuts (not stated)", "Oats
/// (gluten ≤ 20 mg/kg)".
fn names(view: &View<'_>, chip: Element, fact: &AllergenFact) -> Element {
    let group = group_of(view, fact);
    let name = view.messages.allergen(group.allergen);
    let members = fact.members_in_line(group);
    if members.is_empty() {
        return chip.child(el("span").owned_text(name));
    }
    let mut chip = if group.has_little_gluten() {
        chip
    } else {
        chip.child(el("span").owned_text(name + view.message("card.colon")))
            .text(" ")
    };
    let last = members.len() - 1;
    for (index, member) in members.iter().enumerate() {
        let mut part = el("span")
            .attr("data-allergen", member.allergen.wire_name())
            .attr("data-status", member.status.key())
            .owned_text(view.messages.allergen(member.allergen));
        if let Some(words) = member.aside(fact.status, &|key| view.message(key).to_owned()) {
            part = part.child(aside(&words));
        }
        // No line ends between a name and the comma after it.
        chip = if index == last {
            chip.child(part)
        } else {
            chip.child(part.text(view.message("card.comma").trim_end()))
                .text(" ")
        };
    }
    chip
}

/// " (not stated)", " (may contain)", " (gluten ≤ 20 mg/kg)".
fn aside(words: &str) -> Element {
    el_class("span", "aside").owned_text(format!(" ({words})"))
}
