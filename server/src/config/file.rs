//! The configuration file: TOML with one key for each option and no tables.

use std::ffi::OsString;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::option::{Kind, Opt};
use super::position::Position;
use super::{Assignments, Origin};
use product_pool_http::nearest::nearest;

/// The largest size of a configuration file, in bytes.
const MAX_SIZE: u64 = 1 << 20;
/// The least similarity of two names for one to be suggested in place of the other.
const MIN_SIMILARITY: f64 = 0.75;

/// Reads the options that the file sets. Adds its errors to `errors`, from top to bottom.
pub(super) fn read(path: &Path, options: &[Opt], errors: &mut Vec<String>) -> Assignments {
    match text(path) {
        Ok(text) => parse(path, &text, options, errors),
        Err(why) => {
            errors.push(why);
            Assignments::new()
        }
    }
}

fn text(path: &Path) -> Result<String, String> {
    let file = path.display();
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|opened| opened.take(MAX_SIZE + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read the configuration {file}: {error}"))?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(format!("{file} is too large for a configuration file"));
    }
    String::from_utf8(bytes).map_err(|_| format!("{file} is not valid UTF-8"))
}

fn parse(path: &Path, text: &str, options: &[Opt], errors: &mut Vec<String>) -> Assignments {
    let at = |span: &Range<usize>| Position::new(path, text, span);
    let (table, syntax_errors) = DeTable::parse_recoverable(text);
    if !syntax_errors.is_empty() {
        // Without the line itself, which the library would quote: it may hold a secret.
        errors.extend(syntax_errors.iter().map(|error| {
            let position = at(&error.span().unwrap_or_default());
            format!("{position}: invalid TOML: {}", one_line(error.message()))
        }));
        return Assignments::new();
    }
    let mut entries: Vec<_> = table.into_inner().into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let mut assignments = Assignments::new();
    for (key, value) in entries {
        let position = at(&key.span());
        let name = key.get_ref().as_ref();
        let known = options.iter().position(|option| option.has_name(name));
        let Some(index) = known.filter(|&index| options[index].in_file) else {
            let why = unknown(name, value.get_ref(), options);
            errors.push(format!("{position}: {why}"));
            continue;
        };
        let option = &options[index];
        if assignments.contains_key(&index) {
            errors.push(format!("{position}: {} is set twice", option.name));
            continue;
        }
        match values(option.kind, &value) {
            Ok(values) => {
                let values = values.into_iter();
                let values = values.map(|(value, span)| (value, Origin::File(at(&span))));
                assignments.insert(index, values.collect());
            }
            Err((span, found)) => errors.push(format!(
                "{}: {name} should be {}, not {found}",
                at(&span),
                option.kind.expected()
            )),
        }
    }
    assignments
}

type Span = Range<usize>;

/// The values of an option, or a description of what is there instead.
fn values(
    kind: Kind,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<(OsString, Span)>, (Span, &'static str)> {
    let span = value.span();
    let one = |text: &str| Ok(vec![(OsString::from(text), span.clone())]);
    match (kind, value.get_ref()) {
        (Kind::Bool, DeValue::Boolean(true)) => one("true"),
        (Kind::Bool, DeValue::Boolean(false)) => one("false"),
        // Decimal numbers only.
        (Kind::Number | Kind::Size, DeValue::Integer(number)) if number.radix() == 10 => {
            one(number.as_str())
        }
        (Kind::Text | Kind::Size, DeValue::String(text)) => one(text),
        (Kind::List, DeValue::Array(items)) => items
            .iter()
            .map(|item| match item.get_ref() {
                DeValue::String(text) => Ok((OsString::from(text.as_ref()), item.span())),
                other => Err((item.span(), found(other))),
            })
            .collect(),
        (_, other) => Err((span, found(other))),
    }
}

fn found(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(number) if number.radix() != 10 => "a number that is not decimal",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The error for a name that is not an option. It does not repeat the value.
fn unknown(name: &str, value: &DeValue<'_>, options: &[Opt]) -> String {
    if options.iter().any(|option| option.has_name(name)) {
        return format!("{name} can be set on the command line or in the environment only");
    }
    let lower = name.to_lowercase().replace('_', "-");
    let names = || options.iter().filter(|option| option.in_file);
    let last = lower.rsplit('-').next().unwrap_or_default();
    let is_secret = matches!(last, "token" | "tokens" | "secret" | "password" | "bearer")
        || matches!(lower.as_str(), "key" | "keys" | "api-key");
    let named = names().any(|option| option.name == lower);
    if is_secret && !named && matches!(value, DeValue::String(_)) {
        return format!(
            "unknown option {name}, and secrets do not belong in this file: put the upstream's \
             token into PRODUCT_POOL_UPSTREAM_TOKEN, or into the file that upstream-token-file \
             names"
        );
    }
    if matches!(value, DeValue::Table(_)) {
        return format!("{name} is a table; options are not in tables");
    }
    let known = names()
        .flat_map(|option| std::iter::once(&option.name).chain(&option.aliases))
        .map(String::as_str);
    match nearest(&lower, known, MIN_SIMILARITY) {
        Some(known) => format!("unknown option {name}; did you mean {known}?"),
        None => format!("unknown option {name}; see `serve --help`"),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
