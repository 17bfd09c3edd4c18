//! A tree of elements as a Yew view, with the application's content in its slots.

use crate::card::{Element, Node, Panel};
use crate::collect_vec::CollectVec as _;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, VNode, VTag, VText};

/// The class of a slot that has the application's content, which the styles of the
/// card do not apply to.
pub(super) const FILLED: &str = "product-pool-slot";

/// The application's content of a card's slots.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Slots(Vec<(String, Html)>);

impl Slots {
    /// Fills a slot, if there is content for it.
    pub(super) fn fill(&mut self, name: &str, content: Option<Html>) {
        self.0
            .extend(content.map(|content| (name.to_owned(), content)));
    }

    /// Fills the slots on one side of panels: `before` or `after`.
    pub(super) fn fill_beside(&mut self, side: &str, contents: &[(Panel, Html)]) {
        for (panel, content) in contents {
            self.fill(&format!("{side}-{}", panel.key()), Some(content.clone()));
        }
    }

    /// The content as children of an element with a shadow tree.
    pub(super) fn in_page(&self) -> Html {
        let filled = self.0.iter();
        filled
            .map(|(name, content)| html! { <div slot={name.clone()}>{ content.clone() }</div> })
            .collect()
    }

    fn get(&self, name: &str) -> Option<&Html> {
        let found = self.0.iter().find(|(slot, _)| slot == name);
        found.map(|(_, content)| content)
    }
}

/// An element of a tree.
pub(super) fn element(element: &Element, slots: &Slots) -> VNode {
    tag(element, slots).into()
}

fn tag(element: &Element, slots: &Slots) -> VTag {
    let mut content = None;
    if element.name() == "slot" {
        let mut values = element.attributes().iter();
        content = values.find_map(|(_, name)| slots.get(name));
    }
    let attribute = |name: &'static str, value: AttrValue| {
        (
            AttrValue::Static(name),
            AttributeOrProperty::Attribute(value),
        )
    };
    let attributes = element.attributes().iter();
    let attributes = attributes
        .map(|(name, value)| attribute(name, AttrValue::from(value.clone())))
        .chain(content.map(|_| attribute("class", AttrValue::Static(FILLED))));
    let mut tag = VTag::new(element.name());
    tag.set_attributes(Attributes::IndexMap(Rc::new(attributes.collect())));
    match content {
        Some(content) => tag.add_child(content.clone()),
        None => tag.add_children(nodes(element.child_nodes(), slots)),
    }
    tag
}

/// Nodes of a tree. A browser that translates the page replaces text nodes by elements of its own,
/// and moves what is between them. Yew would go on writing into the nodes that it made, which are no
/// longer on the page, and panic where it inserts something before them. So a line of text is never
/// changed: its key is its content, and where that differs, the whole line is replaced.
pub(super) fn nodes(nodes: &[Node], slots: &Slots) -> Vec<VNode> {
    let is_line = is_line(nodes);
    let mut keys = HashMap::new();
    let node = |node: &Node| match node {
        Node::Text(text) => VText::new(AttrValue::from(text.clone())).into(),
        Node::Element(child) => {
            let mut tag = tag(child, slots);
            if !is_line {
                // Siblings may be equal.
                let key = key(child);
                let number: &mut u32 = keys.entry(key).or_default();
                tag.key = Some(format!("{key:x}.{number}").into());
                *number += 1;
            }
            tag.into()
        }
    };
    nodes.iter().map(node).collect_vec()
}

/// Elements within a line of text.
const INLINE: [&str; 9] = ["a", "b", "br", "code", "del", "ins", "q", "span", "strong"];

/// Whether nodes are a line of text.
fn is_line(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Text(_) => true,
        Node::Element(child) => INLINE.contains(&child.name()),
    })
}

/// What a reader opens, focuses or waits for, and what grows with each product.
const STAYING: [&str; 7] = ["a", "button", "details", "dialog", "img", "slot", "tbody"];

/// Whether an element must stay the same when something in it changes.
fn stays(element: &Element) -> bool {
    STAYING.contains(&element.name())
        || element
            .attributes()
            .iter()
            .any(|(name, _)| *name == "tabindex")
        || element.child_nodes().iter().any(|node| match node {
            Node::Element(child) => stays(child),
            Node::Text(_) => false,
        })
}

/// The key of an element among its siblings: all that can be read in it, so that no node that others
/// have put into it is ever beside another text; of one that must stay, its kind.
fn key(element: &Element) -> u64 {
    let mut key = DefaultHasher::new();
    element.name().hash(&mut key);
    if is_line(element.child_nodes()) || !stays(element) {
        read(element, &mut key);
    } else {
        let mut attributes = element.attributes().iter();
        let kind = attributes.find(|(name, _)| matches!(*name, "class" | "name"));
        kind.hash(&mut key);
    }
    key.finish()
}

/// Adds the texts of an element to a key, and where they are.
fn read(element: &Element, key: &mut DefaultHasher) {
    element.child_nodes().len().hash(key);
    for node in element.child_nodes() {
        match node {
            Node::Text(text) => ("", text).hash(key),
            Node::Element(child) => {
                child.name().hash(key);
                read(child, key);
            }
        }
    }
}
