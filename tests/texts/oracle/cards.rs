//! Cards as they are drawn, in every language: no tile and no verdict is calm
//! beside a text that names the allergen.

use super::generator::Random;
use super::words::{Word, read};
use crate::case::{no, put};
use product_pool::card::{CardProps, Element, Node, Record, State, draw};
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::{Allergen, Product};
use serde_json::{Map, Value, json};

/// The cards drawn with an English text, for each language and group.
const EACH: usize = 4;

/// Lists and statements with `{x}`, and the field in which each stands.
const TEXTS: &[(&str, &str)] = &[
    ("L", "Sugar, <b>{x}</b>, salt"),
    ("L", "Sugar, {x}, salt"),
    ("L", "<table><tr><td>Sugar</td><td>{x}</td></tr></table>"),
    ("P", "Sugar, {x}, salt"),
    ("T", "Sugar; {x}; salt"),
    ("I", "Contains {x}."),
    ("S", "May contain {x}."),
    ("S", "Free from artificial colours, made with {x}"),
    ("S", "Packed in an environment where {x} is used."),
    ("A", "We cannot guarantee this product is {x} free."),
    ("R", "Shared line with {x}"),
    ("W", "Contains {x}."),
    ("N", "Luxury {x} 200g"),
    ("C", "Filling with {x}"),
];

/// How each language names the groups, in lists of ingredients, in the order of [`GROUPS`].
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    ("de", "Milch, Ei, Fisch, Garnelen, Muscheln, Nüsse, Erdnüsse, Sesam, Soja, Sellerie, Senf, Lupinen, Sulfite, Weizen"),
    ("fr", "lait, œufs, poisson, crevettes, moules, fruits à coque, arachides, sésame, soja, céleri, moutarde, lupin, sulfites, blé"),
    ("es", "leche, huevo, pescado, gambas, mejillones, frutos de cáscara, cacahuetes, sésamo, soja, apio, mostaza, altramuces, sulfitos, trigo"),
    ("it", "latte, uova, pesce, gamberi, cozze, frutta a guscio, arachidi, sesamo, soia, sedano, senape, lupini, solfiti, frumento"),
    ("nl", "melk, ei, vis, garnalen, mosselen, noten, pinda's, sesam, soja, selderij, mosterd, lupine, sulfiet, tarwe"),
    ("pl", "mleko, jaja, ryby, krewetki, małże, orzechy, orzeszki ziemne, sezam, soja, seler, gorczyca, łubin, siarczyny, pszenica"),
    ("cy", "llaeth, wyau, pysgod, corgimychiaid, cregyn gleision, cnau, cnau daear, sesame, soia, seleri, mwstard, bysedd y blaidd, sylffitau, gwenith"),
];

const GROUPS: [Allergen; 14] = [
    Allergen::Milk,
    Allergen::Eggs,
    Allergen::Fish,
    Allergen::Crustacea,
    Allergen::Molluscs,
    Allergen::TreeNuts,
    Allergen::Peanuts,
    Allergen::SesameSeeds,
    Allergen::Soybeans,
    Allergen::CeleryCeleriac,
    Allergen::Mustard,
    Allergen::Lupin,
    Allergen::SulphurDioxide,
    Allergen::Cereal,
];

/// The card of a record, for a shopper who avoids `avoid`.
fn drawn(data: &Value, language: &str, avoid: &str) -> Element {
    let text = json!({ "data": data }).to_string();
    let record = Record::new(Product::from_json(&text).unwrap());
    let mut props = CardProps::new(
        State::Ready(record),
        Messages::for_language(language).unwrap(),
    );
    props.avoid = Some(avoid.to_owned());
    draw(&props)
}

/// A record that declares all groups absent, with a text in a field.
fn record(field: &str, text: &str, group: Allergen) -> Value {
    let flags = GROUPS.map(|of| (of.flag_field().to_owned(), no()));
    let allergens = Map::from_iter(flags);
    let mut data = json!({"components": [{"allergens": allergens}]});
    match field {
        "R" => put(&mut data, &format!("R:{}", group.wire_name()), text),
        _ => put(&mut data, field, text),
    }
    data
}

