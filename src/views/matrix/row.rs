//! A row of the matrix: a product, or the reason why there is none.

use super::cell;
use crate::card::Failure;
use crate::card::bound::bounded;
use crate::card::phrases::{awaited, component_names, emphasised_text, failure_title, notice_text};
use crate::card::render::table::row_heading;
use crate::card::render::tree::{Element, button, el, el_class, visually_hidden};
use crate::collect_vec::CollectVec as _;
use crate::label::{
    AllergenReport, Lexicon, Status, allergen_report_with, brand_name, notices, product_name,
};
use crate::messages::Messages;
use crate::model::{Allergen, Product};
use crate::text::joined;
use crate::views::state::ViewState;

/// A row of a matrix.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MatrixRow {
    /// The GTIN that was requested; `None` for a product that the page gave.
    pub gtin: Option<String>,
    /// The product's data.
    pub state: RowState,
    /// Since when it could not be checked with the supplier, as the reader is to see it; `None`
    /// where it was.
    pub stale: Option<String>,
}

/// The data of a row's product.
pub type RowState = ViewState<MatrixProduct>;

/// A product with the report on its allergens, which is made once however often
/// the matrix is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixProduct {
    pub(super) product: Product,
    /// The index of the component that stands for what is too much to be drawn.
    rest: Option<usize>,
    pub(super) report: AllergenReport,
}

impl MatrixProduct {
    /// Reads the texts of a product with a lexicon, that of the
    /// [messages](Messages::lexicon) of the page.
    pub fn new(product: Product, lexicon: &Lexicon) -> MatrixProduct {
        let (product, rest) = bounded(&product).unwrap_or((product, None));
        let report = allergen_report_with(product.data(), lexicon);
        MatrixProduct {
            product,
            rest,
            report,
        }
    }

    /// The names of the components.
    fn names(&self, messages: &Messages) -> Vec<String> {
        component_names(self.product.data(), self.rest, messages)
    }

    /// The remarks on the product.
    fn remarks(&self, messages: &Messages, today: Option<&str>) -> Vec<String> {
        let found = notices(self.product.data(), today);
        let mut remarks: Vec<String> = found
            .iter()
            .map(|notice| notice_text(notice, messages))
            .collect_vec();
        if self.rest.is_some() {
            remarks.push(messages.get("notice.too-much").to_owned());
        }
        if self.report.warns {
            remarks.push(messages.get("allergens.unread").to_owned());
        }
        remarks.extend(emphasised_text(&self.report, messages));
        remarks
    }
}

impl MatrixRow {
    /// A row for a GTIN, or for a product that the page gave.
    pub fn new(gtin: Option<String>, state: RowState) -> MatrixRow {
        MatrixRow {
            gtin,
            state,
            stale: None,
        }
    }

    /// Whether nothing that the record says is calm: it may be out of date, or must not be relied on.
    fn is_doubtful(&self, entry: &MatrixProduct) -> bool {
        let notices = notices(entry.product.data(), None);
        self.stale.is_some() || notices.iter().any(|notice| notice.kind.is_doubtful())
    }

    /// The remarks on the product, the notice that it may be out of date first.
    fn remarks(
        &self,
        entry: &MatrixProduct,
        messages: &Messages,
        today: Option<&str>,
    ) -> Vec<String> {
        let stale = self.stale.as_deref();
        let stale = stale.map(|since| messages.format("notice.stale", "date", since));
        stale
            .into_iter()
            .chain(entry.remarks(messages, today))
            .collect_vec()
    }

    /// The GTIN of the row: as requested, else the product's own.
    fn number(&self) -> &str {
        match (&self.gtin, &self.state) {
            (Some(gtin), _) => gtin,
            (None, RowState::Ready(entry)) => {
                let gtin = entry.product.data().outer().traded_unit_gtin().get();
                gtin.unwrap_or_default()
            }
            (None, _) => "",
        }
    }

    pub(super) fn draw(
        &self,
        columns: &[(Allergen, bool)],
        messages: &Messages,
        today: Option<&str>,
    ) -> Element {
        let product = row_heading().attr("part", "product");
        let wide = el("td").owned_attr("colspan", columns.len().to_string());
        let (state, cell) = match &self.state {
            RowState::Loading => {
                let wide = wide.attr("class", "row muted");
                ("loading", wide.children(awaited(messages)))
            }
            RowState::Failed(failure) => (failure.key(), self.failure(*failure, wide, messages)),
            RowState::Ready(entry) => {
                let names = entry.names(messages);
                let mut row = el("tr").attr("data-state", "ready");
                row = row.child(self.heading(entry, product, messages, today));
                let groups = &entry.report.groups;
                let fact = |group: &Allergen| groups.iter().find(|fact| fact.allergen == *group);
                let is_doubtful = self.is_doubtful(entry);
                for fact in columns.iter().filter_map(|(group, _)| fact(group)) {
                    row = row.child(cell::draw(fact, &names, is_doubtful, messages));
                }
                return row;
            }
        };
        let name = match self.number() {
            "" => messages.get("card.unnamed"),
            number => number,
        };
        el("tr")
            .attr("data-state", state)
            .child(product.text(name))
            .child(cell)
    }

    fn heading(
        &self,
        entry: &MatrixProduct,
        heading: Element,
        messages: &Messages,
        today: Option<&str>,
    ) -> Element {
        let data = entry.product.data();
        let below = [brand_name(data).unwrap_or_default(), self.number()];
        let below: Vec<&str> = below
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect_vec();
        let mut heading = heading
            .text(product_name(data).unwrap_or(messages.get("card.unnamed")))
            .child(el_class("div", "muted").owned_text(joined(&below, " · ")));
        for remark in self.remarks(entry, messages, today) {
            heading = heading.child(el_class("div", "muted notice").owned_text(remark));
        }
        heading
    }

    fn failure(&self, failure: Failure, cell: Element, messages: &Messages) -> Element {
        let title = failure_title(failure, messages);
        let drawn = cell
            .attr("class", "row")
            .attr("part", "failure")
            .child(el_class("span", "failure").text(&title).text(". "))
            .text(messages.get("allergens.not-loaded"))
            .text(" ");
        // A product that the page gave cannot be requested.
        let Some(gtin) = &self.gtin else {
            return drawn;
        };
        let number = visually_hidden(&format!(" {gtin}"));
        drawn.child(
            button("retry")
                .text(messages.get("error.retry"))
                .child(number),
        )
    }

    /// The row as text; see [`matrix_table`](super::matrix_table).
    pub(super) fn texts(&self, messages: &Messages, today: Option<&str>) -> Vec<String> {
        let mut texts = vec![self.number().to_owned()];
        let unknown = |mut texts: Vec<String>, remark: String| {
            texts.extend([String::new(), String::new()]);
            let text = cell::status_text(Status::NotStated, messages);
            texts.extend(Allergen::groups().map(|_| text.clone()));
            texts.push(remark);
            texts
        };
        match &self.state {
            RowState::Loading => unknown(texts, messages.get("card.loading").to_owned()),
            RowState::Failed(failure) => unknown(texts, failure_title(*failure, messages)),
            RowState::Ready(entry) => {
                let data = entry.product.data();
                let name = product_name(data).unwrap_or(messages.get("card.unnamed"));
                texts.push(name.to_owned());
                texts.push(brand_name(data).unwrap_or_default().to_owned());
                let names = entry.names(messages);
                let is_doubtful = self.is_doubtful(entry);
                texts.extend(cell::texts(&entry.report, &names, is_doubtful, messages));
                texts.push(joined(&self.remarks(entry, messages, today), " "));
                texts
            }
        }
    }
}
