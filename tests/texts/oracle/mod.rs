//! An oracle for what texts say of allergens.
//!
//! Written from the rules alone: it shares no code and no word with the reader. What a text must say
//! follows from how the text was made: of the templates and the words in `corpora/`.

mod cards;
mod generator;
mod texts;
mod words;

use crate::case::{component, no, put, report};
use product_pool::label::{AllergenFact, AllergenReport, Evidence, Source, Status};
use product_pool::model::Allergen;
use serde_json::{Value, json};

/// What must be read of one allergen.
#[derive(Clone, Debug)]
struct Expected {
    allergen: Allergen,
    /// The least that is said of it; `DeclaredNotPresent` where the text denies it, or means something else.
    status: Status,
    /// The word that names it, for the evidence.
    word: String,
}

/// A text in its field, beside its flags, and what must be read of it.
#[derive(Clone, Debug)]
struct Made {
    text: String,
    /// The field's sign in [`crate::case`].
    field: String,
    /// The flag of each allergen that has one.
    flag: Value,
    flagged: Vec<Allergen>,
    expected: Vec<Expected>,
}

impl Made {
    /// Whether its field is the product's own, not a component's.
    fn is_of_product(&self) -> bool {
        matches!(&*self.field, "W" | "N")
    }

    fn component(&self) -> Value {
        let mut allergens = json!({});
        for of in &self.flagged {
            allergens[of.flag_field()] = self.flag.clone();
        }
        let mut record = json!({"components": [{"allergens": allergens}]});
        if !self.is_of_product() {
            put(&mut record, &self.field, &self.text);
        }
        record["components"][0].take()
    }
}

/// A record with a component for each text. A text of the product's own fields stands alone.
fn record(texts: &[Made]) -> Value {
    let components: Vec<Value> = texts.iter().map(Made::component).collect();
    let mut record = json!({ "components": components });
    if let [text] = texts
        && text.is_of_product()
    {
        put(&mut record, &text.field, &text.text);
    }
    record
}

/// What is wrong with the report on the text that stands in `component`.
fn faults(report: &AllergenReport, component: usize, text: &Made) -> Vec<String> {
    let mut faults = Vec::new();
    let of_product = text.is_of_product();
    let is_here = |index: Option<usize>| of_product || index == Some(component);
    for Expected {
        allergen,
        status: least,
        word,
    } in &text.expected
    {
        let name = allergen.wire_name();
        let both = with_groups(&[*allergen]);
        for of in &both {
            let status = match of_product {
                true => report.status(*of),
                false => report.status_in(*of, component),
            };
            let is_denied = text.flagged.contains(of) && text.flag == no();
            let is_wrong = match least {
                Status::DeclaredNotPresent if is_denied => status != Status::DeclaredNotPresent,
                Status::DeclaredNotPresent => status != Status::NotStated,
                _ => status < *least,
            };
            if is_wrong {
                faults.push(format!(
                    "{name}: {} is {status:?}, not {least:?}",
                    of.wire_name()
                ));
            }
        }
        if *least == Status::DeclaredNotPresent {
            continue;
        }
        let known = both.iter().filter_map(|of| report.fact(*of));
        let known: Vec<&AllergenFact> = known.collect();
        let mut conflicts = known.iter().flat_map(|fact| &fact.conflicts);
        if text.flag == no() && !conflicts.any(|conflict| is_here(conflict.component)) {
            faults.push(format!("{name}: no conflict"));
        }
        let mut evidence = known.iter().flat_map(|fact| &fact.evidence);
        if !evidence.any(|piece| is_here(piece.component) && shows(piece, word)) {
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

/// Reads each text and gives those with their faults: those of the product's own fields last. Texts of
/// components come many in a record.
fn judged(texts: Vec<Made>) -> Vec<(Made, Vec<String>)> {
    const BATCH: usize = 24;
    let (alone, others): (Vec<Made>, Vec<Made>) = texts.into_iter().partition(Made::is_of_product);
    let mut judged = Vec::new();
    // The report leaves out a member of which nothing is stated over all components; beside a
    // component that declares every allergen, none is.
    let anchor = component(&json!({"value": 1, "description": "Yes"}));
    for batch in others.chunks(BATCH).chain(alone.chunks(1)) {
        let mut record = record(batch);
        if !batch[0].is_of_product() {
            let components = record["components"].as_array_mut();
            components.unwrap().push(anchor.clone());
        }
        let report = report(&record, "en");
        let faults = batch
            .iter()
            .enumerate()
            .map(|(index, text)| faults(&report, index, text));
        judged.extend(batch.iter().cloned().zip(faults.collect::<Vec<_>>()));
    }
    judged
}

/// The allergens and their groups, each once.
fn with_groups(allergens: &[Allergen]) -> Vec<Allergen> {
    let mut all: Vec<Allergen> = Vec::new();
    for of in allergens.iter().flat_map(|of| [*of, of.group()]) {
        if !all.contains(&of) {
            all.push(of);
        }
    }
    all
}
