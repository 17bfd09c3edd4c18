//! Single panels, for applications that lay them out themselves.

use super::browser;
use super::drawn::{Drawing, Drawn};
use super::events::PanelToggle;
use super::hooks::{use_latest, use_mounted};
use super::locale::{english, use_messages_of};
use super::product::LoadedImages;
use crate::card::{Density, Panel, PanelProps, Record, Theme};
use crate::messages::Messages;
use yew::prelude::*;

/// The properties of [`ProductPanel`].
#[derive(Clone, Debug, PartialEq, Properties)]
#[non_exhaustive]
pub struct ProductPanelProps {
    /// Which panel.
    pub panel: Panel,
    /// The product: a [`Product`](crate::model::Product), what
    /// [`use_product`](super::use_product) has loaded, or a [`Record`].
    pub product: Record,
    /// Its images, such as those of [`use_images`](super::use_images).
    #[prop_or_default]
    pub images: Option<LoadedImages>,
    /// Language of the panel, instead of the provider's.
    #[prop_or_default]
    pub lang: Option<AttrValue>,
    /// Messages instead of those of the language.
    #[prop_or_default]
    pub messages: Option<Messages>,
    /// Colours; `auto` follows the page's `color-scheme`.
    #[prop_or_default]
    pub theme: Theme,
    /// Whether the panel begins folded, if it is one that folds.
    #[prop_or_default]
    pub density: Density,
    /// Level 1 to 6 of the panel's heading.
    #[prop_or(2)]
    pub heading_level: u8,
    /// More classes of the panel's element.
    #[prop_or_default]
    pub class: Classes,
    /// The reader opened or closed the panel.
    #[prop_or_default]
    pub on_panel_toggle: Callback<PanelToggle>,
}

/// A panel of a product. Nothing is drawn where the record has no data for it, except for
/// allergens, ingredients, nutrition and images, which then say so.
///
/// ```
/// # mod page { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/yew/examples.rs")); }
/// use product_pool::card::Panel;
/// use product_pool::model::Product;
/// use product_pool::yew::ProductPanel;
/// use yew::prelude::*;
///
/// #[component]
/// fn Ingredients() -> Html {
///     let body = r#"{"data": {"components": [{"ingredients": {"ingredients": "Oats, salt"}}]}}"#;
///     let product = Product::from_json(body).expect("a product");
///     html! { <ProductPanel panel={Panel::Ingredients} {product} heading_level=3/> }
/// }
/// # assert!(page::render::<Ingredients>().contains("Oats, salt"));
/// ```
#[component]
pub fn ProductPanel(props: &ProductPanelProps) -> Html {
    let root = use_node_ref();
    let messages = use_messages_of(props.lang.as_ref(), props.messages.as_ref());
    let toggled = use_latest(props.on_panel_toggle.clone());
    let is_mounted = use_mounted();
    // While its language is being loaded, a panel is better in English than not at all.
    let messages = messages.unwrap_or_else(english);
    let mut record = props.product.clone();
    record.image = record
        .image
        .or_else(|| props.images.as_ref()?.feature.clone());
    record.images = record.images.or_else(|| props.images.as_ref()?.all.clone());
    // A server does not know the reader's time zone.
    if is_mounted {
        let stale = record.stale.as_deref();
        record.stale = stale.map(|stale| browser::instant(stale, messages.language()));
    }
    let mut panel = PanelProps::new(props.panel, record, messages);
    panel.level = props.heading_level.clamp(1, 6);
    panel.density = props.density;
    html! {
        <Drawn
            drawing={Drawing::Panel(Box::new(panel))}
            theme={props.theme}
            class={props.class.clone()}
            {root}
            {toggled}
        />
    }
}
