//! Denials that are not certain, warnings in other languages, and misspelt names: nothing calm
//! may stand beside them.

use product_pool::label::{Answer, Lexicon, Status, verdicts};
use product_pool::model::Allergen;

use crate::audit::{case, record, report};
use crate::truth::no;

/// Denials of nuts.
const DENIALS: &[&str] = &[
    "Nut free",
    "Nut-free",
    "No nuts",
    "Free from nuts",
    "Free of nuts",
    "Contains no nuts",
    "Does not contain nuts",
    "This product does not contain nuts",
    "Without nuts",
    "Made without nuts",
    "Nuts are not used",
    "Nuts are not an ingredient",
    "Nuts: absent",
    "Nuts are not handled on this site",
    "There are no nuts on site",
    "We do not use nuts",
    "Never contains nuts",
    "Neither nuts nor peanuts",
];

/// What takes a denial back, before it or after it.
const HEDGES: &[&str] = &[
    "{} ✘",
    "{}: ✗",
    "{}: n/a",
    "{}: no",
    "{}: 0",
    "{}: false",
    "{}: unknown",
    "{}?",
    "{} (?)",
    "{}, unconfirmed",
    "{} – unconfirmed",
    "{} (to be confirmed)",
    "{}: TBC",
    "{}, to follow",
    "{} - pending",
    "{}, as far as we know",
    "{} as far as we are aware",
    "{} to the best of our knowledge",
    "{} (not verified)",
    "{} where possible",
    "{} in theory",
    "{}, supposedly",
    "Probably: {}",
    "As far as we know, {}",
    "Allegedly {}",
    "We hope: {}",
    "{}, unless stated otherwise",
    "{} until further notice",
    "{}, subject to change",
    "{} - awaiting confirmation from the supplier",
];

fn is_calm(field: &str, text: &str) -> bool {
    let line: &'static str = format!("en | {field} | {text} | N nuts").leak();
    let case = case(1, line);
    let report = report(&record(&case, &no()), &Lexicon::english());
    verdicts(&report, &[Allergen::TreeNuts])[0].answer == Answer::NotDeclared
}

#[test]
fn a_denial_with_anything_left_over_is_none() {
    let mut calm = Vec::new();
    let mut count = 0;
    for hedge in HEDGES {
        for denial in DENIALS {
            let text = hedge.replace("{}", denial);
            for field in ["S", "A"] {
                count += 1;
                if is_calm(field, &text) {
                    calm.push(text.clone());
                }
            }
        }
    }
    calm.dedup();
    assert!(count >= 1000);
    assert!(
        calm.is_empty(),
        "{} are calm:\n{}",
        calm.len(),
        calm.join("\n")
    );
}

#[test]
fn a_certain_denial_is_calm() {
    for denial in DENIALS {
        assert!(is_calm("S", denial), "{denial}");
    }
}

/// Warnings of other languages, with the allergen that they warn of, and how gravely.
const WARNINGS: &[(&str, &str, Status)] = &[
    (
        "Kann Spuren von Nüssen enthalten.",
        "nuts",
        Status::MayContain,
    ),
    ("Kann Milch enthalten", "milk", Status::MayContain),
    ("Enthält Milch und Eier.", "milk", Status::Contains),
    (
        "Hergestellt in einem Betrieb, der Erdnüsse verarbeitet.",
        "peanuts",
        Status::MayContain,
    ),
    ("Enthält: Weizen, Sellerie", "celery", Status::Contains),
    (
        "Peut contenir des traces de lait.",
        "milk",
        Status::MayContain,
    ),
    (
        "Traces éventuelles de fruits à coque.",
        "nuts",
        Status::MayContain,
    ),
    ("Contient: lait", "milk", Status::Contains),
    ("Contient du blé et des œufs", "eggs", Status::Contains),
    (
        "Fabriqué dans un atelier utilisant des arachides.",
        "peanuts",
        Status::MayContain,
    ),
    (
        "Puede contener trazas de frutos secos.",
        "nuts",
        Status::MayContain,
    ),
    ("Contiene leche", "milk", Status::Contains),
    ("Puede contener huevo y soja", "eggs", Status::MayContain),
    ("Può contenere tracce di latte", "milk", Status::MayContain),
    ("Contiene: frumento, uova", "eggs", Status::Contains),
    (
        "Prodotto in uno stabilimento che utilizza frutta a guscio.",
        "nuts",
        Status::MayContain,
    ),
    ("Kan sporen van noten bevatten", "nuts", Status::MayContain),
    ("Bevat melk", "milk", Status::Contains),
    (
        "Gemaakt in een bedrijf waar pinda's worden verwerkt",
        "peanuts",
        Status::MayContain,
    ),
    ("Może zawierać mleko", "milk", Status::MayContain),
    ("Zawiera jaja i gorczycę", "mustard", Status::Contains),
    ("Może zawierać orzechy", "nuts", Status::MayContain),
    ("Gall gynnwys llaeth", "milk", Status::MayContain),
    ("Yn cynnwys wyau", "eggs", Status::Contains),
];

