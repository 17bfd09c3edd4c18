//! The head of a verdict: the answer in words, and its order among the rest of the card.

use super::{attribute, elements, record, text};
use product_pool::card::{CardProps, Element, State, Variant, draw};
use product_pool::messages::Messages;
use serde_json::{Value, json};

fn card(data: &Value, avoid: &str, language: &str, stale: bool) -> Element {
    let mut record = record(data);
    record.stale = stale.then(|| "1 May".to_owned());
    let messages = Messages::for_language(language).unwrap();
    let mut props = CardProps::new(State::Ready(record), messages);
    props.avoid = Some(avoid.to_owned());
    draw(&props)
}

fn of_class<'e>(card: &'e Element, class: &str) -> Option<&'e Element> {
    let mut all = elements(card).into_iter();
    all.find(|element| attribute(element, "class") == Some(class))
}

/// The lines of the head, each after its sign.
fn head(data: &Value, avoid: &str, language: &str) -> Vec<String> {
    let card = card(data, avoid, language, false);
    let lines = elements(&card).into_iter();
    let lines = lines.filter(|element| attribute(element, "class") == Some("answer"));
    lines
        .map(|line| text(line).chars().skip(1).collect())
        .collect()
}

fn flags(pairs: &[(&str, &str)]) -> Value {
    let flags = pairs
        .iter()
        .map(|(allergen, text)| (format!("contains_{allergen}"), json!({"description": text})));
    json!({"components": [{"allergens": Value::Object(flags.collect())}]})
}

#[test]
fn the_head_says_the_worst_and_names_it() {
    let data = flags(&[
        ("peanuts", "Yes"),
        ("milk", "Yes"),
        ("brazil_nuts", "Yes"),
        ("eggs", "May contain"),
        ("fish", "-"),
        ("lupin", "No"),
        ("mustard", "No"),
    ]);
    for (avoid, said) in [
        ("peanuts milk", &["Contains peanuts and milk"][..]),
        (
            "milk peanuts brazil_nuts",
            &["Contains milk, peanuts and Brazil nuts"],
        ),
        ("lupin", &["Declared as not present: lupin"]),
        ("lupin mustard", &["None of these is declared"]),
        // What is calm stands in the list below.
        ("lupin fish", &["Fish: not stated"]),
        ("eggs lupin fish", &["May contain eggs", "Fish: not stated"]),
        (
            "fish, lupin, brazil nuts, eggs, celery, milk",
            &[
                "Contains Brazil nuts and milk",
                "May contain eggs",
                "Fish and celery: not stated",
            ],
        ),
        // An unknown word.
        ("lupin pollen", &["Check the label: pollen"]),
        ("pollen", &["Check the label: pollen"]),
        ("pollen fish", &["Check the label: fish and pollen"]),
    ] {
        assert_eq!(head(&data, avoid, "en-GB"), said, "{avoid}");
    }
}

/// A line of a head has the look of its own answer, whatever the one before it is.
#[test]
fn each_line_of_a_head_has_its_own_answer() {
    let data = flags(&[("milk", "May contain"), ("peanuts", "Yes")]);
    for (avoid, answers) in [
        (
            "fish peanuts milk",
            &["contains", "may-contain", "not-stated"][..],
        ),
        ("milk fish", &["may-contain", "not-stated"]),
    ] {
        let card = card(&data, avoid, "en-GB", false);
        let lines = elements(&card).into_iter();
        let lines = lines.filter(|element| attribute(element, "class") == Some("answer"));
        let lines: Vec<&Element> = lines.collect();
        let found = lines
            .iter()
            .map(|line| attribute(line, "data-answer").unwrap());
        assert_eq!(found.collect::<Vec<_>>(), answers);
        // One of them is the heading.
        let names: Vec<_> = lines.iter().map(|line| line.name()).collect();
        assert_eq!(names[0], "h3");
        assert!(names[1..].iter().all(|name| *name == "p"), "{names:?}");
    }
}

#[test]
fn the_head_is_what_a_label_says_in_each_language() {
    let data = flags(&[("eggs", "Yes"), ("milk", "Yes"), ("lupin", "May contain")]);
    for (language, contains, may) in [
        ("en-GB", "Contains eggs and milk", "May contain lupin"),
        (
            "cy",
            "Yn cynnwys wyau, llaeth",
            "Gallai gynnwys bysedd y blaidd",
        ),
        (
            "de",
            "Enthält Eier und Milch",
            "Enthält möglicherweise Lupinen",
        ),
        ("es", "Contiene huevos y leche", "Puede contener altramuces"),
        (
            "fr",
            "Contient\u{a0}: œufs et lait",
            "Peut contenir\u{a0}: lupin",
        ),
        ("it", "Contiene uova e latte", "Può contenere lupini"),
        ("nl", "Bevat eieren en melk", "Kan lupine bevatten"),
        ("pl", "Zawiera: jaja i mleko", "Może zawierać: łubin"),
    ] {
        assert_eq!(head(&data, "eggs milk lupin", language), [contains, may]);
    }
    for (language, not_stated, check) in [
        (
            "en-GB",
            "Milk: not stated",
            "Check the label: milk and fish",
        ),
        (
            "cy",
            "Llaeth: ni nodwyd",
            "Gwiriwch y label: llaeth, pysgod",
        ),
        (
            "de",
            "Milch: nicht angegeben",
            "Etikett prüfen: Milch und Fische",
        ),
        (
            "es",
            "Leche: no se indica",
            "Consulte la etiqueta: leche y pescado",
        ),
        (
            "fr",
            "Lait\u{a0}: non précisé",
            "Vérifiez l’étiquette\u{a0}: lait et poissons",
        ),
        (
            "it",
            "Latte: dato non fornito",
            "Controllare l’etichetta: latte e pesce",
        ),
        (
            "nl",
            "Melk: niet vermeld",
            "Controleer het etiket: melk en vis",
        ),
        ("pl", "Mleko: nie podano", "Sprawdź etykietę: mleko i ryby"),
    ] {
        assert_eq!(head(&flags(&[]), "milk", language), [not_stated]);
        let mut archived = flags(&[("milk", "No"), ("fish", "No")]);
        archived["status"] = json!("archived");
        assert_eq!(head(&archived, "milk fish", language), [check]);
    }
    // Only nouns are written large.
    let cereal = flags(&[("cereal", "Yes")]);
    assert_eq!(head(&cereal, "gluten", "de"), ["Enthält Gluten"]);
}

