//! Checks the examples in docs/texts.md against the library.

use crate::case::{self, component, no, put};
use product_pool::label::{AllergenReport, Status, verdicts};
use product_pool::model::Allergen;
use serde_json::{Value, json};

const DOCUMENT: &str = include_str!("../../docs/texts.md");

/// The words for allergens in the examples. Longer words come before those that they contain.
const WORDS: [(&str, Allergen); 7] = [
    ("peanut", Allergen::Peanuts),
    ("almond", Allergen::Almond),
    ("milk", Allergen::Milk),
    ("wheat", Allergen::Wheat),
    ("soya", Allergen::Soybeans),
    ("nut", Allergen::TreeNuts),
    ("gluten", Allergen::Cereal),
];

/// The rows of the table with this header, each as its cells.
fn rows(header: &str) -> Vec<Vec<&'static str>> {
    let (_, table) = DOCUMENT.split_once(header).unwrap();
    table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn allergen(text: &str) -> Option<Allergen> {
    let text = text.to_lowercase();
    let found = WORDS.iter().find(|(word, _)| text.contains(word));
    found.map(|(_, allergen)| *allergen)
}

/// The example between quotation marks, with bold type as a supplier marks it up.
fn quoted(cell: &str) -> String {
    let (_, rest) = cell.split_once('“').unwrap();
    let (text, _) = rest.split_once('”').unwrap();
    let parts = text.split("**").enumerate();
    let marked = parts.map(|(index, part)| match index % 2 {
        0 => part.to_owned(),
        _ => format!("<b>{part}</b>"),
    });
    marked.collect()
}

/// The report on a text in the named field, beside the same flag for all allergens.
fn report(field: &str, text: &str, flag: &Value) -> AllergenReport {
    let field = match field {
        "list" => "L",
        "statement" => "S",
        "risk source of milk" => "R:milk",
        "health warning" => "W",
        "name" => "N",
        _ => panic!("no such field: {field}"),
    };
    let mut record = json!({"components": [component(flag)]});
    put(&mut record, field, text);
    case::report(&record, "en")
}

/// How the document names what is shown of an allergen.
fn shown(report: &AllergenReport, allergen: Allergen) -> &'static str {
    // A member of which nothing is declared is listed with its group only.
    let fact = report
        .fact(allergen)
        .or_else(|| report.fact(allergen.group()));
    let has_conflict = fact.is_some_and(|fact| !fact.conflicts.is_empty());
    let is_named = fact.is_some_and(|fact| {
        let mut evidence = fact.evidence.iter();
        evidence.any(|piece| piece.verbatim.is_some())
    });
    match report.status(allergen) {
        Status::Contains => "Contains",
        Status::MayContain => "May contain",
        Status::DeclaredNotPresent => "Declared as not present",
        Status::NotStated if has_conflict => "Declaration and text disagree",
        Status::NotStated if is_named => "Not stated, with the words shown",
        Status::NotStated => "Not stated",
    }
}

#[test]
fn texts_give_the_documented_statuses() {
    let rows = rows("| text | beside the flag “No” | beside no flag |");
    assert!(rows.len() >= 14);
    for row in rows {
        let [example, beside_no, beside_none] = row[..] else {
            panic!("{row:?}");
        };
        let (field, _) = example.split_once(':').unwrap();
        let text = quoted(example);
        let allergen = allergen(example).unwrap();
        let statuses = [no(), Value::Null].map(|flag| {
            let report = report(field, &text, &flag);
            shown(&report, allergen)
        });
        assert_eq!(statuses, [beside_no, beside_none], "{example}");
    }
}

#[test]
fn denials_deny_what_is_documented() {
    let rows = rows("| text | denies | still counts |");
    assert!(rows.len() >= 8);
    for row in rows {
        let [example, denied, counts] = row[..] else {
            panic!("{row:?}");
        };
        let report = report("statement", &quoted(example), &no());
        let (name, level) = counts.split_once(": ").unwrap();
        let expected = match level {
            "may contain" => "May contain",
            "contains" => "Contains",
            "named" => "Declaration and text disagree",
            _ => panic!("{counts}"),
        };
        assert_eq!(
            shown(&report, allergen(name).unwrap()),
            expected,
            "{example}"
        );
        if let Some(denied) = allergen(denied).filter(|_| !denied.starts_with("nothing")) {
            assert_eq!(
                shown(&report, denied),
                "Declared as not present",
                "{example}"
            );
        }
    }
}

#[test]
fn emphasis_gives_the_documented_conclusions() {
    let rows = rows("| list | conclusion for milk |");
    assert!(rows.len() >= 4);
    for row in rows {
        let [example, conclusion] = row[..] else {
            panic!("{row:?}");
        };
        let report = report("list", &quoted(example), &no());
        let milk = shown(&report, Allergen::Milk);
        match conclusion.starts_with("none") {
            true => assert_eq!(milk, "Declared as not present", "{example}"),
            false => assert_eq!(milk, "Contains", "{example}"),
        }
        let is_remarked = conclusion.contains("emphasised by the manufacturer");
        assert_eq!(!report.emphasised.is_empty(), is_remarked, "{example}");
        if conclusion.contains("almonds") {
            assert_eq!(shown(&report, Allergen::Almond), "Contains", "{example}");
        }
    }
}

/// The examples between the tables. Each must still be in the document.
#[test]
fn warnings_and_groups_are_read_as_documented() {
    for (text, warns) in [
        ("May contain zibbel", true),
        ("Contains: zibbel", true),
        ("Made on a line.", true),
        ("Made in a bakery.", false),
        ("Our lines are cleaned between runs.", false),
    ] {
        assert!(DOCUMENT.contains(&format!("“{text}”")), "{text}");
        let report = report("statement", text, &no());
        assert_eq!(report.warns, warns, "{text}");
        assert_eq!(report.statements.len(), 1, "{text}");
        for allergen in Allergen::ALL {
            assert_eq!(
                report.status(*allergen),
                Status::DeclaredNotPresent,
                "{text}"
            );
        }
    }

    assert!(DOCUMENT.contains("“May contain nuts” does not say which nuts"));
    let nuts = report("statement", "May contain nuts", &no());
    let verdict = &verdicts(&nuts, &[Allergen::Almond])[0];
    assert_ne!(verdict.answer, Status::DeclaredNotPresent);

    assert!(DOCUMENT.contains("(“Sugar, **zibbel**, salt”)"));
    let list = report("list", "Sugar, <b>zibbel</b>, salt", &no());
    assert_eq!(list.emphasised.len(), 1);
    assert_eq!(list.emphasised[0].text, "zibbel");
}

#[test]
fn every_denial_in_the_prose_is_one() {
    let (_, section) = DOCUMENT.split_once("## Denials").unwrap();
    let (prose, _) = section.split_once("It ends with its clause").unwrap();
    let examples: Vec<&str> = prose.split('“').skip(1).collect();
    assert!(examples.len() >= 7);
    for example in examples {
        let text = example.split('”').next().unwrap().replace('\n', " ");
        let report = report("statement", &text, &no());
        for allergen in Allergen::ALL {
            assert_eq!(
                report.status(*allergen),
                Status::DeclaredNotPresent,
                "{text}"
            );
        }
    }
}
