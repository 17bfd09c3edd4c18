//! What must be known before reading on.

use super::markup::{Element, classed, notice};
use super::view::View;

/// The notices on the record as a whole; nothing where there are none.
pub(super) fn first(view: &View<'_>, _avoid: Option<&str>) -> Option<Element> {
    let data = view.data();
    let archived = data
        .status()
        .get()
        .is_some_and(|it| it.eq_ignore_ascii_case("archived"));
    let replaced = data.replaced_by().iter().next().is_some();
    let latest = data.latest_version().get();
    let old = latest.filter(|latest| data.version().get().is_some_and(|it| it != *latest));
    let mut notices = Vec::new();
    if archived {
        notices.push(notice("archived", view.say("notice.archived")));
    }
    if replaced {
        notices.push(notice("replaced", view.say("notice.replaced")));
    }
    if let Some(version) = old {
        let text = view.messages.with("notice.old-version", "version", version);
        notices.push(notice("old-version", &text));
    }
    (!notices.is_empty()).then(|| {
        classed("div", "notices")
            .set("part", "notices")
            .all(notices)
    })
}
