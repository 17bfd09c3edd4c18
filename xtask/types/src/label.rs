//! The TypeScript types of what the label says about products, from its structs:
//! ts-rs gives each type's declaration on one line, which is laid out here.

use crate::comment;
use product_pool::label::*;
use product_pool::messages::LANGUAGES;
use product_pool::model::Value;
use product_pool::model::table::{Column, KeyFactKind, Particular};
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// What stands above the types.
const HEAD: &str = "\
// Made from the structs in src/label by `cargo xtask types`.
// Change the structs, not this file.
";

/// What each value of an enumeration means: editors show it with the type, for TypeScript has no comments
/// of the values themselves.
fn meanings(name: &str) -> Vec<(String, String)> {
    macro_rules! of {
        ($($kind:ident)*) => {
            match name {
                $(stringify!($kind) => paired($kind::NAMES, $kind::DOCS),)*
                _ => named(name).into_iter().chain(cautions(name)).collect(),
            }
        };
    }
    of![
        Basis Caution Claim Column ConflictKind Direction GtinKind KeyFactKind Level Match NoticeKind
        Particular PieceKind Presence Source Status Subject Trend WarningKind
    ]
}

/// Names with what is said of each.
pub(crate) fn paired(names: &[&str], docs: &[&str]) -> Vec<(String, String)> {
    let docs = docs
        .iter()
        .map(|doc| doc.split_whitespace().collect::<Vec<_>>().join(" "));
    names
        .iter()
        .map(|name| (*name).to_owned())
        .zip(docs)
        .collect()
}

/// `gtin` is below the macro that keeps what is said of values.
fn cautions(name: &str) -> impl Iterator<Item = (String, String)> + use<> {
    let is_caution = name == "GtinCaution";
    let all = [
        (
            "restricted-circulation",
            "For use within a company or region (prefixes 02, 04, 20 to 29).",
        ),
        ("issn", "A serial publication (ISSN, prefix 977)."),
        ("isbn", "A book (ISBN, prefixes 978 and 979)."),
        (
            "coupon",
            "A coupon or refund receipt (prefixes 05, 98 and 99).",
        ),
    ];
    let all = all.into_iter().filter(move |_| is_caution);
    all.map(|(value, meaning)| (value.to_owned(), meaning.to_owned()))
}

/// The names of allergens and nutrients, as a card in English has them.
pub(crate) fn named(name: &str) -> Vec<(String, String)> {
    let family = match name {
        "AllergenName" => "allergen.",
        "NutrientName" => "nutrient.",
        _ => return Vec::new(),
    };
    let english = Value::parse(LANGUAGES[0].1).unwrap_or_default();
    let messages = english
        .as_object()
        .into_iter()
        .flat_map(|object| object.iter());
    let named =
        messages.filter_map(|(key, text)| Some((key.strip_prefix(family)?, text.as_text()?)));
    named
        .map(|(key, text)| (key.to_owned(), format!("{text}.")))
        .collect()
}

/// The text of `views.ts`.
pub(crate) fn declarations() -> String {
    let mut types = Types::default();
    types.visit::<Description<'static>>();
    types.visit::<ProductDiff>();
    let mut text = HEAD.to_owned();
    let mut written = Vec::new();
    for root in ["Description", "ProductDiff"] {
        types.write(root, &mut text, &mut written);
    }
    text
}

/// The types by name: the documentation and declaration of each, as ts-rs has them.
#[derive(Default)]
struct Types(BTreeMap<String, (String, String)>);

impl TypeVisitor for Types {
    /// Collects a type and those that it is made of, in no certain order.
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // TypeScript's own types have no declaration.
        if T::output_path().is_none() {
            return;
        }
        // JavaScript has one type of number, and it holds every number here.
        let config = Config::new().with_large_int("number");
        let name = T::name(&config);
        let declaration = T::decl(&config);
        if let Some((_, other)) = self.0.get(&name) {
            assert_eq!(*other, declaration, "two types are named {name}");
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.0.insert(name, (docs, declaration));
        T::visit_dependencies(self);
    }
}

impl Types {
    /// Writes a type, then those that it is made of, as it names them.
    fn write(&self, name: &str, text: &mut String, written: &mut Vec<String>) {
        let Some((docs, declaration)) = self.0.get(name) else {
            return;
        };
        if written.iter().any(|known| known == name) {
            return;
        }
        written.push(name.to_owned());
        text.push('\n');
        let docs: Vec<&str> = docs.lines().filter_map(doc_line).collect();
        // What follows the first paragraph is for users of the library in Rust.
        let first = docs.split(|line| line.is_empty()).next();
        let values = values(declaration);
        let meanings = meanings(name);
        let meanings = values
            .iter()
            .filter_map(|value| meanings.iter().find(|(known, _)| known == value));
        comment::write_list(text, &first.unwrap_or_default().join(" "), meanings);
        text.push_str(&format!("export {}", layout(declaration)));
        let code = declaration.lines().filter(|line| doc_line(line).is_none());
        let names =
            code.flat_map(|line| line.split(|character: char| !character.is_ascii_alphanumeric()));
        for name in names {
            self.write(name, text, written);
        }
    }
}

