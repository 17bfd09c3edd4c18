//! The configuration of `serve`: flags and environment variables.
//!
//! The options are declared once, for the command line. The names and the values of environment
//! variables follow from that, so there is no second list to maintain. A flag overrides a
//! variable, which overrides the default.

mod effective;
mod environment;
mod rejected;
mod setting;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command};

pub(crate) use effective::listed;
pub(crate) use environment::misspelt_variables;
pub(crate) use setting::Setting;

/// The command to which the configuration applies.
const SERVE: &str = "serve";

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

/// Reads a command line and, for `serve`, the environment.
pub(crate) fn read(
    command: Command,
    arguments: &[OsString],
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Read, ConfigError> {
    let command = with_negative_numbers(command);
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
    let mut settings = setting::settings(&command);
    settings
        .iter_mut()
        .for_each(|setting| setting.read_flag(flags));
    environment::read(variable, &mut settings, &mut errors);
    // Not `get_flag`: after an error the lenient parser leaves defaults out.
    let check = flags.value_source("check_config") == Some(ValueSource::CommandLine);
    loop {
        let derived = settings.iter().flat_map(Setting::as_flags);
        let arguments = arguments.iter().cloned().chain(derived);
        match command.clone().try_get_matches_from(arguments) {
            Ok(matches) if errors.is_empty() => {
                let serve = matches.subcommand_matches(SERVE);
                settings
                    .iter_mut()
                    .for_each(|setting| setting.read_default(serve));
                return Ok(Read { matches, settings });
            }
            Ok(_) => break,
            Err(error) => match rejected::value(&mut settings, &error) {
                Some(line) => errors.push(line),
                // An option may seem to be missing because its value was rejected.
                None if !errors.is_empty()
                    && error.kind() == ErrorKind::MissingRequiredArgument =>
                {
                    break;
                }
                None => {
                    errors.push(rejected::combination(&settings, &error));
                    break;
                }
            },
        }
    }
    Err(ConfigError::Invalid { errors, check })
}

/// The command whose options take negative numbers for values, so that the error for one is about
/// the option's range.
fn with_negative_numbers(command: Command) -> Command {
    command.mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_action() {
            ArgAction::Set | ArgAction::Append if argument.get_long().is_some() => {
                argument.allow_negative_numbers(true)
            }
            _ => argument,
        })
    })
}

#[cfg(test)]
mod tests;
