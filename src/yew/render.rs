//! A tree of elements as a Yew view, with the application's content in its slots.

use crate::card::{Element, Node, Panel};
use crate::collect_vec::CollectVec as _;
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
