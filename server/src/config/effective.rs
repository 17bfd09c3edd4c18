//! What is in effect, and where it is from.

use std::fmt;

use super::option::Kind;
use super::position::Position;

/// Where a value is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Flag,
    Variable(String),
    File(Position),
    Default,
}

impl Origin {
    /// What is wrong with a value from there.
    pub(super) fn blame(&self, option: &str, why: &str) -> String {
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

/// An option as it is in effect.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// None where it is not set and has no default.
    pub(crate) values: Vec<String>,
    pub(crate) origin: Origin,
    /// Whether it makes sense for a gateway only.
    pub(crate) gateway: bool,
}

/// The settings as a file that sets the same, with their origins beside them.
/// What nobody set is a comment.
pub(crate) fn written(settings: &[Setting]) -> String {
    let is_set = |name: &str| {
        let mut named = settings.iter().filter(|setting| setting.name == name);
        named.any(|setting| !setting.values.is_empty())
    };
    let is_catalogue = is_set("db") && !is_set("upstream");
    let mut text = String::new();
    for setting in settings {
        let unset = setting.origin == Origin::Default;
        let off = setting.kind == Kind::Switch && setting.values == ["false"];
        if unset && setting.gateway && is_catalogue {
            continue;
        }
        let value = value(setting);
        let from = &setting.origin;
        // A file does not name a file.
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
        (Kind::Switch | Kind::Number, Some(plain)) => plain.clone(),
        (_, Some(text)) => quoted(text),
        (_, None) => String::new(),
    }
}
