//! The shadow tree of a card: the styles of the page do not reach into it.

use super::original::use_original;
#[cfg(target_arch = "wasm32")]
use web_sys::{Element, ShadowRootInit, ShadowRootMode};
use yew::html::IntoPropValue;
use yew::prelude::*;

/// Whether a card is in a shadow tree: `shadow=true`. Applications that never say so do not
/// contain the code for it.
///
/// ```
/// use product_pool::yew::ProductCard;
/// use yew::prelude::*;
///
/// /// For a page whose rules would reach into the card.
/// #[component]
/// fn Card() -> Html {
///     html! { <ProductCard gtin="09520000000004" shadow=true>{ "Check the label." }</ProductCard> }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Shadow(Option<fn(ShadowTreeProps) -> Html>);

impl Shadow {
    pub(super) fn is_wanted(self) -> bool {
        self.0.is_some()
    }

    /// Makes an element with a shadow tree, if that is wanted.
    pub(super) fn tree(self) -> Option<fn(ShadowTreeProps) -> Html> {
        self.0
    }
}

/// There is only one kind of shadow tree.
impl PartialEq for Shadow {
    fn eq(&self, other: &Shadow) -> bool {
        self.is_wanted() == other.is_wanted()
    }
}

impl From<bool> for Shadow {
    fn from(is_wanted: bool) -> Shadow {
        Shadow(if is_wanted {
            Some(|props| html! { <ShadowTree ..props/> })
        } else {
            None
        })
    }
}

impl IntoPropValue<Shadow> for bool {
    fn into_prop_value(self) -> Shadow {
        self.into()
    }
}

#[derive(PartialEq, Properties)]
pub(super) struct ShadowTreeProps {
    /// The element that has the shadow tree.
    pub(super) host: NodeRef,
    /// Its classes.
    pub(super) class: Classes,
    /// The content of the shadow tree.
    pub(super) content: Html,
    /// The content of the slots, by their names, which stays in the page.
    pub(super) children: Html,
}

/// An element with a shadow tree, which it has once it is in the page: Yew renders none on a
/// server.
#[component]
pub(super) fn ShadowTree(props: &ShadowTreeProps) -> Html {
    use_original(&props.host);
    let content = use_content(props);
    html! {
        <div class={props.class.clone()} ref={props.host.clone()}>
            { content }
            { props.children.clone() }
        </div>
    }
}

/// The content, once it has a shadow tree to be in.
#[cfg(target_arch = "wasm32")]
#[hook]
fn use_content(props: &ShadowTreeProps) -> Option<Html> {
    let inside = use_state(|| None);
    let (host, setter) = (props.host.clone(), inside.setter());
    use_effect_with((), move |()| setter.set(attach(&host)));
    let inside = inside.as_ref()?;
    Some(create_portal(props.content.clone(), inside.clone()))
}

/// Attaches a shadow tree to an element; returns the element in it for the content.
#[cfg(target_arch = "wasm32")]
fn attach(host: &NodeRef) -> Option<Element> {
    let host: Element = host.cast()?;
    let options = ShadowRootInit::new(ShadowRootMode::Open);
    let root = host.attach_shadow(&options).ok()?;
    let inside = host.owner_document()?.create_element("div").ok()?;
    root.append_child(&inside).ok()?;
    Some(inside)
}

#[cfg(not(target_arch = "wasm32"))]
#[hook]
fn use_content(_props: &ShadowTreeProps) -> Option<Html> {
    None
}
