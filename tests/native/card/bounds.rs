//! Records of more than a card draws: hostile ones, and what is left of the answers on allergens.

use super::*;
use product_pool::card::{PanelProps, Variant, draw_panel, to_html, verdicts};
use product_pool::label::{Lexicon, Status, allergen_report, avoid_list};
use product_pool::model::Allergen;
use product_pool::model::table::{COMPONENT, PRODUCT};
use product_pool::model::view::Shape;
use product_pool::views::{MatrixProduct, MatrixProps, MatrixRow, RowState, draw_matrix};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// A product with so many components, the last of which is `last`.
fn kit(count: usize, component: &Json, last: &Json) -> Json {
    let mut components = vec![component.clone(); count - 1];
    components.push(last.clone());
    json!({"general": {"product_name": "Kit"}, "components": components})
}

/// A component that declares every allergen absent, with lists of ingredients and texts.
fn calm() -> Json {
    let flags = Allergen::ALL.iter().map(|allergen| {
        let field = allergen.flag_field().to_owned();
        (field, json!({"description": "No"}))
    });
    let flags: serde_json::Map<String, Json> = flags.collect();
    json!({"general": {"component_name": "Soup"}, "allergens": flags,
        "ingredients": {"ingredients": "Water, salt"}})
}

fn nodes(element: &Element) -> usize {
    elements(element).len()
}

/// Records of a kind that grow with a number, each in another place.
fn growing(count: usize) -> Vec<(&'static str, Json)> {
    let many =
        |value: &dyn Fn(usize) -> Json| Json::from((0..count).map(value).collect::<Vec<_>>());
    let component = |section: &str, value: Json| json!({"components": [{section: value}]});
    let components = |value: &dyn Fn(usize) -> Json| json!({ "components": many(value) });
    let text = |words: &str| words.repeat(4 * count);
    vec![
        (
            "names",
            components(&|_| json!({"general": {"component_name": "c"}})),
        ),
        ("nothing", components(&|_| json!({}))),
        (
            "GTINs",
            components(&|n| json!({"inner": {"internal_gtin": format!("{n:013}")}})),
        ),
        (
            "flags",
            components(&|n| {
                json!({"general": {"component_name": format!("c{n}")},
            "allergens": {"contains_milk": {"description": "Yes"}, "contains_almonds": {"description": "No"}},
            "free_from": {"free_from_milk": {"description": "Yes"}}, "diets": {"vegan_suitable": {"description": "Yes"}}})
            }),
        ),
        (
            "conflicts",
            components(&|n| {
                json!({"allergens": {"contains_milk": {"description": "No"},
            "allergen_statement_on_pack": format!("May contain milk {n}."), "contains_milk_risk_source": format!("Line {n}")},
            "ingredients": {"ingredients": format!("<b>milk</b>, <b>zorb{n}</b>")}})
            }),
        ),
        (
            "facts",
            components(&|n| {
                json!({"handling": {"storage_instructions": format!("Keep {n}")},
            "accreditations": {"acc_halal": {"description": format!("yes {n}")}},
            "ingredients": {"contains_palm_oil": {"description": "Yes"}}})
            }),
        ),
        (
            "figures",
            components(
                &|n| json!({"nutrients": {"cal_kj_100": {"value": n, "units": "kJ"}, "fat_100": {"value": "1"}}}),
            ),
        ),
        (
            "countries",
            component(
                "origin",
                json!({"country_of_origin": many(&|n| json!({"description": format!("C{n}")}))}),
            ),
        ),
        (
            "packaging",
            component(
                "waste_inner",
                json!({"inner_packaging": many(&|n| json!({"material": {"description": format!("m{n}")}}))}),
            ),
        ),
        (
            "list of text",
            json!({"general": {"product_name": many(&|n| json!(format!("name {n}")))}}),
        ),
        (
            "unknown",
            json!({"x": many(&|n| json!(n)), "components": [{"y": many(&|n| json!({"z": n}))}]}),
        ),
        (
            "text",
            component(
                "handling",
                json!({"storage_instructions": text("<b>cool</b>, not too dry, ")}),
            ),
        ),
        (
            "description",
            json!({"general": {"product_code": text("a b c d e f g h i j "),
                "marketing_description": text("c d e f g h i j k l ")}}),
        ),
    ]
}

