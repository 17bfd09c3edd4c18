//! The jobs that keep the mirror up to date: `feed` follows the changes, `copy` requests the
//! records and images that follow from them.

mod copy;
mod feed;

use std::sync::Arc;
use std::time::Duration;

use crate::gateway::Gateway;
use crate::mirror::Mirror;

/// How often and how fast the mirror is updated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// How often the changes are read.
    pub(crate) follow: Duration,
    /// How often the whole list is read; zero for never.
    pub(crate) reconcile: Duration,
    /// The maximum number of products in the copy.
    pub(crate) max_products: u64,
    /// The maximum number of concurrent requests.
    pub(crate) connections: usize,
}

/// Starts both jobs. Must be called within a Tokio runtime.
pub(crate) fn start(gateway: &Arc<Gateway>, mirror: &Arc<Mirror>, schedule: Schedule) {
    tokio::spawn(feed::feed(gateway.clone(), mirror.clone(), schedule));
    tokio::spawn(copy::copy(
        gateway.clone(),
        mirror.clone(),
        schedule.connections,
    ));
}
