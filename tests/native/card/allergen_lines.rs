//! The lines of allergens as a card draws them, in each of its variants.

use super::{attribute, elements, record, text};
use product_pool::card::{CardProps, Element, Record, State, Variant, draw};
use product_pool::gtin::Gtin;
use product_pool::messages::Messages;
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

fn card(data: &Value, variant: Variant) -> Element {
    let mut props = CardProps::new(State::Ready(record(data)), Messages::english());
    props.variant = variant;
    draw(&props)
}

/// The text of an item of a list, without the sign that parts it from the next.
fn item(element: &Element) -> String {
    text(element).trim_end_matches([',', ';']).to_owned()
}

/// The texts of the elements with an attribute.
fn with(card: &Element, name: &str) -> Vec<String> {
    let found = elements(card).into_iter();
    found
        .filter(|element| attribute(element, name).is_some())
        .map(item)
        .collect()
}

/// The lines, each with its status and the texts of its groups.
fn lines(card: &Element) -> Vec<(String, Vec<String>)> {
    let found = elements(card).into_iter();
    found
        .filter(|element| element.name() == "div")
        .filter(|element| attribute(element, "class") == Some("line"))
        .map(|line| {
            let status = attribute(line, "data-status").unwrap().to_owned();
            let groups = elements(line).into_iter();
            let groups = groups.filter(|element| element.name() == "li");
            let groups = groups.filter(|element| attribute(element, "data-allergen").is_some());
            let groups = groups.inspect(|element| {
                assert_eq!(attribute(element, "data-status"), Some(&*status));
            });
            (status.clone(), groups.map(item).collect())
        })
        .collect()
}

fn flags(flags: &[(&str, &str)]) -> Value {
    let mut allergens = json!({});
    for allergen in Allergen::ALL {
        allergens[format!("contains_{}", allergen.wire_name())] = json!({"description": "No"});
    }
    for (name, description) in flags {
        allergens[format!("contains_{name}")] = json!({"description": description});
    }
    json!({ "allergens": allergens })
}

fn one(component: &Value) -> Value {
    json!({"general": {"product_name": "Dish"}, "components": [component]})
}

#[test]
fn every_group_stands_in_one_line_with_its_members() {
    let data = one(&flags(&[
        ("cereal", "Yes"),
        ("wheat", "Yes"),
        ("rye", "Yes"),
        ("tree_nuts", "Yes"),
        ("almond_nuts", "Yes"),
        ("walnut_nuts", "May contain"),
        ("milk", "May contain"),
        ("mustard", "-"),
    ]));
    let drawn = lines(&card(&data, Variant::Full));
    let expected = [
        (
            "contains",
            vec!["●Gluten: Rye, Wheat", "●Tree nuts: Almonds"],
        ),
        ("may-contain", vec!["◐Tree nuts: Walnuts", "◐Milk"]),
        ("not-stated", vec!["?Mustard (not stated)"]),
    ];
    for ((status, groups), (line, names)) in drawn.iter().zip(&expected) {
        assert_eq!((status.as_str(), groups.len()), (*line, names.len()));
        for name in names {
            assert!(
                groups.iter().any(|group| group == name),
                "{name}: {groups:?}"
            );
        }
    }
    // Walnuts besides the 14 groups.
    let count: usize = drawn.iter().map(|line| line.1.len()).sum();
    assert_eq!(count, 15);
}

#[test]
fn a_member_that_only_may_be_there_stands_in_no_chip_of_what_is_contained() {
    let data = one(&flags(&[
        ("tree_nuts", "May contain"),
        ("almond_nuts", "Yes"),
        ("walnut_nuts", "May contain"),
        ("pecan_nuts", "May contain"),
        ("oats", "May contain"),
        ("wheat", "Yes"),
    ]));
    for (variant, sign) in [
        (Variant::Full, ["●", "◐"]),
        (Variant::Summary, ["", ""]),
        (Variant::Badges, ["", ""]),
    ] {
        let drawn = lines(&card(&data, variant));
        let contained = ["Gluten: Wheat", "Tree nuts: Almonds"];
        let possible = [
            "Gluten: Oats",
            "Tree nuts: Pecan nuts",
            "Tree nuts: Walnuts",
        ];
        let signed = |names: &[&str], at: usize| {
            let names = names.iter().map(|name| format!("{}{name}", sign[at]));
            names.collect::<Vec<String>>()
        };
        assert_eq!(drawn[0].1, signed(&contained, 0));
        assert_eq!(drawn[1].1, signed(&possible, 1));
    }
}

