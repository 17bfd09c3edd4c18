//! Benchmarks of decoding, encoding and labelling records, compared with
//! `serde_json::Value`.
//!
//! `cargo bench --bench native` runs them. Two bodies are measured: a complete
//! record (`full`), and a nearly empty one (`sparse`); the throughput is in
//! bytes of the body.

#![allow(clippy::unwrap_used, reason = "a benchmark may end in a panic")]

use divan::Bencher;
use divan::counter::BytesCount;
use product_pool::label::{allergen_report, ingredient_list, nutrition_table, rich_text};
use product_pool::model::{Product, ProductPage};
use std::sync::LazyLock;

fn main() {
    divan::main();
}

/// The bodies by name.
const BODIES: [&str; 2] = ["full", "sparse"];

static FULL: LazyLock<String> = LazyLock::new(|| showcase("many-allergens"));
static SPARSE: LazyLock<String> = LazyLock::new(|| showcase("nearly-empty"));

/// The Get Product body of a product in the showcase, with which the demonstration
/// catalogue begins.
fn showcase(key: &str) -> String {
    let position = product_pool_demo_data::showcase()
        .filter(|entry| entry.state.is_none())
        .position(|entry| entry.key == key)
        .unwrap();
    let entry = product_pool_demo_data::entries(1, 1000)
        .nth(position)
        .unwrap();
    serde_json::json!({ "data": entry.versions.last().unwrap() }).to_string()
}

fn body(name: &str) -> &'static str {
    match name {
        "full" => &FULL,
        _ => &SPARSE,
    }
}

/// A List Products page of 500 items.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let items: Vec<serde_json::Value> = product_pool_demo_data::entries(1, 500)
        .map(|entry| {
            let product = entry.versions.last().unwrap();
            let general = &product["general"];
            serde_json::json!({
                "pool_id": product["pool_id"], "status": product["status"],
                "version": product["version"], "changed_at": product["changed_at"],
                "latest_version": product["latest_version"], "latest_at": product["changed_at"],
                "schema": general["schema"], "schema_name": general["schema_name"],
                "manufacturer_product_name": general["manufacturer_product_name"],
                "product_name": general["product_name"],
                "standardised_name": product["standardised_name"],
                "manufacturer_product_code": general["manufacturer_product_code"],
                "traded_unit_gtin": product["outer"]["traded_unit_gtin"],
                "manufacturer_version_number": general["manufacturer_version_number"],
                "manufacturer": general["manufacturer"],
                "manufacturer_name": general["manufacturer_name"],
                "brand": general["brand"], "brand_name": general["brand_name"],
                "label": general["label"], "label_name": general["label_name"],
                "label_code": general["label_code"], "components": [],
                "parent_id": product["parent_id"], "change_type": "5",
                "change_reason": product["change_reason"], "reviewed_at": product["reviewed_at"],
            })
        })
        .collect();
    serde_json::json!({"next": "c", "previous": null, "data": items}).to_string()
});

#[divan::bench(args = BODIES)]
fn decode(bencher: Bencher, name: &str) {
    let text = body(name);
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| Product::from_json(divan::black_box(text)).unwrap());
}

#[divan::bench(args = BODIES)]
fn decode_serde_json_value(bencher: Bencher, name: &str) {
    let text = body(name);
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| serde_json::from_str::<serde_json::Value>(divan::black_box(text)).unwrap());
}

#[divan::bench]
fn decode_page(bencher: Bencher) {
    bencher
        .counter(BytesCount::of_str(&*PAGE))
        .bench(|| ProductPage::from_json(divan::black_box(&PAGE)).unwrap());
}

#[divan::bench]
fn decode_page_serde_json_value(bencher: Bencher) {
    bencher
        .counter(BytesCount::of_str(&*PAGE))
        .bench(|| serde_json::from_str::<serde_json::Value>(divan::black_box(&PAGE)).unwrap());
}

#[divan::bench(args = BODIES)]
fn encode(bencher: Bencher, name: &str) {
    let product = Product::from_json(body(name)).unwrap();
    bencher
        .counter(BytesCount::of_str(body(name)))
        .bench(|| divan::black_box(&product).to_json());
}

#[divan::bench(args = BODIES)]
fn faults(bencher: Bencher, name: &str) {
    let product = Product::from_json(body(name)).unwrap();
    bencher
        .counter(BytesCount::of_str(body(name)))
        .bench(|| divan::black_box(&product).faults());
}

#[divan::bench(args = BODIES)]
fn allergens(bencher: Bencher, name: &str) {
    let product = Product::from_json(body(name)).unwrap();
    bencher
        .counter(BytesCount::of_str(body(name)))
        .bench(|| allergen_report(divan::black_box(&product).data()));
}

/// The content of a card: allergens, ingredients, nutrition.
#[divan::bench(args = BODIES)]
fn whole_label(bencher: Bencher, name: &str) {
    let product = Product::from_json(body(name)).unwrap();
    bencher.counter(BytesCount::of_str(body(name))).bench(|| {
        let data = divan::black_box(&product).data();
        let tables: Vec<_> = data
            .components()
            .iter()
            .map(|component| (ingredient_list(component), nutrition_table(component)))
            .collect();
        (allergen_report(data), tables)
    });
}

#[divan::bench]
fn ingredients_of_html(bencher: Bencher) {
    let html =
        "Water, <b>WHEAT</b> flour (with calcium &amp; iron), <em>milk</em> powder, ".repeat(20);
    bencher
        .counter(BytesCount::of_str(&html))
        .bench(|| rich_text(divan::black_box(&html)));
}
