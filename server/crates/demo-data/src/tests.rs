//! Tests of the whole catalogue: the properties on which its users rely.

use super::*;
use product_pool::gtin::Gtin;
use product_pool::model::table;
use product_pool::model::{self, Allergen};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

mod faults;
mod frozen;
mod showing;

const PRODUCTS: u32 = 1000;

/// One catalogue for all tests, because making it takes longer than most of them.
fn catalogue() -> &'static [Entry] {
    static CATALOGUE: OnceLock<Vec<Entry>> = OnceLock::new();
    CATALOGUE.get_or_init(|| entries(1, PRODUCTS).collect())
}

fn newest(entry: &Entry) -> &Value {
    entry.versions.last().unwrap()
}

#[test]
fn a_seed_means_one_catalogue() {
    let texts = |seed| -> Vec<String> {
        entries(seed, 150)
            .map(|e| format!("{:?}{:?}{:?}", e.versions, e.images, e.fault))
            .collect()
    };
    let (one, again, other) = (texts(1), texts(1), texts(2));
    assert_eq!(one, again);
    let shown = records::shown().len();
    assert_eq!(
        one[..shown],
        other[..shown],
        "the showcase depends on the seed"
    );
    assert!(
        one[shown..]
            .iter()
            .zip(&other[shown..])
            .all(|(a, b)| a != b)
    );
}

#[test]
fn the_catalogue_has_the_requested_number_of_products() {
    for products in [0, 1, 5, 17, 250] {
        assert_eq!(entries(3, products).count() as u32, products);
    }
}

#[test]
fn gtins_are_right_and_unique() {
    let mut seen = HashSet::new();
    let mut lengths = HashSet::new();
    let (mut without_case, mut without_unit) = (0, 0);
    for entry in catalogue() {
        let product = newest(entry);
        let mistyped = |fault| entry.fault == Some(fault);
        let mut check = |gtin: &str, is_right: bool| {
            let gtin = Gtin::parse_lenient(gtin).unwrap();
            assert_eq!(gtin.check().is_ok(), is_right, "{gtin}");
            let digits = gtin.to_14();
            assert!(&digits[1..4] == "952" || &digits[..4] == "0004", "{gtin}");
            assert!(seen.insert(gtin), "{gtin} twice");
        };
        match product["outer"]["traded_unit_gtin"].as_str().unwrap() {
            "" => {
                assert_eq!(product["outer"]["no_outer_present"], "Yes");
                without_case += 1;
            }
            case => {
                lengths.insert((case.len(), case.starts_with('0')));
                check(case, !mistyped("case-check-digit"));
            }
        }
        for component in product["components"].as_array().unwrap() {
            match component["inner"]["internal_gtin"].as_str().unwrap() {
                "" => {
                    assert_eq!(component["inner"]["no_inner_component_present"], "Yes");
                    without_unit += 1;
                }
                unit => check(unit, !mistyped("bad-check-digit")),
            }
        }
    }
    assert!(without_case > 3 && without_unit > 3);
    // All forms: without and with leading zeros, with an indicator, with spaces, and one that has
    // lost a zero.
    let forms = [(11, false), (13, false), (14, true), (14, false)];
    assert!(
        forms.iter().all(|form| lengths.contains(form)),
        "{lengths:?}"
    );
    assert!(
        lengths.iter().any(|(length, _)| *length > 14),
        "{lengths:?}"
    );
}

#[test]
fn numbers_stay_unique_in_a_large_catalogue() {
    let mut seen = HashSet::new();
    for index in (FIRST..999_000).step_by(499).chain(999_000..1_000_000) {
        let product = Product::draw(1, index, 1_000_000);
        let record = product.records().pop().unwrap();
        let component = &record["components"][0];
        for number in [
            &record["pool_id"],
            &record["outer"]["traded_unit_gtin"],
            &record["pallet"]["pallet_gtin"],
            &component["inner"]["internal_gtin"],
            &component["general"]["component_uuid"],
        ] {
            let number = number.as_str().unwrap_or_default().replace(' ', "");
            assert!(number.is_empty() || seen.insert(number), "{index}");
        }
    }
    assert!(seen.len() > 12_000, "{}", seen.len());
}

