//! Checks of the files of words: sorted, without repetition or contradiction, and no line that can
//! never match.

use super::role::CUES;
use super::{ENGLISH_FILE, Meaning, Named, OTHERS, food};
use crate::collect_vec::CollectVec as _;
use crate::text::Run;
use crate::text::tokens::{fold, tokenize};
use std::collections::{BTreeMap, BTreeSet};

/// A line below a heading.
struct Line {
    heading: &'static str,
    text: &'static str,
    folded: String,
}

fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::once(("en-GB", ENGLISH_FILE)).chain(OTHERS.iter().copied())
}

fn lines(text: &'static str) -> Vec<Line> {
    let mut heading = "";
    let mut lines = Vec::new();
    for text in text.lines().filter(|line| !line.starts_with('#')) {
        match text.strip_suffix(':') {
            Some(own) => heading = own,
            None => lines.push(Line {
                heading,
                text,
                folded: fold(text),
            }),
        }
    }
    lines
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
