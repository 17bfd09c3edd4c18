use super::{LANGUAGES, Messages};
use crate::label::{Lexicon, Status};
use crate::model::{Allergen, Micronutrient, Nutrient, Value};
use std::collections::BTreeSet;

fn all() -> impl Iterator<Item = Messages> {
    LANGUAGES
        .iter()
        .map(|(language, text)| Messages::from_json(language, text).expect(language))
}

fn keys(messages: &Messages) -> BTreeSet<&str> {
    messages.0.pairs.iter().map(|(key, _)| &**key).collect()
}

#[test]
fn every_name_in_the_tables_has_words() {
    let families = [
        (
            "allergen",
            Allergen::ALL
                .iter()
                .map(|allergen| allergen.wire_name())
                .collect::<Vec<_>>(),
        ),
        (
            "nutrient",
            Nutrient::ALL
                .iter()
                .map(|nutrient| nutrient.wire_name())
                .collect(),
        ),
        (
            "of-which",
            Nutrient::ALL
                .iter()
                .filter(|nutrient| nutrient.parent().is_some())
                .map(|nutrient| nutrient.wire_name())
                .collect(),
        ),
        (
            "nutrient",
            Micronutrient::ALL
                .iter()
                .map(|nutrient| nutrient.wire_name())
                .collect(),
        ),
        (
            "status",
            [
                Status::DeclaredNotPresent,
                Status::NotStated,
                Status::MayContain,
                Status::Contains,
            ]
            .map(Status::key)
            .to_vec(),
        ),
    ];
    for messages in all() {
        for (family, names) in &families {
            for name in names {
                let text = messages.named(family, name);
                assert_ne!(text, format!("{family}.{name}"), "{messages:?}: no message");
            }
        }
    }
}

/// What a language lacks and has too much, a line each: what a translator needs
/// to see.
#[test]
fn every_language_has_every_message_of_english_and_no_other() {
    let english = Messages::english();
    let mut gaps = Vec::new();
    for messages in all() {
        let language = messages.language();
        let (theirs, wanted) = (keys(&messages), keys(&english));
        for key in wanted.difference(&theirs) {
            gaps.push(format!("{language} lacks {key}: {}", english.get(key)));
        }
        for key in theirs.difference(&wanted) {
            gaps.push(format!("{language} has {key}, which English has not"));
        }
    }
    assert!(gaps.is_empty(), "\n{}", gaps.join("\n"));
}

#[test]
fn no_language_has_a_key_twice() {
    for (language, text) in LANGUAGES {
        let file = Value::parse(text).expect(language);
        let members = file.as_object().expect(language).iter().count();
        let messages = Messages::from_json(language, text).expect(language);
        assert_eq!(keys(&messages).len(), members, "{language}");
    }
}

/// The names in braces of a text, sorted.
fn places(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = text
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .map(|(name, _)| name)
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn every_language_has_the_same_places_to_fill() {
    let english = Messages::english();
    for messages in all() {
        for (key, text) in &messages.0.pairs {
            assert_eq!(places(text), places(english.get(key)), "{messages:?} {key}");
        }
    }
}

#[test]
fn places_are_filled_once_and_never_from_what_fills_them() {
    let messages =
        Messages::from_json("en", r#"{"k": "{a} {b} {a} {", "z": 1, "k2": "x"}"#).expect("JSON");
    assert_eq!(messages.format("k", "a", "{a}{b}"), "{a}{b} {b} {a}{b} {");
    assert_eq!(messages.get("z"), "z", "no text, no message");
    assert_eq!(messages.get("k2"), "x");
    assert_eq!(messages.get("a"), "a");
    assert_eq!(messages.get("zz"), "zz");
}

#[test]
fn figures_have_the_language_s_decimal_sign() {
    let of = |tag| Messages::for_language(tag).expect(tag);
    assert_eq!(of("en-GB").figure("1.50"), "1.50");
    assert_eq!(of("cy").figure("1.50"), "1.50");
    assert_eq!(of("pl").figure("<0.5"), "<0,5");
    assert_eq!(of("de-CH").with_decimal(".").figure("1.50"), "1.50");
    assert_eq!(Messages::empty("fr").figure("1.50"), "1.50");
}

#[test]
fn without_a_formatter_a_date_is_its_day() {
    let messages = Messages::empty("tlh");
    assert_eq!(messages.date("2024-07-02 14:25:26"), "2024-07-02");
    assert_eq!(messages.date("2024-07-02T14:25:26Z"), "2024-07-02");
    for other in ["soon", "Tuesday", "2 May 1999", "02/05/1999 10:00"] {
        assert_eq!(messages.date(other), other);
    }
}

/// The names of the fields and sections that the card can show as plain facts.
fn shown() -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    use crate::model::table::{ACCREDITATIONS, COMPONENT, DIETS, FREE_FROM, PRODUCT, Schema};
    use crate::model::view::Shape;
    let mut fields = BTreeSet::new();
    let mut sections = BTreeSet::new();
    fn rows(shape: Shape, fields: &mut BTreeSet<&'static str>) {
        match shape {
            Shape::List(element) => rows(*element, fields),
            Shape::Record(record) if record.fields().any(|field| field.name.contains('_')) => {
                fields.extend(record.fields().map(|field| field.name));
            }
            _ => {}
        }
    }
    let mut take = |record: &'static Schema| {
        for field in record.fields() {
            if field.topic.or(record.topic).is_some() {
                fields.insert(field.name);
                sections.insert(record.name);
                if let Shape::List(_) = field.shape {
                    rows(field.shape, &mut fields);
                }
            }
        }
    };
    for top in [&PRODUCT, &COMPONENT] {
        take(top);
        for field in top.fields() {
            if let Shape::Record(section) = field.shape {
                take(section);
            }
        }
    }
    for record in [&DIETS, &FREE_FROM, &ACCREDITATIONS] {
        fields.extend(record.fields().map(|field| field.name));
    }
    // The view of changes names it.
    fields.insert("replaced_by");
    (fields, sections)
}

#[test]
fn every_field_that_can_be_shown_has_a_name() {
    use crate::model::table::Accreditation;
    let (fields, sections) = shown();
    let english = Messages::english();
    // A scheme has a name of its own.
    let titled = |name: &str| Accreditation::ALL.iter().any(|known| known.field == name);
    let missing: Vec<&&str> = fields
        .iter()
        .filter(|name| !titled(name) && english.find(&["field", name].join(".")).is_none())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (key, _) in &english.0.pairs {
        if let Some(name) = key.strip_prefix("field.") {
            assert!(fields.contains(name), "{key} is shown nowhere");
        }
        if let Some(name) = key.strip_prefix("section.") {
            assert!(sections.contains(name), "{key} is shown nowhere");
        }
    }
}

/// A card that is given another lexicon is drawn again.
#[test]
fn messages_with_another_lexicon_are_others() {
    let english = Messages::english();
    let lexicon = Lexicon::for_language("de").unwrap();
    let german = english.clone().with_lexicon(lexicon);
    assert_ne!(german, english);
    let same = Messages::english().with_lexicon(Lexicon::for_language("de").unwrap());
    assert_eq!(same, german);
}
