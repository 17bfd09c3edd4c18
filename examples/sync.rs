//! Copies all products into a SQLite file; when run again, only those that have changed:
//!
//! ```sh
//! POOL_TOKEN=demo cargo run --example sync --features rustls -- http://127.0.0.1:8080 products.db
//! ```
//!
//! An interrupted run loses nothing: the products of a page and the checkpoint after it are
//! written in one transaction, where the next run continues.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use indicatif::ProgressBar;
use product_pool::client::{Checkpoint, Error, ErrorCode, ListProducts, Options, PoolClient};
use product_pool::model::{ListedProduct, Product};
use rusqlite::{Connection, OptionalExtension as _, params};
use std::error::Error as StdError;
use std::path::Path;

/// How many products are requested at the same time.
const CONCURRENCY: usize = 4;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS products (
        pool_id TEXT PRIMARY KEY,
        status TEXT,
        version TEXT,
        body TEXT NOT NULL -- the product as it was sent
    );
    CREATE TABLE IF NOT EXISTS checkpoint (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL);
";

/// Brings the file up to date, and returns how many products were written.
pub(crate) async fn sync(
    pool: &PoolClient,
    file: &Path,
    progress: &ProgressBar,
) -> Result<usize, Box<dyn StdError + Send + Sync>> {
    let mut database = Connection::open(file)?;
    database.execute_batch(SCHEMA)?;
    let checkpoint: Option<String> = database
        .query_row("SELECT text FROM checkpoint", [], |row| row.get(0))
        .optional()?;
    let since = match checkpoint {
        Some(text) => text.parse()?,
        None => Checkpoint::beginning(),
    };
    progress.set_length(count(pool).await?);

    let mut written = 0;
    let mut changes = pool.changes(since);
    while changes.fetch_page().await? {
        let mut changed = Vec::new();
        while let Some(item) = changes.next_in_page() {
            changed.push(item);
        }
        let products: Vec<Product> = stream::iter(changed)
            .map(|item| fetch(pool, item))
            .buffer_unordered(CONCURRENCY)
            .try_filter_map(|product| async { Ok(product) })
            .try_collect()
            .await?;

        let transaction = database.transaction()?;
        for product in &products {
            let data = product.data();
            transaction.execute(
                "INSERT OR REPLACE INTO products VALUES (?, ?, ?, ?)",
                params![
                    data.pool_id().get(),
                    data.status().get(),
                    data.version().get(),
                    product.to_json(),
                ],
            )?;
        }
        transaction.execute(
            "INSERT OR REPLACE INTO checkpoint VALUES (1, ?)",
            [changes.checkpoint().to_string()],
        )?;
        let in_file: i64 =
            transaction.query_row("SELECT count(*) FROM products", [], |row| row.get(0))?;
        transaction.commit()?;
        written += products.len();
        progress.set_position(in_file.unsigned_abs());
    }
    Ok(written)
}

/// How many products the service has, archived ones included.
async fn count(pool: &PoolClient) -> Result<u64, Error> {
    let options = ListProducts::new().limit(1).count();
    Ok(pool.list_products(&options).await?.count().unwrap_or(0))
}

/// The whole product of a list item; none if it has gone since it was listed.
async fn fetch(pool: &PoolClient, item: ListedProduct) -> Result<Option<Product>, Error> {
    let Some(id) = item.data().pool_id().get() else {
        return Ok(None);
    };
    match pool.get_product(id).await {
        Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
        product => product.map(Some),
    }
}

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stdout, dead_code)]
async fn main() -> Result<(), Box<dyn StdError + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(url), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("usage: sync URL FILE".into());
    };
    let mut options = Options::new(&url);
    if let Ok(token) = std::env::var("POOL_TOKEN") {
        options = options.token(&token);
    }
    let pool = PoolClient::new(&options)?;
    let progress = ProgressBar::new(0);
    let written = sync(&pool, file.as_ref(), &progress).await?;
    progress.finish();
    println!("{written} products written to {file}");
    Ok(())
}
