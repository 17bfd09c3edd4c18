//! Tests that the products of the showcase show what its list says.

use super::*;

/// The codes of the flags.
const YES: u32 = 3;
const NO: u32 = 1;
const MAY_CONTAIN: u32 = 7;

#[test]
fn showcase_products_show_what_they_promise() {
    let shown: Vec<_> = showcase::showcase().collect();
    let products: Vec<_> = shown.iter().filter(|entry| entry.state.is_none()).collect();
    let entries: Vec<_> = entries(99, products.len() as u32).collect();
    assert_eq!(entries.len(), products.len());
    assert!(
        shown
            .iter()
            .all(|entry| !entry.title.is_empty() && entry.shows.ends_with('.'))
    );
    let keys: Vec<_> = products.iter().map(|entry| entry.key).collect();
    let made: Vec<_> = records::shown().filter_map(|one| one.key).collect();
    assert_eq!(keys, made);
    let mut found = HashMap::new();
    for (entry, product) in entries.iter().zip(products) {
        assert_eq!(
            newest(entry)["outer"]["traded_unit_gtin"],
            product.gtin,
            "{}",
            product.key
        );
        found.insert(product.key, entry);
    }
    let product = |key: &str| newest(found[key]);
    let allergens = |key: &str| &product(key)["components"][0]["allergens"];
    let count = |key: &str, code: u32| {
        Allergen::ALL
            .iter()
            .filter(|a| allergens(key)[a.flag_field()]["value"] == code)
            .count()
    };
    assert_eq!(count("many-allergens", YES), 7);
    assert_eq!(found["many-allergens"].versions.len(), 3);
    assert!(allergens("milk-not-stated")["contains_milk"].is_null());
    assert_eq!(
        allergens("conflict")["contains_tree_nuts"]["description"],
        "No"
    );
    assert_eq!(
        allergens("conflict")["contains_hazelnut_nuts"]["description"],
        "Yes"
    );
    assert_eq!(
        product("multi-component")["components"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        product("drink")["components"][0]["nutrients"]["nutrition_units"]["description"],
        "per 100ml"
    );
    assert!(product("nearly-empty")["components"][0]["allergens"].is_null());
    assert_eq!(product("archived")["status"], "archived");
    assert_eq!(
        product("replaced")["replaced_by"][0]["pool_id"],
        product("successor")["pool_id"]
    );
    assert_eq!(
        product("successor")["parent_id"],
        product("replaced")["pool_id"]
    );
    assert!(
        product("hostile-html")["components"][0]["ingredients"]["formatted_ingredients"]
            .as_str()
            .unwrap()
            .contains("<script>")
    );
    assert_eq!(allergens("wrong-types")["contains_milk"], "Yes");
    assert_eq!(allergens("gluten-free-oats")["contains_oats"]["value"], YES);
    assert_eq!(
        allergens("gluten-free-oats")["contains_oats_gluten_20ppm"],
        "Yes"
    );
    assert_eq!(
        (count("may-contain", YES), count("may-contain", MAY_CONTAIN)),
        (0, 6)
    );
    assert!(
        product("as-prepared")["components"][0]["nutrients_prepared"]["salt_prepared_100"]
            .is_string()
    );
    assert_eq!(
        product("alcohol")["components"][0]["nutrients"]["nutritional_data_exempt"],
        "Yes"
    );
    assert_eq!(count("no-allergens", NO), 26);
}

#[test]
fn showcase_products_have_the_named_state() {
    let gtins: HashSet<_> = catalogue()
        .iter()
        .filter_map(|e| Gtin::parse(newest(e)["outer"]["traded_unit_gtin"].as_str()?).ok())
        .collect();
    let state = |state: &str| {
        showcase::showcase()
            .find(|entry| entry.state == Some(state))
            .unwrap()
    };
    assert!(!gtins.contains(&Gtin::parse(state("not-found").gtin).unwrap()));
    assert!(Gtin::parse(state("bad-gtin").gtin).is_err());
    assert!(gtins.contains(&Gtin::parse(state("unauthenticated").gtin).unwrap()));
}
