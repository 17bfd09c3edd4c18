//! A product's card.

use super::browser;
use super::drawn::{Drawing, Drawn};
use super::events::{CardFailure, Listeners, PanelToggle, Replaced, use_outcome};
use super::hooks::{use_latest, use_mounted};
use super::json_ld::JsonLd;
use super::locale::{english, use_messages_of};
use super::outcome::failed;
use super::pool::{Pool, use_pool_at};
use super::product::{ImagesKey, LoadedImages, LoadedProduct, ProductKey, images, use_product_of};
use super::props::{AvoidList, Loading};
use super::render::{FILLED, Slots};
use super::report::{report_failure, use_subject_report};
use super::request::{RequestState, use_request_of};
use super::shadow::{Shadow, ShadowTreeProps};
use super::visibility::use_near;
use crate::card::{CardProps, Density, Failure, Panel, Record, State, Theme, Variant};
use crate::client::Error;
use crate::messages::Messages;
use crate::model::WholesalerId;
use std::rc::Rc;
use yew::prelude::*;

/// The properties of [`ProductCard`]. Their names are those of the custom element's attributes,
/// slots and events.
///
/// ```
/// use product_pool::card::Variant;
/// use product_pool::yew::{ProductCard, ProductCardProps};
/// use yew::prelude::*;
///
/// /// Properties that an application has prepared are spread.
/// fn card(gtin: &'static str) -> Html {
///     let props = yew::props!(ProductCardProps { gtin, variant: Variant::Badges });
///     html! { <ProductCard ..props/> }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Properties)]
#[non_exhaustive]
pub struct ProductCardProps {
    /// GTIN of 8, 12, 13 or 14 digits, or a scan that contains one.
    #[prop_or_default]
    pub gtin: Option<AttrValue>,
    /// Identifier of the product in the pool (`pool_id`); it takes precedence over a GTIN.
    #[prop_or_default]
    pub product_id: Option<AttrValue>,
    /// This version of the product, not the newest.
    #[prop_or_default]
    pub version: Option<AttrValue>,
    /// A product that the application has already: a [`Product`](crate::model::Product), what
    /// [`use_product`](super::use_product) has loaded, or with its images a [`Record`]. It takes
    /// precedence over both, and is not requested.
    #[prop_or_default]
    pub product: Option<Record>,
    /// Address of the service or of a gateway, instead of that of the
    /// [`PoolProvider`](super::PoolProvider). Without either it is the page's own host.
    #[prop_or_default]
    pub base_url: Option<AttrValue>,
    /// Wholesaler whose images are shown as well as the brand owner's.
    #[prop_or_default]
    pub wholesaler: Option<WholesalerId>,
    /// The panels in their order, instead of those of the variant: `vec![Panel::Allergens]`, or
    /// [`Panel::parse_list`] of a text.
    #[prop_or_default]
    pub panels: Option<Vec<Panel>>,
    /// The amount of the product that the card shows.
    #[prop_or_default]
    pub variant: Variant,
    /// Allergens that the shopper avoids: a text such as `milk nuts`, or
    /// `vec![Allergen::Milk, Allergen::TreeNuts]`.
    #[prop_or_default]
    pub avoid: AvoidList,
    /// Language of the card, instead of the provider's. The provider's `languages` says where
    /// it is loaded from.
    #[prop_or_default]
    pub lang: Option<AttrValue>,
    /// Messages instead of those of the language.
    #[prop_or_default]
    pub messages: Option<Messages>,
    /// Colours; `auto` follows the page's `color-scheme`.
    #[prop_or_default]
    pub theme: Theme,
    /// The room there is; in `compact` most panels begin folded.
    #[prop_or_default]
    pub density: Density,
    /// Level 1 to 6 of the product's name among the page's headings.
    #[prop_or(2)]
    pub heading_level: u8,
    /// When the product is requested.
    #[prop_or_default]
    pub loading: Loading,
    /// The application's address of a product that replaces this one; `{id}` stands for its
    /// `pool_id`.
    #[prop_or_default]
    pub successor_url: Option<AttrValue>,
    /// Whether to describe the product to search engines by schema.org JSON-LD, in a script
    /// element after the card.
    #[prop_or_default]
    pub json_ld: JsonLd,
    /// Whether nothing is shown if there is no such product.
    #[prop_or_default]
    pub hide_missing: bool,
    /// Whether the card is in a shadow tree, which the page's styles do not reach. The content of
    /// its slots stays in the page. A server renders nothing of such a card but its children.
    #[prop_or_default]
    pub shadow: Shadow,
    /// More classes of the card's element.
    #[prop_or_default]
    pub class: Classes,

