//! The options of `serve`, derived from the declarations of the command line, and their values.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::fmt;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// An option of `serve` and its values.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The id of the argument in the parser.
    id: String,
    /// The name of the flag, without the dashes.
    pub(super) name: String,
    /// The argument as the parser's messages name it.
    pub(super) display: String,
    pub(super) kind: Kind,
    /// Its values: several of a list, at most one of any other kind.
    pub(super) values: Vec<OsString>,
    pub(super) origin: Origin,
}

/// The kind of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    /// One number or text.
    One,
    /// Any number of texts.
    List,
}

impl Kind {
    /// The kind of an argument's value; `None` for `--help` and the like.
    fn of(argument: &Arg) -> Option<Kind> {
        match argument.get_action() {
            ArgAction::Append => Some(Kind::List),
            ArgAction::Set => match argument.get_value_parser().type_id() {
                value if value == TypeId::of::<bool>() => Some(Kind::Bool),
                _ => Some(Kind::One),
            },
            _ => None,
        }
    }
}

/// The origin of the values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Flag,
    /// The environment variable of that name.
    Variable(String),
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Flag => "the command line",
            Origin::Variable(name) => name,
            Origin::Default => "default",
        })
    }
}

impl Setting {
    /// The option of an argument, without a value; `None` for `--help`, `--check-config` and the
    /// like.
    fn of(argument: &Arg) -> Option<Setting> {
        Some(Setting {
            id: argument.get_id().to_string(),
            name: argument.get_long()?.to_owned(),
            display: argument.to_string(),
            kind: Kind::of(argument)?,
            values: Vec::new(),
            origin: Origin::Default,
        })
    }

    /// Reads the values that the command line sets.
    pub(super) fn read_flag(&mut self, matches: &ArgMatches) {
        if matches.value_source(&self.id) == Some(ValueSource::CommandLine) {
            self.set(matches.get_raw(&self.id), Origin::Flag);
        }
    }

    /// Reads the default if nothing else sets a value.
    pub(super) fn read_default(&mut self, matches: Option<&ArgMatches>) {
        if self.values.is_empty() {
            let values = matches.and_then(|matches| matches.get_raw(&self.id));
            self.set(values, Origin::Default);
        }
    }

    fn set<'a>(&mut self, values: Option<impl Iterator<Item = &'a OsStr>>, origin: Origin) {
        self.values = values.into_iter().flatten().map(OsStr::to_owned).collect();
        self.origin = origin;
    }

    /// The flags that set the same values as variables.
    pub(super) fn as_flags(&self) -> impl Iterator<Item = OsString> {
        // A boolean that is off is left out, so that the parser sees neither its requirements
        // nor its conflicts.
        let is_off = |value: &&OsString| self.kind == Kind::Bool && *value == "false";
        let is_flag = self.origin == Origin::Flag;
        let values = self
            .values
            .iter()
            .filter(move |value| !is_flag && !is_off(value));
        values.map(|value| {
            let mut flag = OsString::from(format!("--{}=", self.name));
            flag.push(value);
            flag
        })
    }
}

/// The options of `serve`, in the order of their declaration.
pub(super) fn settings(command: &Command) -> Vec<Setting> {
    let mut command = command.clone();
    // The parser sets the names of its options only when it is built.
    command.build();
    let Some(serve) = command.find_subcommand(super::SERVE) else {
        return Vec::new();
    };
    serve.get_arguments().filter_map(Setting::of).collect()
}
