//! The errors for values that the parser rejects, with the origins of the values.

use std::error::Error as _;
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::setting::{Origin, Setting};
use crate::usage::usage_error;

/// The error for a value from a variable, which is removed; `None` if the parser's
/// error is another one.
pub(super) fn value(settings: &mut [Setting], error: &clap::Error) -> Option<String> {
    let kinds = [ErrorKind::ValueValidation, ErrorKind::InvalidValue];
    let display =
        context(error, ContextKind::InvalidArg).filter(|_| kinds.contains(&error.kind()))?;
    let mut settings = settings.iter_mut();
    let setting = settings.find(|setting| setting.display == display)?;
    let why = match (error.source(), error.get(ContextKind::ValidValue)) {
        // The parser's own message is about digits.
        (Some(why), _) if why.is::<ParseIntError>() => {
            "it should be a whole number such as 60".to_owned()
        }
        (Some(why), _) => why.to_string(),
        (None, Some(ContextValue::Strings(known))) if !known.is_empty() => {
            format!("it should be one of {}", known.join(", "))
        }
        _ => "it must not be empty".to_owned(),
    };
    setting.values.clear();
    // The value is not repeated: it may be a secret.
    match &setting.origin {
        Origin::Variable(name) => Some(format!("{name}: {why}")),
        Origin::Flag | Origin::Default => None,
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
        if let Origin::Variable(variable) = &setting.origin
            && line.contains(&setting.display)
        {
            line += &format!(" (--{} is from {variable})", setting.name);
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
