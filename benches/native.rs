//! Benchmarks of a complete record: decoding, encoding, its faults and its label, compared with
//! `serde_json::Value`.
//!
//! `cargo bench --bench native` runs them; the throughput is in bytes of the body.

#![allow(clippy::unwrap_used, reason = "a benchmark may end in a panic")]

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use product_pool::label::{allergen_report, ingredient_list, nutrition_table};
use product_pool::model::Product;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

/// The Get Product body of the showcase's product in which all sections have values.
static BODY: LazyLock<String> = LazyLock::new(|| {
    let position = product_pool_demo_data::showcase()
        .filter(|entry| entry.state.is_none())
        .position(|entry| entry.key == "many-allergens")
        .unwrap();
    let entry = product_pool_demo_data::entries(1, 1000)
        .nth(position)
        .unwrap();
    serde_json::json!({ "data": entry.versions.last().unwrap() }).to_string()
});

static PRODUCT: LazyLock<Product> = LazyLock::new(|| Product::from_json(&BODY).unwrap());

fn measure<R>(bencher: Bencher<'_, '_>, run: impl Fn() -> R + Sync) {
    let size = BytesCount::of_str(&*BODY);
    LazyLock::force(&PRODUCT);
    bencher.counter(size).bench(run);
}

#[divan::bench]
fn decode(bencher: Bencher<'_, '_>) {
    measure(bencher, || Product::from_json(black_box(&BODY)).unwrap());
}

#[divan::bench]
fn decode_serde_json_value(bencher: Bencher<'_, '_>) {
    let decode = || serde_json::from_str::<serde_json::Value>(black_box(&BODY)).unwrap();
    measure(bencher, decode);
}

#[divan::bench]
fn encode(bencher: Bencher<'_, '_>) {
    measure(bencher, || black_box(&*PRODUCT).to_json());
}

#[divan::bench]
fn faults(bencher: Bencher<'_, '_>) {
    measure(bencher, || black_box(&*PRODUCT).faults());
}

/// The content of a card: allergens, ingredients, nutrition.
#[divan::bench]
fn whole_label(bencher: Bencher<'_, '_>) {
    measure(bencher, || {
        let data = black_box(&*PRODUCT).data();
        let components = data.components();
        let tables = components
            .iter()
            .map(|component| (ingredient_list(component), nutrition_table(component)));
        (allergen_report(data), tables.collect::<Vec<_>>())
    });
}
