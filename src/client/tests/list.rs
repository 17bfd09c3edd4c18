//! Lists and the index over a made-up service.

use super::feed::{Pool, second, summary};
use super::flow::{all, answer, client, next, now, service};
use super::*;
use crate::client::pages::next_cursor;
use crate::model::{
    Brand, CatalogProduct, Label, ListedImage, ListedProduct, Manufacturer, ManufacturerId, Value,
    WholesalerId,
};
use futures_core::FusedStream as _;
use futures_util::TryStreamExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[test]
fn a_walk_takes_every_page_and_fetches_ahead() {
    let mut list = Pool {
        page: 2,
        ..Pool::default()
    };
    for number in 0..5 {
        list.products
            .insert(format!("p{number}"), (second(number), 1, "published"));
    }
    let pool = service(move |url, _| list.list(url));
    let client = client(&pool);
    let mut walk = client.products(&ListProducts::new());
    let first = now(next(&mut walk)).unwrap().unwrap();
    assert_eq!(summary(&first).0, "p0");
    assert!(pool.made.lock().unwrap()[0].ends_with("?limit=500"));
    now(next(&mut walk)).unwrap().unwrap();
    let asked = pool.made.lock().unwrap().len();
    assert_eq!(asked, 2, "the second page comes while the first is taken");
    assert_eq!(all(walk).len(), 3);
    assert_eq!(pool.made.lock().unwrap().len(), 3);
}

