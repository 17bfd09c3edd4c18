//! Plain facts by topic, claims, and accreditations.

use product_pool::label::{
    Claim, FactValue, accreditations, allergen_report, facts, free_from, sections, suitability,
};
use product_pool::model::table::{COMPONENT, PRODUCT, Schema, Topic, WASTE_INNER};
use product_pool::model::view::Shape;
use product_pool::model::{Product, Value};
use serde_json::json;

fn product(data: &serde_json::Value) -> Product {
    Product::from_json(&json!({"data": data}).to_string()).unwrap()
}

#[test]
fn facts_are_read_by_their_shape() {
    let product = product(&json!({
        "general": {"storage_type": {"id": 2, "description": "Chilled"}, "manufacturer": 7},
        "logistics": {"max_shelf_life": {"value": 30, "units": "days"}, "shelf_life_exempt": null},
        "components": [{
            "handling": {"storage_instructions": " Keep cool. ", "directions_for_use": "-"},
            "origin": {"country_of_origin": [{"id": 1, "description": "Wales"}, {"id": 2}, {"id": 3, "description": "France"}]},
        }],
    }));
    let handling = sections(product.data(), Topic::Handling);
    let found: Vec<_> = handling
        .iter()
        .flat_map(|section| {
            section.facts.iter().map(|fact| {
                (
                    section.component,
                    section.name,
                    fact.path.as_str(),
                    &fact.value,
                )
            })
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                None,
                "general",
                "general.storage_type",
                &FactValue::Text { text: "Chilled" }
            ),
            (
                None,
                "logistics",
                "logistics.max_shelf_life",
                &FactValue::Quantity {
                    value: "30",
                    units: Some("days")
                }
            ),
            (
                Some(0),
                "handling",
                "components[0].handling.storage_instructions",
                &FactValue::Text { text: "Keep cool." }
            ),
        ]
    );
    let origin = sections(product.data(), Topic::Origin);
    assert_eq!(
        origin[0].facts[0].value,
        FactValue::Several {
            texts: vec!["Wales", "France"]
        }
    );
}

#[test]
fn articles_of_packaging_are_rows_with_their_unit() {
    let value = Value::parse(
        r#"{"inner_packaging": [
            {"packaging_type": {"description": "Tray"}, "packaging_weight": 12, "recycled_plastic": null},
            null,
            {"packaging_type": {"description": "-"}}
        ]}"#,
    )
    .unwrap();
    let facts = facts(&WASTE_INNER, Some(&value), "components[1].waste_inner");
    let FactValue::Rows { rows } = &facts[0].value else {
        panic!("{facts:?}");
    };
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0][0].value, FactValue::Text { text: "Tray" });
    assert_eq!(
        rows[0][1].value,
        FactValue::Quantity {
            value: "12",
            units: Some("g")
        }
    );
    assert_eq!(
        rows[0][1].path,
        "components[1].waste_inner.inner_packaging[0].packaging_weight"
    );
}

#[test]
fn a_figure_that_brings_its_unit_is_not_given_another() {
    for (text, value) in [
        (
            "5.2",
            FactValue::Quantity {
                value: "5.2",
                units: Some("%"),
            },
        ),
        (
            "5.2%",
            FactValue::Quantity {
                value: "5.2%",
                units: None,
            },
        ),
        ("5.2 % ABV", FactValue::Text { text: "5.2 % ABV" }),
    ] {
        let product = product(&json!({"components": [
            {"ingredients": {"alcohol_strength_per_vol": text}}
        ]}));
        let sections = sections(product.data(), Topic::Ingredients);
        assert_eq!(sections[0].facts[0].value, value);
    }
}

#[test]
fn records_of_another_shape_are_read_or_passed_over() {
    for data in [
        json!(null),
        json!([]),
        json!({"general": [], "components": {"handling": {"storage_instructions": "Cool"}}}),
        json!({"general": "x", "pallet": 3, "components": [null, 3, {"handling": []}]}),
    ] {
        let text = json!({"data": {"x": 0}}).to_string();
        let body = data.is_object().then(|| json!({"data": data}).to_string());
        let product = Product::from_json(&body.unwrap_or(text)).unwrap();
        for topic in Topic::ALL {
            for section in sections(product.data(), *topic) {
                assert_eq!(section.facts[0].value, FactValue::Text { text: "Cool" });
            }
        }
    }
}

