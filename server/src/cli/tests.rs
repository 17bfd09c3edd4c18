//! The command line is consistent, has few options, and is documented in `docs/options.md`, whose
//! tables are made here.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use clap::{Arg, ArgAction, Command, CommandFactory};

use super::Cli;

const START: &str = "<!-- options: made from the program, see CONTRIBUTING.md -->\n";
const END: &str = "<!-- end of options -->\n";

/// The most options that the program may have, of all commands together.
const MAX_OPTIONS: usize = 34;

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn the_documentation_has_every_option() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/options.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = document.split_once(START).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let expected = format!("{before}{START}{}{END}{after}", tables());
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(
        found == expected,
        "docs/options.md differs from the options: run this test with UPDATE_SNAPSHOTS=1"
    );
}

#[test]
fn there_are_few_options() {
    let names: BTreeSet<String> = commands(&Cli::command())
        .iter()
        .flat_map(|(_, command)| command.get_arguments())
        .filter_map(|argument| argument.get_long().map(str::to_owned))
        .collect();
    assert!(
        names.len() <= MAX_OPTIONS,
        "{} options; make one a constant for each new one: {names:?}",
        names.len()
    );
}

/// The commands that do something, each with its full name.
fn commands(program: &Command) -> Vec<(String, Command)> {
    program
        .get_subcommands()
        .flat_map(|command| {
            let name = command.get_name();
            match command.has_subcommands() {
                true => commands(command)
                    .into_iter()
                    .map(|(sub, command)| (format!("{name} {sub}"), command))
                    .collect(),
                false => vec![(name.to_owned(), command.clone())],
            }
        })
        .collect()
}

fn tables() -> String {
    let mut text = String::new();
    for (name, command) in commands(&Cli::command()) {
        let about = command.get_about().map(ToString::to_string);
        let _ = write!(text, "\n## {name}\n{}.\n", about.unwrap_or_default());
        let mut heading = None;
        for (number, argument) in command.get_arguments().enumerate() {
            if number == 0 || argument.get_help_heading() != heading {
                heading = argument.get_help_heading();
                let title = heading.map(|title| format!("\n### {title}\n"));
                text += &title.unwrap_or_default();
                text += "\n| option | default | |\n|---|---|---|\n";
            }
            text += &row(argument);
        }
    }
    text + "\n"
}

fn row(argument: &Arg) -> String {
    let value = argument
        .get_value_names()
        .and_then(|names| names.first())
        .filter(|_| !matches!(argument.get_action(), ArgAction::SetTrue));
    let shown = match (argument.get_long(), value) {
        (Some(name), Some(value)) => format!("--{name} {value}"),
        (Some(name), None) => format!("--{name}"),
        (None, _) => argument.get_id().to_string().to_uppercase(),
    };
    let defaults = argument.get_default_values().iter();
    let default = defaults
        .filter(|_| value.is_some())
        .map(|default| format!("`{}`", default.to_string_lossy()))
        .collect::<String>();
    let values = argument.get_possible_values();
    let values: Vec<String> = values
        .iter()
        .filter(|_| value.is_some())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    let values = match values.is_empty() {
        true => String::new(),
        false => format!(" Values: {}.", values.join(", ")),
    };
    let help = argument.get_help().map(ToString::to_string);
    let help = help.unwrap_or_default().replace('|', "\\|");
    format!("| `{shown}` | {default} | {help}.{values} |\n")
}
