//! A tree in the page: created once, then patched where it differs.
//!
//! The tree is small and seldom changes, so it is compared place by place, with room for what was
//! put in or taken out; what the page did by itself (a folded panel, the focus, a scrolled table)
//! stays. What others did to it, such as extensions that translate pages, does not: an element
//! that changes is made anew unless its child nodes are those that were drawn.

use super::tree::{Element, Node};
use crate::collect_vec::CollectVec as _;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Document;

/// A tree that is shown in a container, and changed where the next one differs.
#[derive(Debug)]
pub struct Drawing {
    document: Document,
    container: web_sys::Element,
    nodes: Vec<Node>,
}

impl Drawing {
    /// An empty tree in an empty container.
    pub fn new(container: web_sys::Element) -> Option<Drawing> {
        Some(Drawing {
            document: container.owner_document()?,
            container,
            nodes: Vec::new(),
        })
    }

    /// Shows these nodes instead of those before.
    ///
    /// # Errors
    /// The exception of the page, such as when somebody else has changed the
    /// container's content.
    pub fn show(&mut self, nodes: Vec<Node>) -> Result<(), JsValue> {
        let mut before = std::mem::replace(&mut self.nodes, nodes);
        if !before.is_empty() && !has_as_many(&self.container, &before) {
            self.container.set_text_content(None);
            before.clear();
        }
        change(&self.document, &self.container, &before, &self.nodes)
    }

    /// Removes everything.
    pub fn clear(&mut self) -> Result<(), JsValue> {
        self.show(Vec::new())
    }
}

fn change(
    document: &Document,
    parent: &web_sys::Node,
    mut before: &[Node],
    mut after: &[Node],
) -> Result<(), JsValue> {
    let mut live = parent.first_child();
    while let [node, rest @ ..] = after {
        match before {
            [known, others @ ..] if is_alike(known, node) || before.len() == after.len() => {
                before = others;
                after = rest;
                if let Some(place) = live.take() {
                    live = place.next_sibling();
                    if known != node {
                        alter(document, parent, &place, known, node)?;
                    }
                    continue;
                }
            }
            // There are fewer than before: it was taken out.
            [_, others @ ..] if before.len() > after.len() => {
                before = others;
                live = remove(parent, live)?;
                continue;
            }
            _ => after = rest,
        }
        parent.insert_before(&make(document, node)?, live.as_ref())?;
    }
    for _ in before {
        live = remove(parent, live)?;
    }
    Ok(())
}

/// Removes a node, if it is there; returns the next one.
fn remove(
    parent: &web_sys::Node,
    node: Option<web_sys::Node>,
) -> Result<Option<web_sys::Node>, JsValue> {
    let Some(node) = node else {
        return Ok(None);
    };
    let next = node.next_sibling();
    parent.remove_child(&node)?;
    Ok(next)
}

/// Whether one node may become another: both are texts, or elements of the same kind.
fn is_alike(one: &Node, other: &Node) -> bool {
    match (one, other) {
        (Node::Text(_), Node::Text(_)) => true,
        (Node::Element(one), Node::Element(other)) => {
            one.name() == other.name() && kind(one) == kind(other)
        }
        _ => false,
    }
}

fn kind(element: &Element) -> Vec<(&'static str, &str)> {
    let attributes = element.attributes().iter();
    attributes
        .filter(|(name, _)| KINDS.contains(name))
        .map(|(name, value)| (*name, &**value))
        .collect_vec()
}

/// The attributes that say what an element is.
const KINDS: [&str; 5] = ["class", "data-notice", "data-panel", "data-toggle", "name"];

fn alter(
    document: &Document,
    parent: &web_sys::Node,
    node: &web_sys::Node,
    before: &Node,
    after: &Node,
) -> Result<(), JsValue> {
    match (before, after) {
        (Node::Text(_), Node::Text(text)) if node.node_type() == web_sys::Node::TEXT_NODE => {
            node.set_text_content(Some(text));
        }
        (Node::Element(before), Node::Element(after))
            if before.name() == after.name() && is_as_drawn(node, before) =>
        {
            let element: &web_sys::Element = node.unchecked_ref();
            for (name, _) in before.attributes() {
                if !after.attributes().iter().any(|(kept, _)| kept == name) {
                    element.remove_attribute(name)?;
                }
            }
            for pair @ (name, value) in after.attributes() {
                if !before.attributes().contains(pair) {
                    element.set_attribute(name, value)?;
                }
            }
            change(document, node, before.child_nodes(), after.child_nodes())?;
        }
        _ => {
            parent.replace_child(&make(document, after)?, node)?;
        }
    }
    Ok(())
}

/// Marks an element whose child nodes somebody else has changed. The custom elements find that out
/// (`pkg/src/shared/mounted-view.ts`): nodes that were swapped are as many as before.
const FOREIGN: &str = "data-foreign";

/// Whether a node is the element that was drawn, with its own child nodes.
fn is_as_drawn(node: &web_sys::Node, drawn: &Element) -> bool {
    let element: Option<&web_sys::Element> = node.dyn_ref();
    element.is_some_and(|element| {
        element.local_name() == drawn.name()
            && !element.has_attribute(FOREIGN)
            && has_as_many(element, drawn.child_nodes())
    })
}

fn has_as_many(parent: &web_sys::Node, nodes: &[Node]) -> bool {
    parent.child_nodes().length() as usize == nodes.len()
}

fn make(document: &Document, node: &Node) -> Result<web_sys::Node, JsValue> {
    match node {
        Node::Text(text) => Ok(document.create_text_node(text).into()),
        Node::Element(element) => make_element(document, element).map(Into::into),
    }
}

fn make_element(document: &Document, element: &Element) -> Result<web_sys::Element, JsValue> {
    let made = document.create_element(element.name())?;
    for (name, value) in element.attributes() {
        made.set_attribute(name, value)?;
    }
    for child in element.child_nodes() {
        made.append_child(&make(document, child)?)?;
    }
    Ok(made)
}
