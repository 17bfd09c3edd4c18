//! The configuration of `serve`: flags, environment variables and one file.
//!
//! The options are declared once, for the command line. The names and the values of
//! environment variables and of keys in the file follow from that, so there is no second list
//! to maintain. A flag overrides a variable, which overrides the file, which overrides the
//! default.

mod file;
mod misspelt_env;
mod option;
mod position;
mod setting;

use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::num::ParseIntError;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};

pub(crate) use misspelt_env::misspelt_variables;
use option::{Kind, Opt, options};
use product_pool_gateway as gateway;
pub(crate) use setting::{Origin, Setting, to_toml};

/// The prefix of all environment variables.
pub(crate) const PREFIX: &str = "PRODUCT_POOL_";

/// The command to which the configuration applies.
const SERVE: &str = "serve";

/// The options of the configuration itself.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConfigArgs {
    /// A TOML file with options, named like the flags without the leading dashes:
    /// `listen = "127.0.0.1:8080"`. Flags override environment variables, which override
    /// the file; the variable of `--upstream-timeout` is PRODUCT_POOL_UPSTREAM_TIMEOUT.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Check the configuration and the files and addresses in it, print the effective
    /// values and their origins, and exit. The server neither listens nor sends requests
    /// to the upstream.
    #[arg(long)]
    pub(crate) check_config: bool,
}

/// The parsed command line, with its configuration.
pub(crate) struct Read {
    pub(crate) matches: ArgMatches,
    /// The options of `serve`, in the order of `--help`.
    pub(crate) settings: Vec<Setting>,
}

/// Why the configuration cannot be used.
pub(crate) enum ConfigError {
    /// An error of the parser, or a request for help.
    Parser(clap::Error),
    /// A line for each error in the configuration.
    Invalid {
        errors: Vec<String>,
        /// Whether `--check-config` is set, which shows all errors.
        check: bool,
    },
}

/// Reads a command line and, for `serve`, the environment and the configuration file.
pub(crate) fn read(
    command: Command,
    arguments: &[OsString],
    environment: impl Fn(&str) -> Option<OsString>,
) -> Result<Read, ConfigError> {
    let command = with_boolean_values(command);
    // A lenient first parse finds the flags; their errors are reported by the strict parse
    // below.
    let lenient = command.clone().ignore_errors(true);
    let lenient = lenient.try_get_matches_from(arguments);
    let Some((SERVE, flags)) = lenient.as_ref().ok().and_then(ArgMatches::subcommand) else {
        let matches = command.try_get_matches_from(arguments);
        return Ok(Read {
            matches: matches.map_err(ConfigError::Parser)?,
            settings: Vec::new(),
        });
    };
    let mut errors = Vec::new();
    let mut sources = Sources {
        flags,
        options: options(&command),
        assignments: Assignments::new(),
    };
    sources.read_environment(environment, &mut errors);
    let check = sources.is_true("check-config");
    if let Some(path) = sources.value_of("config") {
        sources.read_file(Path::new(&path), &mut errors);
    }
    let command = match sources.is_true(gateway::MIRROR_OPTION) {
        true => command,
        false => with_one_source(command),
    };
    loop {
        let arguments = arguments.iter().cloned().chain(sources.as_flags());
        match command.clone().try_get_matches_from(arguments) {
            Ok(matches) if errors.is_empty() => {
                let settings = sources.settings(&matches);
                return Ok(Read { matches, settings });
            }
            Ok(_) => break,
            Err(error) => match sources.rejected_value(&error) {
                Some((option, line)) => {
                    errors.push(line);
                    sources.assignments.remove(&option);
                }
                // An option may seem to be missing because its value was rejected.
                None if !errors.is_empty()
                    && error.kind() == ErrorKind::MissingRequiredArgument =>
                {
                    break;
                }
                None => {
                    errors.push(sources.with_origins(&error));
                    break;
                }
            },
        }
    }
    Err(ConfigError::Invalid { errors, check })
}