/// The fields of a record and its sections that have a topic, and those that
/// have none.
fn topics(record: &'static Schema, inherited: Option<Topic>, none: &mut Vec<String>) -> usize {
    let mut with = 0;
    for field in record.fields() {
        match (field.shape, field.topic.or(inherited)) {
            (Shape::Record(section), None) if section.field("description").is_none() => {
                with += topics(section, section.topic, none);
            }
            (_, None) => none.push(format!("{}.{}", record.name, field.name)),
            (_, Some(_)) => with += 1,
        }
    }
    with
}

#[test]
fn fields_without_a_topic_have_rules_of_their_own_or_are_not_shown() {
    let mut none = Vec::new();
    let with = topics(&PRODUCT, None, &mut none) + topics(&COMPONENT, None, &mut none);
    assert!(with > 120, "{with}");
    let ruled = [
        "allergens.",
        "free_from.",
        "accreditations.",
        "diets.",
        "nutrients",
        "quantity.",
        "integer quantity.",
    ];
    none.retain(|field| !ruled.iter().any(|section| field.starts_with(section)));
    assert_eq!(
        none,
        [
            "product.standardised_name",
            "product.change_type",
            "product.parent_id",
            "product.replaced_by",
            "product.codes",
            "general.product_name",
            "general.manufacturer",
            "general.label",
            "general.label_code",
            "general.brand",
            "general.schema",
            "other.manufacturer_comments",
            "product.components",
            "general.component_name",
            "general.component_uuid",
            "ingredients.ingredients",
            "ingredients.ingredients_statements",
            "ingredients.formatted_ingredients",
            "ingredients.plaintext_ingredients",
            "component.derived",
        ]
    );
}

#[test]
fn a_diet_suits_only_where_every_component_says_so() {
    let said = |texts: &[Option<&str>]| {
        let components: Vec<_> = texts
            .iter()
            .map(|text| json!({"diets": {"vegan_suitable": text.map(|text| json!({"description": text}))}}))
            .collect();
        let product = product(&json!({"components": components}));
        let facts = suitability(product.data(), &allergen_report(product.data()));
        assert_eq!(facts.len(), 4);
        facts[0].claim
    };
    for (texts, claim) in [
        (&[Some("Yes"), Some("suitable")][..], Claim::Yes),
        (&[Some("Suitable for vegans")], Claim::Yes),
        (&[Some("Yes"), None], Claim::NotStated),
        (&[Some("Yes"), Some("No")], Claim::No),
        (&[None, Some("Not suitable")], Claim::No),
        (&[Some("No - contains honey")], Claim::No),
        (&[Some("Probably")], Claim::NotStated),
        (&[Some("Yes?")], Claim::NotStated),
        (&[Some("-")], Claim::NotStated),
        (&[Some("Not stated")], Claim::NotStated),
        (&[], Claim::NotStated),
    ] {
        assert_eq!(said(texts), claim, "{texts:?}");
    }
}

