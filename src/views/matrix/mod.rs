//! The matrix: the 14 allergens of several products in one table.

mod cell;
mod row;

pub use row::{MatrixProduct, MatrixRow, RowState};

use crate::card::phrases::{STATUSES, mark};
use crate::card::render::table::{column_heading, scrolling, table};
use crate::card::render::tree::{Element, button, el, el_class, heading, muted};
use crate::collect_vec::CollectVec as _;
use crate::label::avoid_list_with;
use crate::messages::Messages;
use crate::model::Allergen;

/// The properties of a matrix.
///
/// ```
/// use product_pool::card::to_html;
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
/// use product_pool::views::{MatrixProduct, MatrixProps, MatrixRow, RowState, draw_matrix};
/// use std::sync::Arc;
///
/// let messages = Messages::english();
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": {"description": "Yes"}}}]}}"#,
/// )?;
/// let product = MatrixProduct::new(product, messages.lexicon());
/// let row = MatrixRow::new(None, RowState::Ready(Arc::new(product)));
/// let html = to_html(&draw_matrix(&MatrixProps::new(vec![row], messages)));
/// assert!(html.contains(r#"<td data-status="contains" data-allergen="milk""#));
/// assert!(html.contains(r#"<td data-status="not-stated" data-allergen="eggs""#));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MatrixProps {
    /// The products.
    pub rows: Vec<MatrixRow>,
    /// The messages.
    pub messages: Messages,
    /// The level of the heading, 1 to 6.
    pub level: u8,
    /// The caption instead of the built-in one.
    pub caption: Option<String>,
    /// The allergens that the shopper avoids, such as `milk nuts`: their columns come first.
    pub avoid: Option<String>,
    /// Today's date, such as `2026-11-21`; see [`notices`](crate::label::notices).
    pub today: Option<String>,
}

impl MatrixProps {
    /// A matrix with the built-in caption under a heading of level 2.
    pub fn new(rows: Vec<MatrixRow>, messages: Messages) -> MatrixProps {
        MatrixProps {
            rows,
            messages,
            level: 2,
            caption: None,
            avoid: None,
            today: None,
        }
    }

    /// The allergens in the order of the columns, and whether the shopper avoids them: those first.
    fn columns(&self) -> Vec<(Allergen, bool)> {
        let text = self.avoid.as_deref().unwrap_or_default();
        let avoided = avoid_list_with(text, self.messages.lexicon()).allergens;
        let is_avoided = |group: Allergen| avoided.iter().any(|one| one.group() == group);
        let groups = Allergen::groups().map(|group| (group, is_avoided(group)));
        let (first, rest): (Vec<_>, Vec<_>) = groups.partition(|(_, is_avoided)| *is_avoided);
        [first, rest].concat()
    }
}

/// Draws a matrix: its heading, the table, and what its signs mean.
///
/// ```
/// use product_pool::card::to_html;
/// use product_pool::messages::Messages;
/// use product_pool::views::{MatrixProps, MatrixRow, RowState, draw_matrix};
///
/// let rows = vec![MatrixRow::new(Some("09520000000004".to_owned()), RowState::Loading)];
/// let table = draw_matrix(&MatrixProps::new(rows, Messages::english()));
/// assert!(to_html(&table).contains("09520000000004"));
/// ```
pub fn draw_matrix(props: &MatrixProps) -> Element {
    let messages = &props.messages;
    let caption = props.caption.as_deref();
    let caption = caption.unwrap_or(messages.get("matrix.title"));
    let mut rows = props.rows.iter();
    let has_rows = rows.any(|row| matches!(row.state, RowState::Ready(_)));
    let csv = button("csv")
        .attr_if("disabled", "", !has_rows)
        .text(messages.get("matrix.csv"));
    let bar = el_class("div", "bar")
        .child(heading(props.level, "title", caption))
        .child(csv);
    el_class("div", "view matrix")
        .attr("part", "matrix")
        .owned_attr("lang", messages.language().to_owned())
        .attr("dir", messages.direction())
        .child(bar)
        .child(muted(messages.get("matrix.intro")))
        .child(scrolling(caption, reports(props, caption)))
        .child(legend(messages))
}

fn reports(props: &MatrixProps, caption: &str) -> Element {
    let messages = &props.messages;
    let corner = column_heading()
        .attr("class", "corner")
        .text(messages.get("panel.summary"));
    let mut heads = el("tr").child(corner);
    let columns = props.columns();
    for (allergen, is_avoided) in &columns {
        let name = messages.allergen(*allergen);
        let head = column_heading().attr_if("data-avoided", "", *is_avoided);
        heads = heads.child(head.child(el("span").owned_text(name)));
    }
    let mut rows = props.rows.iter();
    let busy = if rows.any(|row| row.state == RowState::Loading) {
        "true"
    } else {
        "false"
    };
    let mut body = el("tbody").attr("aria-busy", busy);
    for row in &props.rows {
        body = body.child(row.draw(&columns, messages, props.today.as_deref()));
    }
    table(caption, heads, body).attr("part", "table")
}

/// The meaning of the signs.
fn legend(messages: &Messages) -> Element {
    let entry = |sign: Element, text: &str| el("div").child(sign).child(el("dd").text(text));
    let mut list = el_class("dl", "legend")
        .attr("part", "legend")
        .owned_attr("aria-label", messages.get("matrix.legend").to_owned());
    for status in STATUSES {
        let sign = el("dt").attr("data-status", status.key());
        let sign = sign.child(mark(status));
        list = list.child(entry(sign, &cell::status_text(status, messages)));
    }
    let sign = el("dt").child(cell::conflict_mark());
    list.child(entry(sign, messages.get("allergens.conflict")))
}

/// The matrix as rows of text, the heads first: number, name, brand, the allergens in words, and
/// remarks. The allergens have one order, whatever a shopper avoids, and none of their cells is empty,
/// for that would read as absent.
///
/// ```
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
/// use product_pool::views::{MatrixProduct, MatrixProps, MatrixRow, RowState, matrix_table};
/// use std::sync::Arc;
///
/// let messages = Messages::english();
/// let soup = Product::from_json(r#"{"data": {"general": {"product_name": "Soup"}}}"#)?;
/// let soup = MatrixProduct::new(soup, messages.lexicon());
/// let rows = vec![MatrixRow::new(None, RowState::Ready(Arc::new(soup)))];
/// let table = matrix_table(&MatrixProps::new(rows, messages));
/// assert_eq!(table[1][1], "Soup");
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn matrix_table(props: &MatrixProps) -> Vec<Vec<String>> {
    let messages = &props.messages;
    let mut heads: Vec<String> = ["card.gtin", "panel.summary", "field.brand_name"]
        .map(|key| messages.get(key).to_owned())
        .into();
    heads.extend(Allergen::groups().map(|allergen| messages.allergen(allergen)));
    heads.push(messages.get("matrix.remarks").to_owned());
    let rows = props.rows.iter();
    let rows = rows.map(|row| row.texts(messages, props.today.as_deref()));
    std::iter::once(heads).chain(rows).collect_vec()
}
