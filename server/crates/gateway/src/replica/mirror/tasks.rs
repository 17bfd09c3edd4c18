//! The requests that fill the mirror: which follow from a list item, and what their responses
//! say.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use crate::body::Body;
use crate::replica::list::code;
use crate::target::path;
use product_pool_http::memory::Room;
use product_pool_store::record::columns::{Columns, gtin};
use product_pool_store::record::raw_object::pick;

/// The maximum number of pages of a numbered list.
const MAX_PAGES: u64 = 10_000;

/// The number of attempts after which it is believed that a listed product is missing, or
/// older than listed: a service may list products that its other parts do not know yet.
pub(crate) const MISSED: u32 = 5;

/// The priority of a request: lower ranks are sent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// Records of products.
    Product = 0,
    /// Images.
    Image = 1,
    /// Manufacturers and brands.
    Manufacturer = 2,
}

impl Rank {
    pub(super) fn of(number: i64) -> Rank {
        match number {
            0 => Rank::Product,
            1 => Rank::Image,
            _ => Rank::Manufacturer,
        }
    }
}

/// A request in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Todo {
    /// The row of the request in the queue.
    pub(crate) id: i64,
    /// The path and query of the request.
    pub(crate) target: String,
    /// The product to which the request belongs.
    pub(crate) pool_id: Option<String>,
    pub(crate) rank: Rank,
    /// The number of failed attempts.
    pub(crate) tries: u32,
}

/// A product's record.
#[derive(Debug)]
pub(crate) struct Record {
    /// The body of the response.
    pub(crate) body: Body,
    /// The columns read from the record.
    pub(crate) columns: Columns,
    /// The GTINs of its units, as [`code`]s.
    pub(crate) gtins: BTreeSet<u64>,
    /// When to retry if the record turns out to be older than its list item, since 1970.
    pub(crate) retry_at: Duration,
}

/// The outcome of a request.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// A product's record.
    Record(Box<Record>),
    /// Another response, and the request for the next page.
    Answer {
        status: u16,
        body: Body,
        /// The request for the next page of a list.
        next: Option<String>,
    },
    /// The service does not have the product.
    Gone,
    /// The service refuses the request.
    Refused,
    /// The service lists the product, but does not have its record; retry at that time, since
    /// 1970.
    Missing(Duration),
    /// No usable response; retry at that time, since 1970.
    Later(Duration),
}

/// A queued request with its outcome.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) todo: Todo,
    /// The account that got the response.
    pub(crate) account: String,
    /// The room that its body has.
    pub(crate) room: Room,
    /// The time as of which the response holds, since 1970.
    pub(crate) at: Duration,
    pub(crate) outcome: Outcome,
}

/// The fields of a record that are read.
const OF_RECORD: [&[&str]; 5] = [
    &["pool_id"],
    &["status"],
    &["changed_at"],
    &["outer", "traded_unit_gtin"],
    &["components", "inner", "internal_gtin"],
];

/// Reads the record in a response about that product.
pub(crate) fn record(body: Body, pool_id: &str, retry_at: Duration) -> Result<Record, String> {
    let text = body.get("data").ok_or("it has no data")?;
    let value: Value =
        serde_json::from_str(&pick(text, &OF_RECORD)).map_err(|error| error.to_string())?;
    let columns = Columns::read(&value).map_err(|refusal| refusal.to_string())?;
    if columns.pool_id != pool_id {
        return Err("it is about another product".to_owned());
    }
    let parts = value["components"].as_array().into_iter().flatten();
    let components = parts.filter_map(|part| gtin(&part["inner"]["internal_gtin"]));
    let of_unit = |gtin: &str, of_component| gtin.parse().ok().map(|gtin| code(gtin, of_component));
    let case = columns.gtin.iter().filter_map(|gtin| of_unit(gtin, false));
    let components = components.filter_map(|gtin| of_unit(&gtin, true));
    Ok(Record {
        gtins: case.chain(components).collect(),
        body,
        columns,
        retry_at,
    })
}

/// The path of a product's record, which shows whether the product exists.
pub(crate) fn record_of(pool_id: &str) -> String {
    path(&["products", pool_id])
}

