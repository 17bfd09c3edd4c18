//! An oracle for what texts say of allergens.
//!
//! Written from the rules alone: it shares no code and no word with the reader.
//! What a text must say follows from how the text was made. The words, the
//! statements and the false friends stand in `tests/fixtures/`.

mod cards;
mod corpus;
mod false_friends;
mod generator;
mod lists;
mod statements;
mod texts;
mod words;

use product_pool::label::{
    AllergenFact, AllergenReport, Answer, Evidence, Lexicon, Source, Status, allergen_report_with,
    verdicts,
};
use product_pool::model::{Allergen, Product};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::HashMap;

/// The report of a record, read with English and the words of `language`.
fn report(record: &Value, language: &str) -> AllergenReport {
    let text = json!({ "data": record }).to_string();
    let product = Product::from_json(&text).unwrap();
    thread_local! {
        static READ: RefCell<HashMap<String, Lexicon>> = RefCell::default();
    }
    let lexicon = READ.with_borrow_mut(|read| {
        let lexicon = read.entry(language.to_owned());
        lexicon
            .or_insert_with(|| Lexicon::of(language).unwrap())
            .clone()
    });
    allergen_report_with(product.data(), &lexicon)
}

/// Whether a shopper who avoids `allergen` gets a calm answer.
fn is_calm(report: &AllergenReport, allergen: Allergen) -> bool {
    let verdicts = verdicts(report, &[allergen]);
    verdicts
        .iter()
        .any(|verdict| verdict.answer == Answer::NotDeclared)
}

/// Whether the report remarks that `text` is emphasised and unexplained.
fn remarks_emphasis(report: &AllergenReport, text: &str) -> bool {
    let text = letters(text);
    let mut emphasised = report.emphasised.iter().map(|remark| letters(&remark.text));
    emphasised.any(|words| !words.is_empty() && text.contains(&words))
}

/// A field in which a supplier writes about what is in the food.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// `allergen_statement_on_pack`.
    Statement,
    /// `additional_allergen_information`.
    Additional,
    /// `formatted_ingredients`, with tags.
    List,
    /// `ingredients`, with capitals for emphasis.
    Plain,
    /// `plaintext_ingredients`.
    Text,
    /// `ingredients_statements`.
    Note,
    /// `product_health_warning`, of the product.
    Warning,
    /// `product_name`, of the product.
    Name,
    /// `component_name`.
    Component,
    /// `contains_<allergen>_risk_source`.
    Risk(Allergen),
}

impl Field {
    fn named(name: &str) -> Option<Field> {
        Some(match name {
            "statement" => Field::Statement,
            "additional" => Field::Additional,
            "list" => Field::List,
            "plain" => Field::Plain,
            "text" => Field::Text,
            "note" => Field::Note,
            "warning" => Field::Warning,
            "name" => Field::Name,
            "component" => Field::Component,
            _ => Field::Risk(Allergen::from_wire_name(name.strip_prefix("risk:")?)?),
        })
    }

    /// Whether it belongs to the product, not to one of its components.
    fn is_of_product(self) -> bool {
        matches!(self, Field::Warning | Field::Name)
    }
}

/// What the flags beside a text say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flag {
    No,
    Null,
    Dash,
}

impl Flag {
    fn value(self) -> Value {
        match self {
            Flag::No => json!({"value": 0, "description": "No"}),
            Flag::Null => Value::Null,
            Flag::Dash => json!({"value": 0, "description": "-"}),
        }
    }
}

/// The least that a text says of an allergen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// It denies it, or means something else: the flag stands.
    Calm,
    /// It names it.
    Named,
    MayContain,
    Contains,
}

/// What must be read of one allergen.
#[derive(Clone, Debug)]
struct Expected {
    allergen: Allergen,
    level: Level,
    /// The word that names it, for the evidence; empty where any will do.
    word: String,
}

/// A text in its field, beside its flags, and what must be read of it.
#[derive(Clone, Debug)]
struct Case {
    text: String,
    field: Field,
    flag: Flag,
    /// The allergens whose flag is given; the others' flags are missing.
    flagged: Vec<Allergen>,
    expected: Vec<Expected>,
}

impl Case {
    fn component(&self) -> Value {
        let mut allergens = Map::new();
        for allergen in &self.flagged {
            allergens.insert(allergen.flag_field().to_owned(), self.flag.value());
        }
        let mut general = Map::new();
        let mut ingredients = Map::new();
        let text = Value::from(self.text.as_str());
        match self.field {
            Field::Statement => allergens.insert("allergen_statement_on_pack".to_owned(), text),
            Field::Additional => {
                allergens.insert("additional_allergen_information".to_owned(), text)
            }
            Field::Risk(of) => allergens.insert(of.risk_source_field().to_owned(), text),
            Field::List => ingredients.insert("formatted_ingredients".to_owned(), text),
            Field::Plain => ingredients.insert("ingredients".to_owned(), text),
            Field::Text => ingredients.insert("plaintext_ingredients".to_owned(), text),
            Field::Note => ingredients.insert("ingredients_statements".to_owned(), text),
            Field::Component => general.insert("component_name".to_owned(), text),
            Field::Warning | Field::Name => None,
        };
        json!({"general": general, "allergens": allergens, "ingredients": ingredients})
    }
}