#[test]
fn a_card_does_not_grow_beyond_its_bounds() {
    let drawn = |count: usize| {
        let cards = growing(count).into_iter().map(|(name, data)| {
            let mut props = props(State::Ready(record(&data)));
            props.avoid = Some("milk nuts".to_owned());
            let card = draw(&props);
            (name, nodes(&card), to_html(&card).len())
        });
        cards.collect::<Vec<_>>()
    };
    let (some, many) = (drawn(1_000), drawn(6_000));
    for ((name, nodes, bytes), (_, more_nodes, more_bytes)) in some.into_iter().zip(many) {
        assert_eq!(more_nodes, nodes, "{name}");
        let is_near = more_bytes <= bytes + bytes / 20;
        assert!(is_near, "{name}: {bytes}, {more_bytes}");
        let is_short = more_nodes < 60_000 && more_bytes < 4_000_000;
        assert!(is_short, "{name}: {more_nodes}, {more_bytes}");
    }
}

#[test]
fn no_record_of_the_demo_is_cut() {
    for entry in product_pool_demo_data::entries(7, 100) {
        for version in entry.versions {
            let record = record(&version);
            assert_eq!(*record.bounded(), record);
        }
    }
    // A kit of thirty foods with everything in their records.
    let full = full();
    let component = &full["components"][0];
    let kit = record(&kit(30, component, component));
    assert_eq!(*kit.bounded(), kit);
}

/// The answers of a card on some allergens, in order, and whether it says that it is cut.
fn answers(data: &Json, avoid: &str) -> (Vec<String>, bool) {
    let mut props = props(State::Ready(record(data)));
    props.avoid = Some(avoid.to_owned());
    let card = draw(&props);
    let found = elements(&card);
    let answers = found.iter().filter(|element| element.name() == "li");
    let answers = answers.filter_map(|element| attribute(element, "data-answer"));
    let is_cut = found
        .iter()
        .any(|element| attribute(element, "data-notice") == Some("too-much"));
    (answers.map(str::to_owned).collect(), is_cut)
}

