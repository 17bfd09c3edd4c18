//! A card in two made-up languages: nothing in it may be English but what the
//! supplier wrote.
//!
//! The languages are English with other letters, `{places}` apart: one longer
//! and accented, one in Arabic letters from right to left. The supplier's own
//! texts are put into Greek letters, as far as nothing depends on their words. So
//! a Latin letter that is left in a card is a word that comes from no message.

use product_pool::card::{CardProps, Element, Failure, Node, Panel, Record, State, draw};
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::table::Accreditation;
use product_pool::model::{FeatureImage, ImagePage, Product};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const ACCENTED: &str = "áƀçđéƒĝĥíĵķļɱñóþǫŕšŧúṽŵẋýž";
const ARABIC: &str = "ابجدهوزحطيكلمنسعفصقرشتثخذض";
const GREEK: &str = "αβγδεφηθιξκλμνοπψρστυχωζςϑ";

/// A text with the letters of another alphabet, `{places}` apart.
fn written(text: &str, alphabet: &str) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut inside = false;
    text.chars()
        .map(|c| {
            inside = (inside || c == '{') && c != '}';
            match c {
                _ if inside || !c.is_ascii_alphabetic() => c,
                _ => letters[usize::from(c.to_ascii_lowercase() as u8 - b'a')],
            }
        })
        .collect()
}

fn language(tag: &str, write: impl Fn(&str) -> String) -> Messages {
    let english: Map<String, Value> = serde_json::from_str(LANGUAGES[0].1).unwrap();
    let made: Map<String, Value> = english
        .into_iter()
        .map(|(key, text)| (key, json!(write(text.as_str().unwrap()))))
        .collect();
    Messages::from_json(tag, &Value::Object(made).to_string()).unwrap()
}

/// Half as long again as English, as German and Polish can be.
fn long() -> Messages {
    language("en-XA", |text| {
        let filling = "~".repeat(text.chars().count() / 2);
        ["⟦", &written(text, ACCENTED), &filling, "⟧"].concat()
    })
    .with_decimal(",")
}

fn right_to_left() -> Messages {
    language("ar-XB", |text| written(text, ARABIC))
        .with_right_to_left(true)
        .with_decimal("٫")
}

/// What the label's rules read: answers, states and bases. Units stand beside
/// their figures and are shown as they are.
fn is_read(key: &str, text: &str) -> bool {
    const READ: &[&str] = &[
        "yes",
        "no",
        "y",
        "n",
        "true",
        "false",
        "contains",
        "may contain",
        "free from",
        "not present",
        "published",
        "archived",
    ];
    let plain = text.trim().to_lowercase();
    READ.contains(&&*plain)
        || plain.starts_with("per 100")
        || plain.starts_with("http")
        || key == "units"
}

/// The supplier's texts in Greek letters; those that are left as they are go to
/// `kept`.
fn greek(key: &str, value: &mut Value, kept: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if is_read(key, text) => {
            kept.insert(text.trim().to_owned());
        }
        Value::String(text) => *text = written(text, GREEK),
        Value::Array(values) => values.iter_mut().for_each(|value| greek(key, value, kept)),
        Value::Object(object) => object
            .iter_mut()
            .for_each(|(key, value)| greek(key, value, kept)),
        _ => {}
    }
}

/// The words for the eye and the ear in an element. What stands in `code` is the
/// path of a field.
fn words(element: &Element, found: &mut Vec<String>) {
    if element.name() == "code" {
        return;
    }
    for (name, text) in element.attributes() {
        if matches!(*name, "alt" | "title" | "placeholder") || name.starts_with("aria-label") {
            found.push(text.to_string());
        }
    }
    for node in element.child_nodes() {
        match node {
            Node::Element(child) => words(child, found),
            Node::Text(text) => found.push(text.to_string()),
        }
    }
}

fn drawn(state: State, messages: &Messages) -> Element {
    let mut props = CardProps::new(state, messages.clone());
    props.panels = Some(Panel::ALL.to_vec());
    // The allergens by their English names, and a word that is none.
    props.avoid = Some(String::from("milk, gluten, nuts, fish, ρρρ"));
    props.successor = Some(String::from("/σ"));
    draw(&props)
}

/// The Latin words that are left in a card, without those in `kept`.
fn left(card: &Element, kept: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    words(card, &mut found);
    let latin = |text: &str| text.contains(|c: char| c.is_ascii_alphabetic());
    found.retain_mut(|text| {
        if !latin(text) {
            return false;
        }
        // Longer ones first: some are a part of others.
        for known in kept.iter().rev() {
            *text = without(text, known);
        }
        latin(text)
    });
    found
}

/// A text without another, where it stands as a word or words of its own.
fn without(text: &str, known: &str) -> String {
    let mut rest = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices(known) {
        let before = text[..at].chars().next_back();
        let after = text[at + known.len()..].chars().next();
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        if at >= from && !letter(before) && !letter(after) {
            rest.push_str(&text[from..at]);
            from = at + known.len();
        }
    }
    rest + &text[from..]
}