#[test]
fn a_head_does_not_say_not_stated_where_something_else_is_open() {
    let conflict = json!({"components": [{
        "allergens": {"contains_milk": {"description": "No"}},
        "ingredients": {"plaintext_ingredients": "Sugar, cream"},
    }]});
    assert_eq!(head(&conflict, "milk", "en-GB"), ["Check the label: milk"]);
    let unread = json!({"components": [{"allergens": {
        "contains_milk": {"description": "No"},
        "allergen_statement_on_pack": "May contain wasps",
    }}]});
    assert_eq!(head(&unread, "milk", "en-GB"), ["Check the label: milk"]);
    assert_eq!(
        head(&unread, "fish milk", "en-GB"),
        ["Check the label: fish and milk"]
    );
    let emphasised = json!({"components": [{
        "allergens": {"contains_milk": {"description": "No"}},
        "ingredients": {"formatted_ingredients": "Water, <b>Zanthoxylum</b>"},
    }]});
    // The word is quoted below.
    assert_eq!(head(&emphasised, "milk", "en-GB"), ["Check the label"]);
}

#[test]
fn no_head_is_calm_on_a_product_that_is_not_to_be_relied_on() {
    let data = flags(&[("milk", "No")]);
    let is_calm = |data: &Value, stale| {
        let card = card(data, "milk", "en-GB", stale);
        attribute(of_class(&card, "verdict").unwrap(), "data-answer")
            == Some("declared-not-present")
    };
    assert!(is_calm(&data, false));
    assert!(!is_calm(&data, true));
    for (member, value, expected) in [
        ("status", json!("recalled"), false),
        ("status", json!("withdrawn"), false),
        ("status", json!("on hold"), false),
        ("status", json!("draft"), false),
        ("status", json!("discontinued"), false),
        ("status", json!("archived"), false),
        ("replaced_by", json!(["p-2"]), false),
        ("status", json!("published"), true),
        // Its notice says that there is a newer record, not that the product has changed.
        ("latest_version", json!("2"), true),
    ] {
        let mut data = data.clone();
        data["version"] = json!("1");
        data[member] = value.clone();
        assert_eq!(is_calm(&data, false), expected, "{member} {value}");
    }
}

#[test]
fn a_head_on_tree_nuts_says_where_peanuts_are() {
    for (nuts, peanuts, milk, avoid, said) in [
        (
            "No",
            "Yes",
            "No",
            "tree_nuts",
            &["Declared as not present: tree nuts", "Contains peanuts"][..],
        ),
        (
            "No",
            "Yes",
            "No",
            "tree_nuts peanuts",
            &["Contains peanuts"],
        ),
        (
            "No",
            "Yes",
            "May contain",
            "milk tree_nuts",
            &["May contain milk", "Contains peanuts"],
        ),
        (
            "No",
            "May contain",
            "No",
            "milk tree_nuts",
            &["None of these is declared", "May contain peanuts"],
        ),
        (
            "Yes",
            "Yes",
            "No",
            "tree_nuts milk",
            &["Contains tree nuts and peanuts"],
        ),
        (
            "No",
            "-",
            "-",
            "milk tree_nuts",
            &["Check the label: milk and peanuts"],
        ),
    ] {
        let pairs = [("tree_nuts", nuts), ("peanuts", peanuts), ("milk", milk)];
        assert_eq!(head(&flags(&pairs), avoid, "en-GB"), said, "{pairs:?}");
    }
}

/// The picture is seen beside the name, and read after the answer.
#[test]
fn name_and_answer_are_read_before_the_pictures() {
    let data = flags(&[("milk", "Yes")]);
    let card = card(&data, "milk", "en-GB", false);
    let found = elements(&card).into_iter();
    let found = found.filter_map(|element| attribute(element, "class"));
    let wanted = ["name", "answer", "verdicts", "picture", "more", "chips"];
    let found: Vec<&str> = found.filter(|class| wanted.contains(class)).collect();
    assert_eq!(found[..wanted.len()], wanted);
}

#[test]
fn names_in_lists_do_not_run_together() {
    let data = flags(&[
        ("eggs", "Yes"),
        ("fish", "Yes"),
        ("milk", "No"),
        ("lupin", "No"),
    ]);
    for variant in Variant::ALL {
        let mut props = CardProps::new(State::Ready(record(&data)), Messages::english());
        props.variant = *variant;
        let drawn = text(&draw(&props)).replace(['●', '○'], "");
        assert!(
            drawn.contains("Contains Eggs, Fish"),
            "{variant:?}: {drawn}"
        );
        let absent = drawn.contains("Declared as not present Milk, Lupin")
            || drawn.contains("Declared as not present Lupin, Milk");
        assert!(
            absent || *variant == Variant::Badges,
            "{variant:?}: {drawn}"
        );
    }
}