#[test]
fn what_is_left_out_is_counted_and_never_calm() {
    let calm = calm();
    assert_eq!(
        answers(&kit(100, &calm, &calm), "milk"),
        (vec!["declared-not-present".to_owned()], false)
    );
    for count in [201, 300, 5_000] {
        assert_eq!(
            answers(&kit(count, &calm, &calm), "milk"),
            (vec!["not-stated".to_owned()], true)
        );
        for (flag, answer) in [
            ("Yes", "contains"),
            ("May contain", "may-contain"),
            ("No", "not-stated"),
        ] {
            let last = json!({"allergens": {"contains_milk": {"description": flag}}});
            let (found, is_cut) = answers(&kit(count, &calm, &last), "milk");
            assert_eq!(
                (found, is_cut),
                (vec![answer.to_owned()], true),
                "{count} {flag}"
            );
        }
    }
    // Nothing is said of what was supplied with components that were not read.
    let silent = card(record(&kit(300, &json!({}), &calm)));
    let notices = elements(&silent)
        .into_iter()
        .filter_map(|element| attribute(element, "data-notice"));
    assert_eq!(notices.collect::<Vec<_>>(), ["too-much"]);
    // Flags in other forms, and repeated ones.
    for flag in [
        json!("Yes"),
        json!(["No", "Yes"]),
        json!({"value": 1, "description": " YES. "}),
    ] {
        let last = json!({"allergens": {"contains_milk": flag}});
        assert_eq!(
            answers(&kit(300, &calm, &last), "milk").0,
            ["contains"],
            "{flag}"
        );
    }
    let body = kit(300, &calm, &json!({})).to_string();
    let repeated = r#"{"allergens":{"contains_milk":{"description":"Yes"},"contains_milk":{"description":"No"}}}]"#;
    let body = format!(r#"{{"data":{}}}"#, body.replacen("{}]", repeated, 1));
    let product = Product::from_json(&body).unwrap();
    let bounded = Record::new(product);
    let report = allergen_report(bounded.bounded().product.data()).status(Allergen::Milk);
    assert_eq!(report, Status::Contains);
}

#[test]
fn nothing_is_lost_of_a_broken_record() {
    let milk = r#""components":[{"allergens":{"contains_milk":{"description":"Yes"}}}],"#;
    let calm = kit(1, &calm(), &calm())["components"].to_string();
    let many = "0,".repeat(300) + "0";
    let text = "a ".repeat(30_000);
    let general = |index| format!(r#""general":{{"product_name":"{index} {text}"}},"#);
    let full: String = (0..40).map(general).collect();
    let cases = [
        // A list of components that another one replaces, in a record of unknown fields.
        format!(r#"{{"data":{{"x":[{many}],{milk}"components":{calm}}}}}"#),
        // No room for any component.
        format!(r#"{{"data":{{{full}{milk}"y":0}}}}"#),
    ];
    for body in cases {
        let record = Record::new(Product::from_json(&body).unwrap());
        let report = allergen_report(record.bounded().product.data());
        assert_eq!(report.status(Allergen::Milk), Status::Contains);
        let others = Allergen::groups().filter(|allergen| *allergen != Allergen::Milk);
        for allergen in others {
            assert_eq!(report.status(allergen), Status::NotStated, "{allergen:?}");
        }
    }
    // Repeated sections, of which every copy counts.
    let no = r#"{"contains_milk":{"description":"No"},"contains_eggs":{"description":"No"}}"#;
    for (sections, status) in [
        (
            format!(r#""allergens":{{"contains_milk":{{"description":"Yes"}}}},"allergens":{no}"#),
            Status::Contains,
        ),
        (
            format!(
                r#""allergens":{no},"ingredients":{{"ingredients":"Water, milk"}},"ingredients":{{"ingredients":"Water"}}"#
            ),
            Status::NotStated,
        ),
    ] {
        let body = |x: &str| format!(r#"{{"data":{{"x":[{x}],"components":[{{{sections}}}]}}}}"#);
        let [short, long] = ["", &many].map(|x| {
            let record = Record::new(Product::from_json(&body(x)).unwrap());
            allergen_report(record.bounded().product.data())
        });
        assert_eq!(short.status(Allergen::Milk), status);
        let milk = |report: &product_pool::label::AllergenReport| {
            let milk = report
                .groups
                .iter()
                .find(|group| group.allergen == Allergen::Milk);
            format!("{:?}", milk.unwrap())
        };
        assert_eq!(milk(&short), milk(&long));
    }
    // Unknown fields alone leave a card as it is.
    let body = format!(r#"{{"data":{{"x":[{many}],"components":{calm}}}}}"#);
    let record = Record::new(Product::from_json(&body).unwrap());
    let report = allergen_report(record.bounded().product.data());
    assert_eq!(report.status(Allergen::Milk), Status::DeclaredNotPresent);
}

#[test]
fn a_text_that_is_not_read_is_never_calm() {
    let long = "water, ".repeat(10_000);
    let cases = [
        json!({"ingredients": {"ingredients": format!("{long} milk")}}),
        json!({"allergens": {"additional_allergen_information": format!("{long} contains milk")}}),
    ];
    for case in cases {
        let mut component = calm();
        for (section, fields) in case.as_object().unwrap() {
            for (field, text) in fields.as_object().unwrap() {
                component[section][field] = text.clone();
            }
        }
        let data = json!({"general": {"product_name": "Soup"}, "components": [component]});
        let (found, is_cut) = answers(&data, "milk");
        assert!(is_cut && found == ["not-stated"], "{found:?}");
        for variant in Variant::ALL {
            let mut props = props(State::Ready(record(&data)));
            props.variant = *variant;
            let html = to_html(&draw(&props));
            assert!(
                html.contains("data-notice=\"too-much\""),
                "{}",
                variant.key()
            );
            assert!(
                !html.contains("data-status=\"declared-not-present\""),
                "{}",
                variant.key()
            );
        }
    }
    // A recall is kept, whatever else a record repeats.
    let long = "a".repeat(60_000);
    let list = "0,".repeat(300) + "0";
    for repeated in [
        r#""general":{"product_name":"Soup"},"#.repeat(50_000),
        format!(r#""pool_id":"{long}","#).repeat(60),
        format!(r#""pool_id":[{list}],"#).repeat(60),
    ] {
        let body = format!(r#"{{"data":{{"status":"recalled",{repeated}"components":[{{}}]}}}}"#);
        let recalled = card(Record::new(Product::from_json(&body).unwrap()));
        let mut notices = elements(&recalled).into_iter();
        assert!(notices.any(|element| attribute(element, "data-notice") == Some("recalled")));
    }
}

#[test]
fn panels_verdicts_and_the_matrix_have_the_same_bounds() {
    let contains = json!({"allergens": {"contains_milk": {"description": "Yes"}}});
    let data = kit(2_000, &calm(), &contains);
    for panel in Panel::ALL {
        let props = PanelProps::new(*panel, record(&data), Messages::english());
        let nodes: usize = draw_panel(&props)
            .iter()
            .map(|node| match node {
                Node::Element(element) => nodes(element),
                Node::Text(_) => 1,
            })
            .sum();
        assert!(nodes < 30_000, "{}: {nodes}", panel.key());
    }
    let all = verdicts(&props(State::Ready(record(&data)))).unwrap();
    let html = to_html(&all.verdict);
    assert!(html.contains("data-allergen=\"milk\" data-answer=\"contains\""));
    assert!(!html.contains(Status::DeclaredNotPresent.key()), "{html}");
    let product = MatrixProduct::new(record(&data).product, &Lexicon::english());
    let row = MatrixRow::new(None, RowState::Ready(Arc::new(product)));
    let matrix = draw_matrix(&MatrixProps::new(vec![row], Messages::english()));
    let html = to_html(&matrix);
    assert!(html.len() < 100_000 && html.contains(Messages::english().get("notice.too-much")));
    assert!(html.contains("<td data-status=\"contains\" data-allergen=\"milk\""));
    assert!(!html.contains("<td data-status=\"declared-not-present\""));
    assert_eq!(avoid_list("milk").allergens, [Allergen::Milk]);
}

#[test]
fn no_section_has_more_fields_than_are_drawn() {
    for table in [&PRODUCT, &COMPONENT] {
        for field in table.fields() {
            if let Shape::Record(section) = field.shape {
                assert!(section.fields().count() <= 200, "{}", section.name);
            }
        }
    }
}

#[test]
fn what_has_no_room_takes_nothing_else_with_it() {
    let long = "cool ".repeat(20_000);
    let flags = json!({"contains_milk": {"description": "No"}, "allergen_statement_on_pack": "Contains milk."});
    let milky = json!({"allergens": flags, "ingredients": {"ingredients": "Water"}, "handling": {"storage_instructions": long}});
    let eggs = json!({"allergens": {"contains_eggs": {"description": "Yes"}}});
    let data = json!({"components": [milky, eggs]});
    assert_eq!(
        answers(&data, "milk eggs celery"),
        (
            ["contains", "contains", "not-stated"]
                .map(str::to_owned)
                .to_vec(),
            true
        )
    );
}
