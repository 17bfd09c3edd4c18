//! Prints what a product's record says about allergens, as text:
//!
//! ```sh
//! POOL_TOKEN=demo cargo run --example allergens --features rustls -- http://127.0.0.1:8080 09520000000004
//! ```

use product_pool::client::{Options, PoolClient};
use product_pool::gtin::Gtin;
use product_pool::label::{self, AllergenFact, Status, allergen_report};
use product_pool::messages::Messages;
use product_pool::model::Product;
use std::error::Error as StdError;
use std::fmt::Write as _;

/// The statuses, warnings first. An allergen that the record does not state is never absent.
const ORDER: [Status; 4] = [
    Status::Contains,
    Status::MayContain,
    Status::NotStated,
    Status::DeclaredNotPresent,
];

/// The report of a product: a line for each status, the supplier's own statements, and what
/// contradicts what.
pub(crate) fn describe(product: &Product, messages: &Messages) -> String {
    let data = product.data();
    let report = allergen_report(data);
    let mut text = String::new();
    let mut line = |line: &str| {
        let _ = writeln!(text, "{line}");
    };
    line(label::product_name(data).unwrap_or("A product without a name"));
    for status in ORDER {
        let groups = report.groups.iter().filter(|fact| fact.status == status);
        let names: Vec<String> = groups.map(|fact| name(fact, messages)).collect();
        if !names.is_empty() {
            let status = messages.named("status", status.key());
            line(&format!("{status}: {}", messages.list(&names)));
        }
    }
    for statement in &report.statements {
        line(&format!("The supplier writes: {}", statement.text));
    }
    if report.has_conflicts || report.warns || !report.emphasised.is_empty() {
        line("The record contradicts itself or says more: read the label.");
    }
    text
}

/// A group's name, with the members that are named: `Gluten (Wheat)`.
fn name(group: &AllergenFact, messages: &Messages) -> String {
    let name = messages.named("allergen", group.allergen.wire_name());
    let stated = group
        .members
        .iter()
        .filter(|member| member.status == group.status);
    let members: Vec<String> = stated
        .map(|member| messages.named("allergen", member.allergen.wire_name()))
        .collect();
    if members.is_empty() {
        name
    } else {
        format!("{name} ({})", messages.list(&members))
    }
}

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stdout, dead_code)]
async fn main() -> Result<(), Box<dyn StdError>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(url), Some(scan)) = (arguments.next(), arguments.next()) else {
        return Err("usage: allergens URL GTIN".into());
    };
    let mut options = Options::new(&url);
    if let Ok(token) = std::env::var("POOL_TOKEN") {
        options = options.token(&token);
    }
    let pool = PoolClient::new(&options)?;
    let product = pool.get_product_by_gtin(&Gtin::from_scan(&scan)?).await?;
    print!("{}", describe(&product, &Messages::english()));
    Ok(())
}
