//! Whether code and messages have the same keys.

use super::english;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The code that shows messages.
const FOLDERS: [&str; 2] = ["src", "server/src"];

/// The string literals of the code, without those of its tests.
fn literals() -> BTreeSet<String> {
    fn read(folder: &Path, literals: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            if path.is_dir() {
                read(&path, literals);
            } else if path.extension().is_some_and(|it| it == "rs") && !name.ends_with("tests") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.lines().filter(|it| !it.trim_start().starts_with("//"));
                let code: Vec<&str> = code.collect();
                literals.extend(code.join("\n").split('"').map(str::to_owned));
            }
        }
    }
    let mut literals = BTreeSet::new();
    for folder in FOLDERS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
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
                .any(|it| it.starts_with(&format!("{family}.{{")))
    };
    // "error.{}.title"
    let between = || {
        let (first, middle) = family.split_once('.')?;
        let made = |it: &String| {
            it.starts_with(&format!("{first}.{{")) && it.ends_with(&format!(".{member}"))
        };
        Some(literals.iter().any(made) && has(middle))
    };
    has(key) || is_family(family) && has(member) || between().unwrap_or(false)
}

#[test]
fn every_message_is_shown_somewhere() {
    let literals = literals();
    let messages = english();
    // A unit test in src/messages compares the names of fields with their table.
    let is_field = |key: &str| key.starts_with("field.") || key.starts_with("section.");
    let unused = messages
        .keys()
        .filter(|key| !is_field(key) && !has(&literals, key));
    let unused: Vec<&String> = unused.collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn every_key_in_the_code_has_a_message() {
    let messages = english();
    let families: BTreeSet<&str> = messages
        .keys()
        .filter_map(|it| it.split('.').next())
        .collect();
    let is_key = |text: &str| {
        let (family, rest) = text.split_once('.').unwrap_or_default();
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
        families.contains(family) && !rest.is_empty() && rest.chars().all(is_name)
    };
    let literals = literals();
    let keys = literals.iter().filter(|it| is_key(it));
    let keys: Vec<&String> = keys
        .filter(|it| !FILES.iter().any(|end| it.ends_with(end)))
        .collect();
    assert!(keys.len() > 60, "{} keys", keys.len());
    let unknown: Vec<_> = keys
        .iter()
        .filter(|it| !messages.contains_key(**it))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// What the name of a file ends with.
const FILES: [&str; 2] = [".css", ".js"];

#[test]
fn a_key_that_nothing_shows_is_found() {
    let literals = literals();
    assert!(!has(&literals, "card.nothing-of-the-kind"));
    assert!(!has(&literals, "notice.nothing-of-the-kind"));
    assert!(has(&literals, "notice.stale"));
    assert!(has(&literals, "error.bad-gtin.title"));
}
