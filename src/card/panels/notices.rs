//! Notices: the state of the record, the verdict on the shopper's own list, and
//! remarks on the record's quality.

use super::allergens::emphasised;
use super::gallery::web_address;
use crate::card::phrases::{mark, notice_text};
use crate::card::render::tree::{Element, el, el_class, muted, notice, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    Answer, Notice, NoticeKind, Presence, Status, Verdict, Warning, WarningKind, avoid_list_with,
    completeness_with, quality, unit_beside, verdicts,
};

/// What comes before the panels: notices about the record as a whole, the
/// component that was scanned, the verdict, remarks. `None` if there are none of them.
pub(in crate::card) fn first(
    view: &View<'_>,
    avoid: Option<&str>,
    successor: Option<&str>,
) -> Option<Element> {
    let mut stale = view
        .record
        .stale
        .as_deref()
        .map(|since| notice("stale", &view.messages.with("notice.stale", "date", since)));
    let mut notices = Vec::new();
    for it in &view.notices {
        // The product's state matters more than the record's age.
        if it.kind > NoticeKind::Replaced {
            notices.extend(stale.take());
        }
        notices.push(on_record(it, view, successor));
    }
    notices.extend(stale);
    notices.extend(scanned(view));
    notices.extend(avoid.and_then(|avoid| verdict(view, avoid)));
    notices.extend(remarks(view));
    (!notices.is_empty()).then(|| {
        el_class("div", "notices")
            .attr("part", "notices")
            .children(notices)
    })
}

/// Which component the barcode is for, where there are several.
fn scanned(view: &View<'_>) -> Option<Element> {
    let name = view.names.get(view.scanned?)?;
    let text = view.messages.with("card.scanned", "name", name);
    view.is_mixed()
        .then(|| el("p").attr("data-notice", "scanned").owned_text(text))
}

/// A notice about the record as a whole.
fn on_record(it: &Notice<'_>, view: &View<'_>, successor: Option<&str>) -> Element {
    let drawn = notice(it.kind.key(), &notice_text(it, view.messages));
    if it.kind != NoticeKind::Replaced {
        return drawn;
    }
    let link = successor.and_then(web_address).map(|address| {
        el("a")
            .attr("part", "link")
            .owned_attr("href", address.to_owned())
            .text(view.message("notice.successor"))
    });
    drawn.text(" ").child_opt(link)
}

/// When the record was last changed, and who supplied it.
pub(in crate::card) fn last(view: &View<'_>) -> Option<Element> {
    let data = view.data();
    // An old date, or one in the future, already has a notice.
    let has_notice = view.notices.iter().any(|it| it.kind >= NoticeKind::OldDate);
    let changed = data.changed_at().get().filter(|_| !has_notice);
    let changed = changed.map(|time| {
        view.messages
            .with("notice.changed", "date", &view.messages.date(time))
    });
    let supplier = data.general().manufacturer_name().get();
    let supplier = supplier.map(|name| view.messages.with("notice.supplier", "name", name));
    let text: Vec<String> = changed.into_iter().chain(supplier).collect_vec();
    (!text.is_empty()).then(|| {
        muted(&text.join(" "))
            .attr("data-notice", "changed")
            .attr("part", "changed")
    })
}

/// The plain answer for each allergen on a shopper's list, the most serious first.
fn verdict(view: &View<'_>, avoid: &str) -> Option<Element> {
    let avoid = avoid_list_with(avoid, view.messages.lexicon());
    let mut found = verdicts(&view.report, &avoid.allergens);
    let mut list = el_class("ul", "verdicts");
    let worst = found.iter().map(|it| it.answer).max();
    // Four answers, each looked for in turn: the most serious first.
    for answer in [
        Answer::Contains,
        Answer::MayContain,
        Answer::NotStated,
        Answer::NotDeclared,
    ] {
        for verdict in found.extract_if(.., |it| it.answer == answer) {
            list = list.child(answered(&verdict, view));
        }
    }
    for word in &avoid.unknown {
        let text = view.messages.with("verdict.unknown", "word", word);
        list = list.child(
            el("li")
                .attr("data-answer", "unknown")
                .child(sign("?"))
                .owned_text(text),
        );
    }
    if worst.is_none() && avoid.unknown.is_empty() {
        return None;
    }
    // A word that is not understood, of the shopper or of the manufacturer, is
    // no better than an allergen that is not stated.
    let mut emphases = view.report.emphasised.iter();
    let worst = match worst {
        Some(worst) if avoid.unknown.is_empty() && emphases.all(|it| it.is_known) => worst,
        worst => worst.unwrap_or(Answer::NotStated).max(Answer::NotStated),
    };
    Some(
        el_class("div", "verdict")
            .attr("part", "verdict")
            .attr("data-answer", worst.key())
            .child(el_class("p", "title").text(view.message("verdict.title")))
            .child(list)
            .child_opt(emphasised(view)),
    )
}

