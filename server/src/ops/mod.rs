//! What those see and do who run the server: the log, probes, metrics, and how
//! it ends.
//!
//! What holds throughout: no header and no query is noted of any request, so
//! that no token is; and no label of a metric comes from what a client sent.

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

/// What is known of a running server.
#[derive(Debug)]
pub(crate) struct Ops {
    /// Whether it starts, serves or ends.
    pub(crate) life: Life,
    /// What is written of requests.
    access: Access,
    /// The proxies that name clients.
    trusted: Vec<Network>,
    /// What it answers from, once that is open.
    source: Arc<OnceLock<Source>>,
    metrics: Metrics,
    certificate: Arc<OnceLock<Expiry>>,
    /// Those of the API's address.
    pub(crate) connections: ConnectionMetrics,
}

impl Ops {
    /// A server that starts, as the options have it.
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

    /// It speaks TLS with a certificate.
    pub(crate) fn speaks_tls(&self, certificate: Expiry) {
        let _ = self.certificate.set(certificate);
    }

    /// What it answers from is open.
    pub(crate) fn answers_from(&self, source: Source) {
        // There is one source in a server's life; a second would be a mistake.
        let _ = self.source.set(source);
    }
}
