//! Regression tests for the card, as it is drawn in English and German.

use crate::support::{no, printed, product, with_signs, yes};
use product_pool::card::{CardProps, Record, State, Variant, draw};
use product_pool::messages::Messages;
use product_pool::model::Product;
use serde_json::{Value, json};

/// The card of a record in a language, with its signs as characters.
fn html(data: &Value, avoid: Option<&str>, language: &str) -> String {
    html_of(data, avoid, language, Variant::Full)
}

fn html_of(data: &Value, avoid: Option<&str>, language: &str, variant: Variant) -> String {
    let text = json!({ "data": data }).to_string();
    let record = Record::new(Product::from_json(&text).unwrap());
    let mut props = CardProps::new(
        State::Ready(record),
        Messages::for_language(language).unwrap(),
    );
    props.avoid = avoid.map(str::to_owned);
    props.variant = variant;
    with_signs(&printed(&draw(&props)))
}

fn say(language: &str, key: &str) -> String {
    Messages::for_language(language)
        .unwrap()
        .get(key)
        .to_owned()
}

/// What stands between two marks.
fn between<'a>(html: &'a str, start: &str, end: &str) -> &'a str {
    let at = html
        .find(start)
        .unwrap_or_else(|| panic!("no {start}: {html}"));
    let rest = &html[at + start.len()..];
    &rest[..rest.find(end).unwrap_or(rest.len())]
}

/// The chip of an allergen with all that is said of it below its line.
fn tile(html: &str, allergen: &str) -> String {
    let panel = between(html, "data-panel=\"allergens\"", "data-panel=");
    let chip = format!("<li data-allergen=\"{allergen}\"");
    assert_eq!(panel.matches(&chip).count(), 1, "{allergen}: {panel}");
    let of = format!("data-of=\"{allergen}\"");
    let details = panel.split("</li>").filter(|item| item.contains(&of));
    between(panel, &chip, "</li>").to_owned() + &details.collect::<String>()
}

const LANGUAGES: [&str; 2] = ["en-GB", "de"];

#[test]
fn no_information_is_never_said_over_a_text_that_names_an_allergen() {
    for language in LANGUAGES {
        let none = say(language, "allergens.none");
        let silent = html(&json!({"components": [{}]}), None, language);
        assert!(silent.contains(&none), "{silent}");
        for (section, field) in [
            ("ingredients", "formatted_ingredients"),
            ("ingredients", "ingredients_statements"),
            ("allergens", "allergen_statement_on_pack"),
            ("allergens", "additional_allergen_information"),
        ] {
            let text = "Sugar, <b>milk</b>";
            let html = html(&product(section, field, text, &Value::Null), None, language);
            assert!(!html.contains(&none), "{language} {field}");
        }
    }
}

#[test]
fn a_twenty_ppm_no_is_not_printed_as_a_claim() {
    for language in LANGUAGES {
        let messages = Messages::for_language(language).unwrap();
        let name = messages.named("allergen", "cereal");
        let claim = messages.format("allergens.gluten.yes", "name", &name);
        let claim = claim
            .split(':')
            .next()
            .unwrap()
            .split(',')
            .next()
            .unwrap()
            .to_owned();
        for (text, is_claimed) in [("No", false), ("-", false), ("Yes", true)] {
            let data = product("allergens", "contains_cereal_gluten_20ppm", text, &no());
            let html = html(&data, None, language);
            let said = html.matches("data-gluten").count();
            assert_eq!(said, usize::from(text != "-"), "{language} {text}");
            assert_eq!(
                html.contains(&claim),
                is_claimed,
                "{language} {text}: {claim}"
            );
        }
    }
}

#[test]
fn no_tick_stands_against_milk_powder() {
    for language in LANGUAGES {
        for flag in [no(), Value::Null] {
            let text = "Sugar, milk powder";
            let mut data = product("ingredients", "plaintext_ingredients", text, &flag);
            let component = &mut data["components"][0];
            component["diets"]["vegan_suitable"] = yes();
            component["free_from"]["free_from_milk"] = json!("Yes");
            component["accreditations"]["acc_vegan"] = json!("Yes");
            let html = html(&data, Some("milk"), language);
            for field in ["vegan_suitable", "free_from_milk", "acc_vegan"] {
                let claim = between(&html, &format!("data-field=\"{field}\""), "</li>");
                assert!(
                    claim.contains('⚠') && !claim.contains('✓'),
                    "{language} {field}: {claim}"
                );
            }
            let tile = tile(&html, "milk");
            assert!(
                tile.starts_with(" data-status=\"not-stated\""),
                "{language}: {tile}"
            );
            assert!(
                tile.contains("milk powder") || tile.contains("milk"),
                "{language}: {tile}"
            );
            assert!(
                !html.contains("data-answer=\"declared-not-present\""),
                "{language}"
            );
        }
    }
}

#[test]
fn vegan_beside_may_contain_milk_says_what_it_is_not_free_from() {
    for language in LANGUAGES {
        let text = "May contain milk";
        let mut data = product("allergens", "allergen_statement_on_pack", text, &no());
        data["components"][0]["diets"]["vegan_suitable"] = yes();
        let html = html(&data, None, language);
        let claim = between(&html, "data-field=\"vegan_suitable\"", "</li>");
        assert!(
            claim.contains(&say(language, "claim.not-free-from")),
            "{claim}"
        );
    }
}

