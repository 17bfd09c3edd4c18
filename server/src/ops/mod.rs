//! What those see who run the server: the log.
//!
//! What holds throughout: no header and no query is noted of any request, so
//! that no token is; and no label of a metric comes from what a client sent.

mod log;
mod options;
mod outcome;
pub(crate) mod request;
mod route;
mod watch;

use std::sync::Arc;

pub(crate) use log::start as start_log;
pub(crate) use options::OpsArgs;
pub(crate) use outcome::CacheOutcome;
pub(crate) use watch::watched;

/// What is noted of a running server.
#[derive(Debug)]
pub(crate) struct Ops {
    /// Whether each request has a line in the log.
    access_log: bool,
}

impl Ops {
    /// As the options have it.
    pub(crate) fn new(args: &OpsArgs) -> Arc<Ops> {
        Arc::new(Ops {
            access_log: !args.no_access_log,
        })
    }
}
