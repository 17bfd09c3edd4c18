//! The whole card: what it shows of which product, and in which state.

use super::allergens::Allergens;
use super::header::Header;
use super::ingredients::Ingredients;
use super::nutrition::Nutrition;
use super::{PanelProps, heading};
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
pub enum Source {
    /// The one with this outer GTIN, as typed or scanned.
    Gtin(String),
    /// The one with this `pool_id`.
    ProductId(String),
    /// This one: no request for it is made.
    Given(Rc<Product>),
}

/// What a card tells its host.
#[derive(Debug)]
pub enum CardEvent<'a> {
    /// The product is shown.
    Loaded(&'a Product),
    /// It could not be shown.
    Failed(&'a Error),
}

/// What a card is made of.
#[derive(Clone, PartialEq, Properties, Debug)]
pub struct CardProps {
    /// Which product.
    pub source: Source,
    /// How to reach the service.
    pub options: Options,
    /// The words.
    pub messages: Messages,
    /// The level of the product's name among the page's headings, 1 to 5.
    pub level: u8,
    /// Counts the reader's wishes to try again.
    #[prop_or_default]
    pub attempt: u32,
    /// Told of what happens.
    #[prop_or_default]
    pub listener: Option<Listener>,
}

/// A host's function to be told of what happens; always equal to another, for
/// it does not change what is shown.
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

#[derive(Clone, PartialEq)]
enum State {
    Loading,
    Ready(Rc<Product>, Option<Rc<FeatureImage>>),
    Failed(Failure),
}

/// A failure as the card tells it.
#[derive(Clone, PartialEq)]
struct Failure {
    state: &'static str,
    /// The sentence for a person, where the error's own is meant for one.
    detail: Option<String>,
    retry: bool,
}

impl Failure {
    fn new(error: &Error) -> Failure {
        let (state, retry) = match error.code() {
            ErrorCode::NotFound => ("not-found", false),
            ErrorCode::Unauthenticated => ("unauthenticated", false),
            ErrorCode::Network | ErrorCode::Timeout | ErrorCode::RateLimited => ("network", true),
            _ => ("error", true),
        };
        Failure {
            state,
            detail: None,
            retry,
        }
    }
}

/// A product's card: loads its product and shows it.
#[component]
pub fn Card(props: &CardProps) -> Html {
    let state = use_state_eq(|| State::Loading);
    {
        let state = state.clone();
        let props = props.clone();
        let key = (props.source.clone(), props.options.clone(), props.attempt);
        use_effect_with(key, move |_| {
            let current = Rc::new(Cell::new(true));
            state.set(State::Loading);
            spawn_local(load(props, state.setter(), current.clone()));
            // Whatever an earlier request brings is stale from now on.
            move || current.set(false)
        });
    }
    let CardProps {
        messages, level, ..
    } = props;
    let (name, label, content) = match &*state {
        State::Loading => (
            "loading",
            messages.get("card.loading").to_owned(),
            skeleton(*messages),
        ),
        State::Failed(failure) => (
            "failed",
            messages.get("card.label").to_owned(),
            failed(failure, *messages, *level),
        ),
        State::Ready(product, image) => {
            let panel = PanelProps {
                product: product.clone(),
                messages: *messages,
                level: level + 1,
            };
            let label = match crate::label::product_name(product.data()) {
                Some(name) => messages.with("card.label.named", "name", name),
                None => messages.get("card.label").to_owned(),
            };
            ("ready", label, ready(panel, image.clone()))
        }
    };
    let name = match &*state {
        State::Failed(failure) => failure.state,
        _ => name,
    };
    let busy = matches!(*state, State::Loading);
    html! {
        <article class="card" part="card" data-state={name} aria-label={label} aria-busy={busy.to_string()}>
            { content }
        </article>
    }
}

fn ready(panel: PanelProps, image: Option<Rc<FeatureImage>>) -> Html {
    html! {
        <>
        <Header panel={panel.clone()} {image}/>
        <Allergens ..panel.clone()/>
        <Ingredients ..panel.clone()/>
        <Nutrition ..panel/>
        </>
    }
}

fn skeleton(messages: Messages) -> Html {
    html! {
        <div class="skeleton">
            <p class="visually-hidden" role="status">{ messages.get("card.loading") }</p>
            <div class="head"><div class="picture bar"></div>
                <div class="names"><div class="bar"></div><div class="bar wide"></div></div></div>
            <div class="bar wide"></div><div class="bar"></div><div class="bar wide"></div>
        </div>
    }
}

fn failed(failure: &Failure, messages: Messages, level: u8) -> Html {
    let key = |part: &str| format!("error.{}.{part}", failure.state);
    let title = messages.get(&key("title")).to_owned();
    let text = match &failure.detail {
        Some(detail) => detail.clone(),
        None => messages.get(&key("text")).to_owned(),
    };
    html! {
        <div class="failure" role="alert">
            { heading(level, "name", html! { { title } }) }
            <p>{ text }</p>
            if failure.retry {
                <button type="button" data-action="retry" part="button">{ messages.get("error.retry") }</button>
            }
        </div>
    }
}

/// Loads what the card shows, product first, then its feature image.
async fn load(props: CardProps, state: UseStateSetter<State>, current: Rc<Cell<bool>>) {
    let tell = |event: CardEvent<'_>| {
        if let Some(listener) = &props.listener {
            (listener.0)(event);
        }
    };
    let result = fetch(&props).await;
    if !current.get() {
        return;
    }
    let (product, client) = match result {
        Ok(loaded) => loaded,
        Err(error) => {
            let mut failure = Failure::new(&error);
            // A number that is no GTIN: the sentence that says why is for the reader.
            if let Source::Gtin(text) = &props.source
                && let Err(reason) = Gtin::from_scan(text)
            {
                failure = Failure {
                    state: "bad-gtin",
                    detail: Some(sentence(&reason.to_string())),
                    retry: false,
                };
            }
            state.set(State::Failed(failure));
            return tell(CardEvent::Failed(&error));
        }
    };
    let product = Rc::new(product);
    state.set(State::Ready(product.clone(), None));
    tell(CardEvent::Loaded(&product));
    let Some(client) = client else { return };
    let Some(id) = product.data().pool_id().get() else {
        return;
    };
    // A product without a feature image is an ordinary thing.
    if let Ok(image) = client.get_feature_image(id, None).await
        && current.get()
    {
        state.set(State::Ready(product, Some(Rc::new(image))));
    }
}

/// The product, and the client that can fetch more of it.
async fn fetch(props: &CardProps) -> Result<(Product, Option<PoolClient>), Error> {
    let client = PoolClient::new(&props.options);
    let product = match &props.source {
        Source::Given(product) => return Ok((Product::clone(product), client.ok())),
        Source::Gtin(text) => {
            let gtin =
                Gtin::from_scan(text).map_err(|reason| Error::argument(reason.to_string()))?;
            client
                .as_ref()
                .map_err(Clone::clone)?
                .get_product_by_gtin(&gtin)
                .await?
        }
        Source::ProductId(id) => {
            client
                .as_ref()
                .map_err(Clone::clone)?
                .get_product(id, &Default::default())
                .await?
        }
    };
    Ok((product, client.ok()))
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