#[test]
fn warnings_of_every_language_are_known_on_an_english_page() {
    for (text, word, least) in WARNINGS {
        let line: &'static str = format!("en | S | {text} | C {word}").leak();
        let case = case(1, line);
        let of = case.expected[0].0;
        let report = report(&record(&case, &no()), &Lexicon::english());
        assert!(
            report.status(of) >= *least,
            "{text}: {:?}",
            report.status(of)
        );
    }
}

/// Names that "Contains:" may misspell, and what they are.
const NAMES: &[(&str, &str)] = &[
    ("milk", "milk"),
    ("eggs", "eggs"),
    ("wheat", "wheat"),
    ("barley", "barley"),
    ("peanuts", "peanuts"),
    ("almonds", "almond"),
    ("hazelnuts", "hazelnut"),
    ("soya", "soya"),
    ("celery", "celery"),
    ("mustard", "mustard"),
    ("sesame", "sesame"),
    ("lupin", "lupin"),
    ("crustaceans", "crustacea"),
    ("molluscs", "molluscs"),
    ("sulphites", "so2"),
];

/// One edit each: two letters swapped, one left out, one doubled, one replaced. The first letter
/// stays, as in most typing errors.
fn misspelt(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut found = Vec::new();
    for at in 1..letters.len() - 1 {
        let mut swapped = letters.clone();
        swapped.swap(at, at + 1);
        let mut missing = letters.clone();
        missing.remove(at);
        let mut doubled = letters.clone();
        doubled.insert(at, letters[at]);
        let mut replaced = letters.clone();
        replaced[at] = 'z';
        found.extend([swapped, missing, doubled, replaced]);
    }
    found.into_iter().map(String::from_iter).collect()
}

#[test]
fn a_misspelt_or_unknown_name_in_a_list_of_allergens_warns() {
    let mut calm = Vec::new();
    let mut count = 0;
    for (name, word) in NAMES {
        for wrong in misspelt(name) {
            for lead in ["Contains: ", "May contain ", "May contain traces of "] {
                let line: &'static str = format!("en | S | {lead}{wrong} | N {word}").leak();
                let case = case(1, line);
                let of = case.expected[0].0;
                let report = report(&record(&case, &no()), &Lexicon::english());
                count += 1;
                if verdicts(&report, &[of])[0].answer == Answer::NotDeclared {
                    calm.push(format!("{lead}{wrong}"));
                }
            }
        }
    }
    assert!(count > 500);
    assert!(
        calm.is_empty(),
        "{} of {count} are calm: {}",
        calm.len(),
        calm.join(", ")
    );
    // A word that is near to nothing keeps every verdict open.
    let case = case(1, "en | S | Contains: gorblefax | !");
    let report = report(&record(&case, &no()), &Lexicon::english());
    assert!(report.warns);
}

#[test]
fn a_misspelt_name_is_the_allergen() {
    for (text, word) in [
        ("Contains: mlik", "milk"),
        ("May contain penuts", "peanuts"),
    ] {
        let line: &'static str = format!("en | S | {text} | M {word}").leak();
        let case = case(1, line);
        let report = report(&record(&case, &no()), &Lexicon::english());
        assert!(
            report.status(case.expected[0].0) >= Status::MayContain,
            "{text}"
        );
    }
}