/// The text of a line of a documentation comment; `None` for its first and last.
fn doc_line(line: &str) -> Option<&str> {
    Some(line.trim_start().strip_prefix('*')?.trim()).filter(|text| *text != "/")
}

/// The values of an enumeration; none for anything else.
fn values(declaration: &str) -> Vec<&str> {
    let (_, body) = declaration.split_once(" = ").unwrap_or_default();
    if !body.starts_with('"') {
        return Vec::new();
    }
    let values = body.trim_end_matches(';').split(" | ");
    values.map(|value| value.trim_matches('"')).collect()
}

/// A declaration with a line for each member or alternative.
fn layout(declaration: &str) -> String {
    let (head, body) = declaration.split_once(" = ").unwrap_or_default();
    let values = values(declaration);
    if !values.is_empty() {
        let lines: String = values
            .iter()
            .map(|value| format!("\n  | '{value}'"))
            .collect();
        return format!("{head} ={lines};\n");
    }
    let mut text = format!("{head} = ");
    let mut doc: Vec<&str> = Vec::new();
    for line in body.lines() {
        match (doc_line(line), line.trim_start()) {
            (Some(line), _) => doc.push(line),
            (None, "/**") | (None, "*/") => {}
            (None, code) => {
                if !doc.is_empty() {
                    comment::write(&mut text, "  ", &doc.join(" ").replace("`None`", "`null`"));
                    doc.clear();
                }
                members(&mut text, code);
            }
        }
    }
    text
}

/// Lays out a part of a declaration between two comments: members, and the ends of
/// objects.
fn members(text: &mut String, mut code: &str) {
    while !code.is_empty() {
        let (piece, rest) = match code.split_at(1) {
            ("{", rest) => ("{\n".to_owned(), rest),
            ("}", rest) => ("}".to_owned(), rest),
            ("|", rest) => (" | ".to_owned(), rest),
            (";", rest) => (";\n".to_owned(), rest),
            _ => {
                let (member, rest) = code.split_once(',').unwrap_or((code, ""));
                let member = match member.split_once(": ") {
                    Some((name, value)) => {
                        format!("{}: {}", name.trim_matches('"'), value.replace('"', "'"))
                    }
                    None => member.to_owned(),
                };
                (format!("  {member};\n"), rest)
            }
        };
        text.push_str(&piece);
        code = rest.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::{declarations, layout};

    #[test]
    fn an_object_has_a_line_for_each_member() {
        let declaration =
            "type A = { \n/**\n * One or\n * `None`.\n */\none: Array<B> | null, two: string, };";
        assert_eq!(
            layout(declaration),
            "type A = {\n  /** One or `null`. */\n  one: Array<B> | null;\n  two: string;\n};\n"
        );
    }

    #[test]
    fn an_alternative_is_told_by_its_kind() {
        let declaration =
            "type A = { \"kind\": \"x\", \n/**\n * X.\n */\nx: B, } | { \"kind\": \"y\", };";
        assert_eq!(
            layout(declaration),
            "type A = {\n  kind: 'x';\n  /** X. */\n  x: B;\n} | {\n  kind: 'y';\n};\n"
        );
    }

    #[test]
    fn an_enumeration_has_its_values_and_no_others() {
        assert_eq!(
            layout("type A = \"one\" | \"two\";"),
            "type A =\n  | 'one'\n  | 'two';\n"
        );
    }

    #[test]
    fn every_value_of_an_enumeration_has_its_sentence() {
        let text = declarations();
        let mut comment = String::new();
        let mut seen = 0;
        for line in text.lines() {
            if line.starts_with("/**") {
                comment.clear();
            }
            comment.push_str(line);
            if let Some(value) = line.strip_prefix("  | '") {
                let value = value.trim_end_matches([';', '\'']);
                assert!(comment.contains(&format!(" * - `{value}`: ")), "{value}");
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn every_type_and_member_is_described_for_a_typescript_reader() {
        let text = declarations();
        assert!(text.matches("export type ").count() > 50);
        let mut before = "";
        for line in text.lines() {
            let is_type = line.starts_with("export type ");
            // The tag of an alternative explains itself.
            let is_member = line.starts_with("  ")
                && line.ends_with(';')
                && !line.starts_with("  |")
                && !line.starts_with("  kind: '");
            if is_type || is_member {
                assert!(before.ends_with("*/"), "not described: {line}");
            }
            // What only rustdoc understands.
            assert!(!line.contains("[`") && !line.contains("::"), "{line}");
            assert!(!line.contains("`None`"), "{line}");
            before = line;
        }
    }
}
