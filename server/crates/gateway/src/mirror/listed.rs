//! Parsing the upstream's responses: pages of its list, records, numbered pages.

use serde_json::Value;

use crate::body::Body;
use crate::target::{is_requestable, path};
use product_pool_store::mirror::{Level, Listed, Rank, Record, Task};
use product_pool_store::record::columns::{Columns, gtin};
use product_pool_store::record::raw_object::elements;

/// The maximum number of pages of a numbered list.
const MAX_PAGES: u64 = 10_000;

/// The products of a page of the list, in its order. Items that cannot be requested again are
/// skipped: lists cannot be filtered by them, and they have no record.
pub(crate) fn page(body: &Body) -> Vec<Listed> {
    let items = body.get("data").and_then(elements).unwrap_or_default();
    items
        .into_iter()
        .filter_map(|item| match listed(item.get()) {
            Ok(listed) => Some(listed),
            Err(why) => {
                tracing::warn!("a list item cannot be mirrored: {why}");
                None
            }
        })
        .collect()
}

fn listed(text: &str) -> Result<Listed, String> {
    let item: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let columns = Columns::of_item(text, &item).map_err(|refusal| refusal.to_string())?;
    if !is_requestable(&columns.pool_id) {
        return Err(format!("no request can name {:?}", columns.pool_id));
    }
    let case = gtin(&item["traded_unit_gtin"]);
    let components = parts(&item).filter_map(|part| gtin(&part["internal_gtin"]));
    Ok(Listed {
        gtins: gtins(case, components),
        tasks: tasks(&columns),
        columns,
    })
}

/// Reads the record in a response about that product.
pub(crate) fn record(body: &Body, pool_id: &str, retry_at: i64) -> Result<Record, String> {
    let text = body.get("data").ok_or("it has no data")?;
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let columns = Columns::read(&value).map_err(|refusal| refusal.to_string())?;
    if columns.pool_id != pool_id {
        return Err("it is about another product".to_owned());
    }
    let components = parts(&value).filter_map(|part| gtin(&part["inner"]["internal_gtin"]));
    Ok(Record {
        gtins: gtins(columns.gtin.clone(), components),
        body: text.to_owned(),
        columns,
        retry_at,
    })
}

fn parts(product: &Value) -> impl Iterator<Item = &Value> {
    product["components"].as_array().into_iter().flatten()
}

fn gtins(case: Option<String>, components: impl Iterator<Item = String>) -> Vec<(String, Level)> {
    let case = case.map(|gtin| (gtin, Level::Case));
    let components = components.map(|gtin| (gtin, Level::Component));
    case.into_iter().chain(components).collect()
}

/// The request for a product's record, which shows whether the product exists.
pub(crate) fn record_of(pool_id: &str) -> Task {
    Task {
        target: path(&["products", pool_id]),
        pool_id: Some(pool_id.to_owned()),
        rank: Rank::Product,
        once: None,
    }
}

/// All requests that follow from a change of a product.
fn tasks(columns: &Columns) -> Vec<Task> {
    let id = columns.pool_id.as_str();
    let image = |target| Task {
        target,
        pool_id: Some(id.to_owned()),
        rank: Rank::Image,
        once: None,
    };
    let mut tasks = vec![
        record_of(id),
        image(path(&["images", id])),
        image(path(&["images", id, "feature"])),
    ];
    // Id 0 means none.
    if let Some(maker) = columns.manufacturer.filter(|id| *id > 0) {
        let maker = maker.to_string();
        let once = |target, list| Task {
            target,
            pool_id: None,
            rank: Rank::Maker,
            once: Some(list),
        };
        let all = path(&["manufacturers"]);
        let brands = path(&["manufacturers", &maker, "brands"]);
        tasks.push(once(path(&["manufacturers", &maker]), all.clone()));
        tasks.push(once(brands.clone(), all));
        if let Some(brand) = columns.brand.filter(|id| *id > 0) {
            let brand = brand.to_string();
            let one = path(&["manufacturers", &maker, "brands", &brand]);
            tasks.push(once(one, brands));
        }
    }
    tasks
}

/// The request for the next page of a list with numbered pages. The format of the lists of
/// makers is not documented; of a list without a number of pages only the first page is
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
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::target::Target;

    #[test]
    fn a_page_keeps_its_items_unchanged() {
        let first = r#"{"pool_id":"a/b","version":"2","manufacturer":12,"brand":7,"x":1.50,
            "traded_unit_gtin":"9520000000016","components":[{"internal_gtin":"95200000"},7]}"#;
        let body = format!(
            r#"{{"next":null,"data":[{first},{{"pool_id":7}},9,{{"pool_id":"../me"}},{{"pool_id":"c"}}]}}"#
        );
        let listed = page(&body.into());
        let ids: Vec<_> = listed
            .iter()
            .map(|it| it.columns.pool_id.as_str())
            .collect();
        assert_eq!(ids, ["a/b", "c"]);
        assert_eq!(listed[0].columns.item, first);
        assert_eq!(
            listed[0].gtins,
            [
                ("09520000000016".to_owned(), Level::Case),
                ("00000095200000".to_owned(), Level::Component),
            ]
        );
        let targets: Vec<_> = listed[0]
            .tasks
            .iter()
            .map(|it| it.target.as_str())
            .collect();
        assert_eq!(
            targets,
            [
                "/v2/products/a%2Fb",
                "/v2/images/a%2Fb",
                "/v2/images/a%2Fb/feature",
                "/v2/manufacturers/12",
                "/v2/manufacturers/12/brands",
                "/v2/manufacturers/12/brands/7",
            ]
        );
        assert_eq!(listed[1].tasks.len(), 3);
        for text in ["", "[]", "{}", r#"{"data":{}}"#, r#"{"data":null}"#] {
            assert!(page(&text.to_owned().into()).is_empty(), "{text}");
        }
    }

    #[test]
    fn tasks_are_in_canonical_form() {
        let body = r#"{"data":[{"pool_id":"ü ~1.x","manufacturer":3,"brand":4}]}"#;
        for task in &page(&body.to_owned().into())[0].tasks {
            let target = Target::of(&task.target.parse().unwrap()).unwrap();
            assert_eq!(target.text, task.target);
        }
    }

    #[test]
    fn a_record_of_another_product_is_refused() {
        let body = r#"{"data": {"pool_id":"a", "x": 1.50} , "meta":1}"#;
        assert_eq!(
            record(&body.to_owned().into(), "a", 0).unwrap().body,
            r#"{"pool_id":"a", "x": 1.50}"#
        );
        for body in [
            r#"{"data":{"pool_id":"b"}}"#,
            r#"{"data":null}"#,
            r#"{"data":[]}"#,
            "{}",
        ] {
            assert!(record(&body.to_owned().into(), "a", 0).is_err(), "{body}");
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