    /// Slot above the head of the card.
    #[prop_or_default]
    pub header: Option<Html>,
    /// Slot in the head, after the names.
    #[prop_or_default]
    pub actions: Option<Html>,
    /// Slot below the last panel.
    #[prop_or_default]
    pub footer: Option<Html>,
    /// Slot instead of the skeleton.
    #[prop_or_default]
    pub skeleton: Option<Html>,
    /// Slot instead of the message about a failure: `|failure: CardFailure| html! { … }`.
    #[prop_or_default]
    pub error: Option<Callback<CardFailure, Html>>,
    /// Slot instead of the message that there is no such product.
    #[prop_or_default]
    pub not_found: Option<Callback<CardFailure, Html>>,
    /// Slots before panels: `vec![(Panel::Allergens, html! { … })]`.
    #[prop_or_default]
    pub before: Vec<(Panel, Html)>,
    /// Slots after panels.
    #[prop_or_default]
    pub after: Vec<(Panel, Html)>,
    /// Fallback: shown until the product is drawn, and below the message when it cannot be.
    #[prop_or_default]
    pub children: Html,

    /// The card shows a product.
    #[prop_or_default]
    pub on_load: Callback<LoadedProduct>,
    /// The card shows why there is no product.
    #[prop_or_default]
    pub on_error: Callback<Rc<Error>>,
    /// The reader opened or closed a panel.
    #[prop_or_default]
    pub on_panel_toggle: Callback<PanelToggle>,
    /// The product was replaced by others; after
    /// [`prevent_default`](Replaced::prevent_default) the card shows no link.
    #[prop_or_default]
    pub on_replaced: Callback<Replaced>,
}

impl ProductCardProps {
    /// The product to request.
    fn key(&self) -> Option<ProductKey> {
        if self.product.is_some() {
            return None;
        }
        let version = trimmed(self.version.as_ref());
        let id = trimmed(self.product_id.as_ref());
        match (id, trimmed(self.gtin.as_ref())) {
            (Some(id), _) => Some(ProductKey::Id { id, version }),
            (None, Some(gtin)) => Some(ProductKey::Gtin { gtin, version }),
            (None, None) => None,
        }
    }

    /// The state of the request, or the product that the application has already.
    fn loaded(&self, requested: RequestState<LoadedProduct>) -> RequestState<LoadedProduct> {
        match &self.product {
            Some(record) => RequestState::Ready(LoadedProduct {
                product: record.product.clone(),
                gtin: record.gtin,
                stale: record.stale.clone(),
                received: None,
            }),
            None => requested,
        }
    }

    /// The record of the product: the application's, if it has one, with the images
    /// that were requested; for a reader, in their language, also with the date of today.
    fn record(
        &self,
        loaded: &LoadedProduct,
        images: LoadedImages,
        reader_language: Option<&str>,
    ) -> Record {
        let known = self.product.clone();
        let mut record = known.unwrap_or_else(|| loaded.clone().into());
        record.image = record.image.or(images.feature);
        record.images = record.images.or(images.all);
        if let Some(language) = reader_language {
            let stale = record.stale.as_deref();
            record.stale = stale.map(|stale| browser::instant(stale, language));
            record.today = record.today.or_else(browser::today);
        }
        record
    }

    /// The images to request for the card.
    fn images_key(&self, state: &RequestState<LoadedProduct>) -> Option<ImagesKey> {
        let RequestState::Ready(loaded) = state else {
            return None;
        };
        let id = loaded.product.data().pool_id().get()?;
        let panels = self.panels.as_deref();
        let known = self.product.as_ref();
        let key = ImagesKey {
            id: AttrValue::from(id.to_owned()),
            wholesaler: self.wholesaler,
            feature: (self.variant.shows_image(panels) || self.json_ld.is_wanted())
                && known.is_none_or(|record| record.image.is_none()),
            all: self.variant.shows_all_images(panels)
                && known.is_none_or(|record| record.images.is_none()),
        };
        (key.feature || key.all).then_some(key)
    }

    fn listeners(&self) -> Listeners {
        Listeners {
            load: self.on_load.clone(),
            error: self.on_error.clone(),
            replaced: self.on_replaced.clone(),
        }
    }

    fn slots(&self, failure: Option<&CardFailure>) -> Slots {
        let [error, not_found] =
            [&self.error, &self.not_found].map(|draw| Some(draw.as_ref()?.emit(failure?.clone())));
        let mut slots = Slots::default();
        for (name, content) in [
            ("header", self.header.clone()),
            ("actions", self.actions.clone()),
            ("footer", self.footer.clone()),
            ("loading", self.skeleton.clone()),
            ("error", error),
            ("not-found", not_found),
        ] {
            slots.fill(name, content);
        }
        slots.fill_beside("before", &self.before);
        slots.fill_beside("after", &self.after);
        slots
    }

    fn card(&self, state: State, messages: Messages, successor: Option<String>) -> Drawing {
        let mut card = CardProps::new(state, messages);
        card.level = self.heading_level.clamp(1, 6);
        card.variant = self.variant;
        card.panels = self.panels.clone();
        card.avoid = self.avoid.text();
        card.successor = successor;
        card.density = self.density;
        Drawing::Card(Box::new(card))
    }
}

