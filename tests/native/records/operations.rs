//! The table of operations, and the documents that must agree with it.
//!
//! `tests/fixtures/operations.json` is the table for the tests in Node, which
//! hold the JavaScript client and its types to it. After a change of the table
//! update it and the tables in the documentation with `UPDATE_SNAPSHOTS=1`, as
//! CONTRIBUTING.md says.

use crate::ROOT;
use product_pool::operations::{OPERATIONS, Operation, Parameter, ParameterKind};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const START: &str = "<!-- operations: made from the table, see CONTRIBUTING.md -->\n\n";
const END: &str = "\n<!-- end of operations -->\n";

/// The words that a parameter allows.
fn words(parameter: &Parameter) -> &'static [&'static str] {
    match parameter.kind {
        ParameterKind::Word(words) | ParameterKind::Words(words) => words,
        _ => &[],
    }
}

/// The name of a kind, without its words.
fn kind(kind: impl std::fmt::Debug) -> String {
    let text = format!("{kind:?}");
    text.split('(').next().unwrap().to_owned()
}

#[test]
fn rows_are_consistent() {
    let mut names = BTreeSet::new();
    let mut paths = BTreeSet::new();
    for operation in OPERATIONS {
        let name = operation.name;
        assert!(names.insert(name) && paths.insert(operation.path), "{name}");
        assert_eq!(Operation::named(name), Some(*operation));
        assert!(operation.path.starts_with("/v2/"), "{name}");
        let in_path: Vec<&str> = operation
            .path
            .split('/')
            .filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
            .collect();
        let arguments: Vec<&str> = operation
            .arguments
            .iter()
            .map(|argument| argument.name())
            .collect();
        assert_eq!(in_path, arguments, "{name}");
        assert!(operation.description().ends_with('.'), "{name}");
        assert!(!operation.title().is_empty(), "{name}");
    }
}

#[test]
fn parameters_are_consistent() {
    for operation in OPERATIONS {
        let mut options = BTreeSet::new();
        for parameter in operation.parameters {
            let label = format!("{} {}", operation.name, parameter.name);
            assert!(options.insert(parameter.option), "{label}");
            assert_eq!(parameter.option, option(parameter.name), "{label}");
            assert_eq!(operation.parameter(parameter.name), Some(parameter));
            if let Some(default) = parameter.default_value() {
                assert_eq!(parameter.check(default, &label), Ok(()));
            }
            for word in words(parameter) {
                assert_eq!(parameter.check(word, &label), Ok(()));
            }
        }
    }
}

/// `filter[changed_at]` → `filter.changedAt`.
fn option(name: &str) -> String {
    let name = name.trim_end_matches(']').replace('[', ".");
    let mut parts = name.split('_');
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |name, part| {
        let (initial, rest) = part.split_at(1);
        name + &initial.to_uppercase() + rest
    })
}

#[test]
fn the_fixture_is_the_table() {
    let rows: Vec<Value> = OPERATIONS
        .iter()
        .map(|operation| {
            let arguments: Vec<Value> = operation
                .arguments
                .iter()
                .map(|argument| json!({"name": argument.name(), "kind": kind(argument.kind)}))
                .collect();
            let parameters: Vec<Value> = operation
                .parameters
                .iter()
                .map(|parameter| {
                    json!({
                        "option": parameter.option,
                        "name": parameter.name,
                        "kind": kind(parameter.kind),
                        "words": words(parameter),
                        "default": parameter.default_value(),
                    })
                })
                .collect();
            json!({
                "name": operation.name,
                "title": operation.title(),
                "path": operation.path,
                "arguments": arguments,
                "parameters": parameters,
                "returns": kind(operation.returns),
                "experimental": operation.is_experimental(),
            })
        })
        .collect();
    let text = serde_json::to_string_pretty(&rows).unwrap() + "\n";
    same(&root("tests/fixtures/operations.json"), &text);
}

#[test]
fn the_servers_documentation_has_every_path_and_parameter() {
    let mut table = "| operation | path | query parameters |\n|---|---|---|\n".to_owned();
    for operation in OPERATIONS {
        let parameters: Vec<String> = operation.parameters.iter().map(documented).collect();
        let parameters = parameters.join(", ");
        table += &format!(
            "| {} | `{}` | {parameters} |\n",
            titled(operation),
            operation.path
        );
    }
    section(&root("docs/api-behaviour.md"), &table);
}

/// The title, with a mark if the operation rests on an assumption.
fn titled(operation: &Operation) -> String {
    match operation.is_experimental() {
        true => format!("{} (experimental)", operation.title()),
        false => operation.title().to_owned(),
    }
}

/// A parameter with its default value.
fn documented(parameter: &Parameter) -> String {
    match parameter.default_value() {
        Some(default) => format!("`{}` (default `{default}`)", parameter.name),
        None => format!("`{}`", parameter.name),
    }
}

#[test]
fn the_packages_documentation_has_every_method_and_option() {
    let mut table = "| method | result | options |\n|---|---|---|\n".to_owned();
    for operation in OPERATIONS {
        let arguments = operation.arguments.iter().map(|argument| argument.name());
        let arguments: Vec<&str> = arguments.chain(["options"]).collect();
        let (name, arguments) = (operation.name, arguments.join(", "));
        let options = operation.parameters.iter();
        let options: Vec<String> = options
            .map(|parameter| format!("`{}`", parameter.option))
            .collect();
        let mark = if operation.is_experimental() {
            " Experimental."
        } else {
            ""
        };
        let (result, options) = (operation.description(), options.join(", "));
        table += &format!("| `{name}({arguments})` | {result}{mark} | {options} |\n");
    }
    section(&root("pkg/README.md"), &table);
}

fn root(path: &str) -> PathBuf {
    Path::new(ROOT).join(path)
}

/// Asserts that the section between the markers of a document is this text.
fn section(path: &Path, text: &str) {
    let document = std::fs::read_to_string(path).unwrap();
    let parts = document
        .split_once(START)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let Some((before, after)) = parts else {
        panic!(
            "{} lacks the markers of the table of operations",
            path.display()
        );
    };
    same(path, &format!("{before}{START}{text}{END}{after}"));
}

/// Asserts that a file is this text, or with `UPDATE_SNAPSHOTS` writes it.
fn same(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, text).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == text,
        "{} differs from the table of operations: \
         run this test with UPDATE_SNAPSHOTS=1",
        path.display()
    );
}
