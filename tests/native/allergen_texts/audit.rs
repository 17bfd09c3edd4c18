//! Adversarial texts for the reader of supplier texts: `audit.txt`, `audit-more.txt`.

use product_pool::label::{
    AllergenFact, AllergenReport, Answer, Lexicon, Status, allergen_report_with, verdicts,
};
use product_pool::model::{Allergen, Product};
use serde_json::{Map, Value, json};

pub(crate) const TEXTS: [(&str, &str); 2] = [
    ("audit.txt", include_str!("../../fixtures/audit.txt")),
    (
        "audit-more.txt",
        include_str!("../../fixtures/audit-more.txt"),
    ),
];

/// A line of the file.
pub(crate) struct Case {
    pub(crate) line: usize,
    pub(crate) language: &'static str,
    pub(crate) field: &'static str,
    pub(crate) text: String,
    /// The least that is said of an allergen.
    pub(crate) expected: Vec<(Allergen, Status)>,
    /// Whose group is named, so that no verdict on them is calm.
    pub(crate) members: Vec<Allergen>,
    /// Of which anything may be said.
    pub(crate) open: Vec<Allergen>,
    pub(crate) emphasised: Option<&'static str>,
    /// Whether no verdict may be calm.
    pub(crate) warns: bool,
    /// Whether a verdict may be cautious.
    pub(crate) may_warn: bool,
}

pub(crate) fn allergen(word: &str) -> Allergen {
    let name = match word {
        "nuts" => "tree_nuts",
        "soya" => "soybeans",
        "sesame" => "sesame_seeds",
        "celery" => "celery_celeriac",
        "so2" => "sulphur_dioxide",
        "gluten" => "cereal",
        other => other,
    };
    Allergen::from_wire_name(name)
        .or_else(|| Allergen::from_wire_name(&format!("{name}_nuts")))
        .unwrap_or_else(|| panic!("no allergen: {word}"))
}

pub(crate) fn case(line: usize, source: &'static str) -> Case {
    // The text may have bars of its own.
    let mut parts = source.splitn(3, '|').map(str::trim);
    let mut part = || {
        parts
            .next()
            .unwrap_or_else(|| panic!("{line}: not four parts: {source}"))
    };
    let (language, field, rest) = (part(), part(), part());
    let (text, said) = rest
        .rsplit_once('|')
        .map(|(text, said)| (text.trim(), said.trim()))
        .unwrap();
    let mut case = Case {
        line,
        language,
        field,
        text: text.replace("\\n", "\n").replace("\\t", "\t"),
        expected: Vec::new(),
        members: Vec::new(),
        open: Vec::new(),
        emphasised: None,
        warns: false,
        may_warn: false,
    };
    for said in said
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (kind, rest) = said.split_once(' ').unwrap_or((said, ""));
        let allergens = || rest.split_whitespace().map(allergen);
        let status = match kind {
            "C" => Status::Contains,
            "M" => Status::MayContain,
            "N" => Status::NotStated,
            "?" => {
                case.open.extend(allergens());
                continue;
            }
            "G" => {
                case.members.extend(allergens());
                continue;
            }
            "E" => {
                case.emphasised = Some(rest);
                continue;
            }
            "!" => {
                case.warns = true;
                continue;
            }
            "~" => {
                case.may_warn = true;
                continue;
            }
            // Of ordinary sentences: nothing is raised, and a fact beside the allergens is stated.
            "calm" | "20ppm" => continue,
            _ => panic!("{line}: {kind}"),
        };
        case.expected
            .extend(allergens().map(|allergen| (allergen, status)));
    }
    case
}

/// The record of a case, every flag of it the same.
pub(crate) fn record(case: &Case, flag: &Value) -> Value {
    let mut allergens = Map::new();
    for allergen in Allergen::ALL {
        allergens.insert(allergen.flag_field().to_owned(), flag.clone());
    }
    let text = json!(case.text);
    let mut record = json!({"components": [{"allergens": allergens}]});
    let component = &mut record["components"][0];
    match case.field {
        "S" => component["allergens"]["allergen_statement_on_pack"] = text,
        "A" => component["allergens"]["additional_allergen_information"] = text,
        "L" => component["ingredients"]["formatted_ingredients"] = text,
        "P" => component["ingredients"]["ingredients"] = text,
        "T" => component["ingredients"]["plaintext_ingredients"] = text,
        "I" => component["ingredients"]["ingredients_statements"] = text,
        "C" => component["general"]["component_name"] = text,
        "W" => record["safety_outer"]["product_health_warning"] = text,
        "N" => record["general"]["product_name"] = text,
        path if path.starts_with('@') => {
            let mut place = &mut record;
            for part in path[1..].split('.') {
                place = match part {
                    "components[0]" => &mut place["components"][0],
                    part => &mut place[part],
                };
            }
            *place = text;
        }
        other => {
            let of = allergen(other.strip_prefix("R:").unwrap());
            component["allergens"][of.risk_source_field()] = text;
        }
    }
    record
}