#[test]
fn block_tags_part_words_on_the_card() {
    for language in LANGUAGES {
        for text in [
            "<table><tr><td>Sugar</td><td><b>Milk</b></td></tr></table>",
            "<h4>Sugar</h4><dl><dd>Milk</dd></dl>",
            "Sugar<hr>Milk",
        ] {
            let list = product("ingredients", "formatted_ingredients", text, &no());
            let statement = product("allergens", "allergen_statement_on_pack", text, &no());
            for data in [list, statement] {
                let html = html(&data, None, language);
                let plain: String = html
                    .split('<')
                    .filter_map(|piece| piece.split_once('>'))
                    .map(|(_, text)| text)
                    .collect();
                assert!(
                    !plain.contains("SugarMilk") || html.contains("Sugar<br>"),
                    "{html}"
                );
                assert!(tile(&html, "milk").contains("data-conflict"), "{text}");
            }
        }
    }
}

#[test]
fn a_conflict_is_shown_with_its_words_and_no_calm_badge() {
    for language in LANGUAGES {
        let text = "Sugar, milk powder";
        let data = product("ingredients", "plaintext_ingredients", text, &no());
        let html = html(&data, Some("milk"), language);
        let tile = tile(&html, "milk");
        assert!(tile.contains("data-conflict=\"components[0].ingredients.plaintext_ingredients\""));
        assert!(tile.starts_with(" data-status=\"not-stated\""), "{tile}");
        assert!(tile.contains('⚠') && !tile.contains('○'), "{tile}");
        // The chip itself, not only the words below its line.
        let (chip, _) = tile.split_once("</span>").expect("a sign");
        assert!(chip.ends_with('⚠'), "{tile}");
        assert!(tile.contains("<q>milk</q>"), "{tile}");
        let words = say(language, "allergens.conflict.ingredients");
        assert!(tile.contains(&words), "{tile}");
        assert!(html.contains(&say(language, "verdict.conflict")));
        // A summary has a notice in place of the words.
        let summary = html_of(&data, None, language, Variant::Summary);
        let notice = between(&summary, "data-notice=\"conflict\">", "</p>");
        assert_eq!(notice, say(language, "allergens.conflict"));
        let agreeing = product("ingredients", "plaintext_ingredients", "Sugar", &no());
        let summary = html_of(&agreeing, None, language, Variant::Summary);
        assert!(!summary.contains("data-notice=\"conflict\""), "{summary}");
    }
}

#[test]
fn an_unread_statement_stands_open_on_the_card() {
    for language in LANGUAGES {
        for (text, read) in [
            ("A full cleaning programme is in place.", "open"),
            ("Not guaranteed", "caution"),
            ("For allergens, see ingredients in bold", "read"),
        ] {
            let data = product("allergens", "allergen_statement_on_pack", text, &no());
            let html = html(&data, Some("milk"), language);
            assert!(
                html.contains(&format!("data-read=\"{read}\"")),
                "{language} {text}"
            );
            let is_calm = html.contains("data-answer=\"declared-not-present\"");
            assert_eq!(is_calm, read != "caution", "{language} {text}");
        }
    }
}

#[test]
fn unknown_emphasis_is_remarked_on_and_keeps_the_verdict_open() {
    for language in LANGUAGES {
        let text = "Water, <b>Zanthoxylum</b>";
        let data = product("ingredients", "formatted_ingredients", text, &no());
        let html = html(&data, Some("milk"), language);
        let messages = Messages::for_language(language).unwrap();
        let remark = messages.format("allergens.emphasised", "list", "Zanthoxylum");
        assert!(html.contains(&remark), "{language}");
        assert!(html.contains("class=\"verdict\" part=\"verdict\" data-answer=\"not-stated\""));
    }
}

#[test]
fn words_of_the_shopper_are_understood_or_reported() {
    for (language, avoid, unknown) in [
        (
            "en-GB",
            "nuts, coeliac, gluten, lactose, brazil, monkey nuts, E220",
            0,
        ),
        ("de", "Milch, Eier, Schalenfrüchte", 0),
        ("cy", "llaeth, wyau", 0),
        ("en-GB", "🥜", 1),
        ("de", "??", 1),
        ("cy", "-", 1),
        ("en-GB", "milk 🥕", 1),
    ] {
        let html = html(&json!({"components": [{}]}), Some(avoid), language);
        let told = html.matches("data-answer=\"unknown\"").count();
        assert_eq!(told, unknown, "{language} {avoid}");
        assert!(
            html.contains("part=\"verdict\""),
            "{language} {avoid}: silence"
        );
    }
    let data = product("allergens", "x", "", &yes());
    let html = html(&data, Some("nuts"), "en-GB");
    let verdict = between(&html, "part=\"verdict\"", "</ul>");
    assert!(
        verdict.contains("data-allergen=\"peanuts\" data-answer=\"contains\""),
        "{verdict}"
    );
}

#[test]
fn the_verdict_stands_after_what_must_be_known_first() {
    for language in LANGUAGES {
        for status in [
            "archived",
            "recalled",
            "withdrawn",
            "draft",
            "Something else",
        ] {
            let mut data = product("allergens", "x", "", &no());
            data["status"] = json!(status);
            let html = html(&data, Some("milk"), language);
            let notice = html.find("data-notice=").unwrap();
            assert!(
                notice < html.find("part=\"verdict\"").unwrap(),
                "{language} {status}"
            );
        }
    }
}
