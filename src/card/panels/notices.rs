//! The notices that come before all else.

use super::gallery::web_address;
use crate::card::phrases::notice_text;
use crate::card::render::tree::{Element, el, el_class, notice, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{NoticeKind, RecordNotice};

/// The notices about the record as a whole, and the component that was scanned. `None`
/// if there are none of them.
pub(in crate::card) fn notices(view: &View<'_>, successor: Option<&str>) -> Option<Element> {
    let mut notices = doubts(view, successor);
    let others = view
        .notices
        .iter()
        .filter(|given| !given.kind.is_doubtful());
    notices.extend(others.map(|given| on_record(given, view, successor)));
    notices.extend(too_much(view));
    notices.extend(scanned(view));
    (!notices.is_empty()).then(|| {
        el_class("div", "notices")
            .attr("part", "notices")
            .children(notices)
    })
}

/// That the record is more than is drawn.
pub(in crate::card) fn too_much(view: &View<'_>) -> Option<Element> {
    let text = view.message("notice.too-much");
    view.record.rest.map(|_| notice("too-much", text))
}

/// Why nothing that the record says is calm, if so: the state of the product, which matters more than
/// the record's age, then since when the record could not be checked.
pub(in crate::card) fn doubts(view: &View<'_>, successor: Option<&str>) -> Vec<Element> {
    let of_product = view.notices.iter().filter(|given| given.kind.is_doubtful());
    let of_product = of_product.map(|given| on_record(given, view, successor));
    let stale = view.record.stale.as_deref().map(|since| {
        let text = view.messages.format("notice.stale", "date", since);
        notice("stale", &text)
    });
    of_product.chain(stale).collect_vec()
}

/// Which component the barcode is for, where there are several.
fn scanned(view: &View<'_>) -> Option<Element> {
    let name = view.names.get(view.scanned?)?;
    let text = view.messages.format("card.scanned", "name", name);
    view.is_mixed()
        .then(|| el("p").attr("data-notice", "scanned").owned_text(text))
}

/// A notice about the record as a whole.
fn on_record(given: &RecordNotice<'_>, view: &View<'_>, successor: Option<&str>) -> Element {
    let text = notice_text(given, view.messages);
    // Louder than any verdict.
    let title = match given.kind {
        NoticeKind::Recalled => Some("notice.recalled.title"),
        NoticeKind::Withdrawn => Some("notice.withdrawn.title"),
        _ => None,
    };
    if let Some(title) = title {
        return el_class("p", "notice band")
            .attr("data-notice", given.kind.key())
            .child(
                el("strong")
                    .child(sign("recalled"))
                    .text(" ")
                    .text(view.message(title)),
            )
            .owned_text(text);
    }
    let drawn = notice(given.kind.key(), &text);
    if given.kind != NoticeKind::Replaced {
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
