//! Explains why a text is read as it is: the probe for those who extend the lexicon or the rules.
//!
//! ```sh
//! PROBE='en | S | Free from milk, but may contain nuts.' cargo test -p product-pool --lib probe -- --nocapture
//! ```

use super::claims::claims;
use super::clause::Text;
use super::said::{Kind, Polarity};
use super::warns::warns;
use super::why::Why;
use super::{caution, grammar, imitate, scope, void};
use crate::collect_vec::CollectVec as _;
use crate::label::allergen_report_with;
use crate::lexicon::file_tests::{roles, sources};
use crate::lexicon::{Lexicon, Match};
use crate::model::{Allergen, Product};
use crate::text::tokens::{Break, shown};
use crate::text::{Run, capitals, rich_text};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::Range;

thread_local! {
    static NOTES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes why a text is read as it is at a unit.
pub(super) fn note(text: &Text, at: usize, why: Why) {
    let why = match why {
        Why::Denies(example) => format!("denies as in “{example}”"),
        Why::Doubt => "a word of doubt takes the denial back".to_owned(),
        Why::Unused => "“not used” takes the denial back".to_owned(),
        Why::Elsewhere => "a turn to where the food is takes the denial back".to_owned(),
        Why::Emphasised => "emphasis takes the denial back".to_owned(),
        Why::Answered => "an answer or a remark takes back what its clause denies".to_owned(),
        Why::LeftOver => "not understood, or “not”: its clause denies nothing".to_owned(),
        Why::Caution => "caution that no claim explains".to_owned(),
        Why::Unread => "a word that is not understood, or an unnamed allergen".to_owned(),
        Why::UnreadItem => "what it may contain is not understood".to_owned(),
        Why::UnknownRow => "a table answers for an unknown name".to_owned(),
        Why::Foreign => "its language is not read".to_owned(),
        Why::Promised => "it promises to name an allergen".to_owned(),
        Why::Coded => "codes stand for names".to_owned(),
    };
    let note = format!("{at} {}: {why}", words(text, at..at + 1));
    NOTES.with_borrow_mut(|notes| {
        if !notes.contains(&note) {
            notes.push(note);
        }
    });
}

fn words(text: &Text, units: Range<usize>) -> String {
    let units = &text.units[units.start..units.end.min(text.units.len())];
    let words = units
        .iter()
        .map(|unit| shown(&text.words[unit.words.clone()]));
    format!("“{}”", words.collect_vec().join(" "))
}

fn names(allergens: impl Iterator<Item = Allergen>) -> String {
    let names = allergens.map(|of| of.wire_name()).collect_vec();
    match names.is_empty() {
        true => "no allergen".to_owned(),
        false => names.join(", "),
    }
}

fn said(polarity: Polarity) -> &'static str {
    match polarity {
        Polarity::Named => "named",
        Polarity::Contains => "contained",
        Polarity::MayContain => "may be contained",
    }
}

/// How the text of a field is read, and a record in which it stands there beside flags that all say "No".
fn record(field: &str, text: &str) -> (Kind, Value) {
    let no = json!({"description": "No"});
    let mut flags = json!({});
    for of in Allergen::ALL {
        flags[of.flag_field()] = no.clone();
    }
    let mut record = json!({
        "components": [{"allergens": flags, "ingredients": {}}],
        "general": {},
        "safety_outer": {},
    });
    let component = &mut record["components"][0];
    let (kind, place) = match field {
        "S" => (
            Kind::Statement,
            &mut component["allergens"]["allergen_statement_on_pack"],
        ),
        "A" => (
            Kind::Statement,
            &mut component["allergens"]["additional_allergen_information"],
        ),
        "I" => (
            Kind::Statement,
            &mut component["ingredients"]["ingredients_statements"],
        ),
        "L" => (
            Kind::List,
            &mut component["ingredients"]["formatted_ingredients"],
        ),
        "P" => (Kind::List, &mut component["ingredients"]["ingredients"]),
        "W" => (
            Kind::List,
            &mut record["safety_outer"]["product_health_warning"],
        ),
        "N" => (Kind::Prose, &mut record["general"]["product_name"]),
        other => panic!("no field: {other}"),
    };
    *place = json!(text);
    (kind, record)
}