pub(crate) fn report(record: &Value, lexicon: &Lexicon) -> AllergenReport {
    let text = json!({ "data": record }).to_string();
    allergen_report_with(Product::from_json(&text).unwrap().data(), lexicon)
}

/// A fact of an allergen, or of its group, for which `holds`.
fn any(report: &AllergenReport, of: Allergen, holds: impl Fn(&AllergenFact) -> bool) -> bool {
    let facts = [report.fact(of), report.fact(of.group())];
    facts.into_iter().flatten().any(holds)
}

pub(crate) fn faults(case: &Case, lexicon: &Lexicon) -> Vec<String> {
    let mut faults = Vec::new();
    let no = report(
        &record(case, &json!({"value": 0, "description": "No"})),
        lexicon,
    );
    let null = report(&record(case, &Value::Null), lexicon);
    let answer = |of: Allergen| verdicts(&no, &[of])[0].answer;
    for (of, least) in &case.expected {
        let name = of.wire_name();
        let (status, silent) = (no.status(*of), null.status(*of));
        if status < *least || status == Status::NotPresent || silent < *least {
            faults.push(format!(
                "{name}: {status:?}, {silent:?} beside null, not {least:?}"
            ));
        }
        if !any(&no, *of, |fact| !fact.conflicts.is_empty()) {
            faults.push(format!("{name}: no conflict"));
        }
        if answer(*of) == Answer::NotDeclared {
            faults.push(format!("{name}: a calm verdict"));
        }
        let shown = |fact: &AllergenFact| {
            let mut texts = fact
                .evidence
                .iter()
                .filter(|evidence| evidence.source.is_text());
            texts.any(|text| {
                text.verbatim
                    .as_ref()
                    .is_some_and(|words| !words.is_empty())
            })
        };
        if !any(&null, *of, shown) {
            faults.push(format!("{name}: no words beside null"));
        }
    }
    let calm = case
        .members
        .iter()
        .filter(|of| answer(**of) == Answer::NotDeclared);
    faults.extend(calm.map(|of| format!("{}: a calm verdict", of.wire_name())));
    let is_open = |of: Allergen| {
        let named = case
            .expected
            .iter()
            .map(|(allergen, _)| allergen)
            .chain(&case.open);
        named
            .into_iter()
            .any(|allergen| *allergen == of || allergen.group() == of || of.group() == *allergen)
    };
    for of in Allergen::ALL
        .iter()
        .copied()
        .filter(|allergen| !is_open(*allergen))
    {
        let status = no.status(of);
        if status != Status::NotPresent
            || no.fact(of).is_some_and(|fact| !fact.conflicts.is_empty())
        {
            faults.push(format!("{}: {status:?}, a false alarm", of.wire_name()));
        } else if null.status(of) != Status::NotStated {
            faults.push(format!("{}: a false alarm beside null", of.wire_name()));
        }
    }
    let mut all = Allergen::ALL.iter().copied();
    if case.warns && all.any(|of| answer(of) == Answer::NotDeclared) {
        faults.push("a calm verdict".to_owned());
    }
    if !case.warns && !case.may_warn && no.warns {
        faults.push("warns of something unread".to_owned());
    }
    if let Some(words) = case.emphasised
        && !no.emphasised.iter().any(|remark| remark.text == words)
    {
        faults.push(format!("no remark on {words}: {:?}", no.emphasised));
    }
    faults
}

#[test]
fn every_text_of_the_audit_is_read() {
    let mut failures = Vec::new();
    let mut count = 0;
    let mut lexicon = ("en", Lexicon::english());
    let lines = TEXTS.iter().flat_map(|(file, texts)| {
        let lines = texts.lines().enumerate();
        lines.map(move |(index, line)| (file, index, line))
    });
    for (file, index, source) in lines {
        if source.is_empty() || source.starts_with('#') {
            continue;
        }
        let case = case(index + 1, source);
        if case.language != lexicon.0 {
            lexicon = (case.language, Lexicon::of(case.language).unwrap());
        }
        count += 1;
        let faults = faults(&case, &lexicon.1);
        if !faults.is_empty() {
            let Case {
                line,
                language,
                field,
                text,
                ..
            } = case;
            failures.push(format!(
                "{file}:{line} {language} {field} {text:?}: {}",
                faults.join("; ")
            ));
        }
    }
    assert!(count >= 300);
    let failed = failures.len();
    assert!(
        failures.is_empty(),
        "{failed} of {count}:\n{}",
        failures.join("\n")
    );
}