/// A record with a component for each case. A case of the product's own fields
/// stands alone.
fn record(cases: &[Case]) -> Value {
    let components: Vec<Value> = cases.iter().map(Case::component).collect();
    let mut record = json!({ "components": components });
    match cases {
        [case] if case.field == Field::Warning => {
            record["safety_outer"] = json!({"product_health_warning": case.text});
        }
        [case] if case.field == Field::Name => {
            record["general"] = json!({"product_name": case.text});
        }
        _ => assert!(cases.iter().all(|case| !case.field.is_of_product())),
    }
    record
}

/// What is wrong with the report on the case that stands in `component`.
fn faults(report: &AllergenReport, component: usize, case: &Case) -> Vec<String> {
    let mut faults = Vec::new();
    let of_product = case.field.is_of_product();
    let here = |index: Option<usize>| of_product || index == Some(component);
    for expected in &case.expected {
        let allergen = expected.allergen;
        let name = allergen.wire_name();
        let mut both = vec![allergen];
        both.extend((!allergen.is_group()).then(|| allergen.group()));
        for of in &both {
            let status = match of_product {
                true => report.status(*of),
                false => report.status_in(*of, component),
            };
            let wrong = match expected.level {
                Level::Calm if case.flagged.contains(of) && case.flag == Flag::No => {
                    status != Status::NotPresent
                }
                Level::Calm => status != Status::NotStated,
                Level::Named => status == Status::NotPresent,
                Level::MayContain => status < Status::MayContain,
                Level::Contains => status < Status::Contains,
            };
            if wrong {
                let level = expected.level;
                faults.push(format!(
                    "{name}: {} is {status:?}, not {level:?}",
                    of.wire_name()
                ));
            }
        }
        if expected.level == Level::Calm {
            continue;
        }
        let known: Vec<&AllergenFact> = both
            .iter()
            .filter_map(|allergen| report.fact(*allergen))
            .collect();
        let in_conflict = known
            .iter()
            .flat_map(|fact| &fact.conflicts)
            .any(|conflict| here(conflict.component));
        if case.flag == Flag::No && !in_conflict {
            faults.push(format!("{name}: no conflict"));
        }
        let shown = known
            .iter()
            .flat_map(|fact| &fact.evidence)
            .any(|piece| here(piece.component) && shows(piece, &expected.word));
        if !shown {
            faults.push(format!("{name}: no evidence"));
        }
    }
    faults
}

/// Whether a piece of evidence shows the supplier's word.
fn shows(piece: &Evidence, word: &str) -> bool {
    let text = match piece.source {
        Source::Flag => &piece.risk_source,
        _ => &piece.verbatim,
    };
    let text = letters(text.as_deref().unwrap_or_default());
    let word = letters(word);
    !text.is_empty() && (text.contains(&word) || word.contains(&text))
}

/// The letters and digits of a text, without tags and non-breaking spaces.
fn letters(text: &str) -> String {
    let mut letters = String::new();
    let mut in_tag = false;
    for c in text.replace("&nbsp", "").replace("&shy;", "").chars() {
        in_tag = (in_tag || c == '<') && c != '>';
        if !in_tag && c.is_alphanumeric() {
            letters.extend(c.to_lowercase());
        }
    }
    letters
}

/// A component that declares every allergen. The report leaves out a member of
/// which nothing is stated over all components; beside this one, none is.
fn anchor() -> Value {
    let yes = json!({"value": 1, "description": "Yes"});
    let flags = Allergen::ALL
        .iter()
        .map(|allergen| (allergen.flag_field().to_owned(), yes.clone()));
    json!({"allergens": flags.collect::<Map<_, _>>()})
}

/// Reads each case and gives those with their faults: those of the product's
/// own fields last. Cases of components come many in a record.
fn judged(cases: Vec<Case>, language: &str) -> Vec<(Case, Vec<String>)> {
    const BATCH: usize = 24;
    let (alone, others): (Vec<Case>, Vec<Case>) = cases
        .into_iter()
        .partition(|case| case.field.is_of_product());
    let mut judged = Vec::new();
    let anchor = anchor();
    for batch in others.chunks(BATCH).chain(alone.chunks(1)) {
        let mut record = record(batch);
        if let (false, Some(components)) = (
            batch[0].field.is_of_product(),
            record["components"].as_array_mut(),
        ) {
            components.push(anchor.clone());
        }
        let report = report(&record, language);
        for (index, case) in batch.iter().enumerate() {
            judged.push((case.clone(), faults(&report, index, case)));
        }
    }
    judged
}

/// The meaningful lines of a fixture, each with its number.
fn lines(fixture: &'static str) -> impl Iterator<Item = (usize, &'static str)> {
    let lines = fixture.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| (index + 1, line))
}

/// The allergens of a list of wire names; `all` is every one.
fn allergens(names: &str) -> Vec<Allergen> {
    if names.trim() == "all" {
        return Allergen::ALL.to_vec();
    }
    names
        .split_whitespace()
        .map(|name| Allergen::from_wire_name(name).unwrap_or_else(|| panic!("no allergen: {name}")))
        .collect()
}
