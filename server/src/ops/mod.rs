//! Operation of the server: the log, probes, metrics and shutdown.
//!
//! Invariants: no header and no query of any request is logged, so no token is; and no label
//! of a metric comes from what a client sent.

mod connections;
mod health;
mod log;
mod metrics;
mod options;
mod phase;
mod probes;
mod purge;
mod route;
mod source;
mod stop;
mod systemd;
mod watch;

use std::sync::{Arc, OnceLock};

pub(crate) use health::ask as ask_health;
pub(crate) use log::start as start_log;
pub(crate) use options::OpsArgs;
pub(crate) use phase::Life;
pub(crate) use probes::{alone, before};
pub(crate) use purge::{PurgeArgs, send_purge};
pub(crate) use source::Source;
pub(crate) use stop::stopping;
pub(crate) use systemd::{inherited, ready as tell_ready};
pub(crate) use watch::watched;

use metrics::Metrics;
use options::Access;
use product_pool_http::network::Network;
use product_pool_http::{ConnectionMetrics, Expiry};

/// The operational state of a running server.
#[derive(Debug)]
pub(crate) struct Ops {
    /// The current phase: starting, serving or draining.
    pub(crate) life: Life,
    /// The access log.
    access: Access,
    /// The trusted proxies, whose headers name the client.
    trusted: Vec<Network>,
    /// The source of its responses, once that is open.
    source: Arc<OnceLock<Source>>,
    metrics: Metrics,
    certificate: Arc<OnceLock<Expiry>>,
    /// Metrics of the connections to the API's address.
    pub(crate) connections: ConnectionMetrics,
}

impl Ops {
    /// The state of a starting server, from its options.
    pub(crate) fn new(args: &OpsArgs, trusted: &[Network]) -> Arc<Ops> {
        let source = Arc::new(OnceLock::new());
        let connections = ConnectionMetrics::default();
        let certificate = Arc::new(OnceLock::new());
        Arc::new(Ops {
            life: Life::new(),
            access: args.access(),
            trusted: trusted.to_vec(),
            metrics: Metrics::new(source.clone(), &connections, certificate.clone()),
            certificate,
            connections,
            source,
        })
    }

    /// Registers the TLS certificate, for metrics of its expiry.
    pub(crate) fn speaks_tls(&self, certificate: Expiry) {
        let _ = self.certificate.set(certificate);
    }

    /// Registers the source of responses once it is open.
    pub(crate) fn answers_from(&self, source: Source) {
        // A server has one source in its life; a second call would be a bug.
        let _ = self.source.set(source);
    }
}
