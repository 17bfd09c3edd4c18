//! Prints the name of a product and of all products: run it beside `cargo xtask demo` with
//! `cargo run --example client --features reqwest`.

use futures_util::StreamExt as _;
use product_pool::client::{ListProducts, Options, PoolClient, Reqwest};
use product_pool::gtin::Gtin;
use std::error::Error;

#[allow(clippy::print_stdout)]
async fn print_names() -> Result<(), Box<dyn Error>> {
    let options = Options::new("http://127.0.0.1:8080").token("demo");
    let pool = PoolClient::with_transport(&options, Reqwest::default())?;
    let gtin = Gtin::parse("09520000000004")?;
    let product = pool.get_product_by_gtin(&gtin).await?;
    println!("{:?}", product.data().general().product_name().get());

    let mut products = pool.products(&ListProducts::new());
    while let Some(item) = products.next().await {
        println!("{:?}", item?.data().pool_id().get());
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(print_names())
}
