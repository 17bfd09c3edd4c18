//! The tree of elements that a card is drawn as.
//!
//! It is drawn three ways: as a Yew view, in the
//! page by the custom element, which needs no Yew and is a third smaller for it,
//! and as HTML text on a server. Names of elements and attributes are `'static`,
//! so no supplier's text can ever become one; text is only ever text.

use crate::label::Run;
use std::borrow::Cow;

/// A text, known beforehand or made.
pub type Text = Cow<'static, str>;

/// A node of a drawn card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// An element.
    Element(Element),
    /// Text.
    Text(Text),
}

/// An element of a drawn card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    name: &'static str,
    attributes: Vec<(&'static str, Text)>,
    children: Vec<Node>,
}

/// An element of that name.
#[inline(never)]
pub(crate) fn el(name: &'static str) -> Element {
    Element(Box::new(Inner {
        name,
        attributes: Vec::new(),
        children: Vec::new(),
    }))
}

/// An element of that name and class.
#[inline(never)]
pub(crate) fn el_class(name: &'static str, class: &'static str) -> Element {
    el(name).attr("class", class)
}

/// A place that the page may fill; what is put in it is shown meanwhile.
pub(crate) fn slot(name: String) -> Element {
    el("slot").owned_attr("name", name)
}

impl Element {
    /// Its name, in lower case.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Its attributes; each name stands once.
    pub fn attributes(&self) -> &[(&'static str, Text)] {
        &self.0.attributes
    }

    /// What is in it.
    pub fn child_nodes(&self) -> &[Node] {
        &self.0.children
    }

    /// With an attribute that is known beforehand.
    #[inline(never)]
    pub(crate) fn attr(mut self, name: &'static str, value: &'static str) -> Element {
        self.0.attributes.push((name, Cow::Borrowed(value)));
        self
    }

    /// With an attribute.
    #[inline(never)]
    pub(crate) fn owned_attr(mut self, name: &'static str, value: String) -> Element {
        self.0.attributes.push((name, Cow::Owned(value)));
        self
    }

    /// With a text at its end.
    #[inline(never)]
    pub(crate) fn text(self, text: &str) -> Element {
        self.owned_text(text.to_owned())
    }

    /// With a text that was made for it.
    #[inline(never)]
    pub(crate) fn owned_text(mut self, text: String) -> Element {
        self.0.children.push(Node::Text(Cow::Owned(text)));
        self
    }

    /// With an element at its end.
    #[inline(never)]
    pub(crate) fn child(mut self, child: Element) -> Element {
        self.0.children.push(Node::Element(child));
        self
    }

    /// With an element at its end, if there is one.
    #[inline(never)]
    pub(crate) fn child_opt(self, child: Option<Element>) -> Element {
        match child {
            Some(child) => self.child(child),
            None => self,
        }
    }

    /// With many elements at its end.
    #[inline(never)]
    pub(crate) fn children(mut self, children: Vec<Element>) -> Element {
        for child in children {
            self = self.child(child);
        }
        self
    }

    /// With a supplier's text at its end: its emphasis and line breaks.
    pub(crate) fn runs(mut self, runs: &[Run]) -> Element {
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

fn lines(mut element: Element, text: &str) -> Element {
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            element = element.child(el("br"));
        }
        element = element.text(line);
    }
    element
}

/// Only for the ears: what the eye takes from the arrangement.
pub(crate) fn visually_hidden(text: &str) -> Element {
    el_class("span", "visually-hidden").text(text)
}

/// Only for the eye: a sign whose words stand beside it.
pub(crate) fn sign(text: &'static str) -> Element {
    el_class("span", "sign")
        .attr("aria-hidden", "true")
        .text(text)
}

/// A heading of the level that fits the page the card stands in.
pub(crate) fn heading(level: u8, class: &'static str, text: &str) -> Element {
    let name = match level {
        0..=1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    };
    el_class(name, class).text(text)
}

/// A remark that must be seen.
pub(crate) fn notice(name: &'static str, text: &str) -> Element {
    el_class("p", "notice").attr("data-notice", name).text(text)
}

/// A remark in small print.
pub(crate) fn muted(text: &str) -> Element {
    el_class("p", "muted").text(text)
}

/// A button that the host listens for.
pub(crate) fn button(action: &'static str) -> Element {
    el("button")
        .attr("type", "button")
        .attr("part", "button")
        .attr("data-action", action)
}
