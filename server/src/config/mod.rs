//! The configuration of `serve`: flags, environment variables and one file.
//!
//! The options are declared once, for the command line. The names and the values of
//! environment variables and of keys in the file follow from that, so there is no second list
//! to maintain. A flag overrides a variable, which overrides the file, which overrides the
//! default.

mod effective;
mod file;
mod option;
mod position;
mod strangers;

use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::num::ParseIntError;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};

pub(crate) use effective::{Origin, Setting, written};
use option::{Kind, Opt, options};
use product_pool_gateway as gateway;
pub(crate) use strangers::strangers;

/// The prefix of all environment variables.
pub(crate) const PREFIX: &str = "PRODUCT_POOL_";

/// The command to which the configuration applies.
const SERVE: &str = "serve";

/// The options of the configuration itself.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConfigArgs {
    /// Read options from this TOML file, named like the flags without the leading dashes:
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
pub(crate) enum Wrong {
    /// An error of the parser, or a request for help.
    Parser(clap::Error),
    /// A line for each error in the configuration.
    Faults {
        lines: Vec<String>,
        /// Whether `--check-config` is set, which shows all errors.
        check: bool,
    },
}

/// Values for an option from a variable or the file.
struct Given {
    option: usize,
    values: Vec<(OsString, Origin)>,
}

/// Reads a command line and, for `serve`, the environment and the configuration file.
pub(crate) fn read(
    command: Command,
    arguments: &[OsString],
    environment: impl Fn(&str) -> Option<OsString>,
) -> Result<Read, Wrong> {
    let command = with_switches(command);
    // A lenient first parse finds the flags; their errors are reported by the strict parse
    // below.
    let first = command.clone().ignore_errors(true);
    let first = first.try_get_matches_from(arguments);
    let flags = match first.as_ref().map(ArgMatches::subcommand) {
        Ok(Some((SERVE, flags))) => flags,
        _ => {
            let parsed = command.clone().try_get_matches_from(arguments);
            let matches = parsed.map_err(Wrong::Parser)?;
            let settings = Vec::new();
            return Ok(Read { matches, settings });
        }
    };
    let options = options(&command);
    let mut faults = Vec::new();
    let mut given = variables(&options, flags, &environment, &mut faults);
    let value = |name: &str| chosen(name, &options, flags, &given);
    let check = value("check-config").is_some_and(|value| value == "true");
    if let Some(path) = value("config") {
        let lines = file::read(Path::new(&path), &options, &mut faults);
        for line in lines {
            let taken = is_flag(flags, &options[line.option])
                || given.iter().any(|known| known.option == line.option);
            if !taken {
                given.push(line);
            }
        }
    }
    // Read again, because the file may set it too.
    let value = |name: &str| chosen(name, &options, flags, &given);
    let command = match value(gateway::MIRROR_OPTION).is_some_and(|value| value == "true") {
        true => command,
        false => with_one_source(command),
    };
    loop {
        let mut whole = arguments.to_vec();
        whole.extend(given.iter().flat_map(|given| given.flags(&options)));
        match command.clone().try_get_matches_from(&whole) {
            Ok(matches) if faults.is_empty() => {
                let settings = settings(&options, &matches, flags, &given);
                return Ok(Read { matches, settings });
            }
            Ok(_) => break,
            Err(error) => match blamed(&error, &options, &given) {
                Some((at, line)) => {
                    faults.push(line);
                    given.remove(at);
                }
                // An option may seem to be missing because its value was rejected.
                None if !faults.is_empty()
                    && error.kind() == ErrorKind::MissingRequiredArgument =>
                {
                    break;
                }
                None => {
                    faults.push(explained(&error, &options, flags, &given));
                    break;
                }
            },
        }
    }
    Err(Wrong::Faults {
        lines: faults,
        check,
    })
}

