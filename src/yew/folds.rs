//! Which panels the reader has opened and closed. The states outlive the elements, which
//! Yew may use for another panel when a card is drawn again.

use crate::card::Panel;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlDetailsElement};

/// The states of panels by key.
#[derive(Debug, Default)]
pub(super) struct Folds(Vec<(String, bool)>);

impl Folds {
    /// Notes whether a panel is open; returns which panel it is if the reader has changed that.
    pub(super) fn toggled(&mut self, root: &Element, fold: &HtmlDetailsElement) -> Option<Panel> {
        let (_, key) = all(root).into_iter().find(|(it, _)| it == fold)?;
        // Not for the first state, nor for one that `restore` has set.
        let known = self.get(&key);
        self.set(key, fold.open());
        if known.is_none_or(|open| open == fold.open()) {
            return None;
        }
        Panel::chosen(&fold.get_attribute(NAME)?).first().copied()
    }

    /// Opens and closes panels that were drawn again as they were before.
    pub(super) fn restore(&mut self, root: &Element) {
        for (fold, key) in all(root) {
            if let Some(open) = self.get(&key) {
                fold.set_open(open);
            }
            self.set(key, fold.open());
        }
    }

    /// Forgets the states: the card opens and closes panels by its own rule next.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    fn get(&self, key: &str) -> Option<bool> {
        let found = self.0.iter().find(|(known, _)| known == key);
        found.map(|(_, open)| *open)
    }

    fn set(&mut self, key: String, open: bool) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, state)) => *state = open,
            None => self.0.push((key, open)),
        }
    }
}

/// The attribute with the name of a panel that folds.
const NAME: &str = "data-toggle";

/// The panels that fold, with their keys: the same panel may occur once for each component.
fn all(root: &Element) -> Vec<(HtmlDetailsElement, String)> {
    let mut found: Vec<(HtmlDetailsElement, String)> = Vec::new();
    let Ok(list) = root.query_selector_all("details[data-toggle]") else {
        return found;
    };
    for index in 0..list.length() {
        if let Some(fold) = list.get(index).and_then(|it| it.dyn_into().ok()) {
            let fold: HtmlDetailsElement = fold;
            let name = fold.get_attribute(NAME);
            let earlier = found
                .iter()
                .filter(|(it, _)| it.get_attribute(NAME) == name);
            let key = format!(
                "{} {}",
                name.as_deref().unwrap_or_default(),
                earlier.count()
            );
            found.push((fold, key));
        }
    }
    found
}
