//! The foot of the card: who supplied the information, and when.

use crate::card::panel::Variant;
use crate::card::render::tree::{Element, el, el_class};
use crate::card::view::View;
use crate::label::NoticeKind;

/// In a full card the supplier's name and address, and the date of the last change;
/// then the advice to check the label, unless it `is_advised` above. A card of badges
/// has no foot.
pub(in crate::card) fn foot(view: &View<'_>, is_advised: bool) -> Option<Element> {
    if view.variant == Variant::Badges {
        return None;
    }
    let data = view.data();
    let is_full = view.variant == Variant::Full;
    let general = data.general();
    let mut foot = el_class("p", "foot").attr("part", "changed");
    if is_full && let Some(name) = general.manufacturer_name().get() {
        let supplier = match general.manufacturer_address().get() {
            Some(address) => one_line(&format!("{name}\n{address}"), view.message("card.comma")),
            None => name.to_owned(),
        };
        foot = foot
            .owned_text(view.messages.format("notice.supplier", "name", &supplier))
            .text(" ");
    }
    // An old date, or one in the future, already has a notice.
    let has_notice = view
        .notices
        .iter()
        .any(|notice| notice.kind >= NoticeKind::OldDate);
    if let Some(time) = data.changed_at().get()
        && is_full
        && !has_notice
    {
        let date = view.messages.date(time);
        let text = view.messages.format("notice.changed", "date", &date);
        let changed = el("span").attr("data-notice", "changed").owned_text(text);
        foot = foot.child(changed).text(" ");
    }
    if !is_advised {
        foot = foot.text(view.message("card.check-label"));
    }
    (!foot.child_nodes().is_empty()).then_some(foot)
}

/// A text of several lines in one.
fn one_line(text: &str, comma: &str) -> String {
    let mut line = String::new();
    for part in text.split('\n') {
        let part = part.trim_matches([' ', ',', '\r']);
        if !line.is_empty() && !part.is_empty() {
            line.push_str(comma);
        }
        line.push_str(part);
    }
    line
}
