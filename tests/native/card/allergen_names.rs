//! The names of allergens in answers: as packs have them, in every language.

use super::{attribute, elements, record, text};
use crate::ROOT;
use product_pool::card::{CardProps, Element, Panel, State, Variant, draw, verdicts};
use product_pool::label::{JsonLdOptions, json_ld};
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::Allergen;
use product_pool::views::{
    MatrixProduct, MatrixProps, MatrixRow, RowState, draw_matrix, matrix_table,
};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// The words of a text, in lower case.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphabetic());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Whether a text has these words in a row, each with any ending.
fn has(text: &str, form: &[String]) -> bool {
    let begins = |(word, beginning): (&String, &String)| word.starts_with(beginning);
    let words = words(text);
    let mut rows = words.windows(form.len());
    rows.any(|row| row.iter().zip(form).all(begins))
}

/// The names of suppliers for all cereals that have gluten in them: "cereals containing gluten". After
/// "contains" they say it twice. They are those of the lexicon, but for the card's own words.
fn awkward(messages: &Messages) -> Vec<Vec<String>> {
    let path = format!("src/lexicon/{}.txt", messages.language());
    let lexicon = std::fs::read_to_string(Path::new(ROOT).join(path)).unwrap();
    let (_, cereals) = lexicon.split_once("\ncereal:\n").unwrap();
    let (cereals, _) = cereals.split_once(":\n").unwrap();
    let gluten = messages.allergen(Allergen::Cereal).to_lowercase();
    let own = [gluten.as_str(), messages.get("field.free_from_gluten")];
    let named = cereals.lines().filter(|line| line.contains(&gluten));
    let forms = named
        .map(words)
        .filter(|form| !own.iter().any(|own| has(own, form)));
    forms.collect()
}

fn flags(pairs: &[(&str, &str)]) -> Value {
    let mut allergens = json!({});
    for (name, description) in pairs {
        allergens[format!("contains_{name}")] = json!({"description": description});
    }
    json!({"components": [{ "allergens": allergens }]})
}

/// Everything that is said of a product's allergens: by cards of each variant, with and without an
/// answer, by what a server sends for answers, by the matrix as a table and as text, and to search
/// engines.
fn said(data: &Value, messages: &Messages) -> Vec<String> {
    let mut said = Vec::new();
    let record = record(data);
    let product = record.product.clone();
    let mut props = CardProps::new(State::Ready(record), messages.clone());
    props.panels = Some(Panel::ALL.to_vec());
    for variant in [Variant::Full, Variant::Summary, Variant::Badges] {
        props.variant = variant;
        for avoid in ["", "gluten", "gluten milk nuts", "oats", "tree_nuts"] {
            props.avoid = (!avoid.is_empty()).then(|| avoid.to_owned());
            said.extend(texts(&draw(&props)));
        }
    }
    let verdicts = verdicts(&props).unwrap();
    said.extend(texts(&verdicts.verdict));
    said.extend(verdicts.names.into_values());
    let word = |key: &str| messages.get(key).to_owned();
    said.push(json_ld(product.data(), &JsonLdOptions::new(), &word));
    let product = MatrixProduct::new(product, messages.lexicon());
    let rows = vec![MatrixRow::new(None, RowState::Ready(Arc::new(product)))];
    let props = MatrixProps::new(rows, messages.clone());
    said.extend(texts(&draw_matrix(&props)));
    said.extend(matrix_table(&props).into_iter().flatten());
    said
}

/// The texts of elements and the attributes that have some.
fn texts(drawn: &Element) -> Vec<String> {
    let all = elements(drawn);
    let attributes = all.iter().flat_map(|element| element.attributes());
    let attributes = attributes.map(|(_, value)| value.to_string());
    attributes.chain([text(drawn)]).collect()
}