fn answered(verdict: &Verdict, view: &View<'_>) -> Element {
    let allergen = view
        .messages
        .named("allergen", verdict.allergen.wire_name());
    let key = match (verdict.answer, verdict.caution) {
        (Answer::NotStated, Some(caution)) => caution.key(),
        (answer, _) => answer.key(),
    };
    let answer = view.messages.named("verdict", key);
    let mut drawn = el("li")
        .attr("data-allergen", verdict.allergen.wire_name())
        .attr("data-answer", verdict.answer.key())
        .child(mark(match verdict.answer {
            Answer::Contains => Status::Contains,
            Answer::MayContain => Status::MayContain,
            Answer::NotDeclared => Status::NotPresent,
            _ => Status::NotStated,
        }))
        .child(el("b").owned_text(allergen))
        .owned_text(view.colon())
        .owned_text(answer);
    if view.is_mixed() && verdict.answer >= Answer::MayContain {
        let names: Vec<&str> = verdict
            .components
            .iter()
            .filter_map(|index| view.names.get(*index).map(String::as_str))
            .collect_vec();
        drawn = drawn.owned_text(format!(" ({})", names.join(", ")));
    }
    drawn
}

/// The legal particulars that the record lacks, and figures that contradict each
/// other.
fn remarks(view: &View<'_>) -> Option<Element> {
    let complete = completeness_with(view.data(), &view.report);
    let lacking: Vec<String> = complete
        .particulars
        .iter()
        .filter(|fact| fact.presence == Presence::Lacking)
        .map(|fact| {
            let name = view.messages.named("particular", fact.particular.key());
            match fact.components.as_slice() {
                [component] => name + &view.of(*component),
                _ => name,
            }
        })
        .collect_vec();
    let warnings = quality(view.data());
    let count = usize::from(!lacking.is_empty()) + warnings.len();
    if count == 0 {
        return None;
    }
    let mut list = el("ul");
    if !lacking.is_empty() {
        let text = view
            .messages
            .with("notice.incomplete", "list", &lacking.join(", "));
        list = list.child(el("li").attr("data-notice", "incomplete").owned_text(text));
    }
    for warning in &warnings {
        list = list.child(warned(warning, view));
    }
    let title = view
        .messages
        .with("notice.remarks", "count", &count.to_string());
    Some(
        el_class("details", "notice remarks")
            .attr("data-notice", "remarks")
            .attr("data-toggle", "remarks")
            .child(el("summary").owned_text(title))
            .child(list),
    )
}

fn warned(warning: &Warning, view: &View<'_>) -> Element {
    let text = view.messages.named("quality", warning.kind.key());
    let of = warning.component.map(|index| view.of(index));
    let mut figures = Vec::new();
    for figure in &warning.figures {
        let units = figure.units.as_deref();
        let units = match figure.nutrient {
            Some(nutrient) => unit_beside(&figure.value, units, nutrient.unit()),
            None => units,
        };
        let text = view.figure(&figure.value, units);
        figures.push(match figure.nutrient {
            Some(nutrient) => format!(
                "{} {text}",
                view.messages.named("nutrient", nutrient.wire_name())
            ),
            None => text,
        });
    }
    let gtin = matches!(
        warning.kind,
        WarningKind::CheckDigit | WarningKind::MalformedGtin
    );
    let between = if gtin {
        view.colon()
    } else {
        String::from(" — ")
    };
    let of = of.unwrap_or_default();
    let text = format!("{text}{of}{between}{}", figures.join(", "));
    el("li")
        .attr("data-notice", "quality")
        .attr("data-warning", warning.kind.key())
        .owned_text(text)
}
