//! The shadow tree of a card: the styles of the page do not reach into it.

use yew::html::IntoPropValue;
use yew::prelude::*;

/// Whether a card is in a shadow tree: `shadow=true`. Applications that never say so do not
/// contain the code for it.
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
        let tree = |props| html! { <ShadowTree ..props/> };
        Shadow(if is_wanted { Some(tree) } else { None })
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
    let inside = use_state(|| None);
    {
        let (host, setter) = (props.host.clone(), inside.setter());
        use_effect_with((), move |()| setter.set(tree::attach(&host)));
    }
    let content = inside
        .as_ref()
        .map(|inside| tree::place(inside, props.content.clone()));
    html! {
        <div class={props.class.clone()} ref={props.host.clone()}>
            { content }
            { props.children.clone() }
        </div>
    }
}

#[cfg(target_arch = "wasm32")]
mod tree {
    use web_sys::{Element, ShadowRootInit, ShadowRootMode};
    use yew::prelude::*;

    /// Attaches a shadow tree to an element; returns the element in it for the content.
    pub(super) fn attach(host: &NodeRef) -> Option<Element> {
        let host: Element = host.cast()?;
        let options = ShadowRootInit::new(ShadowRootMode::Open);
        let root = host.attach_shadow(&options).ok()?;
        let inside = host.owner_document()?.create_element("div").ok()?;
        root.append_child(&inside).ok()?;
        // By it, children without a slot show below the card.
        let rest = host.owner_document()?.create_element("slot").ok()?;
        root.append_child(&rest).ok()?;
        Some(inside)
    }

    pub(super) fn place(inside: &Element, content: Html) -> Html {
        create_portal(content, inside.clone())
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod tree {
    use std::convert::Infallible;
    use yew::prelude::*;

    pub(super) fn attach(_: &NodeRef) -> Option<Infallible> {
        None
    }

    pub(super) fn place(inside: &Infallible, _: Html) -> Html {
        match *inside {}
    }
}
