//! The typography of all messages: no-break spaces, quotation marks, dashes,
//! capitals, and where placeholders may stand.

use super::{Texts, english, languages};

const NO_BREAK: [char; 2] = ['\u{a0}', '\u{202f}'];
const QUOTES: &str = "“”„«»‘\"";

/// How a language is set.
struct Style {
    language: &'static str,
    /// Opening and closing quotation mark, spaces included.
    quotes: (&'static str, &'static str),
    /// What separates two clauses.
    dash: &'static str,
}

const STYLES: &[Style] = &[
    Style {
        language: "en-GB",
        quotes: ("“", "”"),
        dash: " — ",
    },
    Style {
        language: "cy",
        quotes: ("“", "”"),
        dash: " — ",
    },
    Style {
        language: "de",
        quotes: ("„", "“"),
        dash: " – ",
    },
    Style {
        language: "es",
        quotes: ("«", "»"),
        dash: " – ",
    },
    Style {
        language: "fr",
        quotes: ("«\u{a0}", "\u{a0}»"),
        dash: " – ",
    },
    Style {
        language: "it",
        quotes: ("«", "»"),
        dash: " – ",
    },
    Style {
        language: "nl",
        quotes: ("‘", "’"),
        dash: " – ",
    },
    Style {
        language: "pl",
        quotes: ("„", "”"),
        dash: " – ",
    },
];

/// Every language with its style; one without a style is not let in.
fn each() -> impl Iterator<Item = (&'static Style, Texts)> {
    languages().map(|(language, texts)| {
        let style = STYLES.iter().find(|style| style.language == language);
        (style.expect("a language without a style"), texts)
    })
}

