//! What the panels draw from: a record, the words, and what several of them
//! need to know.

use super::facts::facts;
use super::markup::{Element, classed, el, heading, slot};
use super::panel::{Density, Panel};
use crate::label::{AllergenReport, Notice, allergen_report_with, component_name, notices};
use crate::messages::Messages;
use crate::model::table::{Component, ProductData, Topic};
use crate::model::{FeatureImage, ImagePage, Product};
use crate::words::{Gather as _, Joined as _, join};
use std::rc::Rc;

/// A product with its images.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The product.
    pub product: Rc<Product>,
    /// Its feature image, once it is known.
    pub image: Option<Rc<FeatureImage>>,
    /// All its images, once they are known.
    pub images: Option<Rc<ImagePage>>,
    /// The number of the image that is shown large, from 0.
    pub selected: usize,
    /// Since when it could not be checked with the supplier, as the reader is to
    /// see it; `None` where it was.
    pub stale: Option<String>,
    /// Today's date, such as `2026-11-21`, for [`notices`]; without it, no date
    /// counts as being in the future.
    pub today: Option<String>,
}

impl Record {
    /// A product whose images are not known, or not yet.
    pub fn new(product: Product) -> Record {
        Record {
            product: Rc::new(product),
            image: None,
            images: None,
            selected: 0,
            stale: None,
            today: None,
        }
    }
}

/// One drawing of a record.
pub(super) struct View<'a> {
    pub(super) record: &'a Record,
    pub(super) messages: &'a Messages,
    /// The level of the panels' headings.
    pub(super) level: u8,
    pub(super) density: Density,
    pub(super) report: AllergenReport,
    /// The notices about the record as a whole.
    pub(super) notices: Vec<Notice<'a>>,
    /// The components' names; one for each, made up where it has none.
    pub(super) names: Vec<String>,
}

impl<'a> View<'a> {
    pub(super) fn new(
        record: &'a Record,
        messages: &'a Messages,
        level: u8,
        density: Density,
    ) -> View<'a> {
        let data = record.product.data();
        let names = data.components().iter().enumerate();
        View {
            record,
            messages,
            level,
            density,
            report: allergen_report_with(data, messages.lexicon()),
            notices: notices(data, record.today.as_deref()),
            names: names
                .map(|(index, component)| match component_name(component) {
                    Some(name) => name.to_owned(),
                    None => messages.with("card.component", "number", &(index + 1).to_string()),
                })
                .gather(),
        }
    }

    pub(super) fn data(&self) -> ProductData<'a> {
        self.record.product.data()
    }

    /// A message.
    pub(super) fn say<'s>(&'s self, key: &'s str) -> &'s str {
        self.messages.get(key)
    }

    /// What stands between a name and what is said of it.
    pub(super) fn colon(&self) -> String {
        join(&[self.say("card.colon"), " "])
    }

    /// A figure as declared, with its unit where one stands beside it.
    pub(super) fn figure(&self, value: &str, unit: Option<&str>) -> String {
        let value = self.messages.figure(value);
        match unit {
            Some(unit) => join(&[&value, "\u{a0}", unit]),
            None => value,
        }
    }

    /// Whether there are components to tell apart.
    pub(super) fn is_mixed(&self) -> bool {
        self.names.len() > 1
    }

    /// " (component)", where there are several.
    pub(super) fn of(&self, component: impl Into<Option<usize>>) -> String {
        match component.into().and_then(|index| self.names.get(index)) {
            Some(name) if self.is_mixed() => join(&[" (", &self.messages.isolated(name), ")"]),
            _ => String::new(),
        }
    }

    /// What `draw` makes of each component, under the component's name where
    /// there are several; nothing where it makes nothing of any.
    pub(super) fn by_component(
        &self,
        draw: &dyn Fn(usize, Component<'a>) -> Option<Element>,
    ) -> Option<Element> {
        let mut drawn = Vec::new();
        for (index, component) in self.data().components().iter().enumerate() {
            if let Some(content) = draw(index, component) {
                let part = classed("div", "component").attr("data-component", index.to_string());
                let name = self
                    .is_mixed()
                    .then(|| heading(self.level + 1, "subtitle", &self.names[index]));
                drawn.push(part.maybe(name).child(content));
            }
        }
        (!drawn.is_empty()).then(|| classed("div", "components").all(drawn))
    }

    /// A panel with the places around it that the page may fill.
    pub(super) fn panel(&self, panel: Panel) -> Option<Vec<Element>> {
        let content = match panel {
            Panel::Summary => return Some(self.between(panel, super::header::header(self))),
            Panel::Gallery => super::gallery::gallery(self)?,
            Panel::Allergens => super::allergens::allergens(self),
            Panel::Ingredients => super::ingredients::ingredients(self),
            Panel::Nutrition => super::nutrition::nutrition(self),
            Panel::Lights => super::lights::lights(self)?,
            Panel::Diets => super::claims::diets(self)?,
            Panel::Accreditations => super::claims::certificates(self)?,
            Panel::Additives => facts(self, Topic::Additives)?,
            Panel::Handling => facts(self, Topic::Handling)?,
            Panel::Origin => facts(self, Topic::Origin)?,
            Panel::Packaging => facts(self, Topic::Packaging)?,
            Panel::Logistics => facts(self, Topic::Logistics)?,
            Panel::Supplier => facts(self, Topic::Supplier)?,
            Panel::Details => facts(self, Topic::Details)?,
        };
        let name = panel.name();
        let key = ["panel", name].joined(".");
        let title = heading(self.level, "title", self.say(&key));
        let section = classed("section", "panel")
            .set("data-panel", name)
            .attr("part", ["panel", name].joined(" "));
        let section = if panel.folds() {
            let mut fold = el("details").set("data-toggle", name);
            if panel.is_open(self.density) {
                fold = fold.set("open", "");
            }
            section.child(
                fold.child(el("summary").set("part", "fold").child(title))
                    .child(content),
            )
        } else {
            section.child(title).child(content)
        };
        Some(self.between(panel, section))
    }

    fn between(&self, panel: Panel, section: Element) -> Vec<Element> {
        let place = |side: &str| slot([side, panel.name()].joined("-"));
        vec![place("before"), section, place("after")]
    }
}
