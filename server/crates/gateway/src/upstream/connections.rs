//! The limit of concurrent requests to the upstream, and the share of it that one client may
//! use: a client whose requests take long does not keep those of others waiting.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use product_pool_http::network::subscriber;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many requests may wait for each connection.
const WAITING: usize = 32;

tokio::task_local! {
    static CLIENT: Option<IpAddr>;
}

/// Runs the work on a client's request. What it requests from the upstream counts as that
/// client's.
pub(crate) async fn for_client<T>(client: Option<IpAddr>, work: impl Future<Output = T>) -> T {
    CLIENT.scope(client, work).await
}

/// The client whose request this task works on. `None` for the gateway's own requests.
pub(crate) fn current_client() -> Option<IpAddr> {
    CLIENT.try_with(|client| *client).ok().flatten()
}

/// The connections to the upstream.
#[derive(Debug)]
pub(crate) struct Connections {
    all: Arc<Semaphore>,
    /// How many of them one client may use at a time.
    share: usize,
    /// The shares of the clients with requests under way.
    clients: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

/// A place in the queue of a client for a connection.
#[derive(Debug)]
pub(crate) struct Place {
    all: Arc<Semaphore>,
    of_client: Option<Arc<Semaphore>>,
}

/// A connection in use, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    _shared: OwnedSemaphorePermit,
    _of_client: Option<OwnedSemaphorePermit>,
}

impl Connections {
    /// So many connections, of which a client may use three quarters.
    pub(crate) fn new(count: usize) -> Connections {
        Connections {
            all: Arc::new(Semaphore::new(count)),
            share: three_quarters(count),
            clients: Mutex::default(),
        }
    }

    /// How many requests may be under way, waiting ones included, if there are so many
    /// connections.
    pub(crate) fn queue_length(count: usize) -> usize {
        count * WAITING
    }

    /// A place in the queue of that client. `None` if too many of its requests wait already.
    pub(crate) fn queue(&self, client: Option<IpAddr>) -> Option<Place> {
        let of_client = match client {
            None => None,
            Some(client) => Some(self.share_of(client)?),
        };
        Some(Place {
            all: self.all.clone(),
            of_client,
        })
    }

    /// The share of a client, unless too many of its requests wait already.
    fn share_of(&self, client: IpAddr) -> Option<Arc<Semaphore>> {
        let mut clients = self.clients.lock();
        clients.retain(|_, share| share.strong_count() > 0);
        let entry = clients.entry(subscriber(client)).or_default();
        let share = entry.upgrade().unwrap_or_else(|| {
            let share = Arc::new(Semaphore::new(self.share));
            *entry = Arc::downgrade(&share);
            share
        });
        // Each of its requests, waiting or under way, holds a reference.
        (Arc::strong_count(&share) <= Self::queue_length(self.share)).then_some(share)
    }
}

impl Place {
    /// Waits for a connection.
    pub(crate) async fn connection(self) -> Option<Connection> {
        let of_client = match self.of_client {
            None => None,
            Some(share) => Some(share.acquire_owned().await.ok()?),
        };
        Some(Connection {
            _shared: self.all.acquire_owned().await.ok()?,
            _of_client: of_client,
        })
    }
}

/// Three quarters of a number, but at least one.
fn three_quarters(count: usize) -> usize {
    (count * 3 / 4).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    const A: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 5)));
    const B: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 6)));

    #[tokio::test]
    async fn a_client_gets_three_quarters() {
        let connections = Connections::new(4);
        let acquire = |client| {
            let place = connections.queue(client)?;
            place.connection().now_or_never().flatten()
        };
        let mut held: Vec<Connection> = (0..3).map(|_| acquire(A).unwrap()).collect();
        assert!(acquire(A).is_none(), "its share is used up");
        let other = acquire(B).unwrap();
        assert!(acquire(B).is_none(), "all connections are in use");
        drop(held.pop());
        assert!(acquire(B).is_some());
        drop((held, other));
        assert!(acquire(None).is_some());
        assert_eq!(connections.all.available_permits(), 4);
        // The shares of clients without requests are forgotten.
        drop(acquire(A));
        assert_eq!(connections.clients.lock().len(), 1);
    }

    #[tokio::test]
    async fn the_queue_of_a_client_has_an_end() {
        let connections = Connections::new(4);
        let mut waiting: Vec<_> = (0..Connections::queue_length(3))
            .map(|_| Box::pin(connections.queue(A).unwrap().connection()))
            .collect();
        let first = waiting.iter_mut().filter_map(FutureExt::now_or_never);
        let first: Vec<_> = first.flatten().collect();
        assert_eq!(first.len(), 3);
        assert!(connections.queue(A).is_none());
        let other = connections.queue(B).unwrap().connection();
        assert!(other.now_or_never().unwrap().is_some());
    }

    #[tokio::test]
    async fn tasks_know_their_client() {
        assert_eq!(current_client(), None);
        let seen = for_client(A, async { current_client() }).await;
        assert_eq!(seen, A);
    }
}
