//! The view of a record that the panels draw from: the record, the messages, and
//! what several panels need to know.

use super::panel::{Density, Panel, Variant};
use super::phrases::component_names;
use super::record::Record;
use super::render::tree::{Element, el_class, heading};
use crate::label::{
    AllergenReport, Amount, KeyFact, RecordNotice, Status, allergen_report_with, key_facts, notices,
};
use crate::messages::Messages;
use crate::model::Allergen;
use crate::model::table::{Component, ProductData};
use std::borrow::Cow;

/// One drawing of a record.
pub(super) struct View<'a> {
    pub(super) record: &'a Record,
    pub(super) messages: &'a Messages,
    /// The level of the panels' headings.
    pub(super) level: u8,
    pub(super) density: Density,
    pub(super) variant: Variant,
    /// The panels that are drawn with this view.
    pub(super) panels: &'a [Panel],
    /// Whether it stands in its own shadow tree.
    pub(super) in_shadow_tree: bool,
    pub(super) report: AllergenReport,
    pub(super) key_facts: Vec<KeyFact<'a>>,
    /// The notices about the record as a whole.
    pub(super) notices: Vec<RecordNotice<'a>>,
    /// The components' names, with a number instead of a missing one.
    pub(super) names: Vec<String>,
    /// The index of the component whose GTIN led to the product.
    pub(super) scanned: Option<usize>,
}

impl<'a> View<'a> {
    /// A view of a full card without a panel.
    pub(super) fn new(record: &'a Record, messages: &'a Messages) -> View<'a> {
        let data = record.product.data();
        View {
            record,
            messages,
            level: 2,
            density: Density::default(),
            variant: Variant::default(),
            panels: &[],
            in_shadow_tree: false,
            report: allergen_report_with(data, messages.lexicon()),
            key_facts: key_facts(data),
            notices: notices(data, record.today.as_deref()),
            names: component_names(data, record.rest, messages),
            scanned: record
                .gtin
                .and_then(|gtin| record.product.unit_with(&gtin)?.component()),
        }
    }

    pub(super) fn data(&self) -> ProductData<'a> {
        self.record.product.data()
    }

    /// Whether the record may be out of date, or must not be relied on: nothing that it says is calm.
    pub(super) fn is_doubtful(&self) -> bool {
        let mut notices = self.notices.iter();
        self.record.stale.is_some() || notices.any(|notice| notice.kind.is_doubtful())
    }

    /// The message for a key.
    pub(super) fn message<'s>(&'s self, key: &'s str) -> &'s str {
        self.messages.get(key)
    }

    /// The colon between a name and its value, with a space.
    pub(super) fn colon(&self) -> String {
        format!("{} ", self.message("card.colon"))
    }

    /// A declared figure with its unit, if it has one.
    pub(super) fn figure(&self, value: &str, unit: Option<&str>) -> String {
        self.messages.quantity(value, unit)
    }

    /// An amount of a nutrient with its unit.
    pub(super) fn amount(&self, amount: &Amount) -> String {
        self.figure(&amount.value, amount.unit.as_deref())
    }

    /// Whether there are several components.
    pub(super) fn is_mixed(&self) -> bool {
        self.names.len() > 1
    }

    /// " (component)", where there are several.
    pub(super) fn component_suffix(&self, component: impl Into<Option<usize>>) -> String {
        match component.into().and_then(|index| self.names.get(index)) {
            Some(name) if self.is_mixed() => format!(" ({})", self.messages.isolated(name)),
            _ => String::new(),
        }
    }

    /// The names of components, the scanned one first.
    pub(super) fn names_of(&self, components: &[usize]) -> String {
        let mut names: Vec<Cow<'_, str>> = Vec::new();
        for index in components {
            if let Some(name) = self.names.get(*index) {
                let is_scanned = self.scanned == Some(*index);
                let place = if is_scanned { 0 } else { names.len() };
                names.insert(place, self.messages.isolated(name));
            }
        }
        self.messages.list(&names)
    }

    /// " (component, component)", where there are several and not all of them are meant.
    pub(super) fn components_suffix(&self, components: &[usize]) -> String {
        match components.len() {
            0 => String::new(),
            count if count == self.names.len() => String::new(),
            _ => format!(" ({})", self.names_of(components)),
        }
    }

    /// " (component, component)", each once; nothing where one of them is the whole
    /// product.
    pub(super) fn suffix_unless_whole(
        &self,
        components: impl Iterator<Item = Option<usize>>,
    ) -> String {
        let (mut some, mut is_known) = (Vec::new(), vec![false; self.names.len()]);
        for component in components {
            let Some(index) = component else {
                return String::new();
            };
            if let Some(is_known) = is_known.get_mut(index)
                && !std::mem::replace(is_known, true)
            {
                some.push(index);
            }
        }
        self.components_suffix(&some)
    }

    /// The names of the components that give an allergen its status, then those that
    /// do not declare it absent either, with their own status: "Pesto, Dip (not
    /// stated)".
    pub(super) fn names_by_status(&self, decisive: &[usize], allergen: Allergen) -> String {
        let mut names = Vec::new();
        if !decisive.is_empty() {
            names.push(self.names_of(decisive));
        }
        // Both are in order.
        let mut rest = decisive.iter().peekable();
        for (index, name) in self.names.iter().enumerate() {
            let status = self.report.status_in(allergen, index);
            let is_decisive = rest.next_if_eq(&&index).is_some();
            if !is_decisive && status != Status::DeclaredNotPresent {
                let status = self.messages.status_in_sentence(status);
                names.push(format!("{} ({status})", self.messages.isolated(name)));
            }
        }
        self.messages.list(&names)
    }

    /// The results of `draw` for each component, under the component's name where
    /// there are several; `None` where it returns nothing for any of them. The
    /// component that was scanned comes first.
    pub(super) fn by_component(
        &self,
        draw: &dyn Fn(usize, Component<'a>) -> Option<Element>,
    ) -> Option<Element> {
        self.by_titled_component(&|index, component, part, title| {
            Some(part.child_opt(title).child(draw(index, component)?))
        })
    }

    /// As [`by_component`](View::by_component); `draw` puts the title and the content into
    /// the element that it is given.
    pub(super) fn by_titled_component(
        &self,
        draw: &dyn Fn(usize, Component<'a>, Element, Option<Element>) -> Option<Element>,
    ) -> Option<Element> {
        let mut drawn = Vec::new();
        let components = self.data().components().iter().enumerate();
        // What is left out has nothing to show.
        for (index, component) in components.filter(|(index, _)| self.record.rest != Some(*index)) {
            let part = el_class("div", "component").owned_attr("data-component", index.to_string());
            let name = self.names.get(index).filter(|_| self.is_mixed());
            let title = name.map(|name| heading(self.level + 1, "subtitle", name));
            if let Some(part) = draw(index, component, part, title) {
                let place = if self.scanned == Some(index) {
                    0
                } else {
                    drawn.len()
                };
                drawn.insert(place, part);
            }
        }
        (!drawn.is_empty()).then(|| el_class("div", "components").children(drawn))
    }
}
