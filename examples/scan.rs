//! Looks up what a till scans, one line of standard input for each scan: digits, a GS1 element
//! string or a GS1 Digital Link.
//!
//! ```sh
//! echo 09520000000004 | POOL_TOKEN=demo cargo run --example scan --features rustls -- http://127.0.0.1:8080
//! ```
//!
//! A service finds products by the code on the case, a gateway also by that on a single unit.
//! Where there is no gateway, pass an index (`GtinIndex`) in place of `None`.

use product_pool::client::{ErrorCode, Found, Options, PoolClient};
use product_pool::label;
use std::error::Error as StdError;
use std::io;

/// A scan's product in one line, or why there is none.
pub(crate) async fn look_up(pool: &PoolClient, scan: &str) -> String {
    match pool.find_by_gtin(scan, None).await {
        Ok(found) => describe(&found),
        Err(error) if error.code() == ErrorCode::NotFound => format!("{scan}: unknown"),
        Err(error) => format!("{scan}: {}", error.message()),
    }
}

fn describe(found: &Found) -> String {
    let product = found.product.data();
    let name = label::product_name(product).unwrap_or("without a name");
    let components = product.components();
    let unit = match found
        .component
        .and_then(|index| components.iter().nth(index))
    {
        None => "case".to_owned(),
        Some(component) => {
            let unit = label::component_name(component).unwrap_or("without a name");
            format!("unit: {unit}")
        }
    };
    format!("{}: {name} ({unit})", found.gtin)
}

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stdout, dead_code)]
async fn main() -> Result<(), Box<dyn StdError>> {
    let url = std::env::args().nth(1).ok_or("usage: scan URL")?;
    let mut options = Options::new(&url);
    if let Ok(token) = std::env::var("POOL_TOKEN") {
        options = options.token(&token);
    }
    let pool = PoolClient::new(&options)?;
    for scan in io::stdin().lines() {
        println!("{}", look_up(&pool, scan?.trim()).await);
    }
    Ok(())
}