/// The command with switches that can be turned off too: `--pages=false` overrides a file that
/// turns them on.
fn with_switches(command: Command) -> Command {
    command.mut_subcommand(SERVE, |serve| {
        serve.mut_args(|argument| match argument.get_action() {
            ArgAction::SetTrue => switch(argument),
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

fn switch(argument: Arg) -> Arg {
    let words = PossibleValuesParser::new(["true", "false"]).map(|word| word == "true");
    argument
        .action(ArgAction::Set)
        .num_args(0..=1)
        .require_equals(true)
        .value_parser(words)
        .value_name("true|false")
        .default_value("false")
        .default_missing_value("true")
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// Reads the environment variables of options without a flag. An empty variable counts as
/// unset.
fn variables(
    options: &[Opt],
    flags: &ArgMatches,
    environment: impl Fn(&str) -> Option<OsString>,
    faults: &mut Vec<String>,
) -> Vec<Given> {
    let mut given = Vec::new();
    for (index, option) in options.iter().enumerate() {
        let name = option.variable();
        let value = environment(&name).filter(|value| !value.is_empty());
        let Some(value) = value.filter(|_| !is_flag(flags, option)) else {
            continue;
        };
        let values = match (option.kind, value.to_str()) {
            (Kind::Switch, text) => match text {
                Some("true" | "1" | "yes" | "on") => vec!["true".into()],
                Some("false" | "0" | "no" | "off") => vec!["false".into()],
                _ => {
                    faults.push(format!("{name}: it should be true or false"));
                    continue;
                }
            },
            (Kind::List, Some(text)) => {
                let parts = text.split(',').map(str::trim);
                parts
                    .filter(|part| !part.is_empty())
                    .map(OsString::from)
                    .collect()
            }
            _ => vec![value],
        };
        let from = |value| (value, Origin::Variable(name.clone()));
        given.push(Given {
            option: index,
            values: values.into_iter().map(from).collect(),
        });
    }
    given
}

/// Whether a flag on the command line sets the option.
fn is_flag(flags: &ArgMatches, option: &Opt) -> bool {
    flags.value_source(&option.id) == Some(ValueSource::CommandLine)
}

/// The value of an option that takes one, by the sources read so far.
fn chosen(name: &str, options: &[Opt], flags: &ArgMatches, given: &[Given]) -> Option<OsString> {
    let at = options.iter().position(|option| option.name == name)?;
    if is_flag(flags, &options[at]) {
        let mut values = flags.get_raw(&options[at].id)?;
        return values.next().map(OsStr::to_owned);
    }
    let given = given.iter().find(|given| given.option == at)?;
    given.values.first().map(|(value, _)| value.clone())
}

impl Given {
    /// The flags that set the same values.
    fn flags(&self, options: &[Opt]) -> impl Iterator<Item = OsString> {
        let option = &options[self.option];
        // A switch that is off is left out, so that the parser sees neither its requirements
        // nor its conflicts.
        let off = |value: &OsStr| option.kind == Kind::Switch && value == "false";
        let values = self.values.iter().filter(move |(value, _)| !off(value));
        values.map(|(value, _)| {
            let mut flag = OsString::from(format!("--{}=", option.name));
            flag.push(value);
            flag
        })
    }
}

/// Finds the value that the parser rejects, and why.
fn blamed(error: &clap::Error, options: &[Opt], given: &[Given]) -> Option<(usize, String)> {
    if !matches!(
        error.kind(),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue
    ) {
        return None;
    }
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let shown = said(ContextKind::InvalidArg)?;
    let at = given
        .iter()
        .position(|given| options[given.option].shown == shown)?;
    let option = &options[given[at].option];
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
    let values = &given[at].values;
    let wrong = said(ContextKind::InvalidValue);
    let (_, origin) = values
        .iter()
        .find(|(value, _)| value.to_str() == wrong)
        .or(values.first())?;
    // The value is not repeated: it may be a secret.
    Some((at, origin.blame(&option.name, &why)))
}

/// Formats an error that concerns several options, with the origin of each one that is not
/// from a flag.
fn explained(error: &clap::Error, options: &[Opt], flags: &ArgMatches, given: &[Given]) -> String {
    let mut line = crate::usage::usage(&error.to_string());
    let is_given = |at: usize| given.iter().any(|given| given.option == at);
    if let Some(ContextValue::String(one)) = error.get(ContextKind::InvalidArg)
        && let Some(ContextValue::Strings(others)) = error.get(ContextKind::PriorArg)
    {
        // The parser names all conflicting options, whether they are set or not.
        let present = options.iter().enumerate().filter(|(at, option)| {
            others.contains(&option.shown) && (is_flag(flags, option) || is_given(*at))
        });
        let present: Vec<_> = present
            .map(|(_, option)| format!("'{}'", option.shown))
            .collect();
        if present.is_empty() {
            return line;
        }
        line = format!(
            "the argument '{one}' cannot be used with {}",
            present.join(", ")
        );
    }
    for given in given {
        let option = &options[given.option];
        if let Some((_, origin)) = given.values.first()
            && line.contains(&option.shown)
        {
            line += &format!(" (--{} is from {origin})", option.name);
        }
    }
    line
}

fn settings(
    options: &[Opt],
    matches: &ArgMatches,
    flags: &ArgMatches,
    given: &[Given],
) -> Vec<Setting> {
    let serve = matches.subcommand_matches(SERVE);
    let values = |option: &Opt| -> Vec<String> {
        let raw = serve.and_then(|serve| serve.get_raw(&option.id));
        let raw = raw.into_iter().flatten();
        raw.map(|value| value.to_string_lossy().into_owned())
            .collect()
    };
    let setting = |(index, option): (usize, &Opt)| {
        let values = values(option);
        let given = given.iter().find(|given| given.option == index);
        let origin = match given.and_then(|given| given.values.first()) {
            _ if is_flag(flags, option) => Origin::Flag,
            Some((_, origin)) => origin.clone(),
            None => Origin::Default,
        };
        Setting {
            name: option.name.clone(),
            kind: option.kind,
            values,
            origin,
            gateway: option.gateway,
        }
    };
    options.iter().enumerate().map(setting).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
