//! The lexicon: names of allergens and foods, and the phrases that say whether
//! they are in a food, in one text file for each language.
//!
//! English is always included, because records mix languages; [`Lexicon::for_language`]
//! adds another language. Keys end with a colon, and their entries follow, one a line. A line that begins
//! with `#` is a comment. The lines below a heading are sorted, which the tests of this module hold:
//!
//! - The keys are the service's names of allergens. A trailing `?` marks foods
//!   that usually contain the allergen: such an entry is only a reason to check
//!   the label. A trailing `~` marks foods of which there are imitations
//!   without it, which the name says: "vegan cheddar", "gluten free crumpets". `??` marks foods that say
//!   nothing in a list of ingredients, `?%` those that say something there only as the first of it or
//!   with 5 % and more; see [`InList`].
//! - `-` marks false friends: `custard apple` is not custard. `-?` marks plants
//!   of which flour is made, `-~` those of which milk is made too.
//! - `avoid` before the keys marks words that are read in a shopper's own list
//!   only.
//! - `@cue` marks phrases; the cues and what they say are a table in `role.rs`. A word of `@free` may also end a
//!   compound: `nussfrei`; one with a `*` begins compounds, which are entries of
//!   their own: `bez*` in `bezmleczny`.
//! - `@plural` lists plural endings: `s`, `ies=y`; `@short` abbreviations of "X free": `gf=gluten`.
//! - `@spelling` lists names of allergens that are known with one wrong letter, beside those of the service.
//!
//! An entry matches whole words, regardless of accents. `*` at an end of a word
//! matches any further letters there, and alone any word; `(` before a word
//! allows an opening bracket there. Of two entries that match the same words
//! the longer one counts.

#[cfg(test)]
pub(crate) mod file_tests;
mod index;
mod joined;
mod meaning;
mod role;
#[cfg(test)]
mod unused_tests;

use index::Index;
pub(crate) use meaning::{Allergens, InList, Match, Named};
use meaning::{Meaning, food};
use role::CUES;
pub(crate) use role::{Cues, Role, cues};

use crate::collect_vec::CollectVec as _;
use crate::model::Allergen;
use crate::text::tokens::{Break, Token, fold};
use crate::text::{letters, position};
use std::sync::Arc;

const ENGLISH_FILE: &str = include_str!("en-GB.txt");

/// The file without its comments: it is part of the WebAssembly.
static ENGLISH: &str = match std::str::from_utf8(&STRIPPED) {
    Ok(text) => text,
    Err(_) => panic!("part of a character"),
};

static STRIPPED: [u8; strip::<0>(ENGLISH_FILE).1] = strip(ENGLISH_FILE).0;

/// Drops the lines that begin with `#`: what remains, padded to a length, and how long it is.
const fn strip<const LENGTH: usize>(text: &str) -> ([u8; LENGTH], usize) {
    let text = text.as_bytes();
    let (mut kept, mut length, mut at) = ([0; LENGTH], 0, 0);
    let mut is_comment = false;
    while at < text.len() {
        if at == 0 || text[at - 1] == b'\n' {
            is_comment = text[at] == b'#';
        }
        if !is_comment {
            if length < LENGTH {
                kept[length] = text[at];
            }
            length += 1;
        }
        at += 1;
    }
    (kept, length)
}

/// The languages other than English, with their files.
static OTHERS: &[(&str, &str)] = &[
    ("cy", include_str!("cy.txt")),
    ("de", include_str!("de.txt")),
    ("es", include_str!("es.txt")),
    ("fr", include_str!("fr.txt")),
    ("it", include_str!("it.txt")),
    ("nl", include_str!("nl.txt")),
    ("pl", include_str!("pl.txt")),
];

/// The words by which a supplier's texts, and a shopper's list of allergens to
/// avoid, are read. Cheap to clone.
///
/// ```
/// use product_pool::label::{Lexicon, avoid_list_with};
/// use product_pool::model::Allergen;
/// let german = Lexicon::for_language("de-AT").unwrap_or_default();
/// assert_eq!(avoid_list_with("Milch", &german).allergens, [Allergen::Milk]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon(Arc<Tables>);

