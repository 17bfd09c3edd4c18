//! Operation of the server: the log, probes, metrics and shutdown.
//!
//! Invariants: no header and no query of any request is logged, so no token is; and no label
//! of a metric comes from what a client sent.

mod access_log;
mod health;
mod host;
mod log;
mod metrics;
mod options;
mod probes;
mod purge;
mod purge_command;
mod route;
mod shutdown;
mod source;
mod systemd;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

pub(crate) use access_log::with_access_log;
pub(crate) use health::check_health;
pub(crate) use log::{finish as finish_log, start as start_log};
pub(crate) use options::OpsArgs;
pub(crate) use probes::{ops_router, with_probes};
pub(crate) use purge_command::{PurgeArgs, send_purge};
pub(crate) use shutdown::shutdown_signal;
pub(crate) use source::Source;
pub(crate) use systemd::{NotifyState, inherited_listener, notify};

use metrics::Metrics;
use options::AccessLog;
use product_pool_http::network::Network;
use product_pool_http::{ConnectionMetrics, Tls};

/// The operational state of a running server.
pub(crate) struct Ops {
    /// Whether it has received a signal to stop and finishes the requests under way.
    draining: AtomicBool,
    /// The access log.
    access: AccessLog,
    /// The trusted proxies, whose headers name the client.
    trusted: Vec<Network>,
    /// The source of its responses, once that is open.
    source: Arc<OnceLock<Source>>,
    metrics: Metrics,
    /// Metrics of the connections to the API's address.
    pub(crate) connections: ConnectionMetrics,
}

impl Ops {
    /// The state of a starting server, from its options.
    pub(crate) fn new(args: &OpsArgs, trusted: &[Network], tls: Option<Tls>) -> Arc<Ops> {
        let source = Arc::new(OnceLock::new());
        let connections = ConnectionMetrics::default();
        Arc::new(Ops {
            draining: AtomicBool::new(false),
            access: args.access_log,
            trusted: trusted.to_vec(),
            metrics: Metrics::new(source.clone(), &connections, tls),
            connections,
            source,
        })
    }

    fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Registers the source of responses once it is open: from then on the server is ready.
    pub(crate) fn set_source(&self, source: Source) {
        // A server has one source in its life; a second call would be a bug.
        let _ = self.source.set(source);
    }
}
