//! Every product of a generated catalogue, including those with planted faults.

use product_pool::label::{allergen_report, ingredient_list, nutrition_table};
use product_pool::model::{Product, Value};

#[test]
fn every_product_decodes_and_encodes_without_loss() {
    let mut versions = 0;
    let mut with_faults = 0;
    for entry in product_pool_demo_data::entries(7, 250) {
        for version in &entry.versions {
            let text = serde_json::json!({ "data": version }).to_string();
            let product = Product::from_json(&text).unwrap();
            assert_eq!(product.to_json(), text);
            let report = allergen_report(product.data());
            assert_eq!(report.groups.len(), 14);
            for component in product.data().components().iter() {
                let _ = ingredient_list(component);
                let _ = nutrition_table(component);
            }
            with_faults += usize::from(!product.faults().is_empty());
            versions += 1;
        }
        for image in &entry.images {
            let text = image.record.to_string();
            assert_eq!(Value::parse(&text).unwrap().to_json(), text);
        }
    }
    assert!(versions >= 250);
    assert!(with_faults > 0, "the planted faults were not found");
}