#[test]
fn a_kit_says_which_component_may_contain_a_member() {
    let mut pasta = flags(&[
        ("wheat", "Yes"),
        ("tree_nuts", "Yes"),
        ("walnut_nuts", "Yes"),
    ]);
    pasta["general"] = json!({"component_name": "Pasta"});
    let mut pesto = flags(&[("tree_nuts", "Yes"), ("almond_nuts", "May contain")]);
    pesto["general"] = json!({"component_name": "Pesto"});
    let drawn = card(&json!({"components": [pasta, pesto]}), Variant::Full);
    let lines = lines(&drawn);
    assert_eq!(lines[1].1, ["◐Tree nuts: Almonds — Pesto"]);
}

#[test]
fn a_member_that_only_a_text_names_stands_beside_those_that_are_declared() {
    for group in ["Yes", "No", "-"] {
        let mut component = flags(&[
            ("tree_nuts", group),
            ("almond_nuts", "Yes"),
            ("walnut_nuts", "-"),
        ]);
        component["ingredients"] = json!({"plaintext_ingredients": "Almonds, walnuts"});
        let drawn = lines(&card(&one(&component), Variant::Full));
        let expected = "●Tree nuts: Almonds, Walnuts (not stated)";
        assert_eq!(drawn[0], ("contains".to_owned(), vec![expected.to_owned()]));
    }
}

#[test]
fn a_member_that_is_declared_absent_and_named_is_to_be_checked() {
    let mut component = flags(&[("tree_nuts", "Yes"), ("almond_nuts", "Yes")]);
    component["ingredients"] = json!({"plaintext_ingredients": "Almonds, walnuts"});
    let drawn = lines(&card(&one(&component), Variant::Full));
    let expected = "●Tree nuts: Almonds, Walnuts (check the label)";
    assert_eq!(drawn[0], ("contains".to_owned(), vec![expected.to_owned()]));
}

#[test]
fn cereals_stand_beside_their_group() {
    let shown = |flags_: &[(&str, &str)]| {
        let drawn = lines(&card(&one(&flags(flags_)), Variant::Full));
        drawn[0].1[0].clone()
    };
    assert_eq!(shown(&[("cereal", "Yes")]), "●Gluten");
    assert_eq!(
        shown(&[("wheat", "Yes"), ("cereal", "-")]),
        "●Gluten: Wheat"
    );
    assert_eq!(
        shown(&[("cereal", "Yes"), ("oats", "May contain")]),
        "●Gluten"
    );
}

#[test]
fn a_chip_of_a_kit_says_which_components_the_scanned_one_first() {
    let mut first = flags(&[("milk", "Yes"), ("eggs", "Yes")]);
    first["general"] = json!({"component_name": "Pasta"});
    first["inner"] = json!({"internal_gtin": "9520000002013"});
    let mut second = flags(&[("milk", "Yes"), ("eggs", "Yes")]);
    second["general"] = json!({"component_name": "Pesto"});
    second["inner"] = json!({"internal_gtin": "9520000002020"});
    let mut third = flags(&[("milk", "Yes")]);
    third["general"] = json!({"component_name": "Bread"});
    let data = json!({"components": [first, second, third]});
    let chips = |gtin: Option<&str>| {
        let text = json!({ "data": data }).to_string();
        let mut record = Record::new(Product::from_json(&text).unwrap());
        record.gtin = gtin.and_then(|code| Gtin::parse_lenient(code).ok());
        let props = CardProps::new(State::Ready(record), Messages::english());
        let drawn = draw(&props);
        lines(&drawn)[0].1.clone()
    };
    let plain = chips(None);
    assert!(plain.iter().any(|chip| chip == "●Milk"), "{plain:?}");
    assert!(
        plain.iter().any(|chip| chip == "●Eggs — Pasta, Pesto"),
        "{plain:?}"
    );
    let scanned = chips(Some("9520000002020"));
    assert!(
        scanned.iter().any(|chip| chip == "●Eggs — Pesto, Pasta"),
        "{scanned:?}"
    );
}

#[test]
fn a_contradiction_and_a_statement_are_said_once() {
    let mut component = flags(&[
        ("tree_nuts", "No"),
        ("almond_nuts", "Yes"),
        ("hazelnut_nuts", "Yes"),
    ]);
    component["ingredients"] = json!({"plaintext_ingredients": "Sugar, almonds, milk powder"});
    component["allergens"]["allergen_statement_on_pack"] = json!("Ask our staff.");
    component["allergens"]["additional_allergen_information"] = json!("Ask our staff.");
    let data = json!({"components": [component.clone(), component]});
    let drawn = card(&data, Variant::Full);
    let conflicts = with(&drawn, "data-conflict");
    let of = |word: &str| {
        conflicts
            .iter()
            .filter(|conflict| conflict.contains(word))
            .count()
    };
    assert_eq!((of("Tree nuts"), of("Milk")), (1, 1), "{conflicts:?}");
    assert_eq!(with(&drawn, "data-statement").len(), 1);
    let notices = |variant| with(&card(&data, variant), "data-notice");
    let messages = Messages::english();
    let summary = notices(Variant::Summary);
    let more = messages.get("allergens.more");
    for text in [messages.get("allergens.conflict"), more] {
        let said = summary.iter().filter(|notice| *notice == text);
        assert_eq!(said.count(), 1, "{summary:?}");
    }
    // Among badges, milk is to be checked itself.
    assert_eq!(notices(Variant::Badges), ["Tree nuts", more]);
    let badges = card(&data, Variant::Badges);
    let open = of_status(&badges, "not-stated");
    assert!(open.iter().any(|chip| chip == "Milk"), "{open:?}");
}

