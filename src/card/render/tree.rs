//! The tree of elements that a card is drawn as.
//!
//! It is rendered in three ways: into the DOM for the custom element, which is a
//! third smaller without Yew, as a Yew view, and as HTML text on a server. Names of
//! elements and attributes are `'static`, so no supplier's text can become one; text
//! is only ever text.

use crate::label::Run;
use std::borrow::Cow;

/// A text, static or owned.
pub(crate) type Text = Cow<'static, str>;

/// A node of a drawn card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// An element.
    Element(Element),
    /// Text.
    Text(Text),
}

/// An element of a drawn card.
///
/// ```
/// use product_pool::card::{Node, el};
///
/// let list = el("ul").child(el("li").text("Milk")).child(el("li").text("Eggs"));
/// assert_eq!(list.name(), "ul");
/// let Node::Element(first) = &list.child_nodes()[0] else { unreachable!() };
/// assert_eq!(first.child_nodes(), [Node::Text("Milk".into())]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Element(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    name: &'static str,
    attributes: Vec<(&'static str, Text)>,
    children: Vec<Node>,
}

/// A new element of this name. With the methods of [`Element`], a server builds its own markup
/// around a drawn card.
///
/// ```
/// use product_pool::card::{el, to_html};
///
/// let link = el("a").attr("href", "/?a=1&b=2").text("Fish & <chips>");
/// assert_eq!(to_html(&link), "<a href=\"/?a=1&amp;b=2\">Fish &amp; &lt;chips&gt;</a>");
/// ```
#[inline(never)]
pub fn el(name: &'static str) -> Element {
    Element(Box::new(Inner {
        name,
        attributes: Vec::new(),
        children: Vec::new(),
    }))
}

/// An element of this name and class.
#[inline(never)]
pub(crate) fn el_class(name: &'static str, class: &'static str) -> Element {
    el(name).attr("class", class)
}

/// A slot that the page may fill; its children are the fallback content.
pub(crate) fn slot(name: String) -> Element {
    el("slot").owned_attr("name", name)
}

impl Element {
    /// The element's name, in lower case.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// The attributes; each name occurs once.
    pub fn attributes(&self) -> &[(&'static str, Text)] {
        &self.0.attributes
    }

    /// The child nodes.
    pub fn child_nodes(&self) -> &[Node] {
        &self.0.children
    }

    /// Adds an attribute with a static value.
    #[inline(never)]
    pub fn attr(mut self, name: &'static str, value: &'static str) -> Element {
        self.0.attributes.push((name, Cow::Borrowed(value)));
        self
    }

    /// Adds an attribute with a static value under a condition.
    #[inline(never)]
    pub(crate) fn attr_if(self, name: &'static str, value: &'static str, is_set: bool) -> Element {
        if is_set { self.attr(name, value) } else { self }
    }

    /// Adds an attribute.
    #[inline(never)]
    pub fn owned_attr(mut self, name: &'static str, value: String) -> Element {
        self.0.attributes.push((name, Cow::Owned(value)));
        self
    }

    /// Adds a text.
    #[inline(never)]
    pub fn text(self, text: &str) -> Element {
        self.owned_text(text.to_owned())
    }

    /// Adds a text that is already owned. Texts in a row become one, as they do when
    /// HTML is parsed: the element takes over what a server drew only if it is equal.
    #[inline(never)]
    pub fn owned_text(mut self, text: String) -> Element {
        match self.0.children.last_mut() {
            _ if text.is_empty() => {}
            Some(Node::Text(before)) => before.to_mut().push_str(&text),
            _ => self.0.children.push(Node::Text(Cow::Owned(text))),
        }
        self
    }

    /// Adds an element.
    #[inline(never)]
    pub fn child(mut self, child: Element) -> Element {
        self.0.children.push(Node::Element(child));
        self
    }

    /// Adds an element, if there is one.
    #[inline(never)]
    pub fn child_opt(self, child: Option<Element>) -> Element {
        match child {
            Some(child) => self.child(child),
            None => self,
        }
    }

    /// Adds a text at the end of the last element in this one.
    pub(crate) fn ending(mut self, text: &str) -> Element {
        match self.0.children.pop() {
            Some(Node::Element(last)) => self.child(last.text(text)),
            last => {
                self.0.children.extend(last);
                self.text(text)
            }
        }
    }

    /// Adds several elements.
    #[inline(never)]
    pub fn children(mut self, children: Vec<Element>) -> Element {
        for child in children {
            self = self.child(child);
        }
        self
    }

    /// Adds a supplier's text with its emphasis, what is struck out, and line breaks.
    pub(crate) fn runs(mut self, runs: &[Run]) -> Element {
        for run in runs {
            if !run.emphasised && !run.struck {
                self = lines(self, &run.text);
                continue;
            }
            let name = if run.emphasised { "strong" } else { "s" };
            let marked = lines(el(name), &run.text);
            self = self.child(match run.emphasised && run.struck {
                true => el("s").child(marked),
                false => marked,
            });
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

/// Text for screen readers only, where sighted readers see it from the layout.
pub(crate) fn visually_hidden(text: &str) -> Element {
    el_class("span", "visually-hidden").text(text)
}

/// A list of this class, with a sign such as a comma between its items, so that their texts do not run
/// together where somebody reads them as one. Only a list of plain names shows it.
pub(crate) fn list(class: &'static str, items: Vec<Element>, separator: &str) -> Element {
    let mut list = el_class("ul", class);
    let count = items.len();
    for (index, item) in items.into_iter().enumerate() {
        list = match (index + 1 == count, class) {
            (true, _) => list.child(item),
            (false, "names") => list.child(item.ending(separator)).text(" "),
            (false, _) => list.child(item.child(visually_hidden(separator))).text(" "),
        };
    }
    list
}

/// A sign, which the style sheet draws as a shape. Screen readers and copied text have only the
/// words beside it.
pub(crate) fn sign(name: &'static str) -> Element {
    el_class("span", "sign").attr("data-sign", name)
}

/// A heading of the level that fits the page the card stands in. HTML has no elements beyond six.
pub(crate) fn heading(level: u8, class: &'static str, text: &str) -> Element {
    let name = match level {
        0..=1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    };
    let element = el_class(name, class).text(text);
    match level {
        7.. => element.owned_attr("aria-level", level.to_string()),
        _ => element,
    }
}

/// A remark that must not be overlooked.
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
