//! What a request needs before it is sent: a part of its client's share of what the upstream still
//! allows, and a connection.

use std::net::IpAddr;
use std::sync::Arc;

use product_pool_http::shares::{self, Limited, Permit, current_client};

use crate::failure::Failure;
use crate::upstream::quota::Quota;

/// The part of a client's share that a request takes, given back unless the request is sent.
#[derive(Debug)]
pub(crate) struct Charge {
    quota: Arc<Quota>,
    client: Option<IpAddr>,
}

/// A place in the line of a client.
#[derive(Debug)]
pub(crate) struct Place {
    of_connections: shares::Place,
    charge: Charge,
}

/// A connection in use, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    _permit: Permit,
    charge: Charge,
}

impl Place {
    /// A place in the line of the current client.
    ///
    /// # Errors
    /// It has used its share, or too many of its requests wait.
    pub(crate) fn of(connections: &Limited, quota: &Arc<Quota>) -> Result<Place, Failure> {
        let client = current_client();
        let of_connections = connections.place()?;
        quota.take_share(client).map_err(Failure::Share)?;
        let quota = quota.clone();
        Ok(Place {
            of_connections,
            charge: Charge { quota, client },
        })
    }

    /// Waits for a connection.
    pub(crate) async fn connection(self) -> Option<Connection> {
        Some(Connection {
            _permit: self.of_connections.take().await?,
            charge: self.charge,
        })
    }
}

impl Connection {
    /// Notes that the request is sent: it counts as its client's.
    pub(crate) fn spend(&mut self) {
        self.charge.client = None;
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.quota.give_back(self.client);
    }
}