#[derive(Debug, PartialEq, Eq)]
struct Tables {
    entries: Vec<Entry>,
    index: Index,
    /// Plural endings and their singular endings.
    plurals: Vec<(Box<str>, Box<str>)>,
    /// The words for "free", with which a language may form compounds: at the end, or with a
    /// `*` at the beginning.
    frees: Vec<Box<str>>,
    /// The words that stand beside a name in a compound.
    parts: Vec<Box<str>>,
    /// What says that foods are, or may be, in the food, written together.
    claims: Vec<Box<str>>,
    /// Abbreviations of "X free", and X.
    shorts: Vec<(Box<str>, Box<str>)>,
    /// Names of allergens of which misspelt forms are known.
    spellings: Vec<Box<str>>,
    /// The letters beside those from A to Z in which the language is written.
    letters: String,
}

/// An entry of the lexicon.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    /// Folded words, separated by spaces.
    phrase: Box<str>,
    /// The length of the first of them.
    first: usize,
    meaning: Meaning,
    /// Whether it is an English word.
    is_english: bool,
}

impl Entry {
    fn first(&self) -> &str {
        self.phrase.get(..self.first).unwrap_or_default()
    }

    /// What it names, if it is a food.
    fn food(&self) -> Option<Named> {
        match self.meaning {
            Meaning::Food(named) => Some(named),
            Meaning::Phrase(_) => None,
        }
    }

    /// Whether it is a single word for a food that always contains an allergen.
    fn is_always_food(&self) -> bool {
        let is_always = |food: Named| food.always && !food.only_avoided && !food.is_none();
        !self.phrase.contains([' ', '*']) && self.food().is_some_and(is_always)
    }

    /// What it says, if it is a phrase.
    fn cues(&self) -> Option<Cues> {
        self.meaning.cues()
    }

    /// Matches the entry, whose first word is a form of this one.
    fn match_at(&self, tokens: &[Token], start: usize, form: usize) -> Option<Match> {
        // A fixed formula may contain commas, and phrases other than ordinary foods have no plurals: "noten" is
        // not a form of "not".
        let (widest, forms) = match self.meaning {
            Meaning::Food(_) => (Break::Quote, usize::MAX),
            Meaning::Phrase(cues) if cues.is(Role::Calm) => (Break::Label, 1),
            Meaning::Phrase(cues) if cues.is(Role::Plain) => (Break::Quote, usize::MAX),
            Meaning::Phrase(_) => (Break::Quote, 1),
        };
        if form >= forms {
            return None;
        }
        // A mutation of Welsh changes a letter or two: the "ngh" of "nghnau". English has few compounds.
        let is_prefixed = |token: &Token, part: &str| {
            let letters = || position(&token.text, part.trim_matches('*'));
            !self.is_english
                && part.starts_with('*')
                && letters().is_some_and(|letters| letters > 2)
        };
        let mut end = start + 1;
        let mut has_prefix = is_prefixed(tokens.get(start)?, self.first());
        for part in self.phrase.split(' ').skip(1) {
            let token = tokens.get(end)?;
            let (part, is_joined) = match part.strip_prefix('(') {
                Some(part) => (part, matches!(token.breaks, Break::Label | Break::Bracket)),
                None => (part, token.breaks <= widest),
            };
            let mut forms = token.forms().take(forms);
            if !is_joined || !forms.any(|form| matches_word(part, form)) {
                return None;
            }
            has_prefix |= is_prefixed(token, part);
            end += 1;
        }
        Some(Match {
            start,
            end,
            letters: self.phrase.len(),
            // The word itself is the first of its forms.
            first_is_plain: form == 0,
            has_prefix,
            is_english: self.is_english,
            is_whole: !has_star(&self.phrase),
            meaning: self.meaning,
        })
    }
}

impl Default for Lexicon {
    fn default() -> Self {
        Lexicon::english()
    }
}

impl Lexicon {
    /// English alone.
    pub fn english() -> Lexicon {
        thread_local! {
            static READ: Lexicon = Lexicon::from_text("");
        }
        READ.with(Lexicon::clone)
    }

