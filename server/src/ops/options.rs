//! The options of the command line for operation.

use std::time::Duration;

use clap::{Args, ValueEnum};

/// The largest value of an option in seconds.
const HOUR: u64 = 3600;

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
    /// Write a line for each request with the client's address and user agent, in this
    /// format, whatever the level of the log; or no line. By default there is a line
    /// without them in the log.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) access_log: Option<AccessLog>,
    /// The same as `--access-log off`.
    #[arg(long)]
    pub(crate) no_access_log: bool,
    /// Serve `/healthz`, `/readyz` and `/metrics` at an address of their own,
    /// which the world should not reach. Without it there are no metrics.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) ops_listen: Option<String>,
    /// How long to go on taking connections after being asked to stop, for
    /// whatever looks at `/readyz` to notice.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=HOUR))]
    pub(crate) drain_delay: u64,
    /// How long requests under way may take after that.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(0..=HOUR))]
    pub(crate) shutdown_timeout: u64,
}

impl OpsArgs {
    /// The access log that the options select.
    pub(crate) fn access(&self) -> Access {
        match self.access_log {
            _ if self.no_access_log => Access::Off,
            None => Access::InLog,
            Some(AccessLog::Off) => Access::Off,
            Some(AccessLog::Text) => Access::Full(Format::Text),
            Some(AccessLog::Json) => Access::Full(Format::Json),
        }
    }

    pub(crate) fn drain_delay(&self) -> Duration {
        Duration::from_secs(self.drain_delay)
    }

    pub(crate) fn shutdown_timeout(&self) -> Duration {
        Duration::from_secs(self.shutdown_timeout)
    }
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

/// Whether and how requests are logged, as the option has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AccessLog {
    /// Not at all.
    Off,
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// The access log: whether it is on, where it goes and in what format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Off,
    /// A line in the log, at `info`, without anything that may identify the client.
    InLog,
    /// A line in that format, with the client's address and user agent.
    Full(Format),
}

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}
