//! The structure of the repository: the modules of `src` use one another in one
//! direction only, the paths that ARCHITECTURE.md and the decisions name exist, and the index of
//! decisions has all of them.
//!
//! At each level of `src`, the files and folders that stand side by side are the
//! nodes, and what a file in one of them names from another is an edge. Items that a
//! folder's `mod.rs` hands on count as what they come from. What is left out: the use
//! of a folder's own `mod.rs` by the files in it, and tests.

use crate::ROOT;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module: its path from the crate's root.
type Module = Vec<String>;

/// The source files of a crate by module, with the words and signs they consist of.
struct Sources {
    files: BTreeMap<Module, Vec<String>>,
}

/// Rust text as tokens: names, `::` and single characters. Comments, strings and
/// modules within a file, which are its tests, are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '/' if chars.peek() == Some(&'/') => while chars.next_if(|c| *c != '\n').is_some() {},
            '"' => {
                let hashes = tokens
                    .iter()
                    .rev()
                    .take_while(|token| *token == "#")
                    .count();
                let is_raw = tokens
                    .iter()
                    .rev()
                    .nth(hashes)
                    .is_some_and(|token| token == "r");
                while let Some(char) = chars.next() {
                    if char == '\\' && !is_raw {
                        chars.next();
                    } else if char == '"'
                        && (!is_raw || (0..hashes).all(|_| chars.next_if_eq(&'#').is_some()))
                    {
                        break;
                    }
                }
                tokens.push("\"".to_owned());
            }
            '\'' => {
                // A character, or the name of a lifetime.
                let rest: String = chars.clone().take(12).collect();
                let length = if rest.starts_with('\\') {
                    rest[2..].find('\'').map(|at| at + 3)
                } else {
                    let first = rest.chars().next().map_or(0, char::len_utf8);
                    rest[first..].starts_with('\'').then_some(2)
                };
                for _ in 0..length.unwrap_or(0) {
                    chars.next();
                }
            }
            ':' if chars.next_if_eq(&':').is_some() => tokens.push("::".to_owned()),
            char if char.is_alphanumeric() || char == '_' => {
                let mut name = String::from(char);
                while let Some(next) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    name.push(next);
                }
                tokens.push(name);
            }
            char if char.is_whitespace() => {}
            char => tokens.push(char.into()),
        }
    }
    without_inner_modules(&tokens)
}

fn without_inner_modules(tokens: &[String]) -> Vec<String> {
    let mut left = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "mod" && tokens.get(at + 2).is_some_and(|token| token == "{") {
            at += 3;
            let mut depth = 1;
            while depth > 0 {
                depth += i32::from(tokens[at] == "{") - i32::from(tokens[at] == "}");
                at += 1;
            }
        } else {
            left.push(tokens[at].clone());
            at += 1;
        }
    }
    left
}

/// Whether an import begins here, and no list of what a type captures.
fn is_use(tokens: &[String], at: usize) -> bool {
    tokens[at] == "use" && tokens.get(at + 1).is_some_and(|token| token != "<")
}

/// The paths of a `use` from `at`, each with the name it brings into scope; then
/// the place behind it.
fn use_tree(tokens: &[String], mut at: usize, before: &[String]) -> (Vec<(Module, String)>, usize) {
    let mut path = before.to_vec();
    let mut found = Vec::new();
    loop {
        match tokens[at].as_str() {
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    let (inner, after) = use_tree(tokens, at, &path);
                    found.extend(inner);
                    at = after + usize::from(tokens[after] == ",");
                }
                return (found, at + 1);
            }
            "::" => at += 1,
            "as" => {
                found.push((path, tokens[at + 1].clone()));
                return (found, at + 2);
            }
            "," | ";" | "}" => {
                let name = path.last().cloned().unwrap_or_default();
                found.push((path, name));
                return (found, at);
            }
            name => {
                path.push(name.to_owned());
                at += 1;
            }
        }
    }
}

impl Sources {
    fn read(root: &Path) -> Sources {
        let mut texts = Vec::new();
        read_folder(root, &[], &mut texts);
        Sources::new(texts)
    }

    fn new(texts: impl IntoIterator<Item = (Module, String)>) -> Sources {
        let files = texts.into_iter();
        Sources {
            files: files
                .map(|(module, text)| (module, tokens(&text)))
                .collect(),
        }
    }

    /// The modules whose files a module's file names: in `use`, and in paths.
    fn uses(&self, module: &Module) -> BTreeSet<Module> {
        let tokens = &self.files[module];
        let mut paths = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let is_path = tokens.get(at + 1).is_some_and(|token| token == "::");
            let is_first = at == 0 || tokens[at - 1] != "::";
            if is_use(tokens, at) {
                // What is handed on to others is no use of its own.
                let is_handed_on = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                let (found, after) = use_tree(tokens, at + 1, &[]);
                if !is_handed_on {
                    paths.extend(found.into_iter().map(|(path, _)| path));
                }
                at = after;
            } else if is_path && is_first {
                let mut path = vec![tokens[at].clone()];
                while tokens.get(at + 1).is_some_and(|token| token == "::") {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                paths.push(path);
            }
            at += 1;
        }
        let found = paths
            .iter()
            .filter_map(|path| self.resolve(module, path, 0));
        found.filter(|other| other != module).collect()
    }