    /// The lexicon for a language tag such as `de-AT`, including English;
    /// `None` if there is no file for it.
    pub fn for_language(tag: &str) -> Option<Lexicon> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("en") {
            return Some(Lexicon::english());
        }
        let is_it = |(name, _): &&(&str, &str)| language.eq_ignore_ascii_case(name);
        let (_, text) = OTHERS.iter().find(is_it)?;
        Some(Lexicon::from_text(text))
    }

    /// English with the words of a file, in the format of those in `src/lexicon`. Invalid
    /// lines are ignored.
    ///
    /// ```
    /// use product_pool::label::{Lexicon, avoid_list_with};
    /// use product_pool::model::Allergen;
    /// let dialect = Lexicon::from_text("milk:\nmilch");
    /// assert_eq!(avoid_list_with("Milch", &dialect).allergens, [Allergen::Milk]);
    /// ```
    pub fn from_text(text: &str) -> Lexicon {
        Lexicon::of(ENGLISH, text)
    }

    /// The words of two files, of which one is English.
    fn of(english: &str, text: &str) -> Lexicon {
        let mut tables = Tables {
            entries: Vec::new(),
            index: Index::new(&[]),
            plurals: Vec::new(),
            frees: Vec::new(),
            parts: Vec::new(),
            claims: Vec::new(),
            shorts: Vec::new(),
            spellings: Vec::new(),
            letters: String::new(),
        };
        tables.read(english, true);
        tables.read(text, false);
        for (at, allergen) in Allergen::ALL.iter().enumerate() {
            let named = Named {
                bits: 1 << at,
                always: true,
                imitated: false,
                only_avoided: true,
                in_list: InList::Asks,
            };
            let name = allergen.wire_name().replace('_', " ");
            tables.add(name.trim_end_matches('s'), Meaning::Food(named), true);
        }
        tables.index = Index::new(&tables.entries);
        Lexicon(Arc::new(tables))
    }

    /// The text of a language's file; `None` if there is none.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn text(language: &str) -> Option<&'static str> {
        let found = OTHERS.iter().find(|(name, _)| *name == language);
        found.map(|(_, text)| *text)
    }

    /// The names of allergens of which misspelt forms are known.
    pub(crate) fn spellings(&self) -> impl Iterator<Item = &str> {
        self.0.spellings.iter().map(|name| &**name)
    }

    /// Whether the languages are written without a letter.
    pub(crate) fn lacks(&self, letter: char) -> bool {
        let is_special = !letter.is_ascii() && letters::is_alphabetic(letter);
        // Not `contains`: docs/decisions/webassembly.md.
        let mut own = self.0.letters.chars();
        is_special && own.all(|own| own != letters::lowercase(letter))
    }

    /// The singulars that a word may be the plural of, and what else it may stand for.
    fn other_forms(&self, word: &str) -> Vec<String> {
        let mut forms = Vec::new();
        // A footnote number or a count: "egg1", "2eggs".
        let bare = word.trim_matches(|letter: char| letter.is_ascii_digit());
        if bare.len() > 2 && bare.len() < word.len() {
            forms.push(bare.to_owned());
        }
        // Letters that a scanner took for digits: "s0ya", "m1lk".
        if word.contains(['0', '1']) && word.starts_with(|first: char| first.is_ascii_alphabetic())
        {
            let read = ["i", "l"].map(|one| word.replace('0', "o").replace('1', one));
            let is_word = |read: &String| read.bytes().all(|byte| byte.is_ascii_alphabetic());
            forms.extend(read.into_iter().filter(is_word));
        }
        for (ending, stands_for) in &self.0.plurals {
            if let Some(stem) = bare.strip_suffix(&**ending)
                && stem.len() > 1
            {
                forms.push([stem, &**stands_for].concat());
            }
        }
        forms
    }

    /// The stem of a compound with "free": the "nuss" of "nussfrei".
    fn stem_before_free<'a>(&self, word: &'a str) -> Option<&'a str> {
        let mut stems = self
            .0
            .frees
            .iter()
            .filter_map(|free| match free.strip_suffix('*') {
                Some(start) => word.strip_prefix(start),
                None => word.strip_suffix(free.strip_prefix('*').unwrap_or(free)),
            });
        stems.find(|stem| stem.len() > 1)
    }

    /// Finds all entries in the words, sorted by where they start.
    ///
    /// Words that are written together become words of their own.
    pub(crate) fn find(&self, tokens: &mut Vec<Token>) -> Vec<Match> {
        self.split(tokens);
        let mut next: Option<&Token> = None;
        for token in tokens.iter_mut().rev() {
            let mut short = self.0.shorts.iter();
            let short = short.find(|(short, _)| **short == *token.text);
            let stem = match short {
                Some((_, name)) => Some(&**name),
                None => self.stem_before_free(&token.text),
            };
            if let Some(stem) = stem {
                token.other_forms.push(stem.to_owned());
                token.ends_with_free = true;
                // These capitals are no emphasis.
                token.emphasised &= token.text.len() > 2;
            }
            if let Some(letter) = token.after_sign {
                let whole = format!("{letter}{}", token.text);
                let mut forms = self.other_forms(&whole);
                forms.insert(0, whole);
                token.other_forms.append(&mut forms);
            }
            // A word that is broken at the end of a line.
            if let Some(rest) = next
                && (rest.continues || self.is_broken(token, rest))
            {
                let whole = format!("{}{}", token.text, rest.text);
                token.other_forms.push(whole);
            }
            next = Some(token);
        }
        let mut found = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            for (form, word) in token.forms().enumerate() {
                let is_found = |first| {
                    let mut before = token.forms().take(form);
                    before.any(|form| matches_word(first, form))
                };
                self.beginning(word, &mut |entry| {
                    if !is_found(entry.first()) {
                        found.extend(entry.match_at(tokens, at, form));
                    }
                });
            }
        }
        own_meanings(found)
    }
}