#[test]
fn a_claim_that_an_allergen_contradicts_is_reported_and_changes_nothing() {
    let product = product(&json!({"components": [
        {
            "diets": {"vegan_suitable": {"description": "Yes"}, "vegetarian_suitable": {"description": "Yes"}},
            "free_from": {"free_from_milk": "Yes", "free_from_gluten": "Yes", "free_from_eggs": "No", "free_from_fish": "-"},
            "allergens": {
                "contains_milk": {"description": "Yes"},
                "contains_eggs": {"description": "May contain"},
                "contains_wheat": {"description": "Yes"},
            },
        },
        {"allergens": {"contains_fish": {"description": "Yes"}}},
    ]}));
    let report = allergen_report(product.data());
    let diets = suitability(product.data(), &report);
    let conflicts: Vec<_> = diets[0]
        .conflicts
        .iter()
        .map(|conflict| {
            (
                conflict.component,
                conflict.allergen.wire_name(),
                conflict.is_caution,
            )
        })
        .collect();
    // Traces of egg are worth a word, the fish of another component is not.
    assert_eq!(conflicts, [(0, "milk", false), (0, "eggs", true)]);
    assert!(diets[1].conflicts.is_empty());
    let claims = free_from(product.data(), &report);
    let told: Vec<_> = claims
        .iter()
        .map(|fact| {
            let conflicts = fact.conflicts.iter();
            let of = conflicts.map(|conflict| (conflict.allergen.wire_name(), conflict.is_caution));
            (fact.key, fact.said[0].claim, of.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("free_from_gluten", Claim::Yes, vec![("cereal", true)]),
            ("free_from_eggs", Claim::No, vec![]),
            ("free_from_milk", Claim::Yes, vec![("milk", false)]),
        ]
    );
    assert_eq!(
        claims[2].said[0].path,
        "components[0].free_from.free_from_milk"
    );
    assert_eq!(claims[2].said[0].verbatim, "Yes");
}

#[test]
fn a_free_from_claim_says_what_it_does_not_exclude() {
    let flag = |text: &str| json!({"description": text});
    for (claim, allergens, expected) in [
        // Peanuts are no tree nuts, and "nuts" to many.
        (
            "free_from_nuts",
            json!({"contains_peanuts": flag("Yes")}),
            Some("peanuts"),
        ),
        (
            "free_from_nuts",
            json!({"contains_peanuts": flag("May contain")}),
            Some("peanuts"),
        ),
        (
            "free_from_nuts",
            json!({"contains_peanuts": flag("No"), "contains_tree_nuts": flag("No")}),
            None,
        ),
        (
            "free_from_lactose",
            json!({"contains_milk": flag("Yes")}),
            Some("milk"),
        ),
        (
            "free_from_gluten",
            json!({"contains_oats": flag("Yes")}),
            Some("cereal"),
        ),
        // Cereals of no name may be wheat.
        (
            "free_from_wheat",
            json!({"contains_cereal": flag("Yes")}),
            Some("cereal"),
        ),
        (
            "free_from_wheat",
            json!({"contains_cereal": flag("Yes"), "contains_oats": flag("Yes")}),
            None,
        ),
    ] {
        let component = json!({"free_from": {claim: "Yes"}, "allergens": allergens});
        let product = product(&json!({"components": [component, {}]}));
        let facts = free_from(product.data(), &allergen_report(product.data()));
        let conflicts = facts[0].conflicts.iter();
        let found: Vec<_> = conflicts
            .map(|conflict| (conflict.allergen.wire_name(), conflict.is_caution))
            .collect();
        let expected: Vec<_> = expected.map(|name| (name, true)).into_iter().collect();
        assert_eq!(found, expected, "{claim} {allergens}");
    }
}

#[test]
fn accreditations_are_those_that_are_claimed() {
    let product = product(&json!({"components": [
        {"accreditations": {
            "acc_msc": "MSC-C-12345", "acc_fair_trade": "No", "acc_organic": "Yes",
            "acc_rspo": "-", "acc_salsa": "N/A", "acc_leaf": "Not certified", "acc_vegan": null,
            "acc_brcgs_certified": {"value": 1, "description": "Grade A"},
            "other_accreditation": "Blue Lion",
        }},
        {"accreditations": {"acc_organic": "Yes", "acc_msc": "no"}},
    ]}));
    let claimed = accreditations(product.data(), &allergen_report(product.data()));
    let found: Vec<_> = claimed
        .iter()
        .map(|fact| {
            (
                fact.key,
                fact.title,
                fact.claim,
                fact.said[0].verbatim.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("acc_brcgs_certified", None, Claim::NotStated, "Grade A"),
            ("other_accreditation", None, Claim::NotStated, "Blue Lion"),
            (
                "acc_msc",
                Some("Marine Stewardship Council"),
                Claim::No,
                "MSC-C-12345"
            ),
            ("acc_organic", Some("Organic"), Claim::Yes, "Yes"),
        ]
    );
}
