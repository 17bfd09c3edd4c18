//! Hostile text for every parser. The fuzz targets (`fuzz/`) run the same checks and search
//! further; these run always.

mod checks;
mod grow;

use product_pool::label::{
    DescribeOptions, allergen_report, avoid_list, describe, diff_products, rich_text,
};
use product_pool::model::{MAX_DEPTH, Product, Value, faults, table};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// Text that is almost JSON: its own characters, whole words, and escapes.
fn almost_json() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => r#"[\[\]{}",: ]"#,
        2 => r#"(null|true|false|-?[0-9]{1,3}(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?)"#,
        2 => r#""(\\u[0-9a-fA-F]{4}|\\["\\/bfnrtx]|[a-z<&é😀\x00])*""#,
        1 => r#"("data"|"components"|"allergens"|"contains_milk"|"description"|"Yes"):?"#,
        1 => any::<String>(),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// What people and scanners send in place of a GTIN.
fn almost_gtin() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[0-9]{1,14}",
        2 => Just("9520123456788".to_owned()),
        1 => r"(01|\(01\)|\(|\)|\]C1|\]d2|\x1d|https://x\.y/01/|[ \-/?#])",
        1 => any::<String>(),
    ];
    vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// HTML as careless people and hostile ones write it.
fn almost_html() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => r#"</?(b|strong|script|style|p|br|svg|a) ?[a-z='"/ ]{0,6}>?"#,
        1 => r"&(amp|lt|#[0-9]{0,8}|#x[0-9a-f]{0,8}|[a-z]{0,4});?",
        1 => r"(<!--|-->|<!|<\?|<|>|\]\]>)",
        2 => any::<String>(),
    ];
    vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        checks::value(&text);
        checks::product(&text);
        checks::pages(&text);
        checks::html(&text);
        checks::scan(&text);
    }

    #[test]
    fn any_bytes_taken_for_text(bytes in vec(any::<u8>(), 0..256)) {
        let text = String::from_utf8_lossy(&bytes);
        checks::value(&text);
        checks::product(&text);
        checks::html(&text);
        checks::scan(&text);
    }

    #[test]
    fn almost_json_is_read_as_another_reader_reads_it(text in almost_json()) {
        checks::value(&text);
        checks::product(&format!("{{\"data\":{{{text}}}}}"));
        checks::pages(&format!("{{\"data\":[{text}]}}"));
    }

    #[test]
    fn what_looks_like_a_product(bytes in vec(any::<u8>(), 0..512)) {
        let text = grow::product(&bytes);
        checks::value(&text);
        checks::product(&text);
    }

    #[test]
    fn what_looks_like_a_page(bytes in vec(any::<u8>(), 0..512)) {
        let text = grow::page(&bytes);
        checks::value(&text);
        checks::pages(&text);
    }

    #[test]
    fn almost_html_is_tidied(text in almost_html()) {
        checks::html(&text);
    }

    #[test]
    fn almost_gtins_are_read_or_refused(text in almost_gtin()) {
        checks::scan(&text);
    }
}

/// A property holds of nothing if nothing gets that far.
#[test]
fn generated_bodies_are_mostly_products_with_flags() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut decoded, mut with_components, mut with_evidence) = (0, 0, 0);
    for _ in 0..200 {
        let bytes = vec(any::<u8>(), 256..512)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let Ok(product) = Product::from_json(&grow::product(&bytes)) else {
            continue;
        };
        decoded += 1;
        with_components += usize::from(product.data().components().iter().len() > 0);
        let report = allergen_report(product.data());
        with_evidence += usize::from(report.groups.iter().any(|group| group.status.is_positive()));
    }
    assert!(decoded > 100, "{decoded} of 200");
    assert!(with_components > 20, "{with_components} of 200");
    assert!(with_evidence > 0, "{with_evidence} of 200");
}

