//! The whole card in each of its states, and a single panel.

use super::failure::Failure;
use super::panel::{Density, Panel, Variant};
use super::panels::{foot, gallery, head, notices, panel, section, verdict};
use super::phrases::{failure_text, failure_title, not_loaded};
use super::record::Record;
use super::render::tree::{Element, Node, button, el, el_class, heading, muted, slot};
use super::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Status, avoid_list_with, product_name};
use crate::messages::Messages;

/// The state of a card.
///
/// ```
/// use product_pool::card::{CardProps, Failure, State, draw, to_html};
/// use product_pool::messages::Messages;
///
/// let failed = State::Failed { failure: Failure::NotFound, detail: None };
/// let html = to_html(&draw(&CardProps::new(failed, Messages::english())));
/// assert!(html.contains(r#"data-state="not-found""#));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum State {
    /// The product is being loaded.
    Loading,
    /// The product has been loaded.
    Ready(Record),
    /// The product could not be loaded.
    Failed {
        /// The kind of failure.
        failure: Failure,
        /// A sentence for the reader instead of the built-in one.
        detail: Option<String>,
    },
}

/// The properties of a card.
///
/// ```
/// use product_pool::card::{CardProps, Panel, Record, State, Variant};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Soup"}}}"#)?;
/// let mut props = CardProps::new(State::Ready(Record::new(product)), Messages::english());
/// props.variant = Variant::Summary;
/// props.panels = Some(vec![Panel::Allergens, Panel::Ingredients]);
/// props.avoid = Some("milk, nuts".to_owned());
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct CardProps {
    /// The state to show.
    pub state: State,
    /// The messages.
    pub messages: Messages,
    /// The level of the product's name among the page's headings, 1 to 6.
    pub level: u8,
    /// The amount of the product to show.
    pub variant: Variant,
    /// The panels, in this order; those of the variant if `None`.
    pub panels: Option<Vec<Panel>>,
    /// The allergens that the reader avoids, in the reader's own words.
    pub avoid: Option<String>,
    /// The address of the product that replaces this one.
    pub successor: Option<String>,
    /// The space it takes.
    pub density: Density,
    /// Whether it stands in its own shadow tree, in which it may have an `id`.
    pub in_shadow_tree: bool,
}

impl CardProps {
    /// A card in a state, with everything else as it is by default.
    pub fn new(state: State, messages: Messages) -> CardProps {
        CardProps {
            state,
            messages,
            level: 2,
            variant: Variant::default(),
            panels: None,
            avoid: None,
            successor: None,
            density: Density::default(),
            in_shadow_tree: false,
        }
    }
}

/// Draws a card.
///
/// ```
/// use product_pool::card::{CardProps, State, draw, to_html};
/// use product_pool::messages::Messages;
///
/// let card = draw(&CardProps::new(State::Loading, Messages::english()));
/// assert!(to_html(&card).starts_with(r#"<article class="card""#));
/// ```
pub fn draw(props: &CardProps) -> Element {
    let messages = &props.messages;
    let record = match &props.state {
        State::Ready(record) => Some(record.bounded()),
        _ => None,
    };
    let (name, content) = match &props.state {
        State::Loading => (
            "loading",
            vec![loading(messages), not_loaded("p", messages)],
        ),
        State::Failed { failure, detail } => (
            failure.key(),
            vec![failed(*failure, detail.as_deref(), messages, props.level)],
        ),
        State::Ready(whole) => ("ready", ready(record.as_deref().unwrap_or(whole), props)),
    };
    let product = record
        .as_ref()
        .and_then(|record| product_name(record.product.data()));
    let label = match product {
        Some(product) => messages.format("card.label.named", "name", product),
        None => messages.get("card.label").to_owned(),
    };
    let busy = matches!(props.state, State::Loading);
    el_class("article", "card")
        .attr("part", "card")
        .attr("data-state", name)
        .attr("data-variant", props.variant.key())
        .owned_attr("lang", messages.language().to_owned())
        .attr("dir", messages.direction())
        .owned_attr("aria-label", label)
        .attr("aria-busy", if busy { "true" } else { "false" })
        .children(content)
}

/// The answer in the head of a card's verdict: the most serious one of all allergens in
/// [`CardProps::avoid`], and never a calm one for a record that must not be relied on. For filters and
/// counts of a list, which then say what its cards say. `None` unless the product was loaded and the list
/// names something.
///
/// ```
/// use product_pool::card::{CardProps, Record, State, answer};
/// use product_pool::label::Status;
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": {"description": "No"}}}]}}"#,
/// )?;
/// let mut props = CardProps::new(State::Ready(Record::new(product)), Messages::english());
/// assert_eq!(answer(&props), None);
/// props.avoid = Some("milk".to_owned());
/// assert_eq!(answer(&props), Some(Status::DeclaredNotPresent));
/// props.avoid = Some("milk eggs".to_owned());
/// assert_eq!(answer(&props), Some(Status::NotStated));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn answer(props: &CardProps) -> Option<Status> {
    let State::Ready(record) = &props.state else {
        return None;
    };
    let avoid = avoid_list_with(props.avoid.as_deref()?, props.messages.lexicon());
    let record = record.bounded();
    verdict::answer(&view_of(&record, props), &avoid)
}

