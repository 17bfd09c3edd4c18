//! Regression tests for texts that contradict flags, one for each case found.

use crate::support::{answer, check, flags, no, product, report, yes};
use product_pool::label::{AllergenReport, Answer, Status, allergen_report};
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

fn statement(text: &str, flag: &Value) -> AllergenReport {
    report(&product(
        "allergens",
        "allergen_statement_on_pack",
        text,
        flag,
    ))
}

fn list(html: &str, flag: &Value) -> AllergenReport {
    report(&product("ingredients", "formatted_ingredients", html, flag))
}

#[test]
fn a_denial_reaches_no_further_than_its_clause() {
    use Allergen::{Eggs, Milk, TreeNuts};
    for (text, allergen, least) in [
        (
            "Free from nuts but made on a line that handles nuts",
            TreeNuts,
            Status::MayContain,
        ),
        (
            "Free from artificial colours, made with fresh milk",
            Milk,
            Status::NotStated,
        ),
        (
            "Does not contain preservatives, only milk",
            Milk,
            Status::NotStated,
        ),
        (
            "We cannot guarantee this product is nut free",
            TreeNuts,
            Status::MayContain,
        ),
        ("Not free from nuts", TreeNuts, Status::NotStated),
        ("Contains milk - free from nuts", Milk, Status::Contains),
        ("<b>MILK</b> - free from rBST", Milk, Status::NotStated),
        (
            "Whole <b>milk</b> free range <b>egg</b>",
            Milk,
            Status::NotStated,
        ),
        (
            "Whole <b>milk</b> free range <b>egg</b>",
            Eggs,
            Status::NotStated,
        ),
    ] {
        for flag in [no(), Value::Null] {
            check(&statement(text, &flag), allergen, least, text);
            check(&list(text, &flag), allergen, Status::NotStated, text);
        }
    }
}

#[test]
fn a_denial_is_neutral_and_never_evidence_of_absence() {
    for text in [
        "Free from milk",
        "Contains no milk",
        "Milk free",
        "No milk, no egg",
    ] {
        let silent = statement(text, &Value::Null);
        assert_eq!(silent.status(Allergen::Milk), Status::NotStated, "{text}");
        assert_eq!(answer(&silent, Allergen::Milk), Answer::NotStated, "{text}");
        let denied = statement(text, &no());
        assert_eq!(denied.status(Allergen::Milk), Status::NotPresent, "{text}");
        assert!(!denied.has_conflicts, "{text}");
    }
}

#[test]
fn a_dash_breaks_a_sentence_as_a_bracket_does() {
    for dash in [
        "-", " - ", " – ", " — ", "—", " (", "; ", "\n", "<br>", "<p>",
    ] {
        let text = ["Free from nuts", dash, "contains milk"].concat();
        if dash != "-" {
            check(
                &statement(&text, &no()),
                Allergen::Milk,
                Status::Contains,
                &text,
            );
        }
        let text = ["Contains milk", dash, "free from nuts"].concat();
        check(
            &statement(&text, &no()),
            Allergen::Milk,
            Status::Contains,
            &text,
        );
    }
}

#[test]
fn emphasis_on_the_allergen_alone_beats_a_false_friend() {
    for (html, least) in [
        ("Almond <b>MILK</b> chocolate", Status::Contains),
        ("Coconut <b>milk</b>", Status::Contains),
        ("Cocoa <strong>butter</strong>", Status::Contains),
        (
            "Cocoa <span style=\"font-weight: 700\">butter</span>",
            Status::Contains,
        ),
    ] {
        for flag in [no(), Value::Null] {
            check(&list(html, &flag), Allergen::Milk, least, html);
        }
    }
}

#[test]
fn emphasis_on_a_false_friend_is_remarked_on_and_leaves_the_status() {
    let capitals = product(
        "ingredients",
        "ingredients",
        "Water, COCONUT MILK, salt",
        &no(),
    );
    for report in [
        list("Water, <b>coconut milk</b>, salt", &no()),
        report(&capitals),
    ] {
        assert_eq!(report.status(Allergen::Milk), Status::NotPresent);
        assert!(!report.has_conflicts);
        let words = &report.emphasised[0];
        assert!(words.text.eq_ignore_ascii_case("coconut milk") && words.is_known);
    }
}

