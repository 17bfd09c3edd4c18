//! Tests of the wording of messages: forbidden terms and style.

use super::{LANGUAGES, Messages};
use crate::model::Value;

/// The rules of one language.
struct Rules {
    language: &'static str,
    /// How words that promise safety begin.
    safe: &'static [&'static str],
    /// The same in several words.
    safe_phrases: &'static [&'static str],
    /// How words begin that would make “not stated” read as “not there”; with a
    /// full stop, the whole word.
    absent: &'static [&'static str],
}

/// One for each language: a language without rules is not let in.
const RULES: &[Rules] = &[
    Rules {
        language: "en-GB",
        safe: &["safe", "harmless", "riskless"],
        safe_phrases: &["no risk", "risk free", "risk-free"],
        absent: &["absen", "none.", "without", "free", "no."],
    },
    Rules {
        language: "cy",
        // With what Welsh makes of a word's first letter.
        safe: &["diogel", "ddiogel", "niogel", "diberygl", "ddiberygl"],
        safe_phrases: &["dim risg", "dim perygl", "heb berygl"],
        absent: &["absen", "dim", "heb", "rhydd", "nad."],
    },
    Rules {
        language: "de",
        safe: &[
            "sicher",
            "unbedenklich",
            "gefahrlos",
            "harmlos",
            "risikolos",
        ],
        safe_phrases: &["ohne gefahr", "ohne risiko", "kein risiko"],
        absent: &["abwesen", "kein", "ohne", "frei"],
    },
    Rules {
        language: "es",
        safe: &["segur", "inocu", "inofensiv"],
        safe_phrases: &["sin riesgo", "sin peligro"],
        absent: &["ausen", "ningun", "ningún", "sin.", "libre"],
    },
    Rules {
        language: "fr",
        safe: &["sûr", "sécur", "inoffensi"],
        safe_phrases: &["sans danger", "sans risque", "sans crainte"],
        absent: &["absen", "aucun", "sans", "exempt"],
    },
    Rules {
        language: "it",
        safe: &["sicur", "innocu"],
        safe_phrases: &["senza rischi", "senza pericol", "nessun rischio"],
        absent: &["assen", "nessun", "senza", "priv"],
    },
    Rules {
        language: "nl",
        safe: &["veilig", "ongevaarlijk", "onschadelijk", "risicoloos"],
        safe_phrases: &["zonder risico", "zonder gevaar", "geen risico"],
        absent: &["afwezig", "aanwezig", "geen", "zonder", "vrij"],
    },
    Rules {
        language: "pl",
        safe: &["bezpiecz", "niegroźn", "nieszkodliw"],
        safe_phrases: &["bez ryzyka", "bez obaw"],
        absent: &["brak", "nieobecn", "bez", "żad", "woln"],
    },
];