    /// The module whose file defines what a path names; `None` for another crate.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut module = match path.first()?.as_str() {
            "crate" => Module::new(),
            "self" => from.clone(),
            "super" => from.split_last()?.1.to_vec(),
            child => {
                let module = [from.as_slice(), &[child.to_owned()]].concat();
                return self.files.contains_key(&module).then(|| {
                    self.descend(module.clone(), &path[1..], depth)
                        .unwrap_or(module)
                });
            }
        };
        let mut rest = &path[1..];
        while rest.first().is_some_and(|name| name == "super") {
            module.pop();
            rest = &rest[1..];
        }
        self.descend(module, rest, depth)
    }

    fn descend(&self, mut module: Module, path: &[String], depth: usize) -> Option<Module> {
        let Some((name, rest)) = path.split_first() else {
            return Some(module);
        };
        module.push(name.clone());
        if self.files.contains_key(&module) {
            return self.descend(module, rest, depth);
        }
        module.pop();
        // An item of this file, or one that it has from elsewhere and hands on.
        let handed_on = self.reexports(&module).remove(name);
        match handed_on {
            Some(path) if depth < 8 => {
                let origin = self.resolve(&module, &path, depth + 1);
                Some(origin.unwrap_or(module))
            }
            _ => Some(module),
        }
    }

    fn reexports(&self, module: &Module) -> BTreeMap<String, Module> {
        let tokens = &self.files[module];
        let mut names = BTreeMap::new();
        for at in 0..tokens.len() {
            if is_use(tokens, at) {
                for (path, name) in use_tree(tokens, at + 1, &[]).0 {
                    names.insert(name, path);
                }
            }
        }
        names
    }

    /// The circles among what stands side by side in a folder, at any level, each
    /// as the uses that close it.
    fn circles(&self) -> Vec<String> {
        let mut edges: BTreeMap<Module, BTreeMap<(String, String), String>> = BTreeMap::new();
        for module in self.files.keys() {
            for used in self.uses(module) {
                let shared = module.iter().zip(&used).take_while(|(a, b)| a == b).count();
                // A folder's own file, `mod.rs`, stands for all in it.
                if let (Some(from), Some(to)) = (module.get(shared), used.get(shared)) {
                    let example = format!("{} uses {}", module.join("::"), used.join("::"));
                    let folder = edges.entry(module[..shared].to_vec()).or_default();
                    folder.insert((from.clone(), to.clone()), example);
                }
            }
        }
        let mut circles = Vec::new();
        for (folder, edges) in edges {
            for ((from, to), example) in &edges {
                if reaches(&edges, to, from) {
                    circles.push(format!("in {}: {example}", folder.join("::")));
                }
            }
        }
        circles
    }
}

fn reaches(edges: &BTreeMap<(String, String), String>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        if place == to {
            return true;
        }
        for (_, next) in edges.keys().filter(|(from, _)| from == place) {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

fn read_folder(folder: &Path, module: &[String], texts: &mut Vec<(Module, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let inner = [module, std::slice::from_ref(&name)].concat();
        if name.ends_with("tests") {
            continue;
        }
        if path.is_dir() {
            read_folder(&path, &inner, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_own = name == "mod" || name == "lib";
            let module = if is_own { module.to_vec() } else { inner };
            texts.push((module, fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn the_modules_of_src_use_one_another_one_way() {
    let sources = Sources::read(&Path::new(ROOT).join("src"));
    assert!(sources.files.len() > 80);
    let circles = sources.circles();
    assert!(circles.is_empty(), "circles:\n{}", circles.join("\n"));
}

#[test]
fn the_modules_of_each_crate_of_the_server_use_one_another_one_way() {
    let server = Path::new(ROOT).join("server");
    let crates = fs::read_dir(server.join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().path()).chain([server]);
    let mut circles = Vec::new();
    for path in crates {
        let found = Sources::read(&path.join("src")).circles();
        circles.extend(
            found
                .iter()
                .map(|circle| format!("{}: {circle}", path.display())),
        );
    }
    assert!(circles.is_empty(), "circles:\n{}", circles.join("\n"));
}

/// A crate of these files, each named by its module.
fn sources(files: &[(&str, &str)]) -> Sources {
    let module = |name: &str| {
        name.split("::")
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    };
    Sources::new(
        files
            .iter()
            .map(|(name, text)| (module(name), (*text).to_owned())),
    )
}

#[test]
fn a_circle_is_found_wherever_it_is() {
    let circles = |files: &[(&str, &str)]| sources(files).circles();
    // Between folders, through an item handed on, by a path in the code.
    let between = [
        ("", "pub mod a; pub mod b;"),
        ("a", "mod inner; pub use inner::A;"),
        (
            "a::inner",
            "pub struct A; fn f() { crate::b::inner::call('\"', \"{\"); }",
        ),
        ("b", "pub mod inner;"),
        ("b::inner", "use crate::{a::{A as B}, c}; pub fn call() {}"),
        (
            "c",
            "// use crate::b;\n/* */ const TEXT: &str = r#\"use crate::b;\"#;",
        ),
    ];
    let found = circles(&between);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("a::inner uses b::inner"), "{found:?}");
    // Inside a folder, and over three files.
    let inside = [
        ("", "mod a;"),
        ("a", "mod x; mod y; mod z;"),
        ("a::x", "use super::y::Y;"),
        ("a::y", "use super::z::Z; pub struct Y;"),
        ("a::z", "fn f() { super::x::g::<'static>() }"),
    ];
    assert_eq!(circles(&inside).len(), 3);
    // A test inside a file uses what it likes.
    let tests = [
        ("", "mod a; mod b;"),
        ("a", "use crate::b::B;"),
        (
            "b",
            "pub struct B; #[cfg(test)] mod tests { use crate::a; fn f() { {} } }",
        ),
    ];
    assert_eq!(circles(&tests), [""; 0]);
    assert_eq!(circles(&between[..3]), [""; 0]);
}

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
