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
    /// Its values, each with its origin: several of a list, at most one of any other kind.
    pub(super) values: Vec<(OsString, Origin)>,
}

/// The type of an option's value in the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Number,
    Text,
    /// Any number of strings.
    List,
}

impl Kind {
    /// A description of the expected value, with an example.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Kind::Bool => "true or false",
            Kind::Number => "a whole number such as 60",
            Kind::Text => "a string, such as \"text\"",
            Kind::List => "a list of strings, such as [\"text\", \"text\"]",
        }
    }

    /// The type of an argument's value; `None` for `--help` and the like.
    fn of(argument: &Arg) -> Option<Kind> {
        match argument.get_action() {
            ArgAction::Append => return Some(Kind::List),
            ArgAction::Set => {}
            _ => return None,
        }
        let value = argument.get_value_parser().type_id();
        let numbers = [
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
        ];
        Some(match value {
            value if value == TypeId::of::<bool>() => Kind::Bool,
            value if numbers.iter().any(|number| value == *number) => Kind::Number,
            _ => Kind::Text,
        })
    }
}

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Flag,
    /// The environment variable of that name.
    Variable(String),
    /// The configuration file, at that position.
    File(String),
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Flag => "the command line",
            Origin::Variable(name) => name,
            Origin::File(position) => position,
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
        })
    }

    /// Whether the configuration file may set it: a file does not name another.
    pub(super) fn in_file(&self) -> bool {
        self.name != "config"
    }

    /// The origin of its first value.
    pub(super) fn origin(&self) -> &Origin {
        self.values
            .first()
            .map_or(&Origin::Default, |(_, origin)| origin)
    }

    /// Reads the values that the command line sets.
    pub(super) fn read_flag(&mut self, matches: &ArgMatches) {
        if matches.value_source(&self.id) == Some(ValueSource::CommandLine) {
            self.set(matches.get_raw(&self.id), &Origin::Flag);
        }
    }

    /// Reads the default if nothing else sets a value.
    pub(super) fn read_default(&mut self, matches: Option<&ArgMatches>) {
        if self.values.is_empty() {
            let values = matches.and_then(|matches| matches.get_raw(&self.id));
            self.set(values, &Origin::Default);
        }
    }

    fn set<'a>(&mut self, values: Option<impl Iterator<Item = &'a OsStr>>, origin: &Origin) {
        let values = values.into_iter().flatten();
        self.values = values
            .map(|value| (value.to_owned(), origin.clone()))
            .collect();
    }

    /// The flags that set the same values as variables and the file.
    pub(super) fn as_flags(&self) -> impl Iterator<Item = OsString> {
        // A boolean that is off is left out, so that the parser sees neither its requirements
        // nor its conflicts.
        let is_off = |value: &OsStr| self.kind == Kind::Bool && value == "false";
        let values = self.values.iter();
        let values =
            values.filter(move |(value, origin)| *origin != Origin::Flag && !is_off(value));
        values.map(|(value, _)| {
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

/// The value of the option with that name, by the sources read so far.
pub(super) fn value_of(settings: &[Setting], name: &str) -> Option<OsString> {
    let setting = settings.iter().find(|setting| setting.name == name)?;
    let (value, _) = setting.values.first()?;
    Some(value.clone())
}
