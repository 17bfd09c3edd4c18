//! The jobs that fill the replica: `list_job` reads the changes and the whole list; `copy` requests
//! everything that a mirror is to have.

mod copy;
mod list_job;
mod reading;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use crate::gateway::Gateway;
use crate::options::GatewayArgs;

/// How often a gateway reads the whole list again.
const DAY: Duration = Duration::from_secs(86_400);

/// Starts the tasks that keep the gateway's replica up to date, and fill a mirror. Must be called
/// within a runtime.
pub(crate) fn start(gateway: &Arc<Gateway>, args: &GatewayArgs) {
    let mut reconcile = DAY;
    if let Some(mirror) = &gateway.replica.mirror {
        reconcile = Duration::from_secs(args.mirror_reconcile);
        let connections = args.mirror_connections.min(args.upstream_connections);
        let copy = copy::copy(gateway.clone(), mirror.clone(), usize::from(connections));
        tokio::spawn(copy);
    }
    if args.follow > 0 {
        let every = Duration::from_secs(args.follow);
        tokio::spawn(list_job::read_list(gateway.clone(), every, reconcile));
    }
}
