//! The card as Yew components.

use super::app::{CardProps, PanelProps, draw, draw_panel};
use yew::prelude::*;
use yew::virtual_dom::{VList, VNode};

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
/// where the record has no data for it, except for allergens, ingredients and
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
        let nodes = nodes.iter().map(VNode::from).collect();
        VList::with_children(nodes, None).into()
    }
}
