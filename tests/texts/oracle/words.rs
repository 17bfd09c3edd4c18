//! The words that name allergens, from `allergen-words.txt`.

use super::{Expected, with_groups};
use crate::case::{Case, allergen, no, rows};
use product_pool::label::Status;
use product_pool::model::Allergen;
use std::sync::LazyLock;

const WORDS: &str = include_str!("../corpora/allergen-words.txt");

/// A word or phrase that names allergens.
#[derive(Clone, Debug)]
pub(super) struct Word {
    index: usize,
    pub(super) text: &'static str,
    pub(super) allergens: Vec<Allergen>,
    /// Whether the food certainly contains them.
    pub(super) always: bool,
    /// Whether it can stand in the plural.
    pub(super) countable: bool,
}

impl Word {
    pub(super) fn plural(&self) -> String {
        let text = self.text;
        let before = |ending: &str| text.strip_suffix(ending);
        if let Some(stem) = before("y").filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
            return format!("{stem}ies");
        }
        let hissing = ["s", "x", "z", "ch", "sh"];
        match hissing.iter().any(|end| text.ends_with(end)) {
            true => format!("{text}es"),
            false => format!("{text}s"),
        }
    }

    /// The least that a text says of the word's allergens: a word that is not certain asks to check,
    /// no more.
    fn at_most_as_sure(&self, status: Status) -> Status {
        match self.always {
            true => status,
            false => status.min(Status::NotStated),
        }
    }
}

/// All words of the fixture.
pub(super) static ALL: LazyLock<Vec<Word>> = LazyLock::new(|| {
    rows(WORDS)
        .enumerate()
        .map(|(index, line)| {
            let parts: Vec<&'static str> = line.split('|').map(str::trim).collect();
            let (text, names, sure, countable) = match parts[..] {
                [text, names, sure] => (text, names, sure, false),
                [text, names, sure, "s"] => (text, names, sure, true),
                _ => panic!("no word: {line}"),
            };
            assert!(matches!(sure, "always" | "usually"), "{line}");
            Word {
                index,
                text,
                allergens: names.split_whitespace().map(allergen).collect(),
                always: sure == "always",
                countable,
            }
        })
        .collect()
});

/// The groups that "Contains: word" raises beside "No", for each of [`ALL`].
static TOUCHED: LazyLock<Vec<Vec<Allergen>>> = LazyLock::new(|| {
    let touched = |word: &Word| {
        let case = Case {
            language: "en",
            field: "S",
            text: format!("Contains: {}", word.text),
            ..Case::default()
        };
        let report = case.report(&no());
        let all = Allergen::ALL.iter().copied();
        let raised = all.filter(|allergen| report.status(*allergen) != Status::DeclaredNotPresent);
        raised.collect()
    };
    ALL.iter().map(touched).collect()
});

/// Whether the reader knows the word at this index: all of its allergens are
/// raised.
fn is_read(index: usize) -> bool {
    let raised = &TOUCHED[index];
    with_groups(&ALL[index].allergens)
        .iter()
        .all(|allergen| raised.contains(allergen))
}

/// The words that the reader knows: what it does not know is counted once, here,
/// and left out of the texts.
pub(super) fn read() -> Vec<&'static Word> {
    let known = ALL.iter().enumerate();
    known
        .filter(|(index, _)| is_read(*index))
        .map(|(_, word)| word)
        .collect()
}

/// The allergens that the reader takes the word for, beside its own.
pub(super) fn touched(word: &Word) -> &'static [Allergen] {
    &TOUCHED[word.index]
}

/// What a text says of the word's allergens that writes it as `written`.
pub(super) fn expected(word: &Word, status: Status, written: &str) -> Vec<Expected> {
    let status = word.at_most_as_sure(status);
    word.allergens
        .iter()
        .map(|allergen| Expected {
            allergen: *allergen,
            status,
            word: written.to_owned(),
        })
        .collect()
}

#[test]
fn the_list_is_long_enough_and_names_every_allergen() {
    assert!(ALL.len() >= 380, "{} words", ALL.len());
    for allergen in Allergen::ALL {
        assert!(
            ALL.iter().any(|word| word.allergens.contains(allergen)),
            "{}",
            allergen.wire_name()
        );
    }
    let mut texts: Vec<String> = ALL.iter().map(|word| word.text.to_lowercase()).collect();
    texts.sort_unstable();
    let count = texts.len();
    texts.dedup();
    assert_eq!(texts.len(), count, "a word twice");
}

#[test]
fn nineteen_words_of_twenty_are_read() {
    let unread: Vec<String> = ALL
        .iter()
        .enumerate()
        .filter(|(index, _)| !is_read(*index))
        .map(|(_, word)| {
            let names: Vec<&str> = word
                .allergens
                .iter()
                .map(|allergen| allergen.wire_name())
                .collect();
            format!("{} ({})", word.text, names.join(" "))
        })
        .collect();
    let (unread_count, count) = (unread.len(), ALL.len());
    assert!(
        unread_count * 20 <= count,
        "{unread_count} of {count} words are not read:\n{}",
        unread.join("\n")
    );
}
