//! Pages of lists near the beginning and at depth 1,000 of a large catalogue.

use std::path::Path;
use std::time::Instant;

use rusqlite::Connection;

use super::child::Program;
use super::stats::{median, ratio, verdict};
use super::{DEMO, Result, Stage, fetch, heading, setting};

/// The number of seeded products; the others are copies of them.
const ORIGINALS: u32 = 2_000;
const DEPTH: usize = 1_000;
/// The number of pages compared at each depth.
const PAGES: usize = 40;

/// Sort orders and filters with enough pages, and the number of items on a page.
const LISTS: [(&str, usize); 6] = [
    ("sort=-changed_at", 500),
    ("sort=manufacturer_product_name", 500),
    ("filter[status]=published&sort=changed_at", 500),
    (
        "filter[status]=published&sort=-manufacturer_product_name",
        500,
    ),
    ("filter[manufacturer]={}&sort=-changed_at", 20),
    ("filter[manufacturer]={}&sort=manufacturer_product_name", 20),
];

pub(crate) fn run(stage: &Stage) -> Result<()> {
    let products: u32 = setting("PRODUCTS", 1_000_000)?;
    heading("Pages of lists by depth");
    let begun = Instant::now();
    let db = stage.catalogue(ORIGINALS)?;
    let maker = multiply(&db, products).map_err(|error| format!("the catalogue: {error}"))?;
    #[allow(clippy::cast_precision_loss)]
    let size = std::fs::metadata(&db).map_or(0, |file| file.len()) as f64 / 1e9;
    println!(
        "  {products} products, {size:.1} GB, made in {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    let server = stage.serve(&db, &[], true)?;
    for (list, limit) in LISTS {
        let query = list.replace("{}", &maker.to_string());
        depth(&server, &query, limit)?;
    }
    Ok(())
}

/// Copies the products until there are that many, each with its own identifier, time, name, code
/// and GTIN, so that every index has a million different entries. Full records are not copied:
/// lists do not read them, and they would take 20 GB. Returns the manufacturer with the most
/// products.
fn multiply(db: &Path, products: u32) -> rusqlite::Result<i64> {
    let connection = Connection::open(db)?;
    connection.execute_batch(
        "PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = FILE; BEGIN",
    )?;
    let sql = "SELECT name, sql FROM sqlite_schema
               WHERE type = 'index' AND tbl_name = 'product' AND sql IS NOT NULL";
    let indexes: Vec<(String, String)> = connection
        .prepare(sql)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (name, _) in &indexes {
        connection.execute_batch(&format!("DROP INDEX {name}"))?;
    }
    connection.execute(
        "WITH RECURSIVE copy(n) AS
             (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ?1 / (SELECT count(*) FROM product))
         INSERT INTO product (pool_id, version, changed, name_key, status, manufacturer, brand,
                              label, code, gtin, item)
         SELECT pool_id || '-' || n, version, changed + n * 7919000 + product.id, name_key || ' ' || n,
                status, manufacturer, brand, label, code || '-' || n,
                printf('%014d', 20000000000000 + n * 1000000 + product.id),
                replace(item, pool_id, pool_id || '-' || n)
         FROM copy, product WHERE n < ?1 / (SELECT count(*) FROM product)",
        [products],
    )?;
    for (_, sql) in &indexes {
        connection.execute_batch(sql)?;
    }
    connection.execute_batch("COMMIT")?;
    connection.query_row(
        "SELECT manufacturer FROM product WHERE manufacturer IS NOT NULL
         GROUP BY manufacturer ORDER BY count(*) DESC LIMIT 1",
        [],
        |row| row.get(0),
    )
}

/// Walks a list to its depth and compares pages there with the first ones.
fn depth(server: &Program, query: &str, limit: usize) -> Result<()> {
    let page = |cursor: &str| -> Result<(f64, Option<String>)> {
        let path = format!("/v2/products?{query}&limit={limit}{cursor}");
        let begun = Instant::now();
        let (status, _, body) = fetch(&server.address, &path, DEMO)?;
        let time = begun.elapsed().as_secs_f64() * 1e3;
        let next = body
            .strip_prefix("{\"next\":\"")
            .and_then(|rest| rest.split('"').next())
            .map(|next| format!("&cursor={next}"));
        match status {
            200 => Ok((time, next)),
            status => Err(format!("{path} is answered with {status}")),
        }
    };
    let mut cursors = vec![String::new()];
    while cursors.len() < DEPTH + PAGES {
        let (_, next) = page(&cursors[cursors.len() - 1])?;
        let Some(next) = next else {
            println!(
                "  {query}: ends after {} pages; nothing to compare",
                cursors.len()
            );
            return Ok(());
        };
        cursors.push(next);
    }
    // Not the very first page, which alone is requested without a cursor.
    let (mut first, mut deep) = (Vec::new(), Vec::new());
    for round in 0..5 {
        for number in 1..PAGES {
            let near = (&mut first, number);
            let far = (&mut deep, DEPTH + number);
            let turns = if (round + number) % 2 == 0 {
                [near, far]
            } else {
                [far, near]
            };
            for (times, at) in turns {
                times.push(page(&cursors[at])?.0);
            }
        }
    }
    let ratio = ratio(&deep, &first);
    println!(
        "  {query}, {limit} a page\n    near the beginning {:.2} ms, at depth {DEPTH} {:.2} ms: \
         {ratio}  {}",
        median(&first),
        median(&deep),
        verdict((0.8..=1.2).contains(&ratio.value), "within 20 %"),
    );
    Ok(())
}
