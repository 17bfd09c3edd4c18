//! The part of the command line that is about operation.

use clap::{Args, ValueEnum};

/// Options of a server that runs for long.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Operation")]
pub(crate) struct OpsArgs {
    /// How much to write to stderr.
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub(crate) log: Level,
    /// How to write it.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log_format: Format,
    /// Write no line for each request.
    #[arg(long)]
    pub(crate) no_access_log: bool,
}

/// How much is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// What failed here.
    Error,
    /// What failed elsewhere, too.
    Warn,
    /// One line a request, too.
    Info,
    /// What is of use to those who look for a fault.
    Debug,
    /// All there is.
    Trace,
}

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}
