//! Innocent foods whose names hold an allergen's word: `false-friends.txt`.

use super::words::with_groups;
use super::{Case, Expected, Level, faults};
use super::{Field, Flag, allergens, lines, record, remarks_emphasis, report};
use product_pool::label::Status;
use product_pool::model::Allergen;

const FALSE_FRIENDS: &str = include_str!("../../../fixtures/false-friends.txt");

/// How the phrase stands in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    Bold,
    Capitals,
}

/// A phrase, what it must not raise and what it names.
struct Phrase {
    text: &'static str,
    suspected: Vec<Allergen>,
    named: Vec<Allergen>,
}

fn phrases() -> Vec<Phrase> {
    lines(FALSE_FRIENDS)
        .map(|(number, line)| {
            let parts: Vec<&'static str> = line.split('|').map(str::trim).collect();
            let (text, suspected, named) = match parts[..] {
                [text, suspected] => (text, suspected, ""),
                [text, suspected, named] => (text, suspected, named),
                _ => panic!("false-friends.txt:{number}: {line}"),
            };
            Phrase {
                text,
                suspected: allergens(suspected),
                named: allergens(named),
            }
        })
        .collect()
}

fn case(phrase: &Phrase, form: Form) -> Case {
    let text = match form {
        Form::Plain => format!("Sugar, {}, water, salt", phrase.text),
        Form::Bold => format!("Sugar, <b>{}</b>, water, salt", phrase.text),
        Form::Capitals => format!("Sugar, {}, water, salt", phrase.text.to_uppercase()),
    };
    let mut flagged = with_groups(&phrase.suspected);
    flagged.extend(with_groups(&phrase.named));
    let expected = phrase.named.iter().map(|allergen| Expected {
        allergen: *allergen,
        level: Level::Named,
        word: String::new(),
    });
    Case {
        text,
        field: match form {
            Form::Capitals => Field::Plain,
            _ => Field::List,
        },
        flag: Flag::No,
        flagged,
        expected: expected.collect(),
    }
}

/// The phrases that raise a wrongly suspected allergen, and those that do not
/// name what they do name.
fn alarms(form: Form) -> (Vec<String>, Vec<String>) {
    let (mut raised, mut missed) = (Vec::new(), Vec::new());
    for phrase in phrases() {
        let case = case(&phrase, form);
        let report = report(&record(std::slice::from_ref(&case)), "en");
        let wrongly: Vec<&str> = phrase
            .suspected
            .iter()
            .filter(|allergen| report.status(**allergen) != Status::DeclaredNotPresent)
            .map(|allergen| allergen.wire_name())
            .collect();
        if !wrongly.is_empty() {
            raised.push(format!("{}: {}", phrase.text, wrongly.join(" ")));
        }
        let faults = faults(&report, 0, &case);
        if !faults.is_empty() {
            missed.push(format!("{}: {}", phrase.text, faults.join("; ")));
        }
        // No one takes the capital of E330 for emphasis.
        let has_digits = phrase.text.contains(|c: char| c.is_ascii_digit());
        let is_emphasis = form == Form::Bold || form == Form::Capitals && !has_digits;
        let is_remarked = remarks_emphasis(&report, phrase.text);
        if is_emphasis && phrase.named.is_empty() && !is_remarked {
            missed.push(format!("{}: its emphasis is not remarked", phrase.text));
        }
    }
    (raised, missed)
}

fn check(form: Form) {
    let count = phrases().len();
    let (raised, missed) = alarms(form);
    assert!(
        raised.len() * 20 <= count,
        "{} of {count} {form:?} false friends raise an alarm:\n{}",
        raised.len(),
        raised.join("\n")
    );
    assert!(missed.is_empty(), "{form:?}:\n{}", missed.join("\n"));
}

#[test]
fn there_are_enough_false_friends() {
    let phrases = phrases();
    assert!(phrases.len() >= 170, "{} phrases", phrases.len());
    let mut texts: Vec<String> = phrases
        .iter()
        .map(|phrase| phrase.text.to_lowercase())
        .collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), phrases.len(), "a phrase twice");
    for phrase in phrases {
        assert!(
            phrase
                .named
                .iter()
                .all(|allergen| !phrase.suspected.contains(allergen)),
            "{}",
            phrase.text
        );
    }
}

#[test]
fn plain_false_friends_raise_nothing() {
    check(Form::Plain);
}

#[test]
fn bold_false_friends_raise_no_status() {
    check(Form::Bold);
}

#[test]
fn false_friends_in_capitals_raise_no_status() {
    check(Form::Capitals);
}
