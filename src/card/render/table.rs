//! Tables of figures: their frame, their headings, and the box in which they scroll.

use super::tree::{Element, el, el_class};

/// A table with its caption, which only screen readers have, its row of headings and its body.
pub(crate) fn table(caption: &str, headings: Element, body: Element) -> Element {
    el("table")
        .child(el_class("caption", "visually-hidden").text(caption))
        .child(el("thead").child(headings))
        .child(body)
}

/// A table that scrolls inside its own box, which the keyboard reaches.
pub(crate) fn scrolling(caption: &str, table: Element) -> Element {
    el_class("div", "scroll")
        .attr("tabindex", "0")
        .attr("role", "group")
        .owned_attr("aria-label", caption.to_owned())
        .child(table)
}

pub(crate) fn column_heading() -> Element {
    el("th").attr("scope", "col")
}

pub(crate) fn row_heading() -> Element {
    el("th").attr("scope", "row")
}
