//! Elements, made by function calls.
//!
//! `html!` writes the making of every element out at its place; a card has a
//! few hundred of them, and these calls come to half of its bytes.

use crate::label::Run;
use yew::virtual_dom::{AttrValue, VList, VNode, VTag, VText};

/// An element in the making.
pub(super) struct El(VTag);

/// An element of that name.
#[inline(never)]
pub(super) fn el(name: &'static str) -> El {
    El(VTag::new(AttrValue::Static(name)))
}

/// An element of that name and class.
#[inline(never)]
pub(super) fn classed(name: &'static str, class: &'static str) -> El {
    el(name).set("class", class)
}

/// A place that the page may fill; `id` names it.
pub(super) fn slot(name: String) -> El {
    el("slot").attr("name", name)
}

impl El {
    /// With an attribute that is known beforehand.
    #[inline(never)]
    pub(super) fn set(mut self, name: &'static str, value: &'static str) -> El {
        self.0.add_attribute(name, AttrValue::Static(value));
        self
    }

    /// With an attribute.
    #[inline(never)]
    pub(super) fn attr(mut self, name: &'static str, value: String) -> El {
        self.0.add_attribute(name, AttrValue::from(value));
        self
    }

    /// With a text at its end.
    #[inline(never)]
    pub(super) fn text(self, text: &str) -> El {
        self.add(words(text))
    }

    /// With a node at its end.
    #[inline(never)]
    pub(super) fn add(mut self, node: VNode) -> El {
        self.0.add_child(node);
        self
    }

    /// With an element at its end.
    #[inline(never)]
    pub(super) fn child(self, child: El) -> El {
        self.add(child.into())
    }

    /// With an element at its end, if there is one.
    #[inline(never)]
    pub(super) fn maybe(self, child: Option<El>) -> El {
        match child {
            Some(child) => self.child(child),
            None => self,
        }
    }

    /// With many nodes at its end.
    #[inline(never)]
    pub(super) fn all(mut self, nodes: Vec<VNode>) -> El {
        self.0.add_children(nodes);
        self
    }

    /// With a supplier's text at its end: text nodes, emphasis and line breaks,
    /// never raw HTML.
    pub(super) fn runs(mut self, runs: &[Run]) -> El {
        for run in runs {
            self = if run.emphasised {
                self.child(lines(el("strong"), &run.text))
            } else {
                lines(self, &run.text)
            };
        }
        self
    }
}

impl From<El> for VNode {
    fn from(element: El) -> VNode {
        element.0.into()
    }
}

/// A text node.
#[inline(never)]
pub(super) fn words(text: &str) -> VNode {
    VText::new(AttrValue::from(text.to_owned())).into()
}

/// Nodes side by side.
#[inline(never)]
pub(super) fn list(nodes: Vec<VNode>) -> VNode {
    VList::with_children(nodes, None).into()
}

fn lines(mut element: El, text: &str) -> El {
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            element = element.child(el("br"));
        }
        element = element.text(line);
    }
    element
}

/// Only for the ears: what the eye takes from the arrangement.
pub(super) fn unseen(text: &str) -> El {
    classed("span", "visually-hidden").text(text)
}

/// Only for the eye: a sign whose words stand beside it.
pub(super) fn sign(text: &'static str) -> El {
    classed("span", "sign")
        .set("aria-hidden", "true")
        .text(text)
}

/// A heading of the level that fits the page the card stands in.
pub(super) fn heading(level: u8, class: &'static str, text: &str) -> El {
    let name = match level {
        0..=1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    };
    classed(name, class).text(text)
}

/// A remark that must be seen.
pub(super) fn notice(name: &'static str, text: &str) -> El {
    classed("p", "notice").set("data-notice", name).text(text)
}

/// A remark in small print.
pub(super) fn muted(text: &str) -> El {
    classed("p", "muted").text(text)
}