#[test]
fn emphasis_needs_no_vocabulary() {
    for html in [
        "Water, <b>Zanthoxylum</b>, salt",
        "Water, <em>Zanthoxylum</em>, salt",
        "Water, <span style='font-weight:bold'>Zanthoxylum</span>, salt",
    ] {
        let words = list(html, &no()).emphasised;
        assert_eq!(words.len(), 1, "{html}");
        assert!(
            words[0].text == "Zanthoxylum" && !words[0].is_known,
            "{html}"
        );
    }
    let plain = product(
        "ingredients",
        "ingredients",
        "Water, ZANTHOXYLUM, salt",
        &no(),
    );
    assert_eq!(report(&plain).emphasised[0].text, "ZANTHOXYLUM");
    // What a positive allergen explains is no riddle.
    assert!(list("Water, <b>Cheddar</b>", &yes()).emphasised.is_empty());
}

#[test]
fn common_warnings_are_read_as_may_contain() {
    for text in [
        "May not be suitable for nut allergy sufferers",
        "May not be suitable for people with a nut allergy",
        "Packed in an environment where nuts are handled",
        "Made on the same line as products containing nuts",
        "Nut traces",
        "Produced alongside nuts",
    ] {
        for flag in [no(), Value::Null] {
            check(
                &statement(text, &flag),
                Allergen::TreeNuts,
                Status::MayContain,
                text,
            );
        }
    }
}

#[test]
fn a_word_of_caution_that_nothing_accounts_for_keeps_every_verdict_open() {
    for text in [
        "May not be suitable for everyone",
        "May contain unlisted substances",
        "Possible traces of xylophone",
        "Made on a shared line",
        "Site not free of other substances",
        "Factory also uses others",
        "Environment with risk of dust",
        "We handle everything",
        "Produced alongside others",
        "Packed near others",
        "Risk of cross contact",
        "Suitable for some",
        "Not guaranteed",
    ] {
        let report = statement(text, &no());
        assert!(report.warns && report.statements[0].warns, "{text}");
        for allergen in Allergen::ALL {
            assert_eq!(answer(&report, *allergen), Answer::NotStated, "{text}");
        }
    }
}

#[test]
fn an_unread_statement_stands_open_and_pointers_do_not() {
    for text in [
        "A full cleaning programme is in place.",
        "Our lines are thoroughly cleaned between runs.",
        "Our equipment is cleaned.",
        "Lorem ipsum dolor",
    ] {
        let report = statement(text, &no());
        assert!(!report.statements[0].is_read, "{text}");
        assert_eq!(
            answer(&report, Allergen::Milk),
            Answer::NotDeclared,
            "{text}"
        );
    }
    for text in [
        "For allergens, see ingredients in bold",
        "Allergy advice: for allergens, including cereals containing gluten, see ingredients in BOLD.",
    ] {
        let report = statement(text, &no());
        assert!(report.statements[0].is_read && !report.warns, "{text}");
        assert_eq!(
            answer(&report, Allergen::Cereal),
            Answer::NotDeclared,
            "{text}"
        );
    }
}

#[test]
fn every_place_where_a_supplier_writes_is_read() {
    for (section, field) in [
        ("allergens", "allergen_statement_on_pack"),
        ("allergens", "additional_allergen_information"),
        ("allergens", "contains_fish_risk_source"),
        ("ingredients", "formatted_ingredients"),
        ("ingredients", "ingredients"),
        ("ingredients", "plaintext_ingredients"),
        ("ingredients", "ingredients_statements"),
    ] {
        for flag in [no(), Value::Null] {
            let report = report(&product(section, field, "May contain milk", &flag));
            check(&report, Allergen::Milk, Status::MayContain, field);
        }
    }
    for flag in [no(), Value::Null] {
        let mut warned = product("allergens", "x", "", &flag);
        warned["safety_outer"]["product_health_warning"] = json!("May contain milk");
        check(
            &report(&warned),
            Allergen::Milk,
            Status::MayContain,
            "warning",
        );
        let mut named = product("allergens", "x", "", &flag);
        named["general"]["product_name"] = json!("Smooth Peanut Butter");
        check(
            &report(&named),
            Allergen::Peanuts,
            Status::NotStated,
            "name",
        );
        let part = product("general", "component_name", "Peanut sauce", &flag);
        check(
            &report(&part),
            Allergen::Peanuts,
            Status::NotStated,
            "component",
        );
    }
}

