//! Operation of the server: the log, probes, metrics and shutdown.
//!
//! Invariants: no header and no query of any request is logged, so no token is; and no label
//! of a metric comes from what a client sent.

mod access_log;
mod file_descriptors;
mod health;
mod host;
mod lifecycle;
mod log;
mod metrics;
mod options;
mod probes;
mod purge;
mod route;
mod shutdown;
mod source;
mod systemd;

use std::sync::{Arc, OnceLock};

pub(crate) use access_log::with_access_log;
pub(crate) use health::check_health;
pub(crate) use lifecycle::Lifecycle;
pub(crate) use log::{finish as finish_log, start as start_log};
pub(crate) use options::OpsArgs;
pub(crate) use probes::{ops_router, with_probes};
pub(crate) use purge::{PurgeArgs, send_purge};
pub(crate) use shutdown::shutdown_signal;
pub(crate) use source::Source;
pub(crate) use systemd::{inherited_listener, notify_ready};

use metrics::Metrics;
use options::AccessLog;
use product_pool_http::network::Network;
use product_pool_http::{ConnectionMetrics, Expiry};

/// The operational state of a running server.
#[derive(Debug)]
pub(crate) struct Ops {
    /// The current phase: starting, serving or draining.
    pub(crate) lifecycle: Lifecycle,
    /// The access log.
    access: AccessLog,
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
            lifecycle: Lifecycle::new(),
            access: args.access_log,
            trusted: trusted.to_vec(),
            metrics: Metrics::new(source.clone(), &connections, certificate.clone()),
            certificate,
            connections,
            source,
        })
    }

    /// Registers the TLS certificate, for metrics of its expiry.
    pub(crate) fn set_certificate(&self, certificate: Expiry) {
        let _ = self.certificate.set(certificate);
    }

    /// Registers the source of responses once it is open.
    pub(crate) fn set_source(&self, source: Source) {
        // A server has one source in its life; a second call would be a bug.
        let _ = self.source.set(source);
    }
}