#[test]
fn a_walk_goes_on_behind_an_error_where_it_stopped() {
    let fails = Arc::new(AtomicBool::new(true));
    let failing = fails.clone();
    let pool = service(move |url, _| match url.contains("cursor=x") {
        true if failing.load(Relaxed) => answer(400, ""),
        true => answer(200, r#"{"next": null, "data": [{"pool_id": "b"}]}"#),
        false => answer(200, r#"{"next": "x", "data": [{"pool_id": "a"}]}"#),
    });
    let mut walk = client(&pool).products(&ListProducts::new());
    let id = |item: Option<Result<ListedProduct, Error>>| {
        item.map(|item| Some(item.ok()?.data().pool_id().get()?.to_owned()))
    };
    assert_eq!(id(now(next(&mut walk))), Some(Some("a".to_owned())));
    assert_eq!(walk.cursor(), None);
    assert_eq!(id(now(next(&mut walk))), Some(None));
    assert_eq!(id(now(next(&mut walk))), Some(None));
    assert!(!walk.is_terminated());
    fails.store(false, Relaxed);
    assert_eq!(id(now(next(&mut walk))), Some(Some("b".to_owned())));
    assert_eq!(walk.cursor(), Some("x"));
    assert_eq!(id(now(next(&mut walk))), None);
    assert_eq!(id(now(next(&mut walk))), None);
    assert!(walk.is_terminated());
}

#[test]
fn a_walk_ends_where_its_pages_lead_in_a_circle() {
    let circle = service(|_, _| answer(200, r#"{"next": "x", "data": [{"pool_id": "a"}]}"#));
    assert_eq!(all(client(&circle).products(&ListProducts::new())).len(), 2);
    let empty = service(|_, _| answer(200, r#"{"next": "x", "data": []}"#));
    assert_eq!(all(client(&empty).products(&ListProducts::new())).len(), 0);
    for pages in [2, 3, 10, 100] {
        // Pages 0, 1, 2 ..., of which the last leads to the middle of them.
        let pool = service(move |url, _| {
            let page = url.split_once("cursor=").map_or("0", |(_, rest)| rest);
            let page: usize = page.split('&').next().unwrap().parse().unwrap();
            let next = if page == pages { pages / 2 } else { page + 1 };
            let body = format!(r#"{{"next": "{next}", "data": [{{"pool_id": "{page}"}}]}}"#);
            answer(200, &body)
        });
        let items = all(client(&pool).products(&ListProducts::new()));
        assert_eq!(items.len(), pages + 1);
        let mut changes = client(&pool).changes(Checkpoint::beginning());
        while now(changes.try_next()).unwrap().is_some() {}
        let asked = pool.made.lock().unwrap().len();
        assert_eq!(asked, 2 * (pages + 1), "every page once by each walk");
    }
}

#[test]
fn a_page_that_leads_to_itself_is_the_last() {
    assert_eq!(next_cursor(Some("x"), Some("w")), Some("x".to_owned()));
    assert_eq!(next_cursor(Some("x"), Some("x")), None);
    assert_eq!(next_cursor(Some(""), None), None);
}

#[test]
fn a_walk_goes_on_behind_an_empty_page() {
    let pool = service(|url, _| {
        answer(
            200,
            match url.split_once("cursor=").map(|(_, rest)| &rest[..1]) {
                None => r#"{"next": "b", "data": [{"pool_id": "1"}]}"#,
                Some("b") => r#"{"next": "c", "data": []}"#,
                Some("c") => r#"{"next": "d", "data": []}"#,
                _ => r#"{"next": null, "data": [{"pool_id": "2"}]}"#,
            },
        )
    });
    assert_eq!(all(client(&pool).products(&ListProducts::new())).len(), 2);
    let changes = client(&pool).changes(Checkpoint::beginning());
    assert_eq!(all(changes).len(), 2);
    let mut changes = client(&pool).changes(Checkpoint::beginning());
    let mut count = 0;
    while now(changes.try_next()).unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 2);
}

/// The ids of the items.
fn ids<T>(items: &[Result<T, Error>], body: fn(&T) -> &Value) -> String {
    let ids = items
        .iter()
        .map(|item| body(item.as_ref().unwrap()).get("id").unwrap().to_json());
    ids.collect::<Vec<_>>().join(" ")
}

#[test]
fn numbered_lists_walk_too() {
    let pool = service(|url, _| {
        let page = url.rsplit_once("page=").map_or("1", |(_, page)| &page[..1]);
        answer(
            200,
            &format!(
                r#"{{"page": {page}, "per page": 1, "pages": 3, "data": [{{"id": {page}}}]}}"#
            ),
        )
    });
    let client = client(&pool);
    assert_eq!(
        ids(&all(client.manufacturers()), Manufacturer::body),
        "1 2 3"
    );
    assert_eq!(
        ids(&all(client.brands(ManufacturerId(7))), Brand::body),
        "1 2 3"
    );
    assert_eq!(ids(&all(client.labels()), Label::body), "1 2 3");
    let catalog = client.catalog_products(WholesalerId(7), &ListCatalogProducts::new());
    assert_eq!(ids(&all(catalog), CatalogProduct::body), "1 2 3");
    let asked = pool.made.lock().unwrap();
    assert!(
        asked
            .iter()
            .any(|url| url.ends_with("/v2/catalogs/7?page=3&limit=500"))
    );
    drop(asked);
    let second = ListImages {
        page: Some(2),
        ..ListImages::new()
    };
    assert_eq!(
        ids(&all(client.images_with("a", &second)), ListedImage::body),
        "2 3"
    );
    let bare = service(|_, _| answer(200, r#"[{"id": 4}]"#));
    assert_eq!(
        ids(
            &all(self::client(&bare).manufacturers()),
            Manufacturer::body
        ),
        "4"
    );
}

#[test]
fn a_service_that_knows_no_pages_leads_in_no_circle() {
    let stuck = service(|_, _| answer(200, r#"{"page": 1, "pages": 3, "data": [{"id": 4}]}"#));
    let client = self::client(&stuck);
    assert_eq!(ids(&all(client.manufacturers()), Manufacturer::body), "4 4");
    assert_eq!(
        ids(&all(client.brands(ManufacturerId(7))), Brand::body),
        "4 4"
    );
    assert_eq!(ids(&all(client.images("a")), ListedImage::body), "4 4");
}

#[test]
fn an_index_leads_from_a_units_gtin_to_its_product() {
    let list = r#"{"next": null, "data": [{"pool_id": "p1", "version": "1", "changed_at": "2024-10-12 10:00:00",
        "traded_unit_gtin": "19520123456785", "components": [
            {"component_uuid": "u1", "internal_gtin": "not given"},
            {"component_uuid": "u2", "internal_gtin": "9520123456788"}]}]}"#;
    let gone = Arc::new(AtomicBool::new(false));
    let is_gone = Arc::clone(&gone);
    let pool = service(move |url, _| {
        if url.contains("/products?") {
            answer(200, list)
        } else if url.ends_with("/products/p1") || url.ends_with("/19520123456785") {
            // The list may be older than the product.
            let unit = if is_gone.load(Relaxed) {
                ""
            } else {
                "09520123456788"
            };
            answer(
                200,
                &format!(
                    r#"{{"data": {{"pool_id": "p1", "components": [null,
                {{"inner": {{"internal_gtin": "{unit}"}}}}]}}}}"#
                ),
            )
        } else {
            answer(404, r#"{"errors": []}"#)
        }
    });
    let client = client(&pool);
    let mut index = GtinIndex::new();
    now(index.refresh(&client)).unwrap();
    assert_eq!(index.len(), 2);
    let again: GtinIndex = index.to_string().parse().unwrap();
    assert_eq!(again, index);
    let unit = "(01)09520123456788";
    let found = now(client.find_by_gtin(unit, Some(&index))).unwrap();
    assert_eq!(found.component, Some(1));
    let case = now(client.find_by_gtin("1 9520123-45678-5", None)).unwrap();
    assert_eq!(case.component, None);
    assert!(
        now(client.find_by_gtin(unit, None))
            .unwrap_err()
            .is_not_found()
    );
    let error = now(client.find_by_gtin("no scan", Some(&index))).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    gone.store(true, Relaxed);
    assert!(
        now(client.find_by_gtin(unit, Some(&index)))
            .unwrap_err()
            .is_not_found()
    );

    // A product that loses a GTIN is no longer found by it.
    let changed = r#"{"pool_id": "p1", "traded_unit_gtin": "19520123456785"}"#;
    index.update(&ListedProduct::from(Value::parse(changed).unwrap()));
    assert_eq!(index.len(), 1);
    assert!("[]".parse::<GtinIndex>().is_err());
}
