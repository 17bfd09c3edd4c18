//! The options of the command line for operation.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tracing::level_filters::LevelFilter;

use product_pool_http::whole_number;

/// The largest value of an option in seconds.
const HOUR: i64 = 3600;

/// The options of operation.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Operation")]
pub(crate) struct OpsArgs {
    /// The level of the log on stderr.
    #[arg(long, value_name = "LEVEL", default_value = "info", value_parser = level())]
    pub(crate) log: LevelFilter,
    /// The format of the log.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log_format: Format,
    /// How each request is logged: with the client's address and user agent and at any log
    /// level (`full`), at `info` without them (`basic`), or not at all (`off`).
    #[arg(long, value_name = "DETAIL", default_value = "basic")]
    pub(crate) access_log: AccessLog,
    /// Serve `/healthz`, `/readyz`, `/metrics` and `/purge` at a separate address,
    /// which should not be public. Without it there are no metrics.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) ops_listen: Option<String>,
    /// How long to keep accepting connections after a stop signal, so that load
    /// balancers notice that `/readyz` fails.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = whole_number(0..=HOUR))]
    pub(crate) drain_delay: u64,
    /// How long requests in flight may take after that, in seconds: service managers and
    /// containers kill after ten, or as long as they are told. A field, because tests change it.
    #[arg(skip = 10u64)]
    pub(crate) shutdown_timeout: u64,
}

/// The parser of the level of the log.
fn level() -> impl TypedValueParser<Value = LevelFilter> {
    let levels = [
        ("error", "Failures of this server"),
        ("warn", "Also failures of others, such as the upstream"),
        ("info", "Also a line for each request"),
        ("debug", "Also details for troubleshooting"),
        ("trace", "Everything"),
    ];
    let levels = levels.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(levels).try_map(|level| level.parse::<LevelFilter>())
}

/// How much of each request is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AccessLog {
    /// Nothing.
    Off,
    /// A line at `info`, without anything that may identify the client.
    Basic,
    /// A line at any level of the log, with the client's address and user agent.
    Full,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Human-readable text.
    Text,
    /// A JSON object per line.
    Json,
}
