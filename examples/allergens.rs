//! Reads a record and prints the status of each allergen.

use product_pool::label::{Status, allergen_report};
use product_pool::model::{Allergen, DecodeError, Product};

const RECORD: &str = r#"{"data": {"components": [{"allergens": {
    "contains_milk": {"value": 1, "description": "Yes"},
    "contains_eggs": null
}}]}}"#;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), DecodeError> {
    let product = Product::from_json(RECORD)?;
    let report = allergen_report(product.data());
    for allergen in [Allergen::Milk, Allergen::Eggs] {
        println!("{allergen:?}: {:?}", report.status(allergen));
    }
    // The record does not say that there is no egg: the shopper must check the label.
    assert_eq!(report.status(Allergen::Eggs), Status::NotStated);
    Ok(())
}