/// The command with booleans that can be turned off too: `--pages=false` overrides a file that
/// turns them on.
fn with_boolean_values(command: Command) -> Command {
    command.mut_subcommand(SERVE, |serve| {
        serve.mut_args(|argument| match argument.get_action() {
            ArgAction::SetTrue => boolean(argument),
            _ => argument,
        })
    })
}

/// The command with a catalogue or a gateway, but not both.
fn with_one_source(command: Command) -> Command {
    command.mut_subcommand(SERVE, |serve| {
        serve.mut_group("gateway", |gateway| gateway.conflicts_with("db"))
    })
}

fn boolean(argument: Arg) -> Arg {
    let parser = PossibleValuesParser::new(["true", "false"]).map(|value| value == "true");
    argument
        .action(ArgAction::Set)
        .num_args(0..=1)
        .require_equals(true)
        .value_parser(parser)
        .value_name("true|false")
        .default_value("false")
        .default_missing_value("true")
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// The values of options from variables and the file, by the index of the option.
type Assignments = BTreeMap<usize, Vec<(OsString, Origin)>>;

/// All sources of values, of which flags have precedence.
struct Sources<'a> {
    flags: &'a ArgMatches,
    options: Vec<Opt>,
    /// Without options that a flag sets.
    assignments: Assignments,
}

