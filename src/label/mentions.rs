//! Allergens that a text names: a list of ingredients, or a statement.
//!
//! Words find what speaks for an allergen, and only that: what they miss is not
//! taken for absent. A false friend such as "coconut milk" must not raise an
//! alarm on every curry, so those that are known are passed over. So is what a
//! text says is not there; a text is taken to say so only where it is plain,
//! and what is taken too gravely costs a look at the label, no more.

use super::text::Run;
use super::tones::{Tone, Turn, disclaims, turn};
use crate::model::Allergen;

/// An allergen named in a text.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) allergen: Allergen,
    /// The words as they stand in the text.
    pub(super) text: String,
    /// Whether the supplier emphasised them.
    pub(super) emphasised: bool,
    /// What the text says of it; never [`Tone::Absent`].
    pub(super) tone: Tone,
}

impl Mention {
    /// Whether it says the same again; capitals alone make no difference, or
    /// a hostile list would have a mention for each of a word's spellings.
    fn repeats(&self, other: &Mention) -> bool {
        self.allergen == other.allergen
            && self.emphasised == other.emphasised
            && self.tone == other.tone
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

/// What kind of text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A list of ingredients.
    List,
    /// Words about allergens.
    Statement,
}

/// A word of a text.
pub(super) struct Word {
    /// In lower case.
    pub(super) text: String,
    shown: String,
    emphasised: bool,
    /// Whether the text between the word before and this one ends a phrase.
    pub(super) breaks: Break,
    /// How many brackets are open.
    depth: usize,
}

/// What stands between two words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Break {
    None,
    Phrase,
    /// A colon or the like: what follows explains what went before.
    Label,
    Sentence,
}

/// All allergens that the text names, each once for each way it is named.
pub(super) fn mentions(runs: &[Run], kind: Kind) -> Vec<Mention> {
    let words = words(runs);
    let mut found: Vec<Mention> = Vec::new();
    let mut tone = Tone::Named;
    // Where the tone was set: in how many brackets, up to which word it was
    // said, and whether it reaches no further than its phrase.
    let (mut depth, mut said, mut brief) = (0, 0, false);
    let mut disclaimed = false;
    for at in 0..words.len() {
        let breaks = words[at].breaks;
        if breaks == Break::Sentence {
            // "May contain:" speaks of the lines below it.
            if tone == Tone::Absent || said != at {
                tone = Tone::Named;
            }
            disclaimed = kind == Kind::Statement && disclaims(&words[at..]);
        }
        if words[at].depth < depth || brief && breaks != Break::None {
            tone = Tone::Named;
            (depth, brief) = (0, false);
        }
        if at < said {
            continue;
        }
        match turn(&words, at, kind, tone) {
            Some(Turn::To(new, length, only_phrase)) => {
                (tone, brief) = (new, only_phrase);
                (depth, said) = (words[at].depth, at + length);
                continue;
            }
            Some(Turn::Skip(length)) => {
                said = at + length;
                continue;
            }
            None => {}
        }
        let tone = match tone {
            Tone::Absent | Tone::Named if disclaimed => Tone::MayContain,
            Tone::Absent => continue,
            other => other,
        };
        for allergen in Allergen::ALL.iter().copied() {
            let Some(length) = allergen
                .words()
                .iter()
                .find_map(|name| match_at(&words, at, name, disclaimed))
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
                tone: if is_denied(&words, at + length) {
                    Tone::Named
                } else {
                    tone
                },
            };
            if !found.iter().any(|other| mention.repeats(other)) {
                found.push(mention);
            }
        }
    }
    found
}

/// Whether a "no" answers the words before: "Nuts: no".
fn is_denied(words: &[Word], at: usize) -> bool {
    words.get(at).is_some_and(|word| {
        word.breaks == Break::Label && matches!(word.text.as_str(), "no" | "none" | "nil")
    })
}

fn words(runs: &[Run]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut breaks = Break::Sentence;
    let mut depth = 0usize;
    // A word goes on over the edge of a run only if nothing stands between.
    let mut open = false;
    for run in runs {
        let mut rest = run.text.chars().peekable();
        while let Some(character) = rest.next() {
            if character.is_alphanumeric() {
                if !open {
                    words.push(Word {
                        text: String::new(),
                        shown: String::new(),
                        emphasised: false,
                        breaks,
                        depth,
                    });
                    breaks = Break::None;
                    open = true;
                }
                if let Some(word) = words.last_mut() {
                    word.text.push(character.to_ascii_lowercase());
                    word.shown.push(character);
                    word.emphasised |= run.emphasised;
                }
                continue;
            }
            // The point of "0.5" ends no sentence.
            let decimal = character == '.'
                && open
                && words
                    .last()
                    .is_some_and(|word| word.text.ends_with(|c: char| c.is_ascii_digit()))
                && rest.peek().is_some_and(char::is_ascii_digit);
            open = false;
            match character {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            breaks = breaks.max(match character {
                '.' if decimal => Break::None,
                '.' | '\n' | '!' | ';' => Break::Sentence,
                ':' | '=' => Break::Label,
                ' ' | '-' | '\'' | '’' => Break::None,
                _ => Break::Phrase,
            });
        }
    }
    words
}

/// How many words `name` takes at `at`, if it stands there.
fn match_at(words: &[Word], at: usize, name: &str, disclaimed: bool) -> Option<usize> {
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
    // "We cannot guarantee that it is nut free" does not say so.
    let free = words
        .get(next)
        .is_some_and(|word| word.text == "free" && word.breaks == Break::None);
    if free && !disclaimed {
        return None;
    }
    Some(length)
}

/// Whether the words of `phrase` stand at `at` with nothing but space between.
pub(super) fn at_phrase(words: &[Word], at: usize, phrase: &str) -> bool {
    phrase.split(' ').enumerate().all(|(index, part)| {
        words
            .get(at + index)
            .is_some_and(|word| word.text == part && (index == 0 || word.breaks == Break::None))
    })
}
