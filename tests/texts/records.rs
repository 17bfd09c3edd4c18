//! What a text means beside the other texts and flags of its record, and which of its words are shown.

use crate::case::{component, no, put, report};
use product_pool::label::{AllergenReport, ConflictKind, Source, Status, verdicts};
use product_pool::model::Allergen::{
    self, Almond, Cereal, Eggs, Hazelnut, Milk, Soybeans, TreeNuts,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A component whose flags are all the same, with texts in their fields, and its report in English.
fn read(flag: &Value, texts: &[(&str, &str)]) -> AllergenReport {
    let mut record = json!({"components": [component(flag)]});
    for (field, text) in texts {
        put(&mut record, field, text);
    }
    report(&record, "en")
}

fn answer(report: &AllergenReport, of: Allergen) -> Status {
    verdicts(report, &[of])[0].answer
}

fn has_conflict(report: &AllergenReport, of: Allergen) -> bool {
    report
        .fact(of)
        .is_some_and(|fact| !fact.conflicts.is_empty())
}

#[test]
fn a_denial_is_neutral_and_never_evidence_of_absence() {
    for text in [
        "Free from milk",
        "Contains no milk",
        "Milk free",
        "No milk, no egg",
    ] {
        let silent = read(&Value::Null, &[("S", text)]);
        assert_eq!(silent.status(Milk), Status::NotStated, "{text}");
        assert_eq!(answer(&silent, Milk), Status::NotStated, "{text}");
    }
}

#[test]
fn a_statement_never_lowers_a_flag() {
    let yes = json!({"value": 1, "description": "Yes"});
    for text in ["Free from milk", "May contain milk", "No milk", "Milk"] {
        assert_eq!(
            read(&yes, &[("S", text)]).status(Milk),
            Status::Contains,
            "{text}"
        );
    }
}

#[test]
fn one_nut_explains_no_others() {
    let (almond, hazelnut, nuts) = ("almond_nuts", "hazelnut_nuts", "tree_nuts");
    for (flags, statement, expected) in [
        (
            &[(hazelnut, "Yes"), (almond, "No")][..],
            "May contain other nuts",
            Status::NotStated,
        ),
        (
            &[(hazelnut, "Yes")],
            "May contain other nuts",
            Status::MayContain,
        ),
        (
            &[(almond, "No")],
            "Contains hazelnuts. May contain nuts.",
            Status::NotStated,
        ),
        (
            &[(hazelnut, "May contain"), (nuts, "Yes"), (almond, "No")],
            "",
            Status::NotStated,
        ),
        (
            &[(hazelnut, "Yes"), (almond, "No")],
            "Contains nuts (hazelnuts)",
            Status::DeclaredNotPresent,
        ),
        (
            &[(hazelnut, "Yes"), (nuts, "Yes"), (almond, "No")],
            "",
            Status::DeclaredNotPresent,
        ),
    ] {
        let mut allergens = json!({"allergen_statement_on_pack": statement});
        for (allergen, text) in flags {
            allergens[format!("contains_{allergen}")] = json!({"description": text});
        }
        let report = report(&json!({"components": [{"allergens": allergens}]}), "en");
        assert_eq!(answer(&report, Almond), expected, "{flags:?} {statement}");
    }
}

#[test]
fn a_list_of_ingredients_answers_what_a_name_suggests() {
    let is_named = |name, list| {
        let report = read(&no(), &[("N", name), ("L", list)]);
        has_conflict(&report, Milk) || has_conflict(&report, Eggs)
    };
    let list = "Rapeseed oil, water, coriander";
    assert!(!is_named("Korma Paste", list));
    assert!(is_named("Korma Paste", ""));
    assert!(is_named("Korma Paste", "Spices"));
    assert!(is_named("Korma Paste", "Rapeseed oil, cream, coriander"));
    // Cheese and butter need not name milk in their lists.
    assert!(is_named("Mature Cheddar", "Salt, cultures, rennet"));
    assert!(is_named("Butter", "Salt, annatto, cultures"));
    // What another name says outright is not answered.
    let names = [
        ("@general.manufacturer_product_name", "Korma Paste"),
        ("N", "Korma paste with milk"),
        ("L", list),
    ];
    assert!(has_conflict(&read(&no(), &names), Milk));
    // Beside no flag the words stay.
    let silent = read(&Value::Null, &[("N", "Korma Paste"), ("L", list)]);
    let mut evidence = silent.fact(Milk).unwrap().evidence.iter();
    assert!(evidence.any(|piece| piece.source == Source::Name));
}

#[test]
fn of_fields_with_the_same_list_the_one_that_says_most_is_shown() {
    let fields = [
        ("L", "Flour, salt"),
        ("P", "Flour, MILK, salt"),
        ("T", "Flour, milk, egg, salt"),
    ];
    let report = read(&Value::Null, &fields);
    let milk = report.fact(Milk).unwrap();
    assert_eq!(milk.status, Status::Contains);
    let paths: Vec<&str> = milk
        .evidence
        .iter()
        .map(|piece| piece.path.as_str())
        .collect();
    assert_eq!(
        paths,
        [
            "components[0].allergens.contains_milk",
            "components[0].ingredients.ingredients"
        ]
    );
    assert_eq!(report.fact(Eggs).unwrap().evidence.len(), 2);
}

#[test]
fn a_conflict_quotes_the_words_that_raise_it() {
    for (field, text, of, kind, words) in [
        (
            "S",
            "May contain Hazelnuts",
            Hazelnut,
            ConflictKind::Statement,
            "Hazelnuts",
        ),
        (
            "L",
            "Cocoa, lecithins (soya)",
            Soybeans,
            ConflictKind::Ingredients,
            "soya",
        ),
        (
            "L",
            "Cocoa, E322 (egg)",
            Eggs,
            ConflictKind::Ingredients,
            "egg",
        ),
        (
            "T",
            "Flour. Contains soya.",
            Soybeans,
            ConflictKind::Ingredients,
            "soya",
        ),
        (
            "L",
            "Malted bread (wheat flour, salt)",
            Cereal,
            ConflictKind::Ingredients,
            "wheat",
        ),
    ] {
        let report = read(&no(), &[(field, text)]);
        let conflicts = &report.fact(of).unwrap().conflicts;
        assert_eq!(conflicts.len(), 1, "{text}");
        assert_eq!(
            (conflicts[0].kind, &*conflicts[0].verbatim),
            (kind, words),
            "{text}"
        );
    }
}

#[test]
fn emphasis_needs_no_vocabulary() {
    for text in [
        "Water, <b>Zanthoxylum</b>, salt",
        "Water, <em>Zanthoxylum</em>, salt",
        "Water, <span style='font-weight:bold'>Zanthoxylum</span>, salt",
    ] {
        let words = read(&no(), &[("L", text)]).emphasised;
        assert_eq!(words.len(), 1, "{text}");
        assert!(
            words[0].text == "Zanthoxylum" && !words[0].is_known,
            "{text}"
        );
    }
    let plain = read(&no(), &[("P", "Water, ZANTHOXYLUM, salt")]);
    assert_eq!(plain.emphasised[0].text, "ZANTHOXYLUM");
    // What a positive allergen explains is no riddle.
    let yes = json!({"value": 1, "description": "Yes"});
    assert!(
        read(&yes, &[("L", "Water, <b>Cheddar</b>")])
            .emphasised
            .is_empty()
    );
}

#[test]
fn emphasis_on_a_false_friend_is_remarked_on_and_leaves_the_status() {
    for (field, text) in [
        ("L", "Water, <b>coconut milk</b>, salt"),
        ("P", "Water, COCONUT MILK, salt"),
    ] {
        let report = read(&no(), &[(field, text)]);
        assert_eq!(report.status(Milk), Status::DeclaredNotPresent);
        assert!(!report.has_conflicts);
        let words = &report.emphasised[0];
        assert!(words.text.eq_ignore_ascii_case("coconut milk") && words.is_known);
    }
}

#[test]
fn an_unread_statement_stands_open_and_pointers_do_not() {
    for (text, is_read) in [
        ("A full cleaning programme is in place.", false),
        ("Our lines are thoroughly cleaned between runs.", false),
        ("Our equipment is cleaned.", false),
        ("Lorem ipsum dolor", false),
        ("For allergens, see ingredients in bold", true),
        (
            "Allergy advice: for allergens, including cereals containing gluten, see ingredients in BOLD.",
            true,
        ),
    ] {
        let report = read(&no(), &[("S", text)]);
        assert_eq!(report.statements[0].is_read, is_read, "{text}");
        assert_eq!(
            answer(&report, Cereal),
            Status::DeclaredNotPresent,
            "{text}"
        );
    }
}

#[test]
fn a_line_end_of_any_kind_ends_a_denial() {
    for end in [
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ] {
        let report = read(&no(), &[("S", &format!("Free from nuts{end}Milk"))]);
        let is_named = [Milk, TreeNuts].map(|of| has_conflict(&report, of));
        assert_eq!(is_named, [true, false], "{end:?}");
    }
}

proptest! {
    /// Only what joins or lists words may stand inside a denial.
    #[test]
    fn a_sign_between_two_foods_ends_a_denial(sign in any::<char>()) {
        let joins = sign.is_alphanumeric() || sign.is_whitespace() && !sign.is_control();
        let lists = ",،、•·\"“”„«»‘‚`´+†‡°®™#_~/&'’%.-\u{2010}\u{2011}";
        // A wide form, as in Chinese and Japanese, is read like the ASCII sign.
        let wide = matches!(sign, '\u{ff01}'..='\u{ff5e}').then(|| u32::from(sign) - 0xfee0);
        let plain = wide.and_then(char::from_u32).unwrap_or(sign);
        prop_assume!(!joins && !lists.contains(plain));
        // Invisible signs and markup are read by rules of their own.
        prop_assume!(!"<>\u{ad}".contains(sign) && !format!("{sign:?}").starts_with("'\\u"));
        let text = format!("Free from wheat {sign} milk");
        prop_assert!(has_conflict(&read(&no(), &[("S", &text)]), Milk), "{text}");
    }
}
