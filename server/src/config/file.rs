//! The configuration file: TOML with one key for each option and no tables.

use std::ffi::OsString;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::option::{Kind, Opt};
use super::position::Position;
use super::{Given, Origin};
use product_pool_http::nearest::nearest;

/// The largest size of a configuration file, in bytes.
const LONGEST: u64 = 1 << 20;
/// The least similarity of two names for one to be suggested in place of the other.
const ALIKE: f64 = 0.75;

/// Reads the options that the file sets. Adds its errors to `faults`, from top to bottom.
pub(super) fn read(path: &Path, options: &[Opt], faults: &mut Vec<String>) -> Vec<Given> {
    match text(path) {
        Ok(text) => parse(path, &text, options, faults),
        Err(why) => {
            faults.push(why);
            Vec::new()
        }
    }
}

fn text(path: &Path) -> Result<String, String> {
    let place = path.display();
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read the configuration {place}: {error}"))?;
    if bytes.len() as u64 > LONGEST {
        return Err(format!("{place} is too large for a configuration file"));
    }
    String::from_utf8(bytes).map_err(|_| format!("{place} is not valid UTF-8"))
}

fn parse(path: &Path, text: &str, options: &[Opt], faults: &mut Vec<String>) -> Vec<Given> {
    let at = |span: &Range<usize>| Position::of(path, text, span);
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        // Without the line itself, which the library would quote: it may hold a secret.
        faults.extend(errors.iter().map(|error| {
            let position = at(&error.span().unwrap_or_default());
            format!("{position}: invalid TOML: {}", one_line(error.message()))
        }));
        return Vec::new();
    }
    let mut entries: Vec<_> = table.into_inner().into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let mut given: Vec<Given> = Vec::new();
    for (key, value) in entries {
        let position = at(&key.span());
        let name = key.get_ref().as_ref();
        let known = options.iter().position(|option| option.is_called(name));
        let Some(index) = known.filter(|&index| options[index].in_file) else {
            let why = unknown(name, value.get_ref(), options);
            faults.push(format!("{position}: {why}"));
            continue;
        };
        let option = &options[index];
        if given.iter().any(|given| given.option == index) {
            let name = &option.name;
            faults.push(format!("{position}: {name} is set twice"));
            continue;
        }
        match values(option.kind, &value) {
            Ok(values) => given.push(Given {
                option: index,
                values: values
                    .into_iter()
                    .map(|(value, span)| (value, Origin::File(at(&span))))
                    .collect(),
            }),
            Err((span, found)) => faults.push(format!(
                "{}: {name} should be {}, not {found}",
                at(&span),
                option.kind.expected()
            )),
        }
    }
    given
}

type Place = Range<usize>;

/// The values of an option, or a description of what stands in their place.
fn values(
    kind: Kind,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<(OsString, Place)>, (Place, &'static str)> {
    let span = value.span();
    let one = |text: &str| Ok(vec![(OsString::from(text), span.clone())]);
    match (kind, value.get_ref()) {
        (Kind::Switch, DeValue::Boolean(true)) => one("true"),
        (Kind::Switch, DeValue::Boolean(false)) => one("false"),
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
    if options.iter().any(|option| option.is_called(name)) {
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
    match nearest(&lower, known, ALIKE) {
        Some(known) => format!("unknown option {name}; did you mean {known}?"),
        None => format!("unknown option {name}; see `serve --help`"),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
