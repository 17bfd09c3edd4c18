//! What is written to stderr, and how.

use std::io::{self, IsTerminal};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

use super::options::{Format, Level, OpsArgs};

/// What the names of this project's crates begin with.
const OWN: &str = "product_pool";

/// Writes to stderr from now on. Lines of a request bear its id.
pub(crate) fn start(args: &OpsArgs) {
    let layer = fmt::layer().with_writer(io::stderr).with_target(false);
    let layer: Box<dyn Layer<Registry> + Send + Sync> = match args.log_format {
        Format::Text => layer.with_ansi(io::stderr().is_terminal()).boxed(),
        Format::Json => layer
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .boxed(),
    };
    tracing_subscriber::registry()
        .with(layer.with_filter(filter(args.log)))
        .init();
}

/// What is let through. What libraries say in detail may hold what they were
/// handed, headers included, so it is not asked for.
fn filter(level: Level) -> Targets {
    let own = match level {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    Targets::new()
        .with_default(own.min(LevelFilter::WARN))
        .with_target(OWN, own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing::Level as At;

    #[test]
    fn libraries_are_not_heard_in_detail() {
        let all = filter(Level::Trace);
        assert!(all.would_enable("product_pool_store::pool", &At::TRACE));
        assert!(all.would_enable("hyper::client", &At::WARN));
        assert!(!all.would_enable("hyper::client", &At::INFO));
        let errors = filter(Level::Error);
        assert!(!errors.would_enable("hyper::client", &At::WARN));
        assert!(!errors.would_enable("product_pool_store::pool", &At::WARN));
        assert!(module_path!().starts_with(OWN));
    }
}
