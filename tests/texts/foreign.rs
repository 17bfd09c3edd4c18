//! Warnings of every language are known on the pages of all: what a record says in another language than
//! that of its page is never beside a calm verdict.

use crate::case::Case;
use crate::judge::judge;

/// The files of words, each with its language and a word for milk.
const FILES: [(&str, &str, &str); 8] = [
    ("cy", include_str!("../../src/lexicon/cy.txt"), "llaeth"),
    ("de", include_str!("../../src/lexicon/de.txt"), "Milch"),
    ("en", include_str!("../../src/lexicon/en-GB.txt"), "milk"),
    ("es", include_str!("../../src/lexicon/es.txt"), "leche"),
    ("fr", include_str!("../../src/lexicon/fr.txt"), "lait"),
    ("it", include_str!("../../src/lexicon/it.txt"), "latte"),
    ("nl", include_str!("../../src/lexicon/nl.txt"), "melk"),
    ("pl", include_str!("../../src/lexicon/pl.txt"), "mleko"),
];

/// The phrases below some headings of a file.
fn phrases(file: &'static str, headings: &'static [&'static str]) -> impl Iterator<Item = String> {
    let mut heading = "";
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(move |line| {
        heading = line.strip_suffix(':').unwrap_or(heading);
        let is_phrase = !line.ends_with(':') && headings.contains(&heading);
        is_phrase.then(|| line.replace(" * ", " also ").replace('*', ""))
    })
}

/// The phrases that are calm before a word, on the pages that are given.
fn calm(headings: &'static [&'static str], word: Option<&str>, on_own_page: bool) -> Vec<String> {
    let mut calm = Vec::new();
    let mut count = 0;
    for (language, file, milk) in FILES {
        // English is read on every page.
        for phrase in phrases(file, headings).filter(|_| on_own_page || language != "en") {
            // "Contiene" is Spanish and Italian.
            let is_own = |file| phrases(file, headings).any(|own| own == phrase);
            let pages = FILES
                .iter()
                .filter(|(_, file, _)| on_own_page || !is_own(file));
            for page in pages.map(|(page, ..)| *page) {
                count += 1;
                let text = format!("{phrase} {}.", word.unwrap_or(milk));
                let case = Case {
                    language: page,
                    field: "S",
                    text: text.clone(),
                    warns: word.is_some(),
                    members: vec!["milk".parse().unwrap()],
                    ..Case::default()
                };
                if !judge(&case).calm.is_empty() {
                    calm.push(format!("{language} on a page in {page}: {text}"));
                }
            }
        }
    }
    assert!(count > 100, "{count}");
    calm
}

#[test]
fn what_is_said_of_a_food_is_calm_on_no_page() {
    const HEADINGS: &[&str] = &["@may", "@contains", "@traces", "@traces-of"];
    assert_eq!(calm(HEADINGS, None, true), [""; 0]);
}

#[test]
fn what_may_be_in_a_food_is_calm_on_no_page_if_it_is_unknown() {
    const HEADINGS: &[&str] = &["@may", "@traces", "@traces-of"];
    assert_eq!(calm(HEADINGS, Some("zibbel"), true), [""; 0]);
}

/// On a page of the phrase's own language "contains fruit" says nothing of allergens.
#[test]
fn what_is_in_a_food_is_calm_on_no_page_of_another_language_if_it_is_unknown() {
    assert_eq!(calm(&["@contains"], Some("zibbel"), false), [""; 0]);
}
