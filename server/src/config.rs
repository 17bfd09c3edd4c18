//! The configuration of `serve`: flags, and an environment variable for each.
//!
//! The options are declared once, for the command line; the name of a variable follows from the
//! flag. A flag overrides the variable, which overrides the default.

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::usage::usage_error;
use product_pool_gateway::TOKEN_VARIABLE;
use product_pool_http::nearest::nearest;

/// The command to which the variables apply.
const SERVE: &str = "serve";

/// The prefix of all variables.
const PREFIX: &str = "PRODUCT_POOL_";

/// The least similarity between a variable and an option's variable. Others belong to other
/// programs: container systems, for example, create variables from the names of services.
const MIN_SIMILARITY: f64 = 0.93;

/// The variable of an option, which has a value: `PRODUCT_POOL_ALLOW_ORIGIN` for `--allow-origin`.
fn variable_of(argument: &Arg) -> Option<String> {
    let has_value = matches!(argument.get_action(), ArgAction::Set | ArgAction::Append);
    let name = argument.get_long().filter(|_| has_value)?;
    Some(format!("{PREFIX}{}", name.to_uppercase().replace('-', "_")))
}

/// The options of `serve`.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let serve = command.find_subcommand(SERVE);
    serve.into_iter().flat_map(Command::get_arguments)
}

/// Lets variables set the options of `serve`. An empty one counts as unset, and commas separate
/// the values of a list.
pub(crate) fn with_variables(command: Command) -> Command {
    let is_set = |name: &String| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    command.mut_subcommand(SERVE, |serve| {
        serve.mut_args(|argument| {
            let Some(variable) = variable_of(&argument) else {
                return argument;
            };
            // A negative number is a wrong value, not an unknown flag.
            let argument = argument.allow_negative_numbers(true).hide_env(true);
            if !is_set(&variable) {
                return argument;
            }
            match argument.get_action() {
                ArgAction::Append => argument.value_delimiter(',').env(variable),
                _ => argument.env(variable),
            }
        })
    })
}

/// An error of the parser in one line, which names the variables that are to blame.
pub(crate) fn explained(command: &Command, error: &clap::Error) -> String {
    let mut line = usage_error(&error.to_string());
    let mut command = command.clone().ignore_errors(true);
    let found = command.try_get_matches_from_mut(std::env::args_os());
    let Some((SERVE, found)) = found.as_ref().ok().and_then(ArgMatches::subcommand) else {
        return line;
    };
    let source = |argument: &Arg| found.value_source(argument.get_id().as_str());
    if let Some(ContextValue::String(one)) = error.get(ContextKind::InvalidArg)
        && let Some(ContextValue::Strings(others)) = error.get(ContextKind::PriorArg)
    {
        // The parser names all conflicting options, whether they are set or not.
        let is_set = |argument: &&Arg| {
            let is_default = matches!(source(argument), None | Some(ValueSource::DefaultValue));
            !is_default && others.contains(&argument.to_string())
        };
        let present = options(&command).filter(is_set);
        let present: Vec<_> = present.map(|argument| format!("'{argument}'")).collect();
        if !present.is_empty() {
            let present = present.join(", ");
            line = format!("the argument '{one}' cannot be used with {present}");
        }
    }
    for argument in options(&command) {
        let is_flag = source(argument) == Some(ValueSource::CommandLine);
        if let Some(variable) = argument.get_env()
            && !is_flag
            && line.contains(&argument.to_string())
        {
            if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) {
                // It may be a secret in the wrong variable.
                line = line.replace(&format!("'{value}'"), "'***'");
            }
            let variable = variable.to_string_lossy();
            line += &format!(" ('{argument}' is from {variable})");
        }
    }
    line
}

/// The values in effect, a line for each option, with its origin. Defaults are comments.
pub(crate) fn listed(command: &Command, matches: &ArgMatches) -> String {
    let Some((SERVE, found)) = matches.subcommand() else {
        return String::new();
    };
    let line = |argument: &Arg| {
        let variable = variable_of(argument)?;
        let (name, id) = (argument.get_long()?, argument.get_id().as_str());
        let values = found.get_raw(id).into_iter().flatten();
        let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
        let values = values.join(", ");
        let (line, origin) = match found.value_source(id) {
            Some(ValueSource::CommandLine) => (format!("{name} = {values}"), "the command line"),
            Some(ValueSource::EnvVariable) => (format!("{name} = {values}"), &*variable),
            Some(_) => (format!("# {name} = {values}"), "default"),
            None => (format!("# {name} is not set"), "default"),
        };
        Some(format!("{line:<48}  # {origin}\n"))
    };
    options(command).filter_map(line).collect()
}

/// A line for each of the variables that is probably a misspelt option.
pub(crate) fn misspelt_variables(
    command: &Command,
    names: impl Iterator<Item = String>,
) -> Vec<String> {
    let mut known: Vec<String> = options(command).filter_map(variable_of).collect();
    known.push(TOKEN_VARIABLE.to_owned());
    let named = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    let line = |name: String| {
        let known = known.iter().filter_map(|known| known.strip_prefix(PREFIX));
        let meant = nearest(name.strip_prefix(PREFIX)?, known, MIN_SIMILARITY)?;
        Some(format!(
            "unknown variable {name}; did you mean {PREFIX}{meant}?"
        ))
    };
    named.filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn misspelt_variables_are_reported_and_others_are_not() {
        for (name, meant) in [
            ("PRODUCT_POOL_DRAIN_DELYA", Some("PRODUCT_POOL_DRAIN_DELAY")),
            (
                "PRODUCT_POOL_UPSTREAM_TOKN",
                Some("PRODUCT_POOL_UPSTREAM_TOKEN"),
            ),
            ("PRODUCT_POOL_FERSH", Some("PRODUCT_POOL_FRESH")),
            ("PRODUCT_POOL_FRESH", None),
            ("PRODUCT_POOL_UPSTREAM_TOKEN", None),
            ("PRODUCT_POOL_CONFIG", None),
            ("PRODUCT_POOL_PORT", None),
            ("PRODUCT_POOL_SERVICE_HOST", None),
            ("PRODUCT_POOL_PORT_8080_TCP_ADDR", None),
            ("POOL_FERSH", None),
        ] {
            let found =
                misspelt_variables(&crate::cli::Cli::command(), [name.to_owned()].into_iter());
            let line = meant.map(|meant| format!("unknown variable {name}; did you mean {meant}?"));
            assert_eq!(found, line.into_iter().collect::<Vec<_>>());
        }
    }
}