/// What is read of a row: a language, a field and a text.
fn explain(row: &str) -> String {
    let parts = row.splitn(3, '|').map(str::trim).collect_vec();
    let &[language, field, written] = parts.as_slice() else {
        panic!("no row: {row}");
    };
    let lexicon = Lexicon::for_language(language).unwrap();
    let written = written.replace("\\n", "\n").replace("\\t", "\t");
    let (kind, record) = record(field, &written);
    let runs = match field {
        "P" => {
            let (emphasised, struck) = (false, false);
            capitals(&[Run {
                text: written,
                emphasised,
                struck,
            }])
        }
        _ => rich_text(&written),
    };
    NOTES.take();
    let text = Text::new(&runs, kind, &lexicon);
    let mut lines = vec![row.to_owned()];
    lines.extend(units(&text, language));
    lines.extend(phases(text));
    lines.extend(statuses(&record, &lexicon));
    lines.join("\n") + "\n"
}

/// The units, and the lines of the lexicon that gave them.
fn units(text: &Text, language: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, unit) in text.units.iter().enumerate() {
        let breaks = match unit.breaks {
            Break::None => String::new(),
            breaks => format!(", behind {breaks:?}").to_lowercase(),
        };
        let is_unread = if unit.is_known || !unit.cues.is_empty() {
            ""
        } else {
            ", unread"
        };
        lines.push(format!(
            "  {at} {}{breaks}{is_unread}",
            words(text, at..at + 1)
        ));
        let is_own = |found: &Match| match found.cues() {
            Some(_) => (found.start, found.end) == (unit.words.start, unit.words.end),
            None => {
                let is_it = |food: &Match| (food.start, food.end) == (found.start, found.end);
                unit.foods.iter().any(is_it)
            }
        };
        let found = unit
            .words
            .clone()
            .flat_map(|at| sources(language, &text.words, at));
        for (found, source) in found.filter(|(found, _)| is_own(found)) {
            let cues = found.cues().map(|cues| format!(" = {}", roles(cues)));
            lines.push(format!("      {source}{}", cues.unwrap_or_default()));
        }
    }
    lines
}

/// What each phase finds, in their order.
fn phases(text: Text) -> Vec<String> {
    let mut lines = Vec::new();
    let kind = text.kind;
    let foods = |text: &Text, at: usize| names(text.units[at].allergens());
    let before = (0..text.units.len())
        .map(|at| foods(&text, at))
        .collect_vec();
    let mut modifiers = imitate::taken_back(&text)
        .iter()
        .map(|it| it.by)
        .collect_vec();
    let taken = imitate::taken_back(&text);
    let text = text.without(&taken);
    let doubts = void::doubts(&text);
    let denials = grammar::denials(&text, &doubts);
    let taken = imitate::taken_back_by_denials(&text, &denials.lists);
    modifiers.extend(taken.iter().map(|it| it.by));
    let text = text.without(&taken);
    for (at, before) in before.iter().enumerate() {
        let after = foods(&text, at);
        if after != *before {
            lines.push(format!(
                "modified: {at} {} named {before}, names {after}",
                words(&text, at..at + 1)
            ));
        }
    }
    lines.extend(
        NOTES
            .take()
            .into_iter()
            .map(|note| format!("denial: {note}")),
    );
    let denied = (0..text.units.len()).filter(|at| denials.units[*at] && text.is_food(*at));
    lines.extend(denied.map(|at| format!("denied: {at} {}", words(&text, at..at + 1))));
    let cautions = caution::cautions(&text, &doubts);
    for (at, sentence) in text.sentences.iter().enumerate() {
        let doubt = if doubts[at] { ", in doubt" } else { "" };
        let only = if denials.resolves[at] {
            ", only denies"
        } else {
            ""
        };
        let warns = if cautions[at].warns(kind) {
            ", warns"
        } else {
            ""
        };
        let units = words(&text, sentence.units.clone());
        lines.push(format!("sentence: {units}{doubt}{only}{warns}"));
    }
    let scopes = scope::scopes(&text, &denials, &cautions);
    for (at, scope) in scopes
        .iter()
        .enumerate()
        .filter(|(at, scope)| scope.at == *at)
    {
        if scope.polarity != Polarity::Named {
            let reach = scopes
                .iter()
                .rposition(|it| it.at == at && it.polarity == scope.polarity);
            let units = words(&text, at..reach.map_or(at, |reach| reach + 1));
            lines.push(format!("scope: {units}: {}", said(scope.polarity)));
        }
    }
    let claims = claims(&text, &denials, &scopes, &cautions);
    for claim in &claims {
        let name = words(&text, claim.at..claim.at + 1);
        lines.push(format!(
            "claim: {} {name}: {}",
            claim.at,
            said(claim.polarity)
        ));
    }
    warns(&text, &denials, &scopes, &cautions, &claims);
    lines.extend(
        NOTES
            .take()
            .into_iter()
            .map(|note| format!("warning: {note}")),
    );
    lines
}

