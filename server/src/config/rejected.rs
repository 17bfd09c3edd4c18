//! The errors for values that the parser rejects, with the origins of the values.

use std::error::Error as _;
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::setting::{Kind, Origin, Setting};
use crate::usage::usage_error;

/// The error for a value from a variable or the file, which is removed; `None` if the parser's
/// error is another one.
pub(super) fn value(settings: &mut [Setting], error: &clap::Error) -> Option<String> {
    let kinds = [ErrorKind::ValueValidation, ErrorKind::InvalidValue];
    let display =
        context(error, ContextKind::InvalidArg).filter(|_| kinds.contains(&error.kind()))?;
    let mut settings = settings.iter_mut();
    let setting = settings.find(|setting| setting.display == display)?;
    let why = match (error.source(), error.get(ContextKind::ValidValue)) {
        // The parser's own message is about digits.
        (Some(why), _) if setting.kind == Kind::Number && why.is::<ParseIntError>() => {
            format!("it should be {}", setting.kind.expected())
        }
        (Some(why), _) => why.to_string(),
        (None, Some(ContextValue::Strings(known))) if !known.is_empty() => {
            format!("it should be one of {}", known.join(", "))
        }
        _ => "it must not be empty".to_owned(),
    };
    let invalid = context(error, ContextKind::InvalidValue);
    let values = std::mem::take(&mut setting.values);
    let mut same = values.iter().filter(|(value, _)| value.to_str() == invalid);
    // The value is not repeated: it may be a secret.
    match same.next().or(values.first())? {
        (_, Origin::File(position)) => Some(format!("{position}: {}: {why}", setting.name)),
        (_, Origin::Variable(name)) => Some(format!("{name}: {why}")),
        (_, Origin::Flag | Origin::Default) => None,
    }
}

/// The error that concerns several options, with the origin of each one that is not from a
/// flag.
pub(super) fn combination(settings: &[Setting], error: &clap::Error) -> String {
    let mut line = usage_error(&error.to_string());
    if let Some(one) = context(error, ContextKind::InvalidArg)
        && let Some(ContextValue::Strings(others)) = error.get(ContextKind::PriorArg)
    {
        // The parser names all conflicting options, whether they are set or not.
        let present = settings.iter().filter(|setting| !setting.values.is_empty());
        let present = present.filter(|setting| others.contains(&setting.display));
        let present: Vec<_> = present
            .map(|setting| format!("'{}'", setting.display))
            .collect();
        if present.is_empty() {
            return line;
        }
        let present = present.join(", ");
        line = format!("the argument '{one}' cannot be used with {present}");
    }
    for setting in settings {
        if let origin @ (Origin::Variable(_) | Origin::File(_)) = setting.origin()
            && line.contains(&setting.display)
        {
            line += &format!(" (--{} is from {origin})", setting.name);
        }
    }
    line
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}
