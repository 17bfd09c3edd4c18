//! The library's examples, run against this server.

use axum::body::{Body, to_bytes};
use axum::http::Request;
use indicatif::ProgressBar;
use product_pool::client::{Options, PoolClient};
use product_pool::messages::Messages;
use product_pool::model::Product;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use tower::ServiceExt as _;

use crate::support::{Catalogue, PATIENCE, Server, product};

#[path = "../../../examples/allergens.rs"]
mod allergens;
#[path = "../../../examples/scan.rs"]
mod scan;
#[path = "../../../examples/shop.rs"]
mod shop;
#[path = "../../../examples/sync.rs"]
mod sync;

fn client(server: &Server) -> PoolClient {
    let address = format!("http://{}", server.host);
    PoolClient::new(&Options::new(address).token(&server.token)).unwrap()
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(work)
}

fn products(count: u32, version: &str) -> Vec<Value> {
    (0..count)
        .map(|n| {
            let case = format!("952000{n:06}");
            let digit = product_pool::gtin::check_digit(&case).unwrap();
            product(
                &format!("p{n:04}"),
                json!({
                    "version": version,
                    "changed_at": format!("2024-07-0{version} 14:00:00"),
                    "general": {"product_name": format!("Soup {n}")},
                    "outer": {"traded_unit_gtin": format!("{case}{digit}")},
                    "components": [{
                        "allergens": {
                            "contains_milk": {"value": 1, "description": "Yes"},
                            "contains_wheat": {"value": 1, "description": "Yes"},
                            "contains_celery_celeriac": {"value": 3, "description": "May Contain"},
                            "contains_eggs": {"value": 2, "description": "No"},
                            "allergen_statement_on_pack": "May contain sesame.",
                        },
                    }],
                }),
            )
        })
        .collect()
}

/// The versions in the file, by product.
fn in_file(file: &Path) -> Vec<(String, String)> {
    let database = Connection::open(file).unwrap();
    let mut rows = database
        .prepare("SELECT pool_id, version, body FROM products ORDER BY pool_id")
        .unwrap();
    let read = |row: &rusqlite::Row<'_>| {
        let body: String = row.get(2)?;
        let id: String = row.get(0)?;
        let product = Product::from_json(&body).unwrap();
        assert_eq!(product.data().pool_id().get(), Some(&*id));
        Ok((id, row.get(1)?))
    };
    rows.query_map([], read)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn a_first_sync_fetches_every_product_and_later_ones_only_changes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("products.db");
    // More than one page.
    let catalogue = Catalogue::with(&products(620, "1"));
    let server = catalogue.serve();
    let bar = ProgressBar::hidden();
    assert_eq!(
        block_on(sync::sync(&client(&server), &file, &bar)).unwrap(),
        620
    );
    assert_eq!((bar.length(), bar.position()), (Some(620), 620));
    let versions = in_file(&file);
    assert_eq!(versions.len(), 620);
    assert!(versions.iter().all(|(_, version)| version == "1"));

    // First nothing has changed, then one product.
    assert_eq!(
        block_on(sync::sync(&client(&server), &file, &bar)).unwrap(),
        0
    );
    catalogue.import(&products(1, "2"));
    assert_eq!(
        block_on(sync::sync(&client(&server), &file, &bar)).unwrap(),
        1
    );
    let versions = in_file(&file);
    assert_eq!(versions.len(), 620);
    assert_eq!(versions[0], ("p0000".to_owned(), "2".to_owned()));
    assert_eq!(versions[1], ("p0001".to_owned(), "1".to_owned()));
}

#[test]
fn an_interrupted_sync_continues_after_its_last_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("products.db");
    let catalogue = Catalogue::with(&products(620, "1"));
    let server = catalogue.serve();
    let pool = client(&server);
    let bar = ProgressBar::hidden();
    block_on(async {
        let run = sync::sync(&pool, &file, &bar);
        let one_page = async {
            while bar.position() < 500 {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        let one_page = tokio::time::timeout(PATIENCE, one_page);
        // Dropping the run has the same effect as a crash.
        tokio::select! {
            biased;
            in_time = one_page => in_time.expect("a page is written"),
            written = run => panic!("the sync was not interrupted: {written:?}"),
        }
    });
    assert_eq!(in_file(&file).len(), 500);
    assert_eq!(block_on(sync::sync(&pool, &file, &bar)).unwrap(), 120);
    assert_eq!(in_file(&file).len(), 620);
}

#[test]
fn a_scan_finds_the_product_or_explains_the_failure() {
    let catalogue = Catalogue::with(&products(2, "1"));
    let server = catalogue.serve();
    let pool = client(&server);
    let look_up = |scan| block_on(scan::look_up(&pool, scan));
    let case = "9520000000011";
    assert_eq!(look_up(case), format!("{case}: Soup 1 (case)"));
    assert_eq!(look_up("9520000000028"), "9520000000028: unknown");
    assert!(look_up("soup").starts_with("soup: "));
    drop(server);
    assert!(look_up(case).contains("could not be reached"));
}

#[test]
fn an_allergen_report_is_printed_as_text() {
    let catalogue = Catalogue::with(&products(1, "1"));
    let server = catalogue.serve();
    let pool = client(&server);
    let product = block_on(pool.get_product("p0000")).unwrap();
    let text = allergens::describe(&product, &Messages::english());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "Soup 0");
    assert_eq!(lines[1], "Contains: Gluten (Wheat), Milk");
    assert_eq!(lines[2], "May contain: Celery, Sesame seeds");
    assert!(lines[3].starts_with("Not stated: Crustaceans"), "{text}");
    assert_eq!(lines[4], "Declared as not present: Eggs");
    assert_eq!(lines[5], "The supplier writes: May contain sesame.");
}

#[test]
fn a_shop_s_own_server_has_cards_without_a_script() {
    let catalogue = Catalogue::with(&products(1, "1"));
    let server = catalogue.serve();
    let shop = shop::router(client(&server));
    let get = |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        block_on(async {
            let response = shop.clone().oneshot(request).await.unwrap();
            let status = response.status().as_u16();
            let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            (status, String::from_utf8(bytes.into()).unwrap())
        })
    };
    let (status, page) = get("/products/9520000000004");
    assert_eq!(status, 200);
    for part in [
        r#"<link rel="stylesheet" href="/card.css">"#,
        ">Soup 0</h2>",
        "Last changed 1 July 2024",
        r#"<p slot="footer">Ask us anything.</p></product-pool-card>"#,
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let (status, page) = get("/products/9520000000011");
    assert_eq!(status, 404);
    assert!(
        page.contains("<template shadowrootmode") && page.contains(r#"data-state="not-found""#)
    );
    let (status, sheet) = get("/card.css");
    assert_eq!((status, sheet), (200, product_pool::card::stylesheet()));
}