#[test]
fn directions_and_marketing_are_no_ingredients() {
    let mut data = product("allergens", "x", "", &no());
    data["components"][0]["preparation"] = json!({"directions_for_use": "Serve with milk"});
    data["general"]["marketing_text"] = json!("Lovely with milk");
    assert_eq!(report(&data).status(Allergen::Milk), Status::NotPresent);
}

#[test]
fn a_risk_source_speaks_for_its_allergen_unless_it_says_none() {
    let risk = |text: &str, flag: &Value| {
        report(&product(
            "allergens",
            "contains_milk_risk_source",
            text,
            flag,
        ))
    };
    for text in [
        "May contain milk: shared line",
        "shared line",
        "May contain: shared line",
    ] {
        check(&risk(text, &no()), Allergen::Milk, Status::MayContain, text);
        check(
            &risk(text, &Value::Null),
            Allergen::Milk,
            Status::MayContain,
            text,
        );
    }
    for text in [
        "not tested",
        "Not assessed",
        "No",
        "None",
        "n/a",
        "-",
        "No risk identified.",
    ] {
        let report = risk(text, &no());
        assert_eq!(report.status(Allergen::Milk), Status::NotPresent, "{text}");
        assert!(!report.has_conflicts, "{text}");
    }
    for text in [
        "No dedicated line",
        "Not segregated",
        "None, but not excluded",
    ] {
        check(&risk(text, &no()), Allergen::Milk, Status::NotStated, text);
    }
}

#[test]
fn markup_separates_words() {
    for html in [
        "<td>Sugar</td><td><b>Milk</b></td>",
        "<h4>Sugar</h4><b>Milk</b>",
        "<dd>Sugar</dd><dd><b>Milk</b></dd>",
        "Sugar<hr><b>Milk</b>",
        "<ul><li>Sugar<li><b>Milk</b></ul>",
        "Sugar&nbsp<b>Milk</b>",
        "Sugar&amp;nbsp;<b>Milk</b>",
    ] {
        check(&list(html, &no()), Allergen::Milk, Status::Contains, html);
    }
}

#[test]
fn a_risk_source_that_denies_one_thing_and_warns_of_another_warns() {
    for (text, expected) in [
        ("No milk used. Shared line.", Status::MayContain),
        ("No milk in the recipe, shared line", Status::MayContain),
        ("Nut free site, shared line", Status::MayContain),
        ("No segregation", Status::NotStated),
        ("No milk on site", Status::NotPresent),
        ("No milk", Status::NotPresent),
        ("None known", Status::NotPresent),
    ] {
        let mut allergens = flags(&no());
        allergens.insert("contains_milk_risk_source".to_owned(), text.into());
        let component = json!({ "allergens": allergens });
        let body = json!({"data": {"components": [component]}}).to_string();
        let report = allergen_report(Product::from_json(&body).unwrap().data());
        assert_eq!(report.status(Allergen::Milk), expected, "{text}");
    }
}

#[test]
fn a_denial_that_is_answered_or_qualified_is_none() {
    for text in [
        "Free from milk: no",
        "Free from peanuts, milk added",
        "No added milk",
        "No milk added after cooking",
        "No Added Sugar Milk Chocolate",
    ] {
        let report = statement(text, &no());
        assert!(report.status(Allergen::Milk) >= Status::NotStated, "{text}");
        assert_ne!(
            answer(&report, Allergen::Milk),
            Answer::NotDeclared,
            "{text}"
        );
    }
}

#[test]
fn a_formula_swallows_no_name() {
    for text in [
        "Allergens: see milk",
        "Allergens see milk",
        "May produce laxative milk",
        "Not suitable for home milk",
        "Packed in a protective milk",
        "Milk of pack",
        "No nuts, milk",
    ] {
        let report = statement(text, &no());
        assert!(report.status(Allergen::Milk) >= Status::NotStated, "{text}");
        assert_ne!(
            answer(&report, Allergen::Milk),
            Answer::NotDeclared,
            "{text}"
        );
    }
}