impl Sources<'_> {
    /// Reads the environment variables of options without a flag. An empty variable counts as
    /// unset.
    fn read_environment(
        &mut self,
        environment: impl Fn(&str) -> Option<OsString>,
        errors: &mut Vec<String>,
    ) {
        for (index, option) in self.options.iter().enumerate() {
            let name = option.variable();
            let value = environment(&name).filter(|value| !value.is_empty());
            let Some(value) = value.filter(|_| !self.is_flag(option)) else {
                continue;
            };
            let values = match (option.kind, value.to_str()) {
                (Kind::Bool, Some("true" | "1" | "yes" | "on")) => vec!["true".into()],
                (Kind::Bool, Some("false" | "0" | "no" | "off")) => vec!["false".into()],
                (Kind::Bool, _) => {
                    errors.push(format!("{name}: it should be true or false"));
                    continue;
                }
                (Kind::List, Some(text)) => {
                    let parts = text.split(',').map(str::trim);
                    let parts = parts.filter(|part| !part.is_empty());
                    parts.map(OsString::from).collect()
                }
                _ => vec![value],
            };
            let values = values.into_iter();
            let values = values.map(|value| (value, Origin::Variable(name.clone())));
            self.assignments.insert(index, values.collect());
        }
    }

    /// Reads the options in a file that neither a flag nor a variable sets.
    fn read_file(&mut self, path: &Path, errors: &mut Vec<String>) {
        for (index, values) in file::read(path, &self.options, errors) {
            if !self.is_flag(&self.options[index]) {
                self.assignments.entry(index).or_insert(values);
            }
        }
    }

    /// Whether a flag on the command line sets the option.
    fn is_flag(&self, option: &Opt) -> bool {
        self.flags.value_source(&option.id) == Some(ValueSource::CommandLine)
    }

    /// The value of an option that takes one, by the sources read so far.
    fn value_of(&self, name: &str) -> Option<OsString> {
        let mut options = self.options.iter().enumerate();
        let (index, option) = options.find(|(_, option)| option.name == name)?;
        if self.is_flag(option) {
            let mut values = self.flags.get_raw(&option.id)?;
            return values.next().map(OsStr::to_owned);
        }
        let (value, _) = self.assignments.get(&index)?.first()?;
        Some(value.clone())
    }

    fn is_true(&self, name: &str) -> bool {
        self.value_of(name).is_some_and(|value| value == "true")
    }

    /// The flags that set the same values as variables and the file.
    fn as_flags(&self) -> impl Iterator<Item = OsString> {
        self.assignments.iter().flat_map(|(index, values)| {
            let option = &self.options[*index];
            // A boolean that is off is left out, so that the parser sees neither its
            // requirements nor its conflicts.
            let is_off = |value: &OsStr| option.kind == Kind::Bool && value == "false";
            let values = values.iter().filter(move |(value, _)| !is_off(value));
            values.map(|(value, _)| {
                let mut flag = OsString::from(format!("--{}=", option.name));
                flag.push(value);
                flag
            })
        })
    }

    /// Finds the value from a variable or the file that the parser rejects, and why.
    fn rejected_value(&self, error: &clap::Error) -> Option<(usize, String)> {
        if !matches!(
            error.kind(),
            ErrorKind::ValueValidation | ErrorKind::InvalidValue
        ) {
            return None;
        }
        let context = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.as_str()),
            _ => None,
        };
        let display = context(ContextKind::InvalidArg)?;
        let mut assignments = self.assignments.iter();
        let (index, values) =
            assignments.find(|(index, _)| self.options[**index].display == display)?;
        let option = &self.options[*index];
        let why = match (error.source(), error.get(ContextKind::ValidValue)) {
            // The parser's own message is about digits.
            (Some(why), _) if option.kind == Kind::Number && why.is::<ParseIntError>() => {
                format!("it should be {}", option.kind.expected())
            }
            (Some(why), _) => why.to_string(),
            (None, Some(ContextValue::Strings(known))) if !known.is_empty() => {
                format!("it should be one of {}", known.join(", "))
            }
            _ => "it must not be empty".to_owned(),
        };
        let invalid = context(ContextKind::InvalidValue);
        let mut same = values.iter().filter(|(value, _)| value.to_str() == invalid);
        let (_, origin) = same.next().or(values.first())?;
        // The value is not repeated: it may be a secret.
        Some((*index, origin.error(&option.name, &why)))
    }

    /// Formats an error that concerns several options, with the origin of each one that is not
    /// from a flag.
    fn with_origins(&self, error: &clap::Error) -> String {
        let mut line = crate::usage::usage_error(&error.to_string());
        if let Some(ContextValue::String(one)) = error.get(ContextKind::InvalidArg)
            && let Some(ContextValue::Strings(others)) = error.get(ContextKind::PriorArg)
        {
            // The parser names all conflicting options, whether they are set or not.
            let options = self.options.iter().enumerate();
            let present: Vec<_> = options
                .filter(|(_, option)| others.contains(&option.display))
                .filter(|(at, option)| self.is_flag(option) || self.assignments.contains_key(at))
                .map(|(_, option)| format!("'{}'", option.display))
                .collect();
            if present.is_empty() {
                return line;
            }
            line = format!(
                "the argument '{one}' cannot be used with {}",
                present.join(", ")
            );
        }
        for (index, values) in &self.assignments {
            let option = &self.options[*index];
            if let Some((_, origin)) = values.first()
                && line.contains(&option.display)
            {
                line += &format!(" (--{} is from {origin})", option.name);
            }
        }
        line
    }

    /// The effective values of all options and their origins.
    fn settings(&self, matches: &ArgMatches) -> Vec<Setting> {
        let serve = matches.subcommand_matches(SERVE);
        let setting = |(index, option): (usize, &Opt)| {
            let values = serve.and_then(|serve| serve.get_raw(&option.id));
            let values = values.into_iter().flatten();
            let assigned = self.assignments.get(&index).and_then(|it| it.first());
            Setting {
                name: option.name.clone(),
                kind: option.kind,
                values: values
                    .map(|value| value.to_string_lossy().into_owned())
                    .collect(),
                origin: match assigned {
                    _ if self.is_flag(option) => Origin::Flag,
                    Some((_, origin)) => origin.clone(),
                    None => Origin::Default,
                },
                gateway: option.gateway,
            }
        };
        self.options.iter().enumerate().map(setting).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
