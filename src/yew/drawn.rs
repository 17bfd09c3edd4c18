//! A card or a panel in the page: its tree, what the reader does with it, and its styles.

use super::events::PanelToggle;
use super::original::use_original;
use super::reader::{Handlers, use_reader};
use super::render::{self, Slots};
use super::styles::CARD;
use crate::card::{CardProps, Density, PanelProps, Record, State, Theme, draw, draw_panel};
use crate::label::product_name;
use crate::messages::Messages;
use crate::model::Product;
use yew::prelude::*;

/// The tree that is drawn.
#[derive(Clone, PartialEq)]
pub(super) enum Drawing {
    Nothing,
    Card(Box<CardProps>),
    Panel(Box<PanelProps>),
}

impl Drawing {
    fn record_mut(&mut self) -> Option<&mut Record> {
        match self {
            Drawing::Card(card) => match &mut card.state {
                State::Ready(record) => Some(record),
                _ => None,
            },
            Drawing::Panel(panel) => Some(&mut panel.record),
            Drawing::Nothing => None,
        }
    }

    fn density(&self) -> Density {
        match self {
            Drawing::Card(card) => card.density,
            Drawing::Panel(panel) => panel.density,
            Drawing::Nothing => Density::default(),
        }
    }

    fn draw(&self, slots: &Slots) -> Html {
        match self {
            Drawing::Nothing => Html::default(),
            Drawing::Card(card) => render::element(&draw(card), slots),
            Drawing::Panel(panel) => render::nodes(&draw_panel(panel), slots)
                .into_iter()
                .collect(),
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct DrawnProps {
    pub(super) drawing: Drawing,
    #[prop_or_default]
    pub(super) slots: Slots,
    #[prop_or_default]
    pub(super) theme: Theme,
    #[prop_or_default]
    pub(super) class: Classes,
    #[prop_or_default]
    pub(super) root: NodeRef,
    #[prop_or_default]
    pub(super) retry: Callback<()>,
    #[prop_or_default]
    pub(super) toggled: Callback<PanelToggle>,
    /// The content below the card.
    #[prop_or_default]
    pub(super) children: Html,
}

/// A drawing with its styles, and with a gallery, folds and buttons that work. It is drawn
/// again only when it changes.
#[component]
pub(super) fn Drawn(props: &DrawnProps) -> Html {
    let mut drawing = props.drawing.clone();
    // The image that the reader has selected, of the product that it belongs to.
    let selected = use_state(|| None::<(Product, usize)>);
    let mut title = None;
    let mut product = None;
    if let Some(record) = drawing.record_mut() {
        if let Some((of, index)) = &*selected
            && *of == record.product
        {
            record.selected = *index;
        }
        title = product_name(record.product.data()).map(str::to_owned);
        product = Some(record.product.clone());
    }
    use_reader(
        &props.root,
        Handlers {
            select: Callback::from(move |index| {
                selected.set(product.clone().map(|product| (product, index)));
            }),
            retry: props.retry.clone(),
            toggled: props.toggled.clone(),
            title,
        },
    );
    use_original(&props.root);
    // A card says so itself, and has its own frame.
    let panel = match &drawing {
        Drawing::Panel(panel) => Some(&panel.messages),
        _ => None,
    };
    let lang = panel.map(|messages| messages.language().to_owned());
    let dir = panel.map(Messages::direction);
    let single = panel.map(|_| "");
    html! {
        <div class={classes!(CARD, props.class.clone())} ref={props.root.clone()}>
            <div
                class="shell"
                data-theme={props.theme.key()}
                data-density={drawing.density().key()}
                data-single={single}
                {lang}
                {dir}
            >
                { drawing.draw(&props.slots) }
            </div>
            { props.children.clone() }
        </div>
    }
}
