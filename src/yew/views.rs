//! The matrix of allergens and the view of changes.

use super::browser::today;
use super::hooks::{use_latest, use_mounted};
use super::locale::{english, use_messages_of};
use super::original::use_original;
use super::props::AvoidList;
use super::render::{self, Slots};
use super::styles::VIEW;
use crate::card::{Element, Theme};
use crate::messages::Messages;
use crate::model::Product;
use crate::views::{
    ChangesProps, ChangesState, Comparison, MatrixProduct, MatrixProps, MatrixRow, RowState,
    draw_changes, draw_matrix, matrix_table,
};
use std::sync::Arc;
use yew::prelude::*;

/// The properties of [`AllergenMatrix`].
#[derive(Clone, Debug, PartialEq, Properties)]
#[non_exhaustive]
pub struct AllergenMatrixProps {
    /// The products, a row each.
    pub products: Vec<Product>,
    /// The caption instead of the built-in one.
    #[prop_or_default]
    pub caption: Option<AttrValue>,
    /// Allergens that the shopper avoids, as those of a card: their columns come first.
    #[prop_or_default]
    pub avoid: AvoidList,
    /// Language, instead of the provider's.
    #[prop_or_default]
    pub lang: Option<AttrValue>,
    /// Messages instead of those of the language.
    #[prop_or_default]
    pub messages: Option<Messages>,
    /// Colours; `auto` follows the page's `color-scheme`.
    #[prop_or_default]
    pub theme: Theme,
    /// Level 1 to 6 of the heading.
    #[prop_or(2)]
    pub heading_level: u8,
    /// More classes of the element.
    #[prop_or_default]
    pub class: Classes,
}

/// The 14 allergens of several products in one table, which the reader can download as CSV.
///
/// ```
/// use product_pool::model::Product;
/// use product_pool::yew::AllergenMatrix;
/// use yew::prelude::*;
///
/// fn matrix(products: Vec<Product>) -> Html {
///     html! { <AllergenMatrix {products} caption="This week's menu"/> }
/// }
/// ```
#[component]
pub fn AllergenMatrix(props: &AllergenMatrixProps) -> Html {
    let messages = use_messages_of(props.lang.as_ref(), props.messages.as_ref());
    let messages = messages.unwrap_or_else(english);
    // The reports are made once, however often the matrix is drawn.
    let inputs = (props.products.clone(), messages.clone());
    let rows = use_memo(inputs, |(products, messages)| {
        let rows = products.iter().map(|product| {
            let product = MatrixProduct::new(product.clone(), messages.lexicon());
            MatrixRow::new(None, RowState::Ready(Arc::new(product)))
        });
        rows.collect::<Vec<_>>()
    });
    let mut matrix = MatrixProps::new((*rows).clone(), messages);
    matrix.level = props.heading_level.clamp(1, 6);
    matrix.caption = props.caption.as_ref().map(ToString::to_string);
    matrix.avoid = props.avoid.text();
    matrix.today = if use_mounted() { today() } else { None };
    let tree = draw_matrix(&matrix);
    let download = Callback::from(move |()| browser::download(&matrix_table(&matrix)));
    html! { <View {tree} theme={props.theme} class={props.class.clone()} {download}/> }
}

/// The properties of [`ProductChanges`].
#[derive(Clone, Debug, PartialEq, Properties)]
#[non_exhaustive]
pub struct ProductChangesProps {
    /// The earlier version of the product.
    pub earlier: Product,
    /// The later version.
    pub later: Product,
    /// Language, instead of the provider's.
    #[prop_or_default]
    pub lang: Option<AttrValue>,
    /// Messages instead of those of the language.
    #[prop_or_default]
    pub messages: Option<Messages>,
    /// Colours; `auto` follows the page's `color-scheme`.
    #[prop_or_default]
    pub theme: Theme,
    /// Level 1 to 6 of the heading.
    #[prop_or(2)]
    pub heading_level: u8,
    /// More classes of the element.
    #[prop_or_default]
    pub class: Classes,
}

/// The difference between two versions of a product: allergens first, then the ingredients word by
/// word, the figures, and every other field by subject.
///
/// ```
/// use product_pool::model::Product;
/// use product_pool::yew::ProductChanges;
/// use yew::prelude::*;
///
/// fn changes(earlier: Product, later: Product) -> Html {
///     html! { <ProductChanges {earlier} {later}/> }
/// }
/// ```
#[component]
pub fn ProductChanges(props: &ProductChangesProps) -> Html {
    let messages = use_messages_of(props.lang.as_ref(), props.messages.as_ref());
    let messages = messages.unwrap_or_else(english);
    let inputs = (props.earlier.clone(), props.later.clone(), messages.clone());
    let comparison = use_memo(inputs, |(earlier, later, messages)| {
        let comparison = Comparison::new(earlier, later, messages.lexicon());
        ChangesState::Ready(Arc::new(comparison))
    });
    let mut changes = ChangesProps::new((*comparison).clone(), messages);
    changes.level = props.heading_level.clamp(1, 6);
    let tree = draw_changes(&changes);
    html! { <View {tree} theme={props.theme} class={props.class.clone()}/> }
}

#[derive(PartialEq, Properties)]
struct ViewProps {
    tree: Element,
    theme: Theme,
    class: Classes,
    #[prop_or_default]
    download: Callback<()>,
}

/// A view with its styles, and with a button that works.
#[component]
fn View(props: &ViewProps) -> Html {
    let root = use_node_ref();
    let download = use_latest(props.download.clone());
    use_original(&root);
    {
        let root = root.clone();
        use_effect_with((), move |()| {
            let listener = browser::listen(&root, download);
            move || drop(listener)
        });
    }
    html! {
        <div class={classes!(VIEW, props.class.clone())} ref={root}>
            <div class="shell" data-theme={props.theme.key()}>
                { render::element(&props.tree, &Slots::default()) }
            </div>
        </div>
    }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use super::super::sheet;
    use super::super::styles::VIEW_SHEET;
    use gloo_events::EventListener;
    use js_sys::Array;
    use wasm_bindgen::prelude::*;
    use web_sys::Element;
    use yew::prelude::*;

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        #[wasm_bindgen(js_name = csvOf)]
        fn csv_of(rows: &Array) -> String;

        #[wasm_bindgen(js_name = download)]
        fn download_text(text: &str, name: &str);
    }

    /// Adds the styles to the page, and listens to the button of a matrix.
    pub(super) fn listen(root: &NodeRef, download: Callback<()>) -> Option<EventListener> {
        let root: Element = root.cast()?;
        sheet::adopt(&root, &VIEW_SHEET);
        Some(EventListener::new(&root, "click", move |event| {
            let target = event
                .target()
                .and_then(|target| target.dyn_into::<Element>().ok());
            let button = target.and_then(|target| target.closest("[data-action=csv]").ok()?);
            if button.is_some() {
                download.emit(());
            }
        }))
    }

    /// Offers the table of a matrix as a file, by the module of the custom element.
    pub(super) fn download(rows: &[Vec<String>]) {
        let table = Array::new();
        for row in rows {
            table.push(&row.iter().map(JsValue::from).collect::<Array>());
        }
        download_text(&csv_of(&table), "allergens.csv");
    }
}

/// There are no readers on a server.
#[cfg(not(target_arch = "wasm32"))]
mod browser {
    use yew::prelude::*;

    pub(super) fn listen(_: &NodeRef, download: Callback<()>) -> Callback<()> {
        download
    }

    pub(super) fn download(_: &[Vec<String>]) {}
}