#[test]
fn versions_follow_each_other_in_both_formats() {
    let mut several = HashMap::new();
    for entry in catalogue() {
        let id = newest(entry)["pool_id"].as_str().unwrap();
        let numbered = ["1", "2", "3", "4", "5"];
        let texts = if id.len() == 9 {
            numbered
        } else {
            ["1.0", "1.1", "2.0", "2.1", "3.0"]
        };
        let versions = &entry.versions;
        for (version, text) in versions.iter().zip(texts) {
            assert_eq!(version["version"], text);
            assert_eq!(version["latest_version"], texts[versions.len() - 1]);
            assert_eq!(version["pool_id"], id);
        }
        let at = |version: &Value| version["changed_at"].as_str().unwrap().to_owned();
        assert!(versions.is_sorted_by_key(at), "{id}");
        *several.entry((id.len(), versions.len())).or_insert(0) += 1;
    }
    for length in [9, 32] {
        assert!(
            (1..=5).all(|count| several[&(length, count)] > 5),
            "{several:?}"
        );
    }
}

#[test]
fn lists_have_something_to_filter_and_sort_by() {
    let mut values: HashMap<&str, HashSet<String>> = HashMap::new();
    for entry in catalogue() {
        let general = &newest(entry)["general"];
        for field in [
            "manufacturer",
            "brand",
            "label",
            "schema",
            "product_category",
            "product_name",
        ] {
            values
                .entry(field)
                .or_default()
                .insert(general[field].to_string());
        }
    }
    let makers = manufacturers();
    assert_eq!(values["manufacturer"].len(), makers.len());
    // With products of no brand, and one whose number is a text.
    let brands = makers.iter().map(|maker| maker.brands.len()).sum::<usize>();
    assert!(values["brand"].len() > brands, "{values:?}");
    assert_eq!(values["label"].len(), 2);
    assert_eq!(values["schema"].len(), 3);
    assert!(values["product_category"].len() > 16);
    assert!(
        values["product_name"].len() > 300,
        "{}",
        values["product_name"].len()
    );
}

#[test]
fn there_are_ties_archived_and_replaced_ones() {
    let entries = catalogue();
    let mut seconds: HashMap<&str, u32> = HashMap::new();
    let by_id: HashMap<_, _> = entries
        .iter()
        .map(|e| (newest(e)["pool_id"].as_str().unwrap(), e))
        .collect();
    assert_eq!(by_id.len(), entries.len());
    let (mut archived, mut replaced) = (0, 0);
    for entry in entries {
        let product = newest(entry);
        *seconds
            .entry(product["changed_at"].as_str().unwrap())
            .or_default() += 1;
        archived += u32::from(product["status"] == "archived");
        for other in product["replaced_by"].as_array().unwrap() {
            replaced += 1;
            assert_eq!(product["status"], "archived");
            let successor = newest(by_id[other["pool_id"].as_str().unwrap()]);
            assert_eq!(successor["parent_id"], product["pool_id"]);
            assert_eq!(successor["general"]["brand"], product["general"]["brand"]);
        }
    }
    assert!(seconds.values().filter(|count| **count > 1).count() > 20);
    assert!(archived > 30 && replaced > 5, "{archived} {replaced}");
    let parents = entries
        .iter()
        .filter(|e| newest(e)["parent_id"].is_string())
        .count();
    assert_eq!(parents, replaced);
}

#[test]
fn images_are_of_the_catalogue() {
    let mut ids = HashSet::new();
    let (mut without, mut wholesale) = (0, 0);
    for entry in catalogue() {
        without += u32::from(entry.images.is_empty());
        let features = entry.images.iter().filter(|image| image.feature).count();
        assert_eq!(features, usize::from(!entry.images.is_empty()));
        for image in &entry.images {
            assert!(ids.insert(image.record["id"].to_string()));
            assert!(!image.feature || image.wholesaler.is_none());
            wholesale += u32::from(image.wholesaler.is_some());
            let value = model::Value::parse(&image.record.to_string()).unwrap();
            assert_eq!(model::faults(&value, &table::IMAGE), []);
            let missing: Vec<_> = table::IMAGE
                .fields()
                .filter(|f| value.get(f.name).is_none())
                .map(|f| f.name)
                .collect();
            assert_eq!(missing, ["url_original", "url", "url_medium", "url_large"]);
        }
    }
    assert!(without > 50 && wholesale > 50, "{without} {wholesale}");
}
