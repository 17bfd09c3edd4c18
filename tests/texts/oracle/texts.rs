//! Every template with every word that is read: nothing calm stands beside a
//! text that names an allergen.
//!
//! `ORACLE_CASES` raises the number of texts, `ORACLE_SEED` changes them.

use super::generator::{Random, Template, described, made, templates};
use super::words::{Word, read};
use super::{Made, judged};
use std::collections::BTreeMap;
use std::thread;

/// The texts of a whole run, at the least.
const CASES: usize = 100_000;

/// A default run reads one in so many of them, from all templates and words: it is coprime to the
/// number of words.
const STEP: usize = 7;

/// The false alarms allowed among them, one in so many: what is denied in words
/// that nobody knows is not certainly denied.
const ALARMS: usize = 100;

/// How much of the summary is printed.
const SHOWN: usize = 40;

/// A text that was read wrongly.
struct Miss {
    template: String,
    word: &'static str,
    text: String,
    /// Whether only what the text denies, or means otherwise, raised a status.
    is_alarm: bool,
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// Reads the texts of these numbers. A number is a pair of template and word
/// and, from the second round on, another draw of the rest.
fn misses(
    pairs: &[(Template, &'static Word)],
    words: &[&'static Word],
    numbers: impl Iterator<Item = usize>,
) -> Vec<Miss> {
    const CHUNK: usize = 960;
    let seed = number("ORACLE_SEED").unwrap_or(9);
    let mut misses = Vec::new();
    let mut numbers = numbers.peekable();
    while numbers.peek().is_some() {
        let mut drawn: Vec<(Made, usize)> = Vec::new();
        for number in numbers.by_ref().take(CHUNK) {
            let pair = number % pairs.len();
            let (template, word) = &pairs[pair];
            let mut random = Random::new((seed as u64) << 40 | number as u64);
            drawn.push((made(template, word, words, &mut random), pair));
        }
        // Texts of the product's own fields are read last.
        drawn.sort_by_key(|(text, _)| text.is_of_product());
        let (texts, origins): (Vec<Made>, Vec<usize>) = drawn.into_iter().unzip();
        for ((case, faults), pair) in judged(texts).into_iter().zip(origins) {
            if !faults.is_empty() {
                misses.push(Miss {
                    template: pairs[pair].0.text.clone(),
                    word: pairs[pair].1.text,
                    is_alarm: faults
                        .iter()
                        .all(|fault| fault.ends_with("not DeclaredNotPresent")),
                    text: format!(
                        "{:?}\n    in {} beside {} of {:?}: expected {}; {}",
                        case.text,
                        case.field,
                        case.flag,
                        case.flagged,
                        described(&case.expected),
                        faults.join("; ")
                    ),
                });
            }
        }
    }
    misses
}

/// The most frequent of `keys`, with their counts and an example of each.
fn summary<'a>(misses: &'a [Miss], key: impl Fn(&'a Miss) -> &'a str) -> String {
    let mut found: BTreeMap<&str, (usize, &Miss)> = BTreeMap::new();
    for miss in misses {
        found.entry(key(miss)).or_insert((0, miss)).0 += 1;
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let lines = found.iter().take(SHOWN).map(|(key, (count, miss))| {
        let text = &miss.text;
        format!("{count:6} {key:?}: such as {text}")
    });
    format!(
        "{} of them:\n{}",
        found.len(),
        lines.collect::<Vec<_>>().join("\n")
    )
}

#[test]
fn nothing_calm_stands_beside_a_named_allergen() {
    check(STEP);
}

#[test]
#[ignore = "slow without optimisation; run by cargo xtask test native --all"]
fn nothing_calm_stands_beside_a_named_allergen_in_a_hundred_thousand_texts() {
    check(1);
}

/// Reads one in `step` texts.
fn check(step: usize) {
    let words = read();
    assert!(!words.is_empty());
    assert!(
        step == 1 || !words.len().is_multiple_of(step),
        "{} words",
        words.len()
    );
    let templates: Vec<Template> = templates().collect();
    let pairs: Vec<(Template, &'static Word)> = templates
        .iter()
        .flat_map(|template| words.iter().map(move |word| (template.clone(), *word)))
        .filter(|(template, word)| template.fits(word))
        .collect();
    let count = number("ORACLE_CASES")
        .unwrap_or(CASES)
        .max(CASES)
        .max(pairs.len());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found: Vec<Miss> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|first| {
                let (pairs, words) = (&pairs, &words);
                let numbers = (first * step..count).step_by(threads * step);
                scope.spawn(move || misses(pairs, words, numbers))
            })
            .collect();
        running
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    let all = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle.txt");
    let texts: Vec<&str> = found.iter().map(|miss| miss.text.as_str()).collect();
    std::fs::write(&all, texts.join("\n")).unwrap();
    let (alarms, wrong): (Vec<Miss>, Vec<Miss>) = found.into_iter().partition(|miss| miss.is_alarm);
    let found = if wrong.is_empty() { alarms } else { wrong };
    let allowed = if found.iter().all(|miss| miss.is_alarm) {
        count / step / ALARMS
    } else {
        0
    };
    assert!(
        found.len() <= allowed,
        "{} of {} texts from {} templates and {} words are read wrongly: see {}\n\
         By template, {}\n\nBy word, {}",
        found.len(),
        count / step,
        templates.len(),
        words.len(),
        all.display(),
        summary(&found, |miss| &miss.template),
        summary(&found, |miss| miss.word),
    );
}
