//! Each pattern denies its example, which no other does, and stands in docs/texts.md.

use super::clause::Text;
use super::grammar::{Part, ROWS, Row, Scope, denials_by};
use super::void::doubts;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::Lexicon;
use crate::reading::Kind;
use crate::text::rich_text;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/texts.md");
const HEADER: &str = "| example | pattern | where |\n|---|---|---|\n";

/// Which units of a text some patterns deny.
fn denied(rows: &[&Row], text: &str, kind: Kind) -> Vec<bool> {
    let text = Text::new(&rich_text(text), kind, &Lexicon::english());
    denials_by(rows, &text, &doubts(&text)).units
}

#[test]
fn every_pattern_denies_its_example_and_is_needed_for_it() {
    for row in ROWS {
        // What only names claim is read in names.
        let kind = match row.parts.contains(&Part::Claimed) {
            true => Kind::Prose,
            false => Kind::Statement,
        };
        let all = ROWS.iter();
        let others = all.clone().filter(|other| !std::ptr::eq(*other, row));
        let found = denied(&all.collect_vec(), row.example, kind);
        assert!(found.contains(&true), "{}", row.example);
        assert_ne!(
            found,
            denied(&others.collect_vec(), row.example, kind),
            "{}",
            row.example
        );
    }
}

fn words(part: Part) -> &'static str {
    match part {
        Part::Never => "“free from”",
        Part::NotOf => "“not” behind a food",
        Part::List => "a list",
        Part::Lead => "the start, or “is”",
        Part::Names => "names closed by “and”",
        Part::Claimed => "“gluten” or “dairy” first",
        Part::Name => "a name",
        Part::Free => "“free”",
        Part::Compound => "a name written together with “free”",
        Part::End => "the end, or a place",
        Part::Known => "known words",
        Part::Missing => "“not used”",
        Part::Limit => "a share below the limit of the law",
        Part::Cell => "names in a table",
        Part::Question => "a question",
        Part::No => "“no”",
    }
}

#[test]
fn the_patterns_stand_in_the_document() {
    let rows = ROWS.iter().map(|row| {
        let parts = row.parts.iter().map(|part| words(*part)).collect_vec();
        let place = match row.scope {
            Scope::Answer => "statement",
            Scope::Clause => "clause",
            Scope::Sentence => "whole sentence",
        };
        format!("| “{}” | {} | {place} |\n", row.example, parts.join(" + "))
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
