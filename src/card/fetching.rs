//! A card that loads its product itself.

use super::app::State;
use super::components::Card;
use super::failure::Failure;
use super::panel::{Density, Panel, Variant};
use super::record::Record;
use crate::client::{Error, ErrorCode, Options, PoolClient};
use crate::gtin::Gtin;
use crate::messages::Messages;
use crate::model::{FeatureImage, Product};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Which product a card shows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Source {
    /// The one with this GTIN, as typed or scanned: that of the case, or through a
    /// gateway that of a component.
    Gtin(String),
    /// The one with this `pool_id`.
    ProductId(String),
}

/// An event of a card that loads its product.
#[derive(Debug)]
#[non_exhaustive]
pub enum CardEvent<'a> {
    /// The product is shown.
    Loaded(&'a Product),
    /// It could not be shown.
    Failed(&'a Error),
}

/// The properties of a card that loads its product.
#[derive(Clone, PartialEq, Properties, Debug)]
pub struct FetchingCardProps {
    /// Which product.
    pub source: Source,
    /// How to reach the service.
    pub options: Options,
    /// The messages.
    pub messages: Messages,
    /// The level of the product's name among the page's headings, 1 to 5.
    #[prop_or(2)]
    pub level: u8,
    /// How much of the product to show.
    #[prop_or_default]
    pub variant: Variant,
    /// The panels, in this order; those of the variant if `None`.
    #[prop_or_default]
    pub panels: Option<Vec<Panel>>,
    /// The allergens that the reader avoids, in the reader's own words.
    #[prop_or_default]
    pub avoid: Option<String>,
    /// The address of the product that replaces this one.
    #[prop_or_default]
    pub successor: Option<String>,
    /// How much space it takes.
    #[prop_or_default]
    pub density: Density,
    /// The number of times the reader has tried again; a change loads anew.
    #[prop_or_default]
    pub attempt: u32,
    /// Called with each event.
    #[prop_or_default]
    pub listener: Option<Listener>,
}

/// A host's event handler. All of them compare as equal, because a handler does not
/// change what is shown.
#[derive(Clone)]
pub struct Listener(pub Rc<dyn Fn(CardEvent<'_>)>);

impl PartialEq for Listener {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Listener")
    }
}

/// The failure shown for a client's error, with a sentence of its own where the
/// built-in one is not enough.
fn failure(error: &Error, source: &Source) -> State {
    // The reader typed the number, so the message explains what is wrong with
    // it.
    if let Source::Gtin(text) = source
        && let Err(reason) = Gtin::from_scan_lenient(text)
    {
        return State::Failed {
            failure: Failure::BadGtin,
            detail: Some(sentence(&reason.to_string())),
        };
    }
    let failure = match error.code() {
        ErrorCode::NotFound => Failure::NotFound,
        ErrorCode::Unauthenticated => Failure::Unauthenticated,
        ErrorCode::Network | ErrorCode::Timeout | ErrorCode::RateLimited => Failure::Network,
        _ => Failure::Other,
    };
    State::Failed {
        failure,
        detail: None,
    }
}

/// A product's card: loads its product, and its feature image where that is shown, and
/// shows them.
#[component]
pub fn FetchingCard(props: &FetchingCardProps) -> Html {
    let state = use_state_eq(|| State::Loading);
    {
        let state = state.clone();
        let props = props.clone();
        let key = (
            props.source.clone(),
            props.options.clone(),
            props.attempt,
            props.variant.shows_image(props.panels.as_deref()),
        );
        use_effect_with(key, move |_| {
            let current = Rc::new(Cell::new(true));
            state.set(State::Loading);
            spawn_local(load(props, state.setter(), current.clone()));
            // From now on the result of an earlier request is stale.
            move || current.set(false)
        });
    }
    let FetchingCardProps {
        messages,
        level,
        variant,
        panels,
        avoid,
        density,
        successor,
        ..
    } = props.clone();
    html! { <Card state={(*state).clone()} {messages} {level} {variant} {panels} {avoid} {successor} {density}/> }
}

/// Loads what the card shows, product first, then its feature image.
async fn load(props: FetchingCardProps, state: UseStateSetter<State>, current: Rc<Cell<bool>>) {
    let tell = |event: CardEvent<'_>| {
        if let Some(listener) = &props.listener {
            (listener.0)(event);
        }
    };
    let result = fetch(&props).await;
    if !current.get() {
        return;
    }
    let (mut record, client) = match result {
        Ok(loaded) => loaded,
        Err(error) => {
            state.set(failure(&error, &props.source));
            return tell(CardEvent::Failed(&error));
        }
    };
    state.set(State::Ready(record.clone()));
    tell(CardEvent::Loaded(&record.product));
    if !props.variant.shows_image(props.panels.as_deref()) {
        return;
    }
    if let Some(image) = feature_image(&client, &record.product).await
        && current.get()
    {
        record.image = Some(Rc::new(image));
        state.set(State::Ready(record));
    }
}

/// The feature image. The card is complete without one, so failures are ignored.
async fn feature_image(client: &PoolClient, product: &Product) -> Option<FeatureImage> {
    let id = product.data().pool_id().get()?;
    client.get_feature_image(id, None).await.ok()
}

/// The record, and the client that can fetch more of it.
async fn fetch(props: &FetchingCardProps) -> Result<(Record, PoolClient), Error> {
    let client = PoolClient::new(&props.options)?;
    let record = match &props.source {
        Source::Gtin(text) => {
            let found = client.find_by_gtin(text, None).await?;
            let mut record = Record::new(found.product);
            record.gtin = Some(found.gtin);
            record
        }
        Source::ProductId(id) => Record::new(client.get_product(id, &Default::default()).await?),
    };
    Ok((record, client))
}

/// A reason as a sentence of its own.
fn sentence(reason: &str) -> String {
    let mut characters = reason.chars();
    match characters.next() {
        Some(first) => first
            .to_uppercase()
            .chain(characters)
            .chain(['.'])
            .collect(),
        None => String::new(),
    }
}
