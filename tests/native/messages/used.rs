//! Whether code and messages have the same keys.

use super::english;
use crate::ROOT;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The code that shows messages.
const FOLDERS: [&str; 2] = ["src", "server/crates/pages/src"];

/// The string literals of the code in these folders, without those of its tests.
fn literals(folders: &[&str]) -> BTreeSet<String> {
    fn read(folder: &Path, literals: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            if path.is_dir() {
                read(&path, literals);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !name.ends_with("tests")
            {
                let text = fs::read_to_string(&path).unwrap();
                // The candidates of an image are separated by commas in any language.
                let is_code =
                    |line: &&str| !line.trim_start().starts_with("//") && !line.contains("srcset");
                let code = text.lines().filter(is_code);
                // Every second piece is between quotation marks.
                literals.extend(
                    code.flat_map(|line| line.split('"').skip(1).step_by(2))
                        .map(str::to_owned),
                );
            }
        }
    }
    let mut literals = BTreeSet::new();
    for folder in folders {
        let root = Path::new(ROOT);
        read(&root.join(folder), &mut literals);
    }
    literals
}

/// Whether the code has the key, as a literal or made of a family and a member:
/// `"notice.{}"` and `"stale"`.
fn has(literals: &BTreeSet<String>, key: &str) -> bool {
    let has = |text: &str| literals.contains(text);
    let Some((family, member)) = key.rsplit_once('.') else {
        return has(key);
    };
    let is_family = |family: &str| {
        has(family)
            || literals
                .iter()
                .any(|literal| literal.starts_with(&format!("{family}.{{")))
    };
    // "error.{}.title"
    let between = || {
        let (first, middle) = family.split_once('.')?;
        let made = |literal: &String| {
            literal.starts_with(&format!("{first}.{{")) && literal.ends_with(&format!(".{member}"))
        };
        Some(literals.iter().any(made) && has(middle))
    };
    has(key) || is_family(family) && has(member) || between().unwrap_or(false)
}

#[test]
fn every_message_is_shown_somewhere() {
    let literals = literals(&FOLDERS);
    let messages = english();
    // A unit test in src/messages compares the names of fields with their table; other
    // messages of a field need a name beside them.
    let of_field = |key: &str| match key.split_once('.') {
        Some(("field" | "section", _)) => true,
        // An element that JavaScript draws: tests/node/scanner.test.mjs.
        Some(("scanner", _)) => true,
        Some(("denied" | "fact", field)) => messages.contains_key(&format!("field.{field}")),
        _ => false,
    };
    let unused = messages
        .keys()
        .filter(|key| !of_field(key) && !has(&literals, key));
    let unused: Vec<&String> = unused.collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn every_key_in_the_code_has_a_message() {
    let messages = english();
    let families: BTreeSet<&str> = messages
        .keys()
        .filter_map(|key| key.split('.').next())
        .collect();
    let is_key = |text: &str| {
        let (family, rest) = text.split_once('.').unwrap_or_default();
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
        families.contains(family) && !rest.is_empty() && rest.chars().all(is_name)
    };
    let literals = literals(&FOLDERS);
    let keys = literals.iter().filter(|literal| is_key(literal));
    let keys: Vec<&String> = keys
        .filter(|key| !FILES.iter().any(|end| key.ends_with(end)))
        .collect();
    assert!(keys.len() > 60, "{} keys", keys.len());
    let unknown: Vec<_> = keys
        .iter()
        .filter(|key| !messages.contains_key(**key))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// What separates names, clauses and values is a message too.
#[test]
fn no_separator_stands_in_the_code() {
    let literals = literals(&["src/card", "src/views"]);
    assert!(literals.len() > 400, "{} literals", literals.len());
    for separator in [" — ", " – ", ": ", "; ", ", "] {
        assert!(!literals.contains(separator), "{separator:?}");
    }
}

/// What the name of a file ends with.
const FILES: [&str; 3] = [".css", ".csv", ".js"];

#[test]
fn a_key_that_nothing_shows_is_found() {
    let literals = literals(&FOLDERS);
    assert!(!has(&literals, "card.nothing-of-the-kind"));
    assert!(!has(&literals, "notice.nothing-of-the-kind"));
    assert!(has(&literals, "notice.stale"));
    assert!(has(&literals, "error.bad-gtin.title"));
}
