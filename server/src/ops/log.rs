//! What is written to stderr, and how.

use std::io::{self, IsTerminal};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

use super::options::{Access, Format, Level, OpsArgs};

/// What the names of this project's crates begin with.
const OWN: &str = "product_pool";

/// The target of what is written of requests.
pub(super) const ACCESS: &str = "product_pool_access";

/// Writes to stderr from now on. Lines of a request bear its id.
pub(crate) fn start(args: &OpsArgs) {
    let access = args.access();
    let log = layer(args.log_format).with_filter(filter(args.log, access));
    let requests = match access {
        Access::Full(format) => Some(layer(format).with_filter(requests())),
        Access::Off | Access::InLog => None,
    };
    let layers: Vec<_> = std::iter::once(log).chain(requests).collect();
    tracing_subscriber::registry().with(layers).init();
}

/// Writes lines to stderr in a format.
fn layer(format: Format) -> Box<dyn Layer<Registry> + Send + Sync> {
    let layer = fmt::layer().with_writer(io::stderr).with_target(false);
    match format {
        Format::Text => layer.with_ansi(io::stderr().is_terminal()).boxed(),
        Format::Json => layer
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .boxed(),
    }
}

/// Lets through what is written of requests, and nothing else.
fn requests() -> Targets {
    Targets::new().with_target(ACCESS, LevelFilter::INFO)
}

/// What is let through. What libraries say in detail may hold what they were
/// handed, headers included, so it is not asked for.
fn filter(level: Level, access: Access) -> Targets {
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
        // At `error` the requests' names are let through, which other lines bear.
        .with_target(
            ACCESS,
            match access {
                Access::InLog => own,
                Access::Off | Access::Full(_) => LevelFilter::ERROR,
            },
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing::Level as At;

    #[test]
    fn libraries_are_not_heard_in_detail() {
        let all = filter(Level::Trace, Access::InLog);
        assert!(all.would_enable("product_pool_store::pool", &At::TRACE));
        assert!(all.would_enable("hyper::client", &At::WARN));
        assert!(!all.would_enable("hyper::client", &At::INFO));
        let errors = filter(Level::Error, Access::InLog);
        assert!(!errors.would_enable("hyper::client", &At::WARN));
        assert!(!errors.would_enable("product_pool_store::pool", &At::WARN));
        assert!(module_path!().starts_with(OWN));
    }
}
