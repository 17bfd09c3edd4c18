//! The configuration file: TOML with one key for each option and no tables.

use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::setting::{Kind, Origin, Setting};
use product_pool_http::nearest::nearest;
use product_pool_http::read_small_file;

/// The largest size of a configuration file, in bytes.
const MAX_SIZE: u64 = 1 << 20;
/// The least similarity of two names for one to be suggested in place of the other.
const MIN_SIMILARITY: f64 = 0.75;

/// Reads the options in the file that neither a flag nor a variable sets. Adds its errors to
/// `errors`, from top to bottom.
pub(super) fn read(path: &Path, settings: &mut [Setting], errors: &mut Vec<String>) {
    match text(path) {
        Ok(text) => parse(path, &text, settings, errors),
        Err(why) => errors.push(why),
    }
}

fn text(path: &Path) -> Result<String, String> {
    let bytes = read_small_file(path, "configuration", MAX_SIZE)?;
    String::from_utf8(bytes).map_err(|_| format!("{} is not valid UTF-8", path.display()))
}

fn parse(path: &Path, text: &str, settings: &mut [Setting], errors: &mut Vec<String>) {
    let at = |span: &Range<usize>| position(path, text, span);
    let (table, syntax_errors) = DeTable::parse_recoverable(text);
    if !syntax_errors.is_empty() {
        // Without the line itself, which the library would quote: it may hold a secret.
        errors.extend(syntax_errors.iter().map(|error| {
            let position = at(&error.span().unwrap_or_default());
            format!("{position}: invalid TOML: {}", one_line(error.message()))
        }));
        return;
    }
    let mut entries: Vec<_> = table.into_inner().into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let position = at(&key.span());
        let name = key.get_ref().as_ref();
        let known = settings.iter().position(|setting| setting.name == name);
        let Some(index) = known.filter(|&index| settings[index].in_file()) else {
            let why = unknown(name, value.get_ref(), settings);
            errors.push(format!("{position}: {why}"));
            continue;
        };
        let setting = &mut settings[index];
        match values(setting.kind, &value) {
            Ok(values) if setting.values.is_empty() => {
                let values = values.into_iter();
                let values = values.map(|(value, span)| (value, Origin::File(at(&span))));
                setting.values = values.collect();
            }
            Ok(_) => {}
            Err((span, found)) => errors.push(format!(
                "{}: {name} should be {}, not {found}",
                at(&span),
                setting.kind.expected()
            )),
        }
    }
}

/// A position in the file, for people: `FILE:LINE:COLUMN`.
fn position(path: &Path, text: &str, span: &Range<usize>) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .chars()
        .count()
        + 1;
    format!("{}:{line}:{column}", path.display())
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
        (Kind::Number, DeValue::Integer(number)) if number.radix() == 10 => one(number.as_str()),
        (Kind::Text, DeValue::String(text)) => one(text),
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
fn unknown(name: &str, value: &DeValue<'_>, settings: &[Setting]) -> String {
    if settings.iter().any(|setting| setting.name == name) {
        return format!("{name} can be set on the command line or in the environment only");
    }
    let lower = name.to_lowercase().replace('_', "-");
    let names = || settings.iter().filter(|setting| setting.in_file());
    let last = lower.rsplit('-').next().unwrap_or_default();
    let is_secret = matches!(last, "token" | "tokens" | "secret" | "password" | "bearer")
        || matches!(lower.as_str(), "key" | "keys" | "api-key");
    let named = names().any(|setting| setting.name == lower);
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
    let known = names().map(|setting| setting.name.as_str());
    match nearest(&lower, known, MIN_SIMILARITY) {
        Some(known) => format!("unknown option {name}; did you mean {known}?"),
        None => format!("unknown option {name}; see `serve --help`"),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