/// The statuses that are not "not present", and the evidence for them.
fn statuses(record: &Value, lexicon: &Lexicon) -> Vec<String> {
    let json = json!({ "data": record }).to_string();
    let product = Product::from_json(&json).unwrap();
    let report = allergen_report_with(product.data(), lexicon);
    let mut lines = Vec::new();
    for fact in report
        .groups
        .iter()
        .flat_map(|group| std::iter::once(group).chain(&group.members))
    {
        let mut texts = fact.evidence.iter().filter(|piece| piece.source.is_text());
        let reason = texts
            .by_ref()
            .max_by_key(|piece| piece.status)
            .map(|piece| {
                let words = piece.verbatim.as_deref().unwrap_or_default();
                format!("{:?} “{words}”", piece.source)
            });
        if let Some(reason) = reason {
            let (name, status) = (fact.allergen.wire_name(), fact.status.key());
            lines.push(format!("status: {name} {status}: {reason}"));
        }
    }
    if report.warns {
        lines.push("status: every other allergen: check the label".to_owned());
    }
    if lines.is_empty() {
        lines.push("status: as the flags say".to_owned());
    }
    lines
}

/// An explanation without the numbers of lines, which change with every word.
fn without_numbers(text: &str) -> String {
    let mut pieces = text.split(".txt:");
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.map(|piece| piece.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    first + &rest.map(|rest| format!(".txt{rest}")).collect::<String>()
}

#[test]
fn the_document_shows_explanations() {
    const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/texts.md");
    const BLOCK: &str = "```text\nen | S |";
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let start = document.find(BLOCK).unwrap() + "```text\n".len();
    let end = start + document[start..].find("```").unwrap();
    let shown = &document[start..end];
    let rows = shown.lines().filter(|line| line.contains(" | "));
    let explained = rows.map(explain).collect_vec().join("\n");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(DOCUMENT, document.replace(shown, &explained)).unwrap();
    } else {
        let is_same = without_numbers(shown) == without_numbers(&explained);
        assert!(
            is_same,
            "UPDATE_SNAPSHOTS=1 writes the explanations\n{explained}"
        );
    }
}

// The texts of the languages are not at hand in WebAssembly.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn an_explanation_names_the_line_of_a_word() {
    let explained = explain("de | S | Enthält Milch");
    let (_, rest) = explained.split_once("milk, de.txt:").unwrap();
    let number = rest.lines().next().unwrap().parse::<usize>().unwrap();
    let line = Lexicon::text("de").unwrap().lines().nth(number - 1);
    assert_eq!(line, Some("*milch*"));
}

#[test]
#[expect(clippy::print_stdout, reason = "it is what the probe is for")]
fn probe() {
    for row in std::env::var("PROBE").unwrap_or_default().lines() {
        println!("{}", explain(row));
    }
}