#[test]
fn no_answer_says_contains_or_nuts_twice() {
    let products = [
        flags(&[("cereal", "Yes"), ("tree_nuts", "Yes"), ("milk", "Yes")]),
        flags(&[
            ("wheat", "Yes"),
            ("almond_nuts", "Yes"),
            ("oats", "May contain"),
        ]),
        flags(&[("cereal", "May contain"), ("tree_nuts", "May contain")]),
        flags(&[("cereal", "No"), ("rye", "Yes"), ("tree_nuts", "No")]),
        flags(&[("cereal", "No"), ("tree_nuts", "No"), ("peanuts", "Yes")]),
        flags(&[]),
    ];
    let showcase = product_pool_demo_data::entries(7, 20);
    let showcase = showcase.map(|entry| entry.versions.last().unwrap().clone());
    let products: Vec<Value> = products.into_iter().chain(showcase).collect();
    for (language, _) in LANGUAGES {
        let messages = Messages::for_language(language).unwrap();
        let forms = awkward(&messages);
        assert!(!forms.is_empty(), "{language}");
        let nuts = messages.allergen(Allergen::TreeNuts).to_lowercase();
        for data in &products {
            for text in said(data, &messages) {
                let form = forms.iter().find(|form| has(&text, form));
                assert_eq!(form, None, "{language}: {text}");
                let lower = text.to_lowercase();
                assert!(!lower.contains(&format!("({nuts})")), "{language}: {text}");
            }
        }
    }
}

/// The lines of the head on a card.
fn head(data: &Value, avoid: &str, messages: &Messages) -> Vec<String> {
    let mut props = CardProps::new(State::Ready(record(data)), messages.clone());
    props.avoid = Some(avoid.to_owned());
    let card = draw(&props);
    let lines = elements(&card).into_iter();
    let lines = lines.filter(|element| attribute(element, "class") == Some("answer"));
    lines
        .map(|line| text(line).chars().skip(1).collect())
        .collect()
}

#[test]
fn a_head_names_the_kinds_of_a_group_in_each_language() {
    let data = flags(&[
        ("cereal", "Yes"),
        ("barley", "Yes"),
        ("wheat", "Yes"),
        ("oats", "May contain"),
        ("tree_nuts", "May contain"),
        ("brazil_nuts", "May contain"),
    ]);
    for (language, gluten, nuts) in [
        (
            "en-GB",
            "Contains gluten: barley, wheat",
            "May contain tree nuts: Brazil nuts",
        ),
        (
            "cy",
            "Yn cynnwys glwten: haidd, gwenith",
            "Gallai gynnwys cnau coed: cnau Brasil",
        ),
        (
            "de",
            "Enthält Gluten: Gerste, Weizen",
            "Enthält möglicherweise Schalenfrüchte: Paranüsse",
        ),
        (
            "es",
            "Contiene gluten: cebada, trigo",
            "Puede contener frutos de cáscara: nueces de Brasil",
        ),
        (
            "fr",
            "Contient\u{a0}: gluten (orge, blé)",
            "Peut contenir\u{a0}: fruits à coque (noix du Brésil)",
        ),
        (
            "it",
            "Contiene glutine: orzo, grano (frumento)",
            "Può contenere frutta a guscio: noci del Brasile",
        ),
        (
            "nl",
            "Bevat gluten (gerst, tarwe)",
            "Kan boomnoten (paranoten) bevatten",
        ),
        (
            "pl",
            "Zawiera: gluten (jęczmień, pszenica)",
            "Może zawierać: orzechy drzewne (orzechy brazylijskie)",
        ),
    ] {
        let messages = Messages::for_language(language).unwrap();
        assert_eq!(head(&data, "gluten tree_nuts", &messages), [gluten, nuts]);
    }
    let english = Messages::english();
    // Of several groups in one line, and where others may be there, no kinds are listed.
    let all = flags(&[("wheat", "Yes"), ("almond_nuts", "Yes"), ("milk", "Yes")]);
    let said = ["Contains gluten, milk and tree nuts"];
    assert_eq!(head(&all, "gluten milk tree_nuts", &english), said);
    let mut others = flags(&[("wheat", "Yes")]);
    others["components"][0]["allergens"]["allergen_statement_on_pack"] =
        json!("Contains wheat and other cereals containing gluten.");
    assert_eq!(head(&others, "gluten", &english), ["Contains gluten"]);
}

