//! The corpus of statements, lists, names and warnings: `statements.txt`.

use super::words::{ALL, with_groups};
use super::{
    Case, Expected, Field, Flag, Level, allergens, faults, is_calm, lines, record, report,
};
use product_pool::model::Allergen;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const STATEMENTS: &str = include_str!("../../../fixtures/statements.txt");

/// Words of the other languages' entries, which no two may have in common alone.
const OTHER_WORDS: &str = "\
    schalenfrüchten milch ei erdnüsse sesam weizen gerste sulfite haselnüsse nüsse mandeln \
    senf sellerie lait œufs soja sésame gluten blé moutarde arachides noisettes leche huevo \
    trigo gambas mostaza lactosa latte uova frumento sedano arachidi glutine noten melk tarwe \
    selderij garnalen orzechy mleko mleka jaja soję glutenu gorczyca krewetki cnau llaeth wyau \
    soia seleri mwstard glwten";

/// An entry of the corpus.
struct Entry {
    line: usize,
    language: &'static str,
    field: Field,
    text: String,
    expected: Vec<Expected>,
    /// The allergens on which no verdict may be calm.
    cautious: Vec<Allergen>,
}

fn entries() -> Vec<Entry> {
    lines(STATEMENTS)
        .map(|(line, source)| {
            let bad = |what: &str| -> ! { panic!("statements.txt:{line}: {what}: {source}") };
            let parts: Vec<&'static str> = source.split(" | ").map(str::trim).collect();
            let [language, field, text, kinds @ ..] = parts.as_slice() else {
                bad("too few parts");
            };
            let field = Field::named(field).unwrap_or_else(|| bad("no such field"));
            let mut entry = Entry {
                line,
                language,
                field,
                text: text.replace("\\r", "\r").replace("\\n", "\n"),
                expected: Vec::new(),
                cautious: Vec::new(),
            };
            if kinds.is_empty() {
                bad("no kind");
            }
            for kind in kinds {
                let (kind, names) = kind.split_once(':').unwrap_or_else(|| bad("no kind"));
                let level = match kind {
                    "contains" => Level::Contains,
                    "may" => Level::MayContain,
                    "named" => Level::Named,
                    "calm" => Level::Calm,
                    "caution" => {
                        entry.cautious = allergens(names);
                        continue;
                    }
                    _ => bad("no such kind"),
                };
                entry
                    .expected
                    .extend(allergens(names).into_iter().map(|allergen| Expected {
                        allergen,
                        level,
                        word: String::new(),
                    }));
            }
            entry
        })
        .collect()
}

/// What is wrong with the reading of an entry beside `flag`.
fn wrong(entry: &Entry, flag: Flag) -> Vec<String> {
    let named: Vec<Allergen> = entry
        .expected
        .iter()
        .map(|expected| expected.allergen)
        .collect();
    let flagged = match entry.cautious.is_empty() {
        true => with_groups(&named),
        false => Allergen::ALL.to_vec(),
    };
    let case = Case {
        text: entry.text.clone(),
        field: entry.field,
        flag,
        flagged,
        expected: entry.expected.clone(),
    };
    let report = report(&record(std::slice::from_ref(&case)), entry.language);
    let mut faults = faults(&report, 0, &case);
    if flag == Flag::No {
        let calm = entry
            .cautious
            .iter()
            .filter(|allergen| is_calm(&report, **allergen));
        faults.extend(calm.map(|allergen| format!("{}: a calm verdict", allergen.wire_name())));
    }
    faults
}

#[test]
fn every_entry_says_at_least_what_it_must() {
    let entries = entries();
    let mut failed = Vec::new();
    let mut count_of: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        for flag in [Flag::No, Flag::Null] {
            let faults = wrong(entry, flag);
            if !faults.is_empty() {
                *count_of.entry(entry.language).or_default() += 1;
                failed.push(format!(
                    "statements.txt:{}: {:?} beside {flag:?}: {:?}\n    {}",
                    entry.line,
                    entry.field,
                    entry.text,
                    faults.join("; ")
                ));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {} readings fail ({count_of:?}):\n{}",
        failed.len(),
        2 * entries.len(),
        failed.join("\n")
    );
}

/// A text in lower case with `§` for each list of allergens.
fn shape(text: &str, words: &BTreeSet<String>, longest: usize) -> String {
    let text = text.to_lowercase().replace('\n', " ¶ ");
    let mut shape = String::new();
    let mut rest = text.as_str();
    let mut inside = false;
    while let Some(c) = rest.chars().next() {
        let ends: Vec<usize> = rest
            .char_indices()
            .map(|(at, c)| at + c.len_utf8())
            .take(longest)
            .collect();
        let is_end = |end: &&usize| {
            words.contains(&rest[..**end])
                && !rest[**end..].starts_with(|c: char| c.is_alphanumeric())
        };
        let found = ends.iter().rev().find(is_end).filter(|_| !inside);
        let taken = match found {
            Some(end) => {
                shape.push('§');
                *end
            }
            None => {
                shape.push(c);
                c.len_utf8()
            }
        };
        inside = found.is_none() && c.is_alphanumeric();
        rest = &rest[taken..];
    }
    let mut shape = shape.split_whitespace().collect::<Vec<_>>().join(" ");
    loop {
        let mut joined = shape.clone();
        for between in [", ", " and ", " or ", ", and "] {
            joined = joined.replace(&format!("§{between}§"), "§");
        }
        if joined == shape {
            return shape;
        }
        shape = joined;
    }
}

#[test]
fn no_two_entries_are_equal_but_for_their_allergens() {
    let entries = entries();
    assert!(entries.len() >= 430, "{} entries", entries.len());
    let others = entries
        .iter()
        .filter(|entry| entry.language != "en")
        .count();
    assert!(others >= 60, "{others} entries in other languages");
    let mut words: BTreeSet<String> = OTHER_WORDS.split_whitespace().map(str::to_owned).collect();
    for word in ALL.iter() {
        words.insert(word.text.to_lowercase());
        words.insert(word.plural().to_lowercase());
    }
    let longest = words.iter().map(|word| word.chars().count()).max().unwrap();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut twice = Vec::new();
    for entry in &entries {
        let shape = shape(&entry.text, &words, longest);
        if let Some(first) = known.insert(shape, entry.line) {
            twice.push(format!("lines {first} and {}: {}", entry.line, entry.text));
        }
    }
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}