/// The view of a record in a card.
pub(super) fn view_of<'a>(record: &'a Record, props: &'a CardProps) -> View<'a> {
    View {
        level: props.level + 1,
        density: props.density,
        variant: props.variant,
        panels: props.panels.as_deref().unwrap_or(props.variant.panels()),
        in_shadow_tree: props.in_shadow_tree,
        ..View::new(record, &props.messages)
    }
}

fn ready(record: &Record, props: &CardProps) -> Vec<Element> {
    let view = view_of(record, props);
    let mut content = vec![slot(String::from("header"))];
    content.extend(notices::notices(&view, props.successor.as_deref()));
    let verdict = verdict::verdict(&view, props.avoid.as_deref());
    let is_advised = !verdict.child_nodes().is_empty();
    // The verdict stands in the header, unless the page puts another panel first.
    let rest = match view.panels {
        [Panel::Summary, rest @ ..] => {
            content.extend(head(&view, Some(verdict)));
            rest
        }
        rest => {
            content.push(verdict);
            rest
        }
    };
    let mut panels = el_class("div", "panels");
    for name in rest {
        panels = panels.children(panel(&view, *name).unwrap_or_default());
    }
    content.push(panels);
    content.extend(foot::foot(&view, is_advised));
    content.push(slot(String::from("footer")));
    content
}

fn loading(messages: &Messages) -> Element {
    let names = el_class("div", "names")
        .child(bar("bar"))
        .child(bar("bar wide"));
    let skeleton = el_class("div", "skeleton")
        .child(
            el("p")
                .attr("role", "status")
                .text(messages.get("card.loading")),
        )
        .child(
            el_class("div", "head")
                .child(bar("picture bar"))
                .child(names),
        )
        .child(bar("bar wide"))
        .child(bar("bar"))
        .child(bar("bar wide"));
    slot(String::from("loading")).child(skeleton)
}

/// A bar of the skeleton, in place of a line of text or of the picture.
fn bar(class: &'static str) -> Element {
    el_class("div", class)
}

fn failed(failure: Failure, detail: Option<&str>, messages: &Messages, level: u8) -> Element {
    let text = match detail {
        Some(detail) => detail.to_owned(),
        None => failure_text(failure, messages),
    };
    let mut alert = el_class("div", "failure")
        .attr("role", "alert")
        .child(heading(level, "name", &failure_title(failure, messages)))
        .child(el("p").owned_text(text));
    if failure.may_pass() {
        alert = alert.child(button("retry").text(messages.get("error.retry")));
    }
    let place = if failure == Failure::NotFound {
        "not-found"
    } else {
        "error"
    };
    slot(String::from(place)).child(alert)
}

/// The properties of a single panel.
///
/// ```
/// use product_pool::card::{Density, Panel, PanelProps, Record, draw_panel};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let record = Record::new(Product::from_json(r#"{"data": {}}"#)?);
/// let mut props = PanelProps::new(Panel::Nutrition, record, Messages::english());
/// props.level = 3;
/// props.density = Density::Compact;
/// // It says that nothing is stated.
/// assert!(!draw_panel(&props).is_empty());
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PanelProps {
    /// Which panel.
    pub panel: Panel,
    /// The record.
    pub record: Record,
    /// The messages.
    pub messages: Messages,
    /// The level of the panel's heading, 1 to 6.
    pub level: u8,
    /// Whether it begins folded.
    pub density: Density,
}

impl PanelProps {
    /// A panel of a record, with everything else as it is by default.
    pub fn new(panel: Panel, record: Record, messages: Messages) -> PanelProps {
        PanelProps {
            panel,
            record,
            messages,
            level: 2,
            density: Density::default(),
        }
    }
}

/// Draws a single panel. Empty if the record has no data for it, except for
/// allergens, ingredients, nutrition and images, which then say so.
///
/// ```
/// use product_pool::card::{Panel, PanelProps, Record, draw_panel};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let record = Record::new(Product::from_json(r#"{"data": {}}"#)?);
/// let panel = |panel| PanelProps::new(panel, record.clone(), Messages::english());
/// assert!(!draw_panel(&panel(Panel::Allergens)).is_empty());
/// assert!(draw_panel(&panel(Panel::Origin)).is_empty());
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn draw_panel(props: &PanelProps) -> Vec<Node> {
    let record = props.record.bounded();
    let view = View {
        level: props.level,
        density: props.density,
        panels: std::slice::from_ref(&props.panel),
        ..View::new(&record, &props.messages)
    };
    let mut drawn = panel(&view, props.panel).unwrap_or_default();
    // In a card, it is among the notices.
    drawn.extend(notices::too_much(&view));
    // In a card, the header has the only image.
    if props.panel == Panel::Gallery && drawn.is_empty() {
        drawn.push(section(&view, Panel::Gallery, gallery::single(&view)));
    }
    // In a card, the notices and the foot say so.
    if props.panel == Panel::Allergens {
        drawn.splice(0..0, notices::doubts(&view, None));
        drawn.push(muted(view.message("card.check-label")));
    }
    drawn.into_iter().map(Node::Element).collect_vec()
}
