//! Checks of the files of words: sorted, without repetition or contradiction, and no line that can
//! never match.

use super::role::CUES;
use super::{Cues, ENGLISH_FILE, Entry, Match, Meaning, Named, OTHERS, food, matches_word};
use crate::collect_vec::CollectVec as _;
use crate::text::Run;
use crate::text::tokens::{Token, fold, tokenize};
use std::collections::{BTreeMap, BTreeSet};

/// A line below a heading.
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) heading: &'static str,
    pub(super) text: &'static str,
    folded: String,
}

pub(super) fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::once(("en-GB", ENGLISH_FILE)).chain(OTHERS.iter().copied())
}

pub(super) fn lines(text: &'static str) -> Vec<Line> {
    let mut heading = "";
    let mut lines = Vec::new();
    let numbered = text.lines().zip(1..);
    for (text, number) in numbered.filter(|(line, _)| !line.starts_with('#')) {
        match text.strip_suffix(':') {
            Some(own) => heading = own,
            None => lines.push(Line {
                number,
                heading,
                text,
                folded: fold(text),
            }),
        }
    }
    lines
}

/// The entries of English and another language that match at a word, and the line that each stands in:
/// "milk, en-GB.txt:12".
pub(crate) fn sources(language: &str, tokens: &[Token], start: usize) -> Vec<(Match, String)> {
    let mut sources = Vec::new();
    for (name, text) in files().filter(|(name, _)| *name == "en-GB" || *name == language) {
        for line in lines(text)
            .into_iter()
            .filter(|line| !is_table(line.heading))
        {
            let cue = CUES.iter().find(|(heading, _)| *heading == line.heading);
            let phrase = cue.map(|(_, cues)| Meaning::Phrase(*cues));
            let entry = Entry {
                first: line.folded.find(' ').unwrap_or(line.folded.len()),
                phrase: line.folded.into(),
                meaning: phrase.or_else(|| food(line.heading)).unwrap(),
                is_english: name == "en-GB",
            };
            let source = format!("{}, {name}.txt:{}", line.heading, line.number);
            let first = entry.first();
            let form = tokens[start]
                .forms()
                .position(|form| matches_word(first, form));
            let found = form.and_then(|form| entry.match_at(tokens, start, form));
            sources.extend(found.map(|found| (found, source)));
        }
    }
    sources
}

/// The names of the roles that a cue has, and what their documentation says.
pub(super) fn documented_roles(cues: Cues) -> Vec<(String, String)> {
    const SOURCE: &str = include_str!("role.rs");
    let (_, rest) = SOURCE.split_once("enum Role {\n").unwrap();
    let (variants, _) = rest.split_once("\n}").unwrap();
    let (mut roles, mut says) = (Vec::new(), Vec::new());
    for line in variants.lines().map(str::trim) {
        match line.strip_prefix("/// ") {
            Some(line) => says.push(line),
            None => {
                let name = line.trim_end_matches(',').to_owned();
                roles.push((name, std::mem::take(&mut says).join(" ")));
            }
        }
    }
    let roles = roles.into_iter().enumerate();
    let own = roles.filter(|(at, _)| cues.0 & (1 << at) != 0);
    own.map(|(_, role)| role).collect_vec()
}

/// The names of the roles that a cue has.
pub(crate) fn roles(cues: Cues) -> String {
    let roles = documented_roles(cues).into_iter();
    roles.map(|(name, _)| name).collect_vec().join(" + ")
}

/// Whether the lines of a heading are not phrases.
fn is_table(heading: &str) -> bool {
    matches!(heading, "@plural" | "@short" | "@spelling")
}

/// Fails if any file has a fault, and lists them all.
fn check(faults: impl Fn(&'static str) -> Vec<String>) {
    let faults = files().flat_map(|(name, text)| {
        let faults = faults(text).into_iter();
        faults.map(move |fault| format!("{name}: {fault}"))
    });
    let faults = faults.collect_vec();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_heading_is_known_and_stands_once() {
    check(|text| {
        let headings = text.lines().filter(|line| !line.starts_with('#'));
        let mut seen = BTreeSet::new();
        let mut faults = Vec::new();
        for heading in headings.filter_map(|line| line.strip_suffix(':')) {
            let is_cue = CUES.iter().any(|(name, _)| *name == heading);
            if !is_table(heading) && food(heading).is_none() && !is_cue {
                faults.push(format!("{heading} is unknown"));
            }
            if !seen.insert(heading) {
                faults.push(format!("{heading} stands twice"));
            }
        }
        faults
    });
}

#[test]
fn every_cue_has_a_name_of_its_own_and_phrases() {
    let names: BTreeSet<_> = CUES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), CUES.len());
    let all = files().flat_map(|(_, text)| lines(text));
    let used: BTreeSet<_> = all.map(|line| line.heading).collect();
    let unused = names.iter().filter(|name| !used.contains(*name));
    assert_eq!(unused.collect_vec(), [] as [&&str; 0]);
}

