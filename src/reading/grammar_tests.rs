//! Each control denies its example, which no other does, and stands in docs/texts.md.

use super::clause::Text;
use super::grammar::{CONTROLS, Control, Direction, Reach, denials_by};
use super::void::doubts;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::Lexicon;
use crate::reading::Kind;
use crate::text::rich_text;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/texts.md");
const HEADER: &str = "| example | cue | direction | reach |\n|---|---|---|---|\n";

/// Which units of a statement some controls deny.
fn denied(controls: &[&Control], text: &str) -> Vec<bool> {
    let text = Text::new(&rich_text(text), Kind::Statement, &Lexicon::english());
    denials_by(controls, &text, &doubts(&text)).units
}

#[test]
fn every_control_denies_its_example_and_is_needed_for_it() {
    for control in CONTROLS {
        let all = CONTROLS.iter();
        let others = all.clone().filter(|other| !std::ptr::eq(*other, control));
        let example = control.example;
        let found = denied(&all.collect_vec(), example);
        assert!(found.contains(&true), "{example}");
        assert_ne!(found, denied(&others.collect_vec(), example), "{example}");
    }
}

fn words(reach: Reach) -> &'static str {
    match reach {
        Reach::Name => "a name",
        Reach::List => "a list",
        Reach::Names => "names that “and” closes, and nothing that is named follows",
        Reach::Sentence => "the names of a sentence that says nothing else",
        Reach::Limit => "such a sentence, below the limit of the law",
        Reach::Answer => "the row of a table, or a question",
    }
}

#[test]
fn the_controls_stand_in_the_document() {
    let rows = CONTROLS.iter().map(|control| {
        let direction = match control.direction {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        };
        let reach = words(control.reach);
        format!(
            "| “{}” | {:?} | {direction} | {reach} |\n",
            control.example, control.cue
        )
    });
    let table = HEADER.to_owned() + &rows.collect::<String>();
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (_, rest) = document.split_once(HEADER).unwrap();
    let (rows, _) = rest.split_once("\n\n").unwrap();
    let old = format!("{HEADER}{rows}\n");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(DOCUMENT, document.replace(&old, &table)).unwrap();
    } else {
        assert_eq!(old, table, "UPDATE_SNAPSHOTS=1 writes the table");
    }
}
