//! The settings in effect and their origins.

use std::fmt;

use super::option::Kind;
use super::position::Position;

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Flag,
    Variable(String),
    File(Position),
    Default,
}

impl Origin {
    /// The error for a value from this origin.
    pub(super) fn error(&self, option: &str, why: &str) -> String {
        match self {
            Origin::File(position) => format!("{position}: {option}: {why}"),
            Origin::Variable(name) => format!("{name}: {why}"),
            Origin::Flag | Origin::Default => format!("--{option}: {why}"),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Flag => f.write_str("the command line"),
            Origin::Variable(name) => f.write_str(name),
            Origin::File(position) => position.fmt(f),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// An option's setting in effect.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// Empty if the option is not set and has no default.
    pub(crate) values: Vec<String>,
    pub(crate) origin: Origin,
    /// Whether it applies to a gateway only.
    pub(crate) gateway: bool,
}

/// Formats the settings as a configuration file, with their origins. Options that are not set
/// become comments.
pub(crate) fn to_toml(settings: &[Setting]) -> String {
    let is_set = |name: &str| {
        let mut named = settings.iter().filter(|setting| setting.name == name);
        named.any(|setting| !setting.values.is_empty())
    };
    let is_catalogue = is_set("db") && !is_set("upstream");
    let mut text = String::new();
    for setting in settings {
        let unset = setting.origin == Origin::Default;
        let off = setting.kind == Kind::Bool && setting.values == ["false"];
        if unset && setting.gateway && is_catalogue {
            continue;
        }
        let value = value(setting);
        let from = &setting.origin;
        // A file cannot name a configuration file.
        let line = match setting.name.as_str() {
            "check-config" => continue,
            "config" if unset => continue,
            "config" => format!("# config = {value}"),
            name if unset && setting.values.is_empty() => format!("# {name} is not set"),
            name if unset || off => format!("# {name} = {value}"),
            name => format!("{name} = {value}"),
        };
        match unset && setting.values.is_empty() {
            true => text += &format!("{line}\n"),
            false => text += &format!("{line:<48}  # {from}\n"),
        }
    }
    text
}

fn value(setting: &Setting) -> String {
    let quoted = |text: &String| toml::Value::String(text.clone()).to_string();
    let first = setting.values.first();
    match (setting.kind, first) {
        (Kind::List, _) => {
            let values: Vec<String> = setting.values.iter().map(quoted).collect();
            format!("[{}]", values.join(", "))
        }
        (Kind::Bool | Kind::Number, Some(plain)) => plain.clone(),
        (_, Some(text)) => quoted(text),
        (_, None) => String::new(),
    }
}
