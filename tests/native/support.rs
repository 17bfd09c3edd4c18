//! Records of one text and one flag, and what is read of them.

use product_pool::card::{Element, to_html};
use product_pool::label::{AllergenReport, Status, allergen_report, verdicts};
use product_pool::model::{Allergen, Product};
use serde_json::{Map, Value, json};

pub(crate) fn no() -> Value {
    json!({"value": 0, "description": "No"})
}

pub(crate) fn yes() -> Value {
    json!({"value": 1, "description": "Yes"})
}

/// The flags of every allergen.
pub(crate) fn flags(flag: &Value) -> Map<String, Value> {
    let fields = Allergen::ALL.iter().map(|allergen| allergen.flag_field());
    fields
        .map(|field| (field.to_owned(), flag.clone()))
        .collect()
}

/// A product of one component, its flags all the same, with a text in it.
pub(crate) fn product(section: &str, field: &str, text: &str, flag: &Value) -> Value {
    let mut component = json!({"allergens": flags(flag)});
    component[section][field] = json!(text);
    json!({"components": [component]})
}

pub(crate) fn read(data: &Value) -> Product {
    Product::from_json(&json!({ "data": data }).to_string()).unwrap()
}

pub(crate) fn report(data: &Value) -> AllergenReport {
    allergen_report(read(data).data())
}

pub(crate) fn answer(report: &AllergenReport, allergen: Allergen) -> Status {
    verdicts(report, &[allergen])[0].answer
}

/// Whether nothing calm is said of an allergen that a text names.
pub(crate) fn check(report: &AllergenReport, allergen: Allergen, least: Status, text: &str) {
    let fact = report.fact(allergen).unwrap();
    assert!(fact.status >= least, "{text}: {:?}", fact.status);
    assert_ne!(fact.status, Status::DeclaredNotPresent, "{text}");
    assert_ne!(
        answer(report, allergen),
        Status::DeclaredNotPresent,
        "{text}"
    );
    let words = fact
        .evidence
        .iter()
        .filter(|evidence| evidence.source.is_text());
    assert!(words.count() > 0, "{text}: no words");
    let mut flags = fact
        .evidence
        .iter()
        .filter(|evidence| !evidence.source.is_text());
    let is_denied = flags.any(|flag| flag.status == Status::DeclaredNotPresent);
    assert!(
        !is_denied || !fact.conflicts.is_empty(),
        "{text}: no conflict"
    );
}

/// A tree as HTML that people can read: the characters that only the software of a page acts on
/// stand for themselves.
pub(crate) fn printed(element: &Element) -> String {
    let printed = to_html(element);
    let mut parts = printed.split("&#");
    let mut html = parts.next().unwrap().to_owned();
    for part in parts {
        let (code, after) = part.split_once(';').unwrap();
        let code = match code.strip_prefix('x') {
            Some(code) => u32::from_str_radix(code, 16),
            None => code.parse(),
        };
        html.push(char::from_u32(code.unwrap()).unwrap());
        html.push_str(after);
    }
    html
}

/// A character for each of the signs that the style sheet draws as shapes, in its order, by which
/// texts in tests show them.
pub(crate) const SIGNS: [(&str, char); 9] = [
    ("contains", '●'),
    ("may-contain", '◐'),
    ("declared-not-present", '○'),
    ("not-stated", '?'),
    ("yes", '✓'),
    ("warning", '⚠'),
    ("recalled", '✕'),
    ("more", '▲'),
    ("less", '▼'),
];

/// HTML with the signs as characters.
pub(crate) fn with_signs(html: &str) -> String {
    SIGNS.iter().fold(html.to_owned(), |html, (name, sign)| {
        let element = format!("data-sign=\"{name}\">");
        html.replace(&element, &format!("{element}{sign}"))
    })
}
