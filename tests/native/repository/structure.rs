//! The documents on the structure of the code: the paths that ARCHITECTURE.md and the decisions name
//! exist, and the index of decisions has all of them.

use crate::ROOT;
use std::fs;
use std::path::Path;

/// The paths in backquotes in a text that name a file or folder of the repository.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|path| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        let ends = [
            ".rs", ".js", ".mjs", ".md", ".json", ".toml", ".html", ".css", ".ts", ".txt",
        ];
        path.chars().all(is_plain)
            && (path.trim_end_matches('/').contains('/') || path.ends_with('/'))
            && (path.ends_with('/')
                || path.contains('.') && ends.iter().any(|end| path.ends_with(end)))
    })
}

#[test]
fn the_paths_in_architecture_exist() {
    let root = Path::new(ROOT);
    let decisions = fs::read_dir(root.join("docs/decisions")).unwrap();
    let decisions = decisions.map(|entry| entry.unwrap().path());
    let text: String = decisions
        .chain([root.join("ARCHITECTURE.md")])
        .map(|document| fs::read_to_string(document).unwrap())
        .collect();
    let blocks = text.split("```").step_by(2).collect::<String>();
    let all: Vec<&str> = paths(&blocks).collect();
    assert!(all.len() > 20, "{all:?}");
    let built = ["pkg/dist", "target"];
    let missing: Vec<_> = all
        .iter()
        .filter(|path| !built.iter().any(|built| path.starts_with(built)))
        .filter(|path| !root.join(path).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let found: Vec<&str> =
        paths("`src/gtin.rs` and `src/` but `a/b`, `x.rs`, `fetch(a/b.js)`").collect();
    assert_eq!(found, ["src/gtin.rs", "src/"]);
}

#[test]
fn the_index_of_decisions_lists_each_in_order() {
    let folder = Path::new(ROOT).join("docs/decisions");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let index = read("README.md");
    for section in index.split("\n**[").skip(1) {
        let (_, link) = section.split_once("](").unwrap();
        let (name, entries) = link.split_once(")**").unwrap();
        let listed = entries.lines().filter_map(|line| line.strip_prefix("- ["));
        let listed: Vec<&str> = listed
            .map(|line| line.split("](").next().unwrap())
            .collect();
        let document = read(name);
        let titles = document.lines().filter_map(|line| line.strip_prefix("## "));
        assert_eq!(listed, titles.collect::<Vec<_>>(), "{name}");
    }
    let files = fs::read_dir(&folder).unwrap();
    assert_eq!(index.matches("\n**[").count() + 1, files.count());
}