impl Tables {
    fn read(&mut self, text: &str, is_english: bool) {
        let (mut keys, mut meaning) = ("", None);
        let is_read = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let special = text.chars().filter(|letter| !letter.is_ascii());
        self.letters.extend(special);
        for line in text.split('\n').map(str::trim).filter(is_read) {
            if let Some(own) = line.strip_suffix(':') {
                keys = own;
                let cue = CUES.iter().find(|(name, _)| *name == keys);
                let phrase = cue.map(|(_, cues)| Meaning::Phrase(*cues));
                meaning = phrase.or_else(|| food(keys));
            } else if keys == "@plural" || keys == "@short" {
                let (ending, stands_for) = line.split_once('=').unwrap_or((line, ""));
                let pairs = match keys {
                    "@plural" => &mut self.plurals,
                    _ => &mut self.shorts,
                };
                pairs.push((ending.into(), stands_for.into()));
            } else if keys == "@spelling" {
                self.spellings.push(line.into());
            } else if let Some(meaning) = meaning {
                self.add(line, meaning, is_english);
            }
        }
    }

    fn add(&mut self, phrase: &str, meaning: Meaning, is_english: bool) {
        let phrase = fold(phrase);
        let entry = Entry {
            first: phrase.find(' ').unwrap_or(phrase.len()),
            phrase: phrase.into(),
            meaning,
            is_english,
        };
        let cues = entry.cues().unwrap_or_default();
        if cues.is(Role::Free) {
            self.frees.push(entry.phrase.clone());
        }
        if cues.any(cues![Contains, May]) {
            self.claims.push(entry.phrase.replace(' ', "").into());
        }
        let is_stem = has_star(entry.first());
        match () {
            () if cues.is(Role::Part) => self.parts.push(entry.phrase),
            // It is read in compounds only.
            () if is_stem && cues.is(Role::Free) => {}
            () => self.entries.push(entry),
        }
    }
}

/// Leaves out what words mean in English that mean something else in the language of a text: the "orzo"
/// of "fiocchi d'orzo". Of an English text, or one that may be, both meanings count.
fn own_meanings(mut found: Vec<Match>) -> Vec<Match> {
    /// The fewest words of a language in a text that is plainly of it, and how many there must be for
    /// each English one.
    const FEWEST: usize = 4;
    const SHARE: usize = 4;
    let (mut own, mut english) = (0, 0);
    for here in found.chunk_by(|one, next| one.start == next.start) {
        let has_english = here.iter().any(|found| found.is_english);
        let has_own = here.iter().any(|found| !found.is_english);
        own += usize::from(!has_english);
        english += usize::from(!has_own);
    }
    if own < FEWEST.max(SHARE * english) {
        return found;
    }
    let is_food = |found: &Match| found.is_whole && found.named().is_some();
    // The "ale" of Polish is "but".
    let is_but = |found: &Match| found.cues().is_some_and(|cues| cues.is(Role::But));
    let foods = found.iter();
    let foods = foods.filter(|found| !found.is_english && (is_food(found) || is_but(found)));
    let foods = foods.map(|found| (found.start, found.end)).collect_vec();
    let is_other = |found: &Match| {
        let first = foods.partition_point(|(start, _)| *start < found.start);
        let here = foods[first..].iter();
        let mut here = here.take_while(|(start, _)| *start == found.start);
        here.any(|(_, end)| *end == found.end)
    };
    found.retain(|found| !(found.is_english && is_food(found) && is_other(found)));
    found
}

/// Whether a word matches a word of an entry.
fn matches_word(part: &str, word: &str) -> bool {
    let letters = word.as_bytes();
    match part.as_bytes() {
        [b'*', .., b'*'] => position(word, part.trim_matches('*')).is_some(),
        [b'*', end @ ..] => letters.ends_with(end),
        [start @ .., b'*'] => letters.starts_with(start),
        _ => part == word,
    }
}

/// Whether words of an entry match more than themselves.
fn has_star(words: &str) -> bool {
    words.as_bytes().contains(&b'*')
}
