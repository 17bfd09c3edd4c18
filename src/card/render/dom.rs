//! A tree in the page: created once, then patched where it differs.
//!
//! The tree is small and seldom changes, so it is compared place by place; what
//! the page did by itself (a folded panel, the focus, a scrolled table) stays.

use super::tree::{Element, Node};
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
        let before = std::mem::replace(&mut self.nodes, nodes);
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
    before: &[Node],
    after: &[Node],
) -> Result<(), JsValue> {
    let mut live = parent.first_child();
    for index in 0..before.len().max(after.len()) {
        match (before.get(index), after.get(index), live.take()) {
            (Some(before), Some(after), Some(node)) => {
                live = node.next_sibling();
                if before != after {
                    alter(document, parent, &node, before, after)?;
                }
            }
            (_, None, Some(node)) => {
                live = node.next_sibling();
                parent.remove_child(&node)?;
            }
            (_, Some(after), node) => {
                parent.insert_before(&make(document, after)?, node.as_ref())?;
            }
            (_, None, None) => break,
        }
    }
    Ok(())
}

fn alter(
    document: &Document,
    parent: &web_sys::Node,
    node: &web_sys::Node,
    before: &Node,
    after: &Node,
) -> Result<(), JsValue> {
    match (before, after) {
        (Node::Text(_), Node::Text(text)) => node.set_text_content(Some(text)),
        // Where somebody else has added or removed nodes, which one is which is not known.
        (Node::Element(before), Node::Element(after))
            if before.name() == after.name()
                && before.child_nodes().len() == node.child_nodes().length() as usize =>
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