#[test]
fn a_body_nests_as_deep_as_is_said() {
    for (depth, is_read) in [
        (MAX_DEPTH - 1, true),
        (MAX_DEPTH + 1, false),
        (1_000_000, false),
    ] {
        let lists = format!(r#"{{"data":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
        assert_eq!(Value::parse(&lists).is_ok(), is_read, "{depth}");
        let objects = format!("{}null{}", r#"{"data":"#.repeat(depth), "}".repeat(depth));
        assert_eq!(Value::parse(&objects).is_ok(), is_read, "{depth}");
    }
}

/// A view holds some values as they came, and lists and objects of its own
/// around them: whatever can be read, its view can.
#[test]
fn a_view_of_the_deepest_value_can_be_read_back() {
    for depth in [1, 64].into_iter().chain(119..=MAX_DEPTH - 2) {
        for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
            let deep = format!("{}7{}", open.repeat(depth), close.repeat(depth));
            let body = format!(r#"{{"data":{{"replaced_by":[{deep}],"unheard_of":{deep}}}}}"#);
            let Ok(product) = Product::from_json(&body) else {
                assert_eq!(depth, MAX_DEPTH - 2, "a list more than the others");
                continue;
            };
            checks::product(&body);
            let view = describe(product.data(), &DescribeOptions::default());
            let view = serde_json::to_string(&view).unwrap();
            assert!(Value::parse(&view).is_ok(), "{view}");
            assert!(view.contains(&deep) || view.contains(&deep.replace('"', "\\\"")));
            let before = Product::from_json(r#"{"data":{}}"#).unwrap();
            let diff = diff_products(before.data(), product.data());
            let diff = serde_json::to_string(&diff).unwrap();
            assert!(Value::parse(&diff).is_ok(), "{diff}");
        }
    }
}

#[test]
fn a_body_cut_anywhere_is_an_error() {
    let body = r#"{"data":{"pool_id":"é\u00e9😀","a":[1.5e3,true,null],"b":{"c":"\n"}}}"#;
    assert!(Product::from_json(body).is_ok());
    for end in (0..body.len()).filter(|end| body.is_char_boundary(*end)) {
        let error = Product::from_json(&body[..end]).unwrap_err().to_string();
        assert!(error.contains("not JSON"), "{end}: {error}");
    }
}

#[test]
fn a_name_spelt_with_escapes_is_the_same_name() {
    let body = r#"{"d\u0061ta":{"components":[{"\u0061llergens":{"contains_m\u0069lk":{"description":"\u0059es"}}}]}}"#;
    let product = Product::from_json(body).unwrap();
    let report = allergen_report(product.data());
    let milk = report.status(product_pool::model::Allergen::Milk);
    assert_eq!(milk, product_pool::label::Status::Contains);
}

/// What the words of a text do to each other reaches no further than a clause.
#[test]
fn long_statements_are_read_in_one_go() {
    const LONG: usize = 1_500;
    for unit in [
        "milk ",
        "milk free ",
        "milk, ",
        "free from milk ",
        "no milk, ",
        "free from milk and ",
        "may contain milk and ",
        "factory contains milk ",
        "<b>zibble</b> milk ",
        "a ",
        "Milk\n",
        "not ",
        "(milk ",
        "contains allergens: ",
        "&amp;amp;",
        "\u{301}",
        "🥛",
    ] {
        let text = unit.repeat(LONG);
        let body = serde_json::json!({"data": {
            "general": {"product_name": text},
            "components": [{
                "allergens": {"allergen_statement_on_pack": text, "contains_milk_risk_source": text},
                "ingredients": {"formatted_ingredients": text},
            }],
        }});
        let product = Product::from_json(&body.to_string()).unwrap();
        let _ = allergen_report(product.data());
        let _ = avoid_list(&text);
    }
}

/// Long bodies take time in proportion to their length. These would take
/// minutes, and the test runner's patience, if they took it squared.
#[test]
fn long_text_is_read_in_one_go() {
    const LONG: usize = 60_000;
    for unit in [
        "</a ",
        "<a '",
        "&#",
        "<!--",
        "<b>",
        "<script>",
        "&#x",
        "<p '>\"",
        "</script",
        "<svg></a>",
    ] {
        let text = unit.repeat(LONG);
        let _ = rich_text(&text);
        let _ = rich_text(&format!("<script>{text}"));
    }
    let members: Vec<String> = (0..LONG).map(|index| format!("\"m{index}\":0")).collect();
    let object = Value::parse(&format!("{{{}}}", members.join(","))).unwrap();
    assert_eq!(faults(&object, &table::PRODUCT).len(), LONG);

    // Every way to write "queensland nuts" in capitals or not.
    let mut list = String::new();
    for spelling in 0..1u32 << 14 {
        for (index, letter) in "queenslandnuts".chars().enumerate() {
            let is_capital = spelling >> index & 1 == 1;
            list.push(if is_capital {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
            list.push_str(if index == 9 { " " } else { "" });
        }
        list.push_str(", ");
    }
    let body = serde_json::json!({"data": {"components": [{"ingredients": {"formatted_ingredients": list}}]}});
    let product = Product::from_json(&body.to_string()).unwrap();
    let _ = allergen_report(product.data());
}
