//! A tree of elements as a Yew view, with the application's content in its slots.

use crate::card::{Element, Node, Panel};
use crate::collect_vec::CollectVec as _;
use yew::prelude::*;
use yew::virtual_dom::{VNode, VTag, VText};

/// The class of a slot that has the application's content, which the styles of the
/// card do not apply to.
pub(super) const FILLED: &str = "product-pool-slot";

/// The application's content of a card's slots.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Slots(Vec<(String, Html)>);

impl Slots {
    /// Fills a slot, if there is content for it.
    pub(super) fn fill(&mut self, name: &str, content: Option<&Html>) {
        if let Some(content) = content {
            self.0.push((name.to_owned(), content.clone()));
        }
    }

    /// Fills the slots on one side of panels: `before` or `after`.
    pub(super) fn fill_beside(&mut self, side: &str, contents: &[(Panel, Html)]) {
        for (panel, content) in contents {
            self.fill(&format!("{side}-{}", panel.key()), Some(content));
        }
    }

    fn get(&self, name: &str) -> Option<&Html> {
        let found = self.0.iter().find(|(slot, _)| slot == name);
        found.map(|(_, content)| content)
    }
}

/// An element of a tree.
pub(super) fn element(element: &Element, slots: &Slots) -> VNode {
    let mut tag = VTag::new(element.name());
    let mut content = None;
    for (name, value) in element.attributes() {
        if element.name() == "slot" {
            content = slots.get(value);
        }
        tag.add_attribute(name, AttrValue::from(value.clone()));
    }
    match content {
        Some(content) => {
            tag.add_attribute("class", FILLED);
            tag.add_child(content.clone());
        }
        None => tag.add_children(nodes(element.child_nodes(), slots)),
    }
    tag.into()
}

/// Nodes of a tree.
pub(super) fn nodes(nodes: &[Node], slots: &Slots) -> Vec<VNode> {
    let node = |node: &Node| match node {
        Node::Element(child) => element(child, slots),
        Node::Text(text) => VText::new(AttrValue::from(text.clone())).into(),
    };
    nodes.iter().map(node).collect_vec()
}