/// The first of these beginnings that a word of the text has.
fn begins(text: &str, beginnings: &[&'static str]) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphabetic()).collect();
    beginnings.iter().copied().find(|beginning| {
        words.iter().any(|word| match beginning.strip_suffix('.') {
            Some(whole) => *word == whole,
            None => word.starts_with(beginning),
        })
    })
}

fn each() -> impl Iterator<Item = (&'static Rules, Messages)> {
    LANGUAGES.iter().map(|(language, text)| {
        let rules = RULES.iter().find(|rules| rules.language == *language);
        let messages = Messages::from_json(language, text).expect(language);
        (rules.expect("a language without rules"), messages)
    })
}

#[test]
fn no_word_promises_safety() {
    for (rules, messages) in each() {
        for (key, text) in &messages.0.pairs {
            assert_eq!(begins(text, rules.safe), None, "{messages:?} {key}: {text}");
            let lower = text.to_lowercase();
            for phrase in rules.safe_phrases {
                assert!(!lower.contains(phrase), "{messages:?} {key}: {text}");
            }
        }
    }
}

#[test]
fn words_that_promise_safety_are_found_in_their_forms() {
    let rules = |language: &str| {
        let rules = RULES.iter().find(|rules| rules.language == language);
        rules.expect("rules").safe
    };
    for (language, text) in [
        ("en-GB", "Safe for you"),
        ("en-GB", "eaten safely"),
        ("cy", "Mae’n ddiogel"),
        ("de", "ein völlig Sicheres Produkt"),
        ("es", "alimentos seguros"),
        ("fr", "denrées sûres"),
        ("it", "è sicura"),
        ("nl", "een veilige keuze"),
        ("pl", "Bezpieczny produkt"),
    ] {
        assert!(begins(text, rules(language)).is_some(), "{text}");
    }
    // Words that only look like them.
    assert_eq!(begins("Informations sur le produit", rules("fr")), None);
    assert_eq!(begins("Produkt bez nazwy", rules("pl")), None);
}

/// "Not stated" must not read as absent, nor like the message for a declared
/// absence.
#[test]
fn what_is_not_stated_does_not_read_as_absent() {
    for (rules, messages) in each() {
        for key in [
            "status.not-stated",
            "allergens.undeclared",
            "claim.not-stated",
            "verdict.not-stated",
            "nutrition.not-given",
        ] {
            let text = messages.get(key);
            let found = begins(text, rules.absent);
            assert_eq!(found, None, "{messages:?} {key}: {text}");
        }
        let said = [
            "contains",
            "may-contain",
            "declared-not-present",
            "not-stated",
        ]
        .map(|key| messages.named("status", key));
        for (at, text) in said.iter().enumerate() {
            assert!(!said[..at].contains(text), "{messages:?}: {text} twice");
        }
    }
}

/// "Has not declared any allergens" reads as "none": where nothing is stated, the messages
/// say so and advise to check the label.
#[test]
fn silence_of_the_manufacturer_does_not_read_as_none() {
    const DECLARED: [(&str, &[&str]); 8] = [
        ("en-GB", &["declar", "any."]),
        ("cy", &["datgan", "ddatgan", "unrhyw"]),
        ("de", &["kein", "deklar"]),
        ("es", &["ningún", "declar"]),
        ("fr", &["aucun", "déclar"]),
        ("it", &["alcun", "dichiar"]),
        ("nl", &["geen", "opgegeven"]),
        ("pl", &["żadn", "zadeklar", "deklar"]),
    ];
    for (language, stems) in DECLARED {
        let messages = Messages::for_language(language).expect(language);
        for key in ["allergens.none", "allergens.undeclared"] {
            let text = messages.get(key);
            assert_eq!(begins(text, stems), None, "{language} {key}: {text}");
        }
        let advice = messages.get("allergens.check-label");
        let none = messages.get("allergens.none");
        assert!(none.contains(advice), "{language}: {none}");
    }
    let languages = DECLARED.map(|(language, _)| language);
    assert!(each().all(|(rules, _)| languages.contains(&rules.language)));
}

#[test]
fn files_are_sorted_and_well_written() {
    for (language, text) in LANGUAGES {
        let value = Value::parse(text).expect(language);
        let mut last = String::new();
        for (key, text) in value.as_object().expect(language).iter() {
            assert!(*last < *key, "{language}: {key} stands after {last}");
            last = key.to_string();
            let text = text.as_text().expect(language);
            // Separators have their spaces. French begins with one that does not break
            // before a colon.
            if !["card.and", "card.comma", "card.dash"].contains(&key) {
                assert_eq!(text, text.trim_matches(' '), "{language} {key}");
            }
            assert!(
                !text.is_empty() && !text.contains("  "),
                "{language} {key}: {text}"
            );
            // Typewriter quotation marks are no language's.
            assert!(!text.contains(['\'', '"']), "{language} {key}: {text}");
        }
    }
}

#[test]
fn units_are_those_of_packs() {
    let english = Messages::english();
    for (value, unit, said) in [
        ("12", "Each", "12"),
        ("12", "EA", "12"),
        ("12", "H87", "12"),
        ("2.5", "KGM", "2.5\u{a0}kg"),
        ("250", "MLT", "250\u{a0}ml"),
        ("250", "Grams", "250\u{a0}g"),
        ("250", "G", "250\u{a0}g"),
        ("500", "KJ", "500\u{a0}kJ"),
        ("2", "L", "2\u{a0}L"),
        ("2", "l", "2\u{a0}l"),
        ("365", "Days", "365\u{a0}days"),
        ("1", "DAY", "1\u{a0}day"),
        ("12", "Months", "12\u{a0}months"),
        ("3", "zlork", "3\u{a0}zlork"),
    ] {
        assert_eq!(english.quantity(value, Some(unit)), said, "{value} {unit}");
    }
    let polish = Messages::for_language("pl").expect("Polish");
    assert_eq!(polish.quantity("365", Some("Days")), "365\u{a0}dni");
}

#[test]
fn a_thousand_grams_are_a_kilogram_on_packs() {
    let german = Messages::for_language("de").expect("German");
    for (value, unit, said) in [
        ("1940", "g", "1,94\u{a0}kg"),
        ("1000", "GRM", "1\u{a0}kg"),
        ("12500", "ml", "12,5\u{a0}L"),
        ("999", "g", "999\u{a0}g"),
        ("1940", "kg", "1940\u{a0}kg"),
        ("1940.5", "g", "1940,5\u{a0}g"),
        ("01940", "g", "01940\u{a0}g"),
        ("ca. 1000", "g", "ca. 1000\u{a0}g"),
    ] {
        assert_eq!(german.content(value, Some(unit)), said, "{value} {unit}");
    }
}