/// The chips of a line.
fn of_status(card: &Element, status: &str) -> Vec<String> {
    let lines = lines(card).into_iter();
    let mut of_it = lines.filter(|(other, _)| other == status);
    of_it.next().map(|(_, chips)| chips).unwrap_or_default()
}

#[test]
fn a_summary_says_once_what_is_not_stated() {
    let mut component = flags(&[("milk", "-"), ("mustard", "-")]);
    component["ingredients"] = json!({"plaintext_ingredients": "Water, soya"});
    let drawn = card(&one(&component), Variant::Summary);
    let heads: Vec<String> = elements(&drawn)
        .into_iter()
        .filter(|element| element.name() == "dt")
        .map(text)
        .collect();
    let unstated = "Not stated — check the label";
    assert_eq!(
        heads,
        ["Check the label", unstated, "Declared as not present"]
    );
    let lines = lines(&drawn);
    assert_eq!(lines[0].1, ["Soybeans (soya)"]);
    assert_eq!(lines[1].1, ["Milk", "Mustard"]);
}

#[test]
fn badges_say_once_that_the_label_is_to_be_checked_and_for_what() {
    let messages = Messages::english();
    let check = messages.get("allergens.check");
    let mut component = flags(&[("milk", "Yes"), ("mustard", "-")]);
    component["allergens"]["allergen_statement_on_pack"] = json!("May contain wasps");
    component["ingredients"] =
        json!({"formatted_ingredients": "<b>Milk</b>, <b>Zanthoxylum</b>, lupin flour"});
    for is_declared in [true, false] {
        if !is_declared {
            component["allergens"] = json!({"allergen_statement_on_pack": "May contain wasps"});
        }
        let drawn = card(&one(&component), Variant::Badges);
        let all = text(&drawn);
        assert_eq!(all.matches(check).count(), 1, "{all}");
        // Silence is a badge of its own, which says so too.
        let none = all.matches(messages.get("allergens.none")).count();
        assert_eq!(none, usize::from(!is_declared), "{all}");
        let notices = with(&drawn, "data-notice");
        for remark in ["Allergen statement", "Zanthoxylum"] {
            assert!(notices.iter().any(|notice| notice == remark), "{notices:?}");
        }
        let open = of_status(&drawn, "not-stated");
        assert!(open.iter().any(|chip| chip.contains("Lupin")), "{open:?}");
        // The groups of which nothing is known then need no badges.
        let has_mustard = open.iter().any(|chip| chip.contains("Mustard"));
        assert_eq!(has_mustard, is_declared, "{open:?}");
    }
}

#[test]
fn badges_name_the_place_of_what_is_to_be_checked() {
    let badges = |data: &Value| with(&card(data, Variant::Badges), "data-notice");
    let mut data = one(&flags(&[]));
    data["safety_outer"] = json!({"product_health_warning": "May contain allergens"});
    assert_eq!(badges(&data), ["Health warning"]);
    let mut component = flags(&[]);
    component["ingredients"] =
        json!({"plaintext_ingredients": "Rice, salt. May contain other allergens."});
    assert_eq!(badges(&one(&component)), ["Ingredients list"]);
    let mut component = flags(&[("milk", "May contain"), ("sesame_seeds", "May contain")]);
    component["allergens"]["contains_milk_risk_source"] =
        json!("Shared line with milk. May contain zibbel.");
    assert_eq!(badges(&one(&component)), ["Milk: Reason given"]);
    // A full card shows these words without a warning.
    component["allergens"]["contains_milk_risk_source"] = json!("Shared line with sesame");
    let more = Messages::english().get("allergens.more").to_owned();
    assert_eq!(badges(&one(&component)), [more]);
}

