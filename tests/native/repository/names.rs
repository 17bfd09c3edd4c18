//! The names in the library's public API.

use crate::ROOT;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The library's own sources, without its tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The type or trait that a line declares, by itself or by one of the macros `named` and `views`.
/// What is `pub` can be reached from outside: the lint `unreachable_pub` sees to that.
fn declared(line: &str) -> Option<&str> {
    let identifier = |text: &str| {
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        end.unwrap_or(text.len())
    };
    let text = line.trim_start();
    for kind in ["pub struct ", "pub enum ", "pub trait ", "pub type "] {
        if let Some(rest) = text.strip_prefix(kind) {
            // In a macro the name is a variable: `pub struct $name`.
            let name = &rest[..identifier(rest)];
            return (!name.is_empty()).then_some(name);
        }
    }
    let name = &text[..identifier(text)];
    let rest = &text[name.len()..];
    let is_view = rest.starts_with(": Shape::");
    let is_named = [" key: \"", " symbol: \"", " wire_name: \""];
    let is_named = is_named.iter().any(|after| rest.starts_with(after));
    (name.starts_with(char::is_uppercase) && (is_view || is_named)).then_some(name)
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut files = Vec::new();
    sources(&Path::new(ROOT).join("src"), &mut files);
    let mut names = BTreeMap::<String, BTreeSet<PathBuf>>::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            !text.contains("doc(hidden)"),
            "{} hides what is public",
            file.display()
        );
        for name in text.lines().filter_map(declared) {
            names
                .entry(name.to_owned())
                .or_default()
                .insert(file.clone());
        }
    }
    for name in ["Unit", "ImpliedUnit", "Numeric", "TransportResponse"] {
        assert!(names.contains_key(name), "{name} is not found");
    }
    // Those of sealed traits are in private modules.
    names.remove("Sealed");
    names.retain(|_, files| files.len() > 1);
    assert!(names.is_empty(), "{names:#?}");
}
