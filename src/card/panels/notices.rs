//! The notices that come before all else.

use super::gallery::web_address;
use crate::card::phrases::notice_text;
use crate::card::render::tree::{Element, el, el_class, notice, sign};
use crate::card::view::View;
use crate::label::{NoticeKind, RecordNotice};

/// The notices about the record as a whole, and the component that was scanned. `None`
/// if there are none of them.
pub(in crate::card) fn notices(view: &View<'_>, successor: Option<&str>) -> Option<Element> {
    let mut stale = stale(view);
    let mut notices = Vec::new();
    for given in &view.notices {
        // The product's state matters more than the record's age.
        if given.kind > NoticeKind::Replaced {
            notices.extend(stale.take());
        }
        notices.push(on_record(given, view, successor));
    }
    notices.extend(stale);
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

/// Since when the record could not be checked, if it could not.
pub(in crate::card) fn stale(view: &View<'_>) -> Option<Element> {
    let since = view.record.stale.as_deref()?;
    Some(notice(
        "stale",
        &view.messages.format("notice.stale", "date", since),
    ))
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
                    .child(sign("warning"))
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
