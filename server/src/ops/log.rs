//! The log on stderr: its formats and filters.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};

use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

use super::options::{AccessLog, Format, OpsArgs};

/// The prefix of the names of this project's crates.
const CRATE_PREFIX: &str = "product_pool";

/// The target of the access log's events.
pub(super) const ACCESS: &str = "product_pool_access";

/// The number of lines that wait for stderr. Further ones are dropped: a log collector that
/// has stopped reading must not stop the server.
const MAX_WAITING_LINES: usize = 8192;

/// The thread that writes to stderr.
static WRITER: Mutex<Option<WorkerGuard>> = Mutex::new(None);

/// Starts the log on stderr. Each line written during a request includes the request's id.
pub(crate) fn start(args: &OpsArgs) {
    let (stderr, writer) = NonBlockingBuilder::default()
        .buffered_lines_limit(MAX_WAITING_LINES)
        .thread_name("log")
        .finish(io::stderr());
    *WRITER.lock().unwrap_or_else(PoisonError::into_inner) = Some(writer);
    let layer = layer(args.log_format, stderr);
    let layer = layer.with_filter(filter(args.log, args.access_log));
    tracing_subscriber::registry().with(layer).init();
}

/// Writes the lines that wait, within about a second, and ends the log.
pub(crate) fn finish() {
    drop(WRITER.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// The layer that writes lines to stderr in a format.
fn layer(format: Format, stderr: NonBlocking) -> Box<dyn Layer<Registry> + Send + Sync> {
    let layer = fmt::layer().with_writer(stderr).with_target(false);
    match format {
        Format::Text => layer.with_ansi(io::stderr().is_terminal()).boxed(),
        Format::Json => layer
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .boxed(),
    }
}

/// The filter of the log by level. Detailed events of libraries may include the data passed to
/// them, such as headers, so they are never enabled.
fn filter(own_level: LevelFilter, access: AccessLog) -> Targets {
    Targets::new()
        .with_default(own_level.min(LevelFilter::WARN))
        .with_target(CRATE_PREFIX, own_level)
        // At `error` this still lets the request spans through: other lines take the request's
        // id from them.
        .with_target(
            ACCESS,
            match access {
                AccessLog::Off => LevelFilter::ERROR,
                AccessLog::Basic => own_level,
                AccessLog::Full => own_level.max(LevelFilter::INFO),
            },
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing::Level as At;

    #[test]
    fn libraries_are_logged_from_warn_on() {
        let all = filter(LevelFilter::TRACE, AccessLog::Basic);
        assert!(all.would_enable("product_pool_store::pool", &At::TRACE));
        assert!(all.would_enable("hyper::client", &At::WARN));
        assert!(!all.would_enable("hyper::client", &At::INFO));
        let errors = filter(LevelFilter::ERROR, AccessLog::Basic);
        assert!(!errors.would_enable("hyper::client", &At::WARN));
        assert!(!errors.would_enable("product_pool_store::pool", &At::WARN));
        assert!(module_path!().starts_with(CRATE_PREFIX));
    }
}
