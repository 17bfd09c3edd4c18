//! Claims of a card: what stands as a chip, what as a denial, and what is contradicted.

use super::*;

#[test]
fn fillers_and_denials_are_no_key_facts() {
    for filler in ["No", "None", "N/A", "-", "See pack", "0"] {
        let data = json!({
            "safety_outer": {"product_health_warning": filler, "age_restriction": filler},
            "components": [{"supplementary_information": {"milk_type": filler, "reformed": filler}}],
        });
        assert!(!card(&data).contains("key-facts"), "{filler}");
    }
    // A cheese that is pasteurised says nothing a shopper must know.
    let data = component("supplementary_information", &json!({"pasteurised": "Yes"}));
    assert!(!card(&data).contains("key-facts"));
}

fn claims(diets: &Value, free_from: &Value, allergens: &Value) -> String {
    let component = json!({"diets": diets, "free_from": free_from, "allergens": allergens});
    panel(&card(&json!({"components": [component]})), "diets")
}

#[test]
fn claims_are_chips_and_denials_a_line() {
    let flag = |answer: &str| json!({"description": answer});
    let html = claims(
        &json!({"vegetarian_suitable": flag("Yes"), "vegan_suitable": flag("No"),
            "halal_suitable": flag("-"), "kosher_suitable": null}),
        &json!({"free_from_milk": "Yes", "free_from_eggs": "No", "free_from_nuts": "No",
            "free_from_fish": "-", "free_from_lactose": "No"}),
        &json!({}),
    );
    assert_eq!(
        text(&html),
        "Diets and free-from|✓|Suitable for vegetarians|,|✓|Free from milk|Not suitable for vegans|,\
         |Lactose-free: No|Not free from:|Tree nuts,|Eggs"
    );
    assert!(html.contains("<li data-claim=\"no\" data-field=\"vegan_suitable\">"));
    assert!(html.contains("<li data-claim=\"no\" data-field=\"free_from_eggs\">"));
    assert!(!html.contains("halal"), "{html}");
}

#[test]
fn a_contradicted_claim_has_no_tick_and_says_why() {
    let yes = json!({"description": "Yes"});
    let html = claims(
        &json!({"vegan_suitable": yes}),
        &json!({"free_from_milk": "Yes", "free_from_eggs": "Yes"}),
        &json!({"contains_milk": yes, "contains_eggs": {"description": "May contain"}}),
    );
    let said = text(&html);
    assert!(!said.contains('✓'), "{said}");
    assert!(
        said.contains("⚠|Suitable for vegans|⚠|Contains: Milk|⚠|May contain: Eggs. "),
        "{said}"
    );
    assert!(said.contains("⚠|Free from milk|⚠|Contains: Milk"), "{said}");
    assert!(
        said.contains("⚠|Free from eggs|⚠|May contain: Eggs"),
        "{said}"
    );
}

#[test]
fn free_from_tree_nuts_beside_peanuts_says_so() {
    let html = claims(
        &json!({}),
        &json!({"free_from_nuts": "Yes"}),
        &json!({"contains_peanuts": {"description": "Yes"}}),
    );
    assert_eq!(
        text(&html),
        "Diets and free-from|✓|Free from tree nuts|⚠|Contains: Peanuts. This claim does not mean \
         free from allergens."
    );
}

#[test]
fn vegan_beside_may_contain_is_not_free_from() {
    let may = json!({"description": "May contain"});
    let html = claims(
        &json!({"vegan_suitable": {"description": "Yes"}}),
        &json!({}),
        &json!({"contains_milk": may, "contains_eggs": may}),
    );
    assert_eq!(
        text(&html),
        "Diets and free-from|✓|Suitable for vegans|⚠|May contain: Milk, Eggs. This claim does not \
         mean free from allergens."
    );
}
