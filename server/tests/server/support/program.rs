//! The program as a command, with constants that tests change.

use std::process::{Command, Output};

/// The program, without arguments.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_product-pool-server"));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let is_proxy = text.to_ascii_uppercase().ends_with("_PROXY");
        // Without a home there is no folder of state, which all servers would share.
        let is_home = ["HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"].contains(&&*text);
        if is_proxy || is_home || text.starts_with("PRODUCT_POOL_") {
            command.env_remove(name);
        }
    }
    command
}

/// Constants of the server that tests change as if they were options, such as `--stale 0`. The
/// program has no such options: `with_constants` puts them into the variable for tests.
const CONSTANTS: [&str; 12] = [
    "--burst",
    "--cache-memory",
    "--follow",
    "--head-timeout",
    "--max-products",
    "--mirror-reconcile",
    "--missing",
    "--shutdown-timeout",
    "--stale",
    "--upstream-connections",
    "--upstream-limit",
    "--upstream-timeout",
];

/// The command with the constants among its arguments in the variable of
/// `server/src/constants.rs`.
pub(crate) fn with_constants(command: Command) -> Command {
    let mut changed = Command::new(command.get_program());
    let mut constants = Vec::new();
    let mut arguments = command.get_args();
    while let Some(argument) = arguments.next() {
        let name = argument.to_str().filter(|name| CONSTANTS.contains(name));
        let Some(name) = name else {
            changed.arg(argument);
            continue;
        };
        let value = arguments.next().unwrap().to_str().unwrap();
        constants.push(format!("{}={value}", &name[2..]));
    }
    if constants.is_empty() {
        return command;
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => changed.env(name, value),
            None => changed.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        changed.current_dir(folder);
    }
    changed.env("PRODUCT_POOL_TEST_CONSTANTS", constants.join(" "));
    changed
}

/// Runs the program until it ends.
pub(crate) fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
