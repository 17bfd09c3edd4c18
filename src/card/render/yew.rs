//! A tree of elements as a Yew view.

use super::tree::{Element, Node};
use yew::virtual_dom::{AttrValue, VNode, VTag, VText};

impl From<&Element> for VNode {
    fn from(element: &Element) -> VNode {
        let mut tag = VTag::new(element.name());
        for (name, value) in element.attributes() {
            tag.add_attribute(name, AttrValue::from(value.clone()));
        }
        tag.add_children(element.child_nodes().iter().map(VNode::from));
        tag.into()
    }
}

impl From<&Node> for VNode {
    fn from(node: &Node) -> VNode {
        match node {
            Node::Element(element) => element.into(),
            Node::Text(text) => VText::new(AttrValue::from(text.clone())).into(),
        }
    }
}