#[test]
fn a_source_of_a_risk_that_names_another_allergen_stands_open() {
    for (text, is_open) in [
        ("Shared line", false),
        ("Shared line with milk", false),
        ("Shared line with sesame", true),
    ] {
        let mut component = flags(&[("milk", "May contain"), ("sesame_seeds", "May contain")]);
        component["allergens"]["contains_milk_risk_source"] = json!(text);
        let drawn = card(&one(&component), Variant::Full);
        let open = with(&drawn, "data-statement");
        assert_eq!(
            open.iter().any(|statement| statement.contains(text)),
            is_open,
            "{text}: {open:?}"
        );
        let all = self::text(&drawn);
        assert!(all.contains(text), "{all}");
    }
}

#[test]
fn badges_warn_and_are_calm_only_where_everything_is_declared_absent() {
    let calm = Messages::english();
    let calm = calm.get("allergens.all-absent");
    let is_calm = |component: Value| text(&card(&one(&component), Variant::Badges)).contains(calm);
    assert!(is_calm(flags(&[])));
    for flag in ["Yes", "May contain", "-"] {
        let drawn = card(&one(&flags(&[("milk", flag)])), Variant::Badges);
        let shown = lines(&drawn);
        assert_eq!(shown.len(), 1, "{flag}");
        assert!(shown[0].1[0].contains("Milk"), "{flag}");
        assert!(!text(&drawn).contains(calm), "{flag}");
    }
    for text in ["Not guaranteed", "Ask our staff.", "May contain wasps"] {
        let mut component = flags(&[]);
        component["allergens"]["allergen_statement_on_pack"] = json!(text);
        assert!(!is_calm(component), "{text}");
    }
    let mut component = flags(&[]);
    component["ingredients"] = json!({"formatted_ingredients": "Water, <b>Zanthoxylum</b>"});
    assert!(!is_calm(component));
    // Nothing declared at all is a sentence, not fourteen badges.
    let silent = card(&one(&json!({})), Variant::Badges);
    assert_eq!(lines(&silent), []);
    let none = Messages::english();
    assert!(text(&silent).contains(none.get("allergens.none")));
}

#[test]
fn small_variants_keep_what_changes_everything_and_leave_out_codes() {
    let mut data = one(&flags(&[("milk", "Yes")]));
    data["status"] = json!("recalled");
    data["general"]["manufacturer_product_code"] = json!("KE00001");
    for (variant, has_name) in [(Variant::Summary, true), (Variant::Badges, false)] {
        let drawn = card(&data, variant);
        assert_eq!(attribute(&drawn, "data-variant"), Some(variant.key()));
        let all = text(&drawn);
        assert!(all.contains("recalled"), "{all}");
        assert_eq!(all.contains("Dish"), has_name, "{all}");
        assert!(!all.contains("KE00001"), "{all}");
    }
}

/// The answers of a verdict.
fn verdict(card: &Element) -> Vec<String> {
    let found = elements(card).into_iter();
    let answers = found.filter(|element| attribute(element, "data-answer").is_some());
    let items = answers.filter(|element| element.name() == "li");
    items.map(text).collect()
}

#[test]
fn an_answer_is_explained_by_the_contradiction_that_supports_it() {
    let answer = |component: &Value| {
        let mut props = CardProps::new(State::Ready(record(&one(component))), Messages::english());
        props.avoid = Some("gluten tree_nuts".to_owned());
        verdict(&draw(&props))
    };
    let component = flags(&[("almond_nuts", "Yes"), ("walnut_nuts", "May contain")]);
    assert_eq!(
        answer(&component)[0],
        "●Tree nuts: in this product — declared as not present, but declared under \
         “Almonds (contains), Walnuts (may contain)”"
    );
    let mut component = flags(&[("oats", "May contain")]);
    assert_eq!(
        answer(&component)[0],
        "◐Gluten: may be in this product — declared as not present, but \
         declared under “Oats (may contain)”"
    );
    // Wheat is in it, oats only may be.
    component["ingredients"] = json!({"formatted_ingredients": "<b>Wheat</b> flour"});
    assert_eq!(
        answer(&component)[0],
        "●Gluten: in this product — declared as not present, but listed in \
         the ingredients"
    );
}

#[test]
fn what_a_full_card_shows_without_a_warning_is_no_warning_in_a_list() {
    let mut component = flags(&[("milk", "Yes")]);
    component["allergens"]["additional_allergen_information"] =
        json!("Allergens are managed by a written cleaning plan.");
    for variant in [Variant::Summary, Variant::Badges] {
        let drawn = card(&one(&component), variant);
        let more: Vec<_> = elements(&drawn).into_iter().collect();
        let of = |element: &&&Element| attribute(element, "data-notice") == Some("statement");
        let more: Vec<_> = more.iter().filter(of).collect();
        assert_eq!(more.len(), 1, "{variant:?}");
        assert_eq!(attribute(more[0], "class"), Some("muted"), "{variant:?}");
        assert!(!text(&drawn).contains('⚠'), "{variant:?}");
    }
}
