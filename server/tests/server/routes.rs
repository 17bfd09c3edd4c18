//! The server's routes against the table of operations.

use product_pool::operations::{ArgumentKind, OPERATIONS, Operation, Parameter, ParameterKind};
use serde_json::json;

use crate::support::{Catalogue, percent_encode, product};

/// The path of an operation for a product, manufacturer and brand that exist.
fn path(operation: &Operation) -> String {
    let mut path = operation.path.to_owned();
    for argument in operation.arguments {
        let value = match argument.kind {
            ArgumentKind::Id if argument.name() == "brand" => "7",
            ArgumentKind::Id => "12",
            ArgumentKind::Text | ArgumentKind::Code => "a",
            ArgumentKind::Gtin => "9520000000016",
        };
        path = path.replace(&format!("{{{}}}", argument.name()), value);
    }
    assert!(!path.contains('{'), "{path}");
    path
}

/// A valid value of a parameter.
fn valid(parameter: &Parameter) -> &str {
    match parameter.kind {
        ParameterKind::Id
        | ParameterKind::Page
        | ParameterKind::Limit
        | ParameterKind::Flag
        | ParameterKind::Text => "1",
        ParameterKind::Word(words) | ParameterKind::Words(words) => words[0],
        ParameterKind::DateComparison => "gt:2024-10-12",
    }
}

/// A value that the parameter does not allow; a text parameter allows any.
fn invalid(parameter: &Parameter) -> Option<&'static str> {
    match parameter.kind {
        ParameterKind::Id | ParameterKind::Page | ParameterKind::Limit => Some("-1"),
        ParameterKind::Flag => Some("2"),
        ParameterKind::Text => None,
        ParameterKind::Word(_) | ParameterKind::Words(_) => Some("other"),
        ParameterKind::DateComparison => Some("ge:2024-10-12"),
    }
}

#[test]
fn every_operation_accepts_only_its_parameters() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let mut server = catalogue.serve();
    server.token = catalogue.wholesaler_token("wholesaler", 12);
    for operation in OPERATIONS {
        let path = path(operation);
        let response = server.get(&path);
        match response.status {
            200 => {}
            // The product has no images, and the wholesaler no codes and labels.
            404 => {
                let missing = ["image_not_found", "product_not_found", "label_not_found"];
                let problem = response.problem();
                assert!(missing.contains(&problem.as_str()), "{path}: {problem}");
            }
            status => panic!("{path}: {status}"),
        }
        for parameter in operation.parameters {
            let query = |value| format!("{path}?{}={value}", percent_encode(parameter.name));
            let target = query(valid(parameter));
            let response = server.get(&target);
            if response.status != 200 {
                let found = ["version_not_found", "image_not_found", "invalid_cursor"];
                let problem = response.problem();
                assert!(found.contains(&problem.as_str()), "{target}: {problem}");
            }
            if let Some(value) = invalid(parameter) {
                let target = query(value);
                assert_eq!(
                    server.get(&target).problem(),
                    "invalid_parameter",
                    "{target}"
                );
            }
        }
        let refusal = server.get(&format!("{path}?other=1"));
        assert_eq!(refusal.problem(), "unknown_parameter", "{path}");
        let names: Vec<&str> = operation
            .parameters
            .iter()
            .map(|parameter| parameter.name)
            .collect();
        let known = match names.is_empty() {
            true => "none".to_owned(),
            false => names.join(", "),
        };
        let text = refusal.text();
        assert!(text.contains(&format!("known: {known}\"")), "{text}");
    }
}
