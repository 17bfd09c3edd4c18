//! Allergens that a list of ingredients names.
//!
//! Words find contradictions, and only that: what they miss is not taken for
//! absent. A false friend such as "coconut milk" must not raise an alarm on
//! every curry, so those that are known are passed over.

use super::text::Run;
use crate::model::Allergen;

/// An allergen named in a list of ingredients.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) allergen: Allergen,
    /// The words as they stand in the list.
    pub(super) text: String,
    /// Whether the supplier emphasised them.
    pub(super) emphasised: bool,
    /// Whether they follow "may contain".
    pub(super) may_contain: bool,
}

impl Mention {
    /// Whether it says the same again; capitals alone make no difference, or
    /// a hostile list would have a mention for each of a word's spellings.
    fn repeats(&self, other: &Mention) -> bool {
        self.allergen == other.allergen
            && self.emphasised == other.emphasised
            && self.may_contain == other.may_contain
            && self.text.eq_ignore_ascii_case(&other.text)
    }
}

/// Words before an allergen's word that make it another thing.
const FALSE_BEFORE: &[(&str, &[&str])] = &[
    (
        "milk",
        &[
            "coconut", "almond", "oat", "rice", "soya", "soy", "cashew", "hemp", "hazelnut",
        ],
    ),
    ("cream", &["coconut", "oat", "soya", "soy"]),
    (
        "butter",
        &[
            "cocoa", "shea", "peanut", "almond", "cashew", "nut", "mango", "illipe",
        ],
    ),
    ("yoghurt", &["coconut", "soya", "soy", "oat"]),
    ("cheese", &["vegan"]),
    ("nut", &["pine", "tiger", "kola", "cola"]),
    ("nuts", &["pine", "tiger", "kola", "cola"]),
    ("mayonnaise", &["vegan"]),
];

/// Words after an allergen's word that make it another thing.
const FALSE_AFTER: &[(&str, &str)] = &[
    ("cream", "of tartar"),
    ("oyster", "mushroom"),
    ("oyster", "mushrooms"),
    ("butter", "beans"),
    ("butter", "bean"),
];

struct Word {
    /// In lower case.
    text: String,
    shown: String,
    emphasised: bool,
    /// Whether the text between the word before and this one ends a phrase.
    breaks: Break,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    None,
    Phrase,
    Sentence,
}

/// All allergens that the list names, each once for each way it is named.
pub(super) fn mentions(runs: &[Run]) -> Vec<Mention> {
    let words = words(runs);
    let mut found: Vec<Mention> = Vec::new();
    let mut may_contain = false;
    let mut free_from = false;
    for at in 0..words.len() {
        if words[at].breaks == Break::Sentence {
            may_contain = false;
            free_from = false;
        }
        if at_phrase(&words, at, "may contain") || at_phrase(&words, at, "may also contain") {
            may_contain = true;
        }
        if at_phrase(&words, at, "free from") || at_phrase(&words, at, "does not contain") {
            free_from = true;
        }
        if free_from {
            continue;
        }
        for allergen in Allergen::ALL.iter().copied() {
            let Some(length) = allergen
                .words()
                .iter()
                .find_map(|name| match_at(&words, at, name))
            else {
                continue;
            };
            let named = &words[at..at + length];
            let mention = Mention {
                allergen,
                text: named
                    .iter()
                    .map(|word| word.shown.as_str())
                    .collect::<Vec<_>>()
                    .join(" "),
                emphasised: named.iter().any(|word| word.emphasised),
                may_contain,
            };
            if !found.iter().any(|other| mention.repeats(other)) {
                found.push(mention);
            }
        }
    }
    found
}

fn words(runs: &[Run]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut breaks = Break::Sentence;
    // A word goes on over the edge of a run only if nothing stands between.
    let mut open = false;
    for run in runs {
        for character in run.text.chars() {
            if character.is_alphanumeric() {
                if !open {
                    words.push(Word {
                        text: String::new(),
                        shown: String::new(),
                        emphasised: false,
                        breaks,
                    });
                    breaks = Break::None;
                    open = true;
                }
                if let Some(word) = words.last_mut() {
                    word.text.push(character.to_ascii_lowercase());
                    word.shown.push(character);
                    word.emphasised |= run.emphasised;
                }
            } else {
                open = false;
                breaks = breaks.max(match character {
                    '.' | '\n' | '!' | ';' => Break::Sentence,
                    ' ' | '-' | '\'' | '’' => Break::None,
                    _ => Break::Phrase,
                });
            }
        }
    }
    words
}

/// How many words `name` takes at `at`, if it stands there.
fn match_at(words: &[Word], at: usize, name: &str) -> Option<usize> {
    if !at_phrase(words, at, name) {
        return None;
    }
    let length = name.split(' ').count();
    let before = (words[at].breaks == Break::None)
        .then(|| at.checked_sub(1))
        .flatten();
    if let Some(before) = before {
        let before = words[before].text.as_str();
        if FALSE_BEFORE
            .iter()
            .any(|(word, others)| *word == name && others.contains(&before))
        {
            return None;
        }
    }
    let next = at + length;
    if FALSE_AFTER
        .iter()
        .any(|(word, after)| *word == name && at_phrase(words, next, after))
    {
        return None;
    }
    if words
        .get(next)
        .is_some_and(|word| word.text == "free" && word.breaks == Break::None)
    {
        return None;
    }
    Some(length)
}

/// Whether the words of `phrase` stand at `at` with nothing but space between.
fn at_phrase(words: &[Word], at: usize, phrase: &str) -> bool {
    phrase.split(' ').enumerate().all(|(index, part)| {
        words
            .get(at + index)
            .is_some_and(|word| word.text == part && (index == 0 || word.breaks == Break::None))
    })
}