/// Asserts that no text breaks a rule, which says what is wrong with one.
fn no_text(wrong: impl Fn(&Style, &str, &str) -> Option<String>) {
    let mut found = Vec::new();
    for (style, texts) in each() {
        for (key, text) in &texts {
            if let Some(what) = wrong(style, key, text) {
                found.push(format!("{} {key}: {what} in {text:?}", style.language));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// A figure that an ordinary space separates from its unit or from its next digits.
fn broken_figure(text: &str) -> Option<&str> {
    const UNITS: [&str; 12] = [
        "g", "g/ml", "mg", "mg/kg", "µg", "kg", "ml", "l", "kJ", "kcal", "%", "°C",
    ];
    let parts: Vec<&str> = text.split(' ').collect();
    parts.windows(2).find_map(|pair| {
        let is_figure = pair[0].ends_with(|c: char| c.is_ascii_digit() || c == '}');
        let next = pair[1].trim_end_matches(['.', ',', ';', ':', ')', '*']);
        let first = next.split(&NO_BREAK[..]).next().unwrap_or_default();
        let is_unit = UNITS.contains(&first)
            || pair[0].ends_with(|c: char| c.is_ascii_digit()) && first.starts_with("000");
        (is_figure && is_unit).then_some(pair[0])
    })
}

#[test]
fn figures_do_not_break_before_their_unit() {
    no_text(|_, _, text| broken_figure(text).map(|figure| format!("a plain space after {figure}")));
}

#[test]
fn figures_that_break_are_found() {
    for text in [
        "per 100 g",
        "no more than 20 mg/kg ({name})",
        "{percent} % RM*",
        "8 000 kJ",
    ] {
        assert!(broken_figure(text).is_some(), "{text}");
    }
    for text in [
        "per 100\u{a0}g",
        "8, 12, 13 or 14 digits",
        "per 100 (unit not stated)",
    ] {
        assert_eq!(broken_figure(text), None);
    }
}

#[test]
fn french_punctuation_does_not_break_off() {
    no_text(|style, _, text| {
        let mut before = ' ';
        for c in text.chars().filter(|_| style.language == "fr") {
            let is_loose =
                [':', ';', '?', '!', '%', '»'].contains(&c) && !NO_BREAK.contains(&before);
            if is_loose || before == '«' && !NO_BREAK.contains(&c) {
                return Some(format!("no no-break space between {before:?} and {c:?}"));
            }
            before = c;
        }
        None
    });
}

#[test]
fn quotation_marks_are_the_language_s() {
    no_text(|style, _, text| {
        let (open, close) = style.quotes;
        let mut rest = text.to_owned();
        while let Some((before, after)) = rest.split_once(open) {
            let Some((_, after)) = after.split_once(close) else {
                return Some(String::from("a quotation that is not closed"));
            };
            rest = format!("{before}{after}");
        }
        let other = rest.chars().find(|c| QUOTES.contains(*c));
        other.map(|mark| format!("the mark {mark}"))
    });
}

#[test]
fn a_language_has_one_dash() {
    for (style, texts) in each() {
        assert_eq!(texts["card.dash"], style.dash, "{}", style.language);
    }
    no_text(|style, _, text| {
        let rest = text.replace(style.dash, "");
        let other = rest.chars().find(|c| ['—', '–'].contains(c));
        let other = other.map(String::from);
        other.or_else(|| rest.contains(" - ").then(|| String::from(" - ")))
    });
}

#[test]
fn no_sentence_has_a_chain_of_colons() {
    no_text(|_, _, text| {
        let mut sentences = text.split(". ");
        let chained = sentences.find(|sentence| sentence.matches(':').count() > 1);
        chained.map(|_| String::from("two colons"))
    });
}

/// Names and lists have any gender, number and case: they stand after a colon, in
/// quotation marks or in brackets, where no grammar depends on them.
#[test]
fn names_stand_where_no_grammar_depends_on_them() {
    // A business keeps its name's form after a preposition, and Polish avoids one.
    const BUSINESS: &str = "notice.supplier";
    // What a product contains stands without an article; French and Polish have a colon.
    const ANSWERS: &str = "answer.";
    no_text(|style, key, text| {
        let places = ["{list}", "{name}", "{names}"].into_iter();
        let mut places = places.filter_map(|place| Some((place, text.split_once(place)?.0)));
        let loose = places.find(|(_, before)| {
            let before = before.trim_end();
            let open = style.quotes.0.trim_end();
            let is_free = key == BUSINESS
                || key.starts_with(ANSWERS) && !["fr", "pl"].contains(&style.language);
            !is_free && !before.ends_with([':', '(']) && !before.ends_with(open)
        });
        loose.map(|(place, _)| format!("{place} in the flow"))
    });
}

/// Messages that begin with a capital letter, and ones that follow a name and a
/// colon and so begin with a small one.
const CAPITAL: [&str; 9] = [
    "allergen.",
    "answer.",
    "error.",
    "field.",
    "notice.",
    "panel.",
    "quality.",
    "section.",
    "status.",
];
const SMALL: [&str; 3] = ["allergens.conflict.", "of-which.", "verdict."];
/// Stand alone, or as a title.
const NOT_SMALL: [&str; 2] = ["verdict.title", "verdict.unknown"];

#[test]
fn messages_begin_with_a_capital_where_they_begin_a_line() {
    no_text(|style, key, text| {
        let begins = |families: &[&str]| families.iter().any(|family| key.starts_with(family));
        let first = text.chars().find(|c| !QUOTES.contains(*c))?;
        // German nouns have capitals anywhere.
        let is_small = begins(&SMALL) && !NOT_SMALL.contains(&key) && style.language != "de";
        let is_wrong = begins(&CAPITAL) && first.is_lowercase() || is_small && first.is_uppercase();
        is_wrong.then(|| format!("the first letter {first}"))
    });
}

/// Words with a capital inside a sentence: names and abbreviations.
const NAMES: &[&str] = &["Brazil", "Intrastat/TARIC", "Meursing"];

#[test]
fn english_is_in_sentence_case() {
    for (key, text) in english() {
        let mut begins = true;
        for word in text.split([' ', '\u{a0}']) {
            let letters: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
            let is_name = NAMES.iter().any(|name| word.contains(name))
                // An abbreviation.
                || letters.chars().filter(|c| c.is_uppercase()).count() > 1
                || letters.len() == 1
                || letters.starts_with('B') && letters[1..].parse::<u8>().is_ok();
            let is_capital = letters.starts_with(char::is_uppercase);
            assert!(
                begins || is_name || !is_capital,
                "{key}: {word} in {text:?}"
            );
            begins = word.ends_with(['.', ':', '?', '!', '*']) || word.starts_with('“');
        }
    }
}
