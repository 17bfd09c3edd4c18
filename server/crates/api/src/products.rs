//! List Products, Get Product, Get Product by GTIN.

use axum::response::Response;
use rusqlite::Connection;

use crate::cursor::Cursors;
use crate::request::Call;
use product_pool_http::params::Params;
use product_pool_http::responses::answer;
use product_pool_http::responses::problem::{Problem, quoted};
use product_pool_store::record::columns::padded_gtin;
use product_pool_store::record::output::Output;
use product_pool_store::record::raw_object::{json_string, object};
use product_pool_store::record::timestamp::Timestamp;
use product_pool_store::{
    ChangedFilter, Cursor, Found, ListQuery, SortField, Status, StoreError, products, query,
};

/// The number of records on a page if the query has no limit.
const DEFAULT_LIMIT: u32 = 100;

/// `GET /v2/products`
pub(crate) async fn list(call: Call) -> Result<Response, Problem> {
    let cursors = call.app.cursors.clone();
    let request = ListRequest::of(&call.params, &cursors)?;
    let text = call.app.read(move |c| request.answer(c, &cursors)).await?;
    Ok(answer::json(&call.headers, text))
}

/// A request for a page of the list of products.
#[derive(Debug)]
pub struct ListRequest {
    query: ListQuery,
    cursor: Option<Cursor>,
    limit: usize,
    count: bool,
}

impl ListRequest {
    /// Parses the parameters of the query.
    pub fn of(params: &Params, cursors: &Cursors) -> Result<ListRequest, Problem> {
        let query = list_query(params)?;
        let cursor = params
            .text("cursor")
            .map(|text| cursors.read(&query, text))
            .transpose()?;
        Ok(ListRequest {
            query,
            cursor,
            limit: params.limit().unwrap_or(DEFAULT_LIMIT) as usize,
            count: params.text("count") == Some("1"),
        })
    }

    /// The body of the response.
    pub fn answer(&self, connection: &Connection, cursors: &Cursors) -> Result<String, StoreError> {
        let cursor = self.cursor.as_ref();
        let page = query::list(connection, &self.query, cursor, self.limit, self.count)?;
        let link = |cursor: Option<Cursor>| {
            cursor.map_or("null".to_owned(), |cursor| {
                json_string(&cursors.write(&self.query, &cursor))
            })
        };
        let count = page.count.map(|count| ("count", count.to_string()));
        let links = [("next", link(page.next)), ("previous", link(page.previous))];
        let data = ("data", format!("[{}]", page.items.join(",")));
        Ok(object(links.into_iter().chain(count).chain([data])))
    }
}

fn list_query(params: &Params) -> Result<ListQuery, Problem> {
    let sort = params.text("sort").unwrap_or("-changed_at");
    Ok(ListQuery {
        sort: match sort.strip_prefix('-').unwrap_or(sort) {
            "manufacturer_product_name" => SortField::Name,
            _ => SortField::Changed,
        },
        descending: sort.starts_with('-'),
        manufacturer: params.id("filter[manufacturer]"),
        brand: params.id("filter[brand]"),
        label: params.id("filter[label]"),
        code: params
            .text("filter[manufacturer_product_code]")
            .map(str::to_owned),
        changed: params
            .text("filter[changed_at]")
            .map(|text| changed_filter("filter[changed_at]", text))
            .transpose()?,
        status: match params.text("filter[status]") {
            Some("published") => Status::Published,
            Some("archived") => Status::Archived,
            _ => Status::Any,
        },
    })
}

pub(crate) fn changed_filter(name: &str, text: &str) -> Result<ChangedFilter, Problem> {
    let invalid = || {
        // A plus sign that is not escaped arrives as a space.
        let zone = text
            .rsplit_once(' ')
            .map(|(time, zone)| format!("{time}+{zone}"));
        let time = zone.as_deref().and_then(|zone| zone.split_once(':'));
        let expected = match time.and_then(|(_, time)| Timestamp::parse(time)) {
            Some(_) => "written with %2B for the + of its zone",
            None => {
                "eq:, gt: or lt: and a date such as gt:2024-10-12, \
                 or a date and time such as gt:2024-10-12T14:25:26"
            }
        };
        Problem::parameter(name, text, expected)
    };
    let (comparison, timestamp) = text.split_once(':').ok_or_else(invalid)?;
    let timestamp = Timestamp::parse(timestamp).ok_or_else(invalid)?;
    match comparison {
        "eq" => Ok(ChangedFilter::During(timestamp)),
        "gt" => Ok(ChangedFilter::After(timestamp)),
        "lt" => Ok(ChangedFilter::Before(timestamp)),
        _ => Err(invalid()),
    }
}

/// `GET /v2/products/{product}`
pub(crate) async fn product(call: Call) -> Result<Response, Problem> {
    let pool_id = call.text(0).to_owned();
    let output = call.params.text("output").and_then(Output::named);
    let output = output.unwrap_or(Output::Grouped);
    let version = call.params.text("version").map(str::to_owned);
    let (id, of) = (pool_id.clone(), version.clone());
    let read = move |c: &_| products::find(c, &id, of.as_deref());
    match call.app.read(read).await? {
        Found::Product(found) => Ok(call.data(&output.apply(&found.body, &found.latest))),
        Found::NoSuchVersion => Err(Problem::not_found(
            "version_not_found",
            format!(
                "the product {} has no version {}",
                quoted(&pool_id),
                quoted(&version.unwrap_or_default())
            ),
        )),
        Found::NoSuchProduct => Err(no_product(&pool_id)),
    }
}

/// `GET /v2/products/gtin/{gtin}`: finds outer GTINs, as the service does. For the server's
/// own pages it finds those of consumer units too.
pub(crate) async fn product_by_gtin(call: Call) -> Result<Response, Problem> {
    let gtin = call.text(0);
    let unknown = || no_gtin("outer GTIN", gtin);
    let padded = padded_gtin(gtin).ok_or_else(unknown)?;
    let (by_case, by_unit) = call
        .app
        .read(move |c| match products::find_by_gtin(c, &padded)? {
            None => Ok((None, products::find_by_unit(c, &padded)?)),
            found => Ok((found, None)),
        })
        .await?;
    let found = match (by_case, by_unit) {
        (None, Some(found)) if call.is_internal => found,
        (None, Some(_)) => {
            let mut problem = unknown();
            problem.detail +=
                "; it is the GTIN of a component, and this operation finds outer GTINs only";
            return Err(problem);
        }
        (found, _) => found.ok_or_else(unknown)?,
    };
    Ok(call.data(&Output::Grouped.apply(&found.body, &found.latest)))
}

/// The response for a product that does not exist.
pub fn no_product(pool_id: &str) -> Problem {
    Problem::not_found(
        "product_not_found",
        format!("there is no product {}", quoted(pool_id)),
    )
}

/// The response for a GTIN that no product has.
pub fn no_gtin(what: &str, gtin: &str) -> Problem {
    Problem::not_found(
        "product_not_found",
        format!("no product has the {what} {}", quoted(gtin)),
    )
}
