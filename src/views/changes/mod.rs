//! The changes between two versions of a product: allergens first, then the
//! ingredients word by word, the figures, and every other field by subject.

mod allergens;
mod fields;
mod figures;
mod value;

use crate::card::Failure;
use crate::card::phrases::{awaited, component_name, failure_text, failure_title};
use crate::card::render::table::{column_heading, scrolling, table};
use crate::card::render::tree::{Element, button, el, el_class, heading, notice, visually_hidden};
use crate::label::{Lexicon, Piece, PieceKind, ProductDiff, diff_products_with};
use crate::messages::{Messages, fill};
use crate::model::Product;
use crate::views::state::ViewState;

/// The properties of a view of changes.
///
/// ```
/// use product_pool::card::to_html;
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
/// use product_pool::views::{ChangesProps, ChangesState, Comparison, draw_changes};
/// use std::sync::Arc;
///
/// let version = |flag: &str| Product::from_json(&format!(
///     r#"{{"data": {{"components": [{{"allergens": {{"contains_milk": {{"description": "{flag}"}}}}}}]}}}}"#
/// ));
/// let messages = Messages::english();
/// let comparison = Comparison::new(&version("No")?, &version("Yes")?, messages.lexicon());
/// let state = ChangesState::Ready(Arc::new(comparison));
/// let html = to_html(&draw_changes(&ChangesProps::new(state, messages)));
/// assert!(html.contains(r#"<li data-direction="became-positive" data-allergen="milk""#));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ChangesProps {
    /// The state to show.
    pub state: ChangesState,
    /// The messages.
    pub messages: Messages,
    /// The level of the heading, 1 to 6.
    pub level: u8,
    /// Since when one of the versions could not be checked with the supplier, as the reader is to
    /// see it; `None` where both were.
    pub stale: Option<String>,
}

impl ChangesProps {
    /// A view of changes under a heading of level 2.
    pub fn new(state: ChangesState, messages: Messages) -> ChangesProps {
        ChangesProps {
            state,
            messages,
            level: 2,
            stale: None,
        }
    }
}

/// The state of a view of changes.
pub type ChangesState = ViewState<Comparison>;

/// Two versions of a product, compared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// The difference.
    pub diff: ProductDiff,
    /// The names of the earlier and the later version, where both are known.
    pub versions: Option<(String, String)>,
}

impl Comparison {
    /// Compares two versions of a product, the earlier one first. Their texts are
    /// read with a lexicon, that of the [messages](Messages::lexicon) of the page.
    pub fn new(before: &Product, after: &Product, lexicon: &Lexicon) -> Comparison {
        let (before, after) = (before.data(), after.data());
        let versions = before.version().get().zip(after.version().get());
        Comparison {
            diff: diff_products_with(before, after, lexicon),
            versions: versions.map(|(before, after)| (before.to_owned(), after.to_owned())),
        }
    }
}

/// Draws the view of changes in one of its states.
///
/// ```
/// use product_pool::card::{Failure, to_html};
/// use product_pool::messages::Messages;
/// use product_pool::views::{ChangesProps, ChangesState, draw_changes};
///
/// let messages = Messages::english();
/// let state = ChangesState::Failed(Failure::NotFound);
/// let view = draw_changes(&ChangesProps::new(state, messages.clone()));
/// assert!(to_html(&view).contains(messages.get("error.not-found.title")));
/// ```
pub fn draw_changes(props: &ChangesProps) -> Element {
    let messages = &props.messages;
    let view = el_class("div", "view changes")
        .attr("part", "changes")
        .owned_attr("lang", messages.language().to_owned())
        .attr("dir", messages.direction());
    let title = heading(props.level, "title", messages.get("diff.title"));
    match &props.state {
        ChangesState::Loading => view
            .attr("aria-busy", "true")
            .child(title)
            .child(el_class("p", "muted").children(awaited(messages))),
        ChangesState::Failed(failure) => view
            .attr("role", "alert")
            .child(title)
            .children(failed(*failure, messages)),
        ChangesState::Ready(comparison) => {
            let sections = Sections {
                diff: &comparison.diff,
                messages,
                level: props.level,
            };
            let versions = comparison.versions.as_ref();
            let versions = versions.map(|(before, after)| sections.versions(before, after));
            let stale = props.stale.as_deref();
            let stale = stale.map(|since| messages.format("notice.stale", "date", since));
            view.child(title)
                .child_opt(stale.map(|text| notice("stale", &text)))
                .child_opt(versions)
                .children(sections.draw())
        }
    }
}