/// A property without white space around it, if it is not empty.
fn trimmed(text: Option<&AttrValue>) -> Option<AttrValue> {
    let text = text?.trim();
    (!text.is_empty()).then(|| AttrValue::from(text.to_owned()))
}

/// Whether a card is about a product that does not exist.
fn is_missing(state: &State) -> bool {
    matches!(
        state,
        State::Failed {
            failure: Failure::NotFound | Failure::BadGtin,
            ..
        }
    )
}

/// The images of the product that the card shows.
#[hook]
fn use_images(
    props: &ProductCardProps,
    pool: &Pool,
    state: &RequestState<LoadedProduct>,
    near: bool,
) -> LoadedImages {
    // An application that gives a product and no address has no service for its images.
    let has_service = use_context::<Pool>().is_some() || props.base_url.is_some();
    let key = if near && (has_service || props.product.is_none()) {
        props.images_key(state)
    } else {
        None
    };
    let request = use_request_of(pool, key, images);
    request.ready().cloned().unwrap_or_default()
}

/// A product's card: requests the product and shows its allergens, ingredients, nutrition,
/// images and whatever else is known of it, with styles of its own. Cards share their client:
/// that of the [`PoolProvider`](super::PoolProvider) above, or one for each `base_url`.
///
/// ```
/// use product_pool::yew::ProductCard;
/// use yew::prelude::*;
///
/// #[component]
/// fn App() -> Html {
///     html! { <ProductCard gtin="09520000000004" base_url="https://shop.example/pool"/> }
/// }
/// ```
///
/// What is one of several names has a type, so that a misspelt name does not compile; a text
/// that is not known before is read by `parse`, a list of panels by
/// [`Panel::parse_list`].
///
/// ```compile_fail
/// # use product_pool::yew::ProductCard;
/// # use yew::prelude::*;
/// # fn app() -> Html {
/// html! { <ProductCard gtin="09520000000004" variant="sumary"/> }
/// # }
/// ```
///
/// The styles apply to elements of the card only (class `product-pool-card`), and are those of
/// the custom element, with its custom properties such as `--product-pool-accent`.
#[component]
pub fn ProductCard(props: &ProductCardProps) -> Html {
    let (root, host) = (use_node_ref(), use_node_ref());
    let place = if props.shadow.is_wanted() {
        &host
    } else {
        &root
    };
    let near = use_near(place, props.loading);
    let pool = use_pool_at(props.base_url.as_ref());
    let messages = use_messages_of(props.lang.as_ref(), props.messages.as_ref());
    let key = props.key();
    let wanted = if near { key.clone() } else { None };
    let request = use_product_of(&pool, wanted, Some(place));
    let failure = CardFailure::of(&request);
    use_subject_report(key.is_some() || props.product.is_some());
    let state = props.loaded(request.state);
    let images = use_images(props, &pool, &state, near);
    let is_mounted = use_mounted();
    let successor = use_outcome(&state, props.successor_url.as_ref(), props.listeners());
    let toggled = use_latest(props.on_panel_toggle.clone());

    let has_fallback = props.children != Html::default();
    let state = match state {
        RequestState::Ready(loaded) => messages.as_ref().map(|messages| {
            let language = is_mounted.then(|| messages.language());
            State::Ready(props.record(&loaded, images, language))
        }),
        RequestState::Failed(error) => {
            report_failure(key.as_ref(), &error);
            Some(failed(&error, key.as_ref(), messages.as_ref()))
        }
        RequestState::Idle | RequestState::Loading => None,
    };
    let is_ready = matches!(state, Some(State::Ready(_)));
    let script = match (&state, &messages) {
        (Some(State::Ready(record)), Some(messages)) => props.json_ld.script(record, messages),
        _ => None,
    };
    let has_subject = key.is_some() || props.product.is_some();
    let is_hidden = props.hide_missing && state.as_ref().is_some_and(is_missing);
    let drawing = match state {
        _ if is_hidden => Drawing::Nothing,
        None if !has_subject => Drawing::Nothing,
        state => {
            // The skeleton and a failure need not wait for the language.
            let messages = messages.unwrap_or_else(english);
            props.card(state.unwrap_or(State::Loading), messages, successor)
        }
    };
    let is_filled = has_fallback && !is_ready && !is_hidden;
    let fallback =
        is_filled.then(|| html! { <slot class={FILLED}>{ props.children.clone() }</slot> });
    let below = html! { <>{ fallback }{ script }</> };
    let slots = props.slots(failure.as_ref());
    let class = props.class.clone();
    let (theme, retry) = (props.theme, request.retry);
    match props.shadow.tree() {
        Some(in_shadow) => in_shadow(ShadowTreeProps {
            host,
            class,
            content: html! {
                <Drawn {drawing} {theme} {root} {retry} {toggled}>
                    <slot hidden={!is_filled}/>
                </Drawn>
            },
            children: html! { <>{ slots.in_page() }{ below }</> },
        }),
        None => html! {
            <Drawn {drawing} {slots} {theme} {class} {root} {retry} {toggled}>{ below }</Drawn>
        },
    }
}
