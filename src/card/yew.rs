//! The card as Yew components.

use super::app::{CardProps, PanelProps, draw, draw_panel};
use super::markup::{Element, Node};
use crate::words::Gather as _;
use yew::prelude::*;
use yew::virtual_dom::{AttrValue, VList, VNode, VTag, VText};

impl From<&Element> for VNode {
    fn from(element: &Element) -> VNode {
        let mut tag = VTag::new(element.name());
        for (name, value) in element.attributes() {
            tag.add_attribute(name, AttrValue::from(value.clone()));
        }
        tag.add_children(element.children().iter().map(VNode::from));
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

/// A product's card.
#[derive(Debug)]
pub struct Card;

impl Component for Card {
    type Message = ();
    type Properties = CardProps;

    fn create(_: &Context<Self>) -> Self {
        Card
    }

    fn view(&self, context: &Context<Self>) -> Html {
        (&draw(context.props())).into()
    }
}

/// A single panel, for a page that lays them out itself. Nothing is drawn
/// where the record has nothing for it, but for allergens, ingredients and
/// nutrition, which then say so.
#[derive(Debug)]
pub struct PanelView;

impl Component for PanelView {
    type Message = ();
    type Properties = PanelProps;

    fn create(_: &Context<Self>) -> Self {
        PanelView
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let nodes = draw_panel(context.props());
        let nodes = nodes.iter().map(VNode::from).gather();
        VList::with_children(nodes, None).into()
    }
}