#[test]
fn the_lines_of_a_heading_are_sorted_and_differ() {
    check(|text| {
        let lines = lines(text);
        let key = |line: &Line| line.folded.replace(['*', '('], "");
        let pairs = lines.iter().zip(lines.iter().skip(1));
        let pairs = pairs.filter(|(one, next)| one.heading == next.heading);
        let unsorted = pairs.filter(|(one, next)| {
            !is_table(one.heading) && (key(one) > key(next) || one.folded == next.folded)
        });
        let faults = unsorted.map(|(one, next)| {
            format!("{}: {} stands before {}", one.heading, one.text, next.text)
        });
        faults.collect_vec()
    });
}

/// Whether a meaning beside another is superfluous, or contradicts it. "Soy sauce" is always soya and
/// usually soya and wheat: the second heading adds to the first.
fn says_nothing_more(named: Named, other: Named) -> bool {
    let is_as_sure = named.always == other.always || other.always;
    named.is_none() || is_as_sure && named.bits & !other.bits == 0
}

#[test]
fn no_word_contradicts_itself() {
    check(|text| {
        let mut known: BTreeMap<String, Vec<(&str, Named)>> = BTreeMap::new();
        let mut faults = Vec::new();
        for line in lines(text) {
            let Some(Meaning::Food(named)) = food(line.heading) else {
                continue;
            };
            if named.only_avoided {
                continue;
            }
            let others = known.entry(line.folded).or_default();
            for (heading, other) in others.iter() {
                if says_nothing_more(named, *other) || says_nothing_more(*other, named) {
                    faults.push(format!("{} is {heading} and {}", line.text, line.heading));
                }
            }
            others.push((line.heading, named));
        }
        faults
    });
}

/// A word of compounds alone may be a phrase as well.
#[test]
fn a_phrase_stands_below_one_heading() {
    check(|text| {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        let mut faults = Vec::new();
        let is_phrase = |line: &Line| line.heading.starts_with('@') && !is_table(line.heading);
        for line in lines(text).into_iter().filter(is_phrase) {
            if line.heading == "@part" {
                continue;
            }
            if let Some(other) = known.insert(line.folded, line.heading) {
                faults.push(format!("{} is {other} and {}", line.text, line.heading));
            }
        }
        faults
    });
}

#[test]
fn every_line_can_match() {
    check(|text| {
        let mut faults = Vec::new();
        for line in lines(text).iter().filter(|line| !is_table(line.heading)) {
            let plain = line.folded.replace(['*', '('], "x");
            let words = tokenize(&[Run {
                text: plain.clone(),
                emphasised: false,
                struck: false,
            }]);
            let words = words.iter().map(|word| word.text.as_str()).collect_vec();
            // A `*` inside a word stands for nothing.
            let is_plain = |word: &str| {
                let word = word.trim_start_matches('(');
                word == "*" || !word.trim_matches('*').contains(['*', '('])
            };
            if words.join(" ") != plain || !line.folded.split(' ').all(is_plain) {
                faults.push(format!("{}: {}", line.heading, line.text));
            }
        }
        faults
    });
}

/// What each role says, and which cues have it, with their first phrases in each language.
fn tables() -> String {
    let mut out = "| role | direction, reach and end |\n|---|---|\n".to_owned();
    for (name, says) in documented_roles(Cues(u64::MAX)) {
        // No link to a role: `[`Contains`](Role::Contains)`.
        let pieces = says
            .split("](Role::")
            .map(|piece| match piece.split_once(')') {
                Some((role, rest)) if role.chars().all(char::is_alphanumeric) => rest,
                _ => piece,
            });
        let says = pieces.collect_vec().concat().replace("[`", "`");
        out += &format!("| {name} | {says} |\n");
    }
    out += "\n| cue | roles | its first phrases |\n|---|---|---|\n";
    let all = files()
        .map(|(name, text)| (name, lines(text)))
        .collect_vec();
    for (heading, cues) in CUES {
        let phrases = all.iter().filter_map(|(name, lines)| {
            let own = lines.iter().filter(|line| line.heading == *heading);
            let own = own
                .take(2)
                .map(|line| format!("“{}”", line.text))
                .collect_vec();
            let language = name.split('-').next()?;
            (!own.is_empty()).then(|| format!("{language} {}", own.join(", ")))
        });
        let phrases = phrases.collect_vec().join("; ");
        out += &format!("| `{heading}` | {} | {phrases} |\n", roles(*cues));
    }
    out
}

#[test]
fn the_cues_stand_in_the_document() {
    const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cues.md");
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (head, old) = document.split_once("| role |").unwrap();
    let new = tables();
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(DOCUMENT, head.to_owned() + &new).unwrap();
    } else {
        assert_eq!(
            format!("| role |{old}"),
            new,
            "UPDATE_SNAPSHOTS=1 writes the tables"
        );
    }
}

#[test]
fn a_stem_of_one_letter_is_read_too() {
    use crate::lexicon::Lexicon;
    let lexicon = Lexicon::from_text("milk:\nz*\n*q\n*7*");
    for word in ["zibbel", "zibbeq", "a7b", "q", "z"] {
        let named = crate::reading::named_allergens(word, &lexicon);
        assert_eq!(named, [crate::model::Allergen::Milk], "{word}");
    }
    assert!(crate::reading::named_allergens("ibbel", &lexicon).is_empty());
}