/// A product of oats and no other cereal, with these claims of gluten of at most 20 mg/kg.
fn oats(claims: &[(&str, &str)]) -> Value {
    let mut data = flags(&[
        ("cereal", "Yes"),
        ("oats", "Yes"),
        ("barley", "No"),
        ("rye", "No"),
        ("wheat", "No"),
    ]);
    for (cereal, text) in claims {
        let field = format!("contains_{cereal}_gluten_20ppm");
        data["components"][0]["allergens"][field] = json!(text);
    }
    data
}

#[test]
fn oats_of_little_gluten_are_two_facts_side_by_side() {
    let english = Messages::english();
    let claimed = "Contains oats (gluten ≤\u{a0}20\u{a0}mg/kg)";
    for claims in [
        &[("oats", "Yes")][..],
        &[("cereal", "Yes")],
        &[("oats", "Yes"), ("cereal", "Yes")],
        &[("oats", "Yes"), ("wheat", "No")],
    ] {
        let data = oats(claims);
        assert_eq!(head(&data, "gluten", &english), [claimed], "{claims:?}");
        assert_eq!(head(&data, "oats", &english), ["Contains oats"]);
        for (language, _) in LANGUAGES {
            let messages = Messages::for_language(language).unwrap();
            let contains = messages.get("answer.contains").to_lowercase();
            let gluten = messages.allergen(Allergen::Cereal).to_lowercase();
            let merged = contains.replace("{names}", &gluten);
            let fact = messages.get("allergens.gluten.yes");
            let said = said(&data, &messages);
            assert!(said.iter().any(|text| text.contains(fact)), "{language}");
            for text in said {
                assert!(!text.to_lowercase().contains(&merged), "{language}: {text}");
            }
        }
    }
    // A claim that is denied, doubtful or not of all cereals takes nothing back.
    let contains = "Contains gluten: oats";
    for claims in [
        &[][..],
        &[("oats", "No")],
        &[("oats", "Perhaps")],
        &[("wheat", "Yes")],
        &[("oats", "Yes"), ("cereal", "No")],
        &[("oats", "No"), ("cereal", "Yes")],
    ] {
        assert_eq!(
            head(&oats(claims), "gluten", &english),
            [contains],
            "{claims:?}"
        );
    }
    let mut muesli = oats(&[("oats", "Yes")]);
    muesli["components"][0]["allergens"]["contains_wheat"] = json!({"description": "Yes"});
    let said = ["Contains gluten: oats (gluten ≤\u{a0}20\u{a0}mg/kg), wheat"];
    assert_eq!(head(&muesli, "gluten", &english), said);
    // A claim about oats says nothing of wheat that is not stated; one about all cereals does.
    for (claim, said) in [
        (
            "oats",
            "Contains gluten: oats (gluten ≤\u{a0}20\u{a0}mg/kg)",
        ),
        ("cereal", claimed),
    ] {
        let mut unstated = oats(&[(claim, "Yes")]);
        unstated["components"][0]["allergens"]["contains_wheat"] = Value::Null;
        assert_eq!(head(&unstated, "gluten", &english), [said], "{claim}");
    }
    let mut kit = oats(&[("oats", "Yes")]);
    let plain = oats(&[])["components"][0].clone();
    kit["components"].as_array_mut().unwrap().push(plain);
    assert_eq!(head(&kit, "gluten", &english), [contains]);
    let mut warned = oats(&[("oats", "Yes"), ("cereal", "Yes")]);
    warned["components"][0]["allergens"]["allergen_statement_on_pack"] = json!("Contains gluten.");
    let said = ["Contains gluten: oats (gluten ≤\u{a0}20\u{a0}mg/kg)"];
    assert_eq!(head(&warned, "gluten", &english), said);
    // Where no cereal is named.
    let mut cereals = flags(&[("cereal", "Yes")]);
    cereals["components"][0]["allergens"]["contains_cereal_gluten_20ppm"] = json!("Yes");
    assert_eq!(head(&cereals, "gluten", &english), ["Contains gluten"]);
}