/// All requests that follow from a change of a product: of manufacturers and brands only those that
/// were never sent before.
pub(super) fn tasks(columns: &Columns) -> Vec<(String, Rank)> {
    let id = columns.pool_id.as_str();
    let mut tasks = vec![
        (record_of(id), Rank::Product),
        (path(&["images", id]), Rank::Image),
        (path(&["images", id, "feature"]), Rank::Image),
    ];
    // Id 0 means none.
    if let Some(manufacturer) = columns.manufacturer.filter(|id| *id > 0) {
        let manufacturer = manufacturer.to_string();
        tasks.push((path(&["manufacturers", &manufacturer]), Rank::Manufacturer));
        tasks.push((
            path(&["manufacturers", &manufacturer, "brands"]),
            Rank::Manufacturer,
        ));
        if let Some(brand) = columns.brand.filter(|id| *id > 0) {
            let brand = path(&["manufacturers", &manufacturer, "brands", &brand.to_string()]);
            tasks.push((brand, Rank::Manufacturer));
        }
    }
    tasks
}

/// The request for the next page of a list with numbered pages. The format of the lists of
/// manufacturers is not documented; of a list without a number of pages only the first page is
/// mirrored.
pub(crate) fn next(target: &str, body: &Body) -> Option<String> {
    let number = |name: &str| body.get(name)?.parse::<u64>().ok();
    let (first, requested) = match target.split_once("?page=") {
        Some((first, page)) => (first, page.parse().ok()?),
        None => (target, 1u64),
    };
    let pages = number("pages")?.min(MAX_PAGES);
    (number("page")? == requested && requested < pages)
        .then(|| format!("{first}?page={}", requested + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;

    fn targets_of(item: &str) -> Vec<String> {
        let columns = Columns::of_item(item, &serde_json::from_str(item).unwrap()).unwrap();
        let targets = tasks(&columns).into_iter().map(|(target, _)| target);
        targets.collect()
    }

    #[test]
    fn a_product_has_a_record_images_and_a_maker() {
        let item = r#"{"pool_id":"a/b","version":"2","manufacturer":12,"brand":7}"#;
        let expected = [
            "/v2/products/a%2Fb",
            "/v2/images/a%2Fb",
            "/v2/images/a%2Fb/feature",
            "/v2/manufacturers/12",
            "/v2/manufacturers/12/brands",
            "/v2/manufacturers/12/brands/7",
        ];
        assert_eq!(targets_of(item), expected);
        assert_eq!(targets_of(r#"{"pool_id":"c"}"#).len(), 3);
    }

    #[test]
    fn tasks_are_in_canonical_form() {
        for text in targets_of(r#"{"pool_id":"ü ~1.x","manufacturer":3,"brand":4}"#) {
            let target = Target::of(&text.parse().unwrap()).unwrap();
            assert_eq!(target.text, text);
        }
    }

    #[test]
    fn a_record_of_another_product_is_refused() {
        let read = |body: &str| record(body.to_owned().into(), "a", Duration::ZERO);
        let body = r#"{"data": {"pool_id":"a", "outer": {"traded_unit_gtin": "9520000000016"},
            "components": [{"inner": {"internal_gtin": "95200000"}}, 7]} , "meta":1}"#;
        let units = [code(95_200_000, true), code(9_520_000_000_016, false)];
        assert_eq!(read(body).unwrap().gtins, units.into());
        for body in [
            r#"{"data":{"pool_id":"b"}}"#,
            r#"{"data":null}"#,
            r#"{"data":[]}"#,
            "{}",
        ] {
            assert!(read(body).is_err(), "{body}");
        }
    }

    #[test]
    fn numbered_pages_are_followed() {
        let body =
            |page: u64, pages: u64| format!(r#"{{"page":{page},"pages":{pages},"data":[]}}"#);
        let at = |target: &str, page, pages| next(target, &body(page, pages).into());
        assert_eq!(
            at("/v2/images/a", 1, 2).as_deref(),
            Some("/v2/images/a?page=2")
        );
        assert_eq!(
            at("/v2/images/a?page=2", 2, 3).as_deref(),
            Some("/v2/images/a?page=3")
        );
        assert_eq!(at("/v2/images/a?page=3", 3, 3), None);
        assert_eq!(at("/v2/images/a?page=2", 1, 3), None, "it knows no pages");
        assert_eq!(at("/v2/images/a", 1, 0), None);
        assert_eq!(
            next("/v2/manufacturers", &r#"[{"id":1}]"#.to_owned().into()),
            None
        );
    }
}
