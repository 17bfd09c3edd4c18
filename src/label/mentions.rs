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
use crate::words::Joined as _;

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
    /// A semicolon.
    Clause,
    Line,
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
    // Whether it was said in a line of its own, over others.
    let mut headed = false;
    // Whether the phrase in which it was said has ended, and whether that
    // phrase is emphasised.
    let (mut past, mut loud) = (false, false);
    let mut disclaimed = false;
    for at in 0..words.len() {
        let breaks = words[at].breaks;
        if breaks >= Break::Clause {
            let statement = kind == Kind::Statement;
            // "May contain:" speaks of the lines below it, and "Contains: milk;
            // eggs" of both.
            headed = match breaks {
                Break::Line => said == at || headed && !is_labelled(&words[at..]),
                Break::Clause => headed,
                _ => false,
            };
            let goes_on = said == at || statement && (headed || breaks == Break::Clause);
            if tone == Tone::Absent || !goes_on {
                tone = Tone::Named;
            }
            disclaimed = statement && disclaims(&words[at..]);
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
                (headed, past, loud) = (false, false, false);
                continue;
            }
            Some(Turn::Skip(length)) => {
                said = at + length;
                continue;
            }
            None => {}
        }
        past |= at > said && breaks != Break::None;
        loud |= !past && words[at].emphasised;
        // "Free from colours, MILK powder" denies no milk in a list.
        let beyond = kind == Kind::List && past && !loud && words[at].emphasised;
        let tone = match tone {
            Tone::Absent | Tone::Named if disclaimed => Tone::MayContain,
            Tone::Absent if !beyond => continue,
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
                    .joined(" "),
                // What stands behind a denial is named at the least, no more.
                emphasised: tone != Tone::Absent && named.iter().any(|word| word.emphasised),
                tone: if tone == Tone::Absent || is_denied(&words, at + length) {
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

/// Whether the line at the head of `words` is one such as "Serve with: fish".
fn is_labelled(words: &[Word]) -> bool {
    let rest = words.iter().skip(1);
    rest.take_while(|word| word.breaks < Break::Clause)
        .any(|word| word.breaks == Break::Label)
}

/// A character in the letters that allergens' names are written in: suppliers
/// copy from everywhere. Nothing for one that is not seen, such as a soft
/// hyphen, which parts no word.
fn letters(character: char, buffer: &mut [u8; 4]) -> Option<&str> {
    /// Letters of other scripts, each followed by the one it looks like.
    const ALIKE: &str = "АAВBЕEКKМMНHОOРPСCТTУYХXІIЅSаaеeкkмmоoрpсcтtуyхxіiѕs";
    let seen = match character {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => return None,
        // Accents on the letter before.
        '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}' => return None,
        'ﬀ' => return Some("ff"),
        'ﬁ' => return Some("fi"),
        'ﬂ' => return Some("fl"),
        'ﬃ' => return Some("ffi"),
        'ﬄ' => return Some("ffl"),
        wide @ '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(wide) - 0xfee0).unwrap_or(wide),
        '\u{400}'..='\u{4ff}' => {
            let mut alike = ALIKE.chars();
            alike.find(|it| *it == character);
            alike.next().unwrap_or(character)
        }
        other => other,
    };
    Some(seen.encode_utf8(buffer))
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
            let mut buffer = [0; 4];
            let Some(letters) = letters(character, &mut buffer) else {
                continue;
            };
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
                    word.text.push_str(&letters.to_ascii_lowercase());
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
                '.' | '!' => Break::Sentence,
                '\n' => Break::Line,
                ';' => Break::Clause,
                ':' | '=' => Break::Label,
                ' ' | '-' | '\u{2010}' | '\u{2011}' | '\'' | '’' => Break::None,
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
    // "We cannot guarantee that it is nut free" does not say so, nor does "not
    // nut free".
    let free = words
        .get(next)
        .is_some_and(|word| word.text == "free" && word.breaks == Break::None);
    if free && !disclaimed && !follows_not(words, at) {
        return None;
    }
    Some(length)
}

/// Whether a "not" stands shortly before in the same phrase.
fn follows_not(words: &[Word], at: usize) -> bool {
    let mut here = at;
    for _ in 0..4 {
        if here == 0 || words[here].breaks != Break::None {
            return false;
        }
        here -= 1;
        // The last is what is left of "isn't".
        if matches!(
            words[here].text.as_str(),
            "not" | "cannot" | "never" | "longer" | "t"
        ) {
            return true;
        }
    }
    false
}

/// Whether the words of `phrase` stand at `at` with nothing but space between.
pub(super) fn at_phrase(words: &[Word], at: usize, phrase: &str) -> bool {
    // Hardly any does: thousands of phrases are looked for.
    let first = |text: &str| text.as_bytes().first().copied();
    if words.get(at).and_then(|word| first(&word.text)) != first(phrase) {
        return false;
    }
    phrase.split(' ').enumerate().all(|(index, part)| {
        words
            .get(at + index)
            .is_some_and(|word| word.text == part && (index == 0 || word.breaks == Break::None))
    })
}