/// What is shown as it is in every language.
fn the_same_everywhere() -> BTreeSet<String> {
    let units = [
        "kJ", "kcal", "g", "kg", "mg", "µg", "ml", "L", "cm", "mm", "%",
    ];
    let english = Messages::english();
    let is_translated =
        |scheme: &Accreditation| english.find(&["field", scheme.field].join(".")).is_some();
    let schemes = Accreditation::ALL
        .iter()
        .filter(|scheme| !is_translated(scheme));
    let schemes = schemes.map(|scheme| scheme.title);
    units
        .into_iter()
        .chain(schemes)
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_card_without_a_product_has_no_word_of_its_own() {
    for messages in [long(), right_to_left()] {
        let failed = |failure: &Failure| State::Failed {
            failure: *failure,
            detail: None,
        };
        let states = std::iter::once(State::Loading).chain(Failure::ALL.iter().map(failed));
        for state in states {
            let card = drawn(state, &messages);
            assert_eq!(left(&card, &BTreeSet::new()), Vec::<String>::new());
        }
    }
}

#[test]
fn a_product_s_card_has_no_word_but_the_supplier_s() {
    let languages = [long(), right_to_left()];
    let mut found = BTreeSet::new();
    let mut panels = BTreeSet::new();
    for (number, entry) in product_pool_demo_data::entries(7, 80).enumerate() {
        let messages = &languages[number % 2];
        for version in &entry.versions {
            let mut kept = the_same_everywhere();
            let mut data = version.clone();
            greek("", &mut data, &mut kept);
            let card = drawn(State::Ready(record(&data, &entry, &mut kept)), messages);
            assert_eq!(attribute(&card, "dir"), Some(messages.direction()));
            assert_eq!(attribute(&card, "lang"), Some(messages.language()));
            found.extend(left(&card, &kept));
            panels_of(&card, &mut panels);
        }
    }
    assert_eq!(panels.len(), Panel::ALL.len(), "{panels:?}");
    assert!(found.is_empty(), "no message gave these: {found:#?}");
}

fn attribute<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    let mut attributes = element.attributes().iter();
    attributes
        .find(|attribute| attribute.0 == name)
        .map(|attribute| &*attribute.1)
}

/// The panels that were drawn.
fn panels_of(element: &Element, panels: &mut BTreeSet<String>) {
    panels.extend(attribute(element, "data-panel").map(str::to_owned));
    for node in element.child_nodes() {
        if let Node::Element(child) = node {
            panels_of(child, panels);
        }
    }
}

/// A record with all its images.
fn record(
    data: &Value,
    entry: &product_pool_demo_data::Entry,
    kept: &mut BTreeSet<String>,
) -> Record {
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    let mut record = Record::new(product);
    let images: Vec<Value> = entry
        .images
        .iter()
        .map(|image| {
            let mut image = image.record.clone();
            greek("", &mut image, kept);
            image["url"] = json!("https://example.org/a.jpg");
            image
        })
        .collect();
    if let Some(first) = images.first() {
        let text = json!({ "data": first }).to_string();
        record.image = Some(FeatureImage::from_json(&text).unwrap());
    }
    let text = json!({ "data": images, "meta": {} }).to_string();
    record.images = Some(ImagePage::from_json(&text).unwrap());
    record
}

/// “No” in a list of facts is an answer, and in Polish a yes: it is said in the
/// reader's language.
#[test]
fn a_bare_answer_is_in_the_reader_s_language() {
    let flag = json!({"value": 2, "description": "No"});
    let data = json!({"components": [{"additives": {"artificial_colours": flag}}]});
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    let card = drawn(State::Ready(Record::new(product)), &right_to_left());
    let mut found = Vec::new();
    words(&card, &mut found);
    assert!(found.contains(&written("no", ARABIC)), "{found:?}");
    assert_eq!(left(&card, &BTreeSet::new()), Vec::<String>::new());
}

/// “610 kJ / 145 kcal” keeps its order in a sentence written from right to left.
#[test]
fn the_energy_below_the_strip_is_isolated() {
    let data = json!({"components": [{"nutrients": {
        "nutrition_units": {"description": "per 100g"}, "serving_size": "30 g",
        "cal_100_kj": {"value": 610, "units": "kJ"}, "cal_kj_serving": "183",
        "cal_100_kcal": {"value": 145, "units": "kcal"}, "cal_kcal_serving": "44",
    }}]});
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    let card = drawn(State::Ready(Record::new(product)), &right_to_left());
    let mut found = Vec::new();
    words(&card, &mut found);
    let isolated = "\u{2068}610\u{a0}kJ\u{a0}/ 145\u{a0}kcal\u{2069}";
    assert!(
        found.iter().any(|text| text.contains(isolated)),
        "{found:?}"
    );
}

/// The test would notice: a word that no message gave is found.
#[test]
fn a_word_that_no_message_gave_is_found() {
    let detail = State::Failed {
        failure: Failure::Other,
        detail: Some(String::from("Out of order")),
    };
    let card = drawn(detail, &right_to_left());
    assert_eq!(left(&card, &BTreeSet::new()), ["Out of order"]);
    assert_eq!(without("g 5 kg g", "g"), " 5 kg ");
    assert_eq!(written("Milk {name}", GREEK), "μιλκ {name}");
}