fn elements<'e>(element: &'e Element, found: &mut Vec<&'e Element>) {
    found.push(element);
    for child in element.child_nodes() {
        if let Node::Element(child) = child {
            elements(child, found);
        }
    }
}

fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    let mut attributes = element.attributes().iter();
    attributes.find_map(|(known, value)| (*known == name).then_some(&**value))
}

/// What is calm in a card that must not be.
fn calm(card: &Element, group: Allergen) -> Vec<String> {
    let mut all = Vec::new();
    elements(card, &mut all);
    let mut calm = Vec::new();
    let mut is_shown = false;
    let mut is_answered = false;
    for element in all {
        let own = attribute(element, "data-allergen") == Some(group.wire_name());
        let answer = attribute(element, "data-answer");
        let in_verdict = own || attribute(element, "class") == Some("verdict");
        if let Some(status) = attribute(element, "data-status").filter(|_| own) {
            is_shown = true;
            if status == "declared-not-present" {
                calm.push("its tile is declared-not-present".to_owned());
            }
        }
        if let Some(answer) = answer.filter(|_| in_verdict) {
            is_answered = true;
            if answer == "declared-not-present" {
                calm.push(format!("<{}> answers declared-not-present", element.name()));
            }
        }
    }
    if !is_shown || !is_answered {
        calm.push("no tile or no verdict".to_owned());
    }
    calm
}

/// Draws a card and adds what is calm in it.
fn check(field: &str, text: &str, group: Allergen, language: &str, failed: &mut Vec<String>) {
    let card = drawn(&record(field, text, group), language, group.wire_name());
    let calm = calm(&card, group);
    if !calm.is_empty() {
        let group = group.wire_name();
        failed.push(format!(
            "{language}: {group}: {field}: {text:?}: {}",
            calm.join("; ")
        ));
    }
}

#[test]
fn no_card_is_calm_beside_an_english_text() {
    let words = read();
    let mut random = Random::new(1);
    let (mut count, mut failed) = (0, Vec::new());
    for (language, _) in LANGUAGES {
        for group in GROUPS {
            let own: Vec<&&Word> = words
                .iter()
                .filter(|word| {
                    word.allergens
                        .iter()
                        .all(|allergen| allergen.group() == group)
                })
                .collect();
            for _ in 0..EACH {
                let (field, text) = *random.pick(TEXTS);
                let text = text.replace("{x}", random.pick(&own).text);
                check(field, &text, group, language, &mut failed);
                count += 1;
            }
        }
    }
    assert!(count >= 300);
    let (failures, all) = (failed.len(), failed.join("\n"));
    assert!(failed.is_empty(), "{failures} of {count} cards:\n{all}");
}

#[test]
fn no_card_is_calm_beside_a_text_in_its_language() {
    let (mut count, mut failed) = (0, Vec::new());
    for (language, names) in NAMES {
        assert!(LANGUAGES.iter().any(|(known, _)| known == language));
        for (group, name) in GROUPS.into_iter().zip(names.split(", ")) {
            for text in ["{x}", "<b>{x}</b>"] {
                let text = text.replace("{x}", name);
                check("L", &text, group, language, &mut failed);
                count += 1;
            }
        }
    }
    let (failures, all) = (failed.len(), failed.join("\n"));
    assert!(failed.is_empty(), "{failures} of {count} cards:\n{all}");
}

#[test]
fn every_language_names_every_group() {
    assert_eq!(NAMES.len() + 1, LANGUAGES.len(), "English needs no names");
    let counts = NAMES.iter().map(|(_, names)| names.split(", ").count());
    assert!(counts.into_iter().all(|count| count == GROUPS.len()));
    let mut groups = GROUPS.map(Allergen::wire_name).to_vec();
    groups.sort_unstable();
    let mut known: Vec<&str> = Allergen::groups().map(Allergen::wire_name).collect();
    known.sort_unstable();
    assert_eq!(groups, known);
}