fn failed(failure: Failure, messages: &Messages) -> Vec<Element> {
    let text = el_class("p", "failure")
        .owned_text(failure_title(failure, messages))
        .text(". ")
        .owned_text(failure_text(failure, messages));
    let retry = button("retry").text(messages.get("error.retry"));
    vec![text, el("div").child(retry)]
}

/// The data that the sections are drawn from.
struct Sections<'a> {
    diff: &'a ProductDiff,
    messages: &'a Messages,
    /// The level of the view's own heading.
    level: u8,
}

impl Sections<'_> {
    fn draw(&self) -> Vec<Element> {
        if self.diff.same {
            return vec![el("p").text(self.message("diff.same"))];
        }
        let mut sections = vec![self.allergens()];
        sections.extend(self.ingredients());
        sections.extend(self.figures());
        sections.extend(self.fields());
        sections.extend(self.all_fields());
        sections
    }

    fn versions(&self, before: &str, after: &str) -> Element {
        el_class("p", "muted").owned_text(self.transition("diff.versions", before, after))
    }

    /// A message with what was before and what is now.
    fn transition(&self, key: &str, before: &str, after: &str) -> String {
        let text = self.messages.format(key, "before", before);
        fill(&text, "after", &self.messages.isolated(after))
    }

    fn message<'s>(&'s self, key: &'s str) -> &'s str {
        self.messages.get(key)
    }

    /// A name with its value: "Nutrition: Pesto".
    fn labelled(&self, name: &str, value: &str) -> String {
        format!("{name}{} {value}", self.message("card.colon"))
    }

    /// A section under its heading; `name` is its name in markup.
    fn section(&self, name: &'static str, title: &str) -> Element {
        el("section")
            .attr("data-section", name)
            .owned_attr("part", format!("section {name}"))
            .child(heading(self.level.saturating_add(1), "subtitle", title))
    }

    /// A heading inside a section.
    fn minor_heading(&self, text: &str) -> Element {
        heading(self.level.saturating_add(2), "muted", text)
    }

    /// The name of the component of a pair.
    fn component(&self, pair: usize) -> String {
        let Some(pair) = self.diff.components.get(pair) else {
            return String::new();
        };
        let index = pair.after.or(pair.before).unwrap_or_default();
        component_name(pair.name.as_deref(), index, self.messages)
    }

    /// Whether there are several components.
    fn is_mixed(&self) -> bool {
        self.diff.components.len() > 1
    }

    /// The name of a pair's component as a heading, where there are several.
    fn component_heading(&self, pair: usize) -> Option<Element> {
        self.is_mixed()
            .then(|| self.minor_heading(&self.component(pair)))
    }

    /// A table: its rows begin with the cell that heads them.
    fn table(&self, caption: &str, heads: &[&str], rows: Vec<Element>) -> Element {
        let mut row = el("tr");
        for key in heads {
            row = row.child(column_heading().text(self.message(key)));
        }
        scrolling(caption, table(caption, row, el("tbody").children(rows)))
    }

    /// The lists of ingredients, with added and removed text marked.
    fn ingredients(&self) -> Option<Element> {
        let changes = &self.diff.ingredients;
        if changes.is_empty() {
            return None;
        }
        let mut section = self.section("ingredients", self.message("panel.ingredients"));
        for change in changes {
            let mut text = el_class("p", "text");
            for piece in &change.pieces {
                text = self.piece(text, piece);
            }
            section = section
                .child_opt(self.component_heading(change.component))
                .child(text);
        }
        Some(section)
    }

    fn piece(&self, text: Element, piece: &Piece) -> Element {
        let content = |element: Element| {
            if piece.emphasised {
                element.child(el("strong").text(&piece.text))
            } else {
                element.text(&piece.text)
            }
        };
        let marked = |name, key: &str| {
            let label = format!(" {} ", self.message(key));
            content(el(name).child(visually_hidden(&label)))
        };
        match piece.kind {
            PieceKind::Same => content(text),
            PieceKind::Added => text.child(marked("ins", "diff.added")),
            PieceKind::Removed => text.child(marked("del", "diff.removed")),
        }
    }
}

/// A row of a table: its heading and the other cells.
fn row(head: Element, cells: Vec<Element>) -> Element {
    el("tr").child(head).children(cells)
}
