//! Shares: how what is limited is divided among clients.
//!
//! The one rule: a client has a share of whatever is limited, and what exceeds it waits behind that
//! client's own requests only, or is refused with 429, for that client alone. Its share is three
//! quarters of what there is at a time (connections to an upstream, turns to draw, memory), half of
//! what comes back within a minute, and a quarter of what has to last: a quota.
//!
//! A client is an address, or in IPv6 a /64. What the server does by itself has no share.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::network::subscriber;

tokio::task_local! {
    static CLIENT: Option<IpAddr>;
}

/// Runs the work on a client's request: what it takes counts as that client's.
pub async fn for_client<T>(client: Option<IpAddr>, work: impl Future<Output = T>) -> T {
    CLIENT.scope(client.map(subscriber), work).await
}

/// The client whose request this task works on. `None` for what the server does by itself.
pub fn current_client() -> Option<IpAddr> {
    CLIENT.try_with(|client| *client).ok().flatten()
}

/// The share of one client of what is there at a time: three quarters, but at least one.
const fn share_of(all: usize) -> usize {
    if all < 2 {
        1
    } else {
        all / 4 * 3 + all % 4 * 3 / 4
    }
}

/// Whether a client that has used so much of a quota may use more, while that much is left: it
/// leaves three times as much to others.
pub const fn leaves_enough(used: u64, left: u64) -> bool {
    used.saturating_mul(3) <= left
}

/// Whether a client that has used so much of what there is in a moment may use more of it.
pub const fn leaves_half(used: u64, left: u64) -> bool {
    used <= left
}

/// How many clients are remembered that have used a part of their share: with more of them, all
/// begin anew.
pub const MOST_CLIENTS: usize = 100_000;

/// When a client that was refused what others give back in a moment may try again.
pub const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Why a client does not get more of what is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It uses its share already.
    Share,
    /// All clients together use all of it.
    All,
}

/// Something of which there is only so much at a time.
#[derive(Debug)]
pub struct Limited {
    all: Arc<Semaphore>,
    count: usize,
    /// How many requests of one client may have or wait for some of it.
    places: usize,
    /// What is left of the shares of the clients that have or wait for some of it.
    clients: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

/// A place in the line of a client.
#[derive(Debug)]
pub struct Place {
    all: Arc<Semaphore>,
    of_client: Option<Arc<Semaphore>>,
    share: usize,
}

/// Some of what is limited, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    all: OwnedSemaphorePermit,
    of_client: Option<OwnedSemaphorePermit>,
}

impl Limited {
    /// So much, for which that many requests may wait.
    pub fn new(count: usize, waiting: usize) -> Limited {
        Limited {
            all: Arc::new(Semaphore::new(count)),
            count,
            places: share_of(waiting),
            clients: Mutex::default(),
        }
    }

    /// A place in the line of the current client.
    ///
    /// # Errors
    /// Too many of its requests wait already.
    pub fn place(&self) -> Result<Place, Refused> {
        let share = share_of(self.count);
        let of_client = current_client().map(|client| {
            let mut clients = self.clients.lock();
            clients.retain(|_, left| left.strong_count() > 0);
            let entry = clients.entry(client).or_default();
            entry.upgrade().unwrap_or_else(|| {
                let left = Arc::new(Semaphore::new(share));
                *entry = Arc::downgrade(&left);
                left
            })
        });
        // Each of its requests that has or waits for some holds a reference.
        let is_full = |left: &Arc<Semaphore>| Arc::strong_count(left) > self.places;
        match of_client.as_ref().is_some_and(is_full) {
            true => Err(Refused::Share),
            false => Ok(Place {
                all: self.all.clone(),
                of_client,
                share,
            }),
        }
    }

    /// How much of it is free.
    pub fn free(&self) -> usize {
        self.all.available_permits()
    }
}

impl Place {
    /// Waits for one.
    pub async fn take(self) -> Option<Permit> {
        let of_client = match self.of_client {
            Some(left) => Some(left.acquire_owned().await.ok()?),
            None => None,
        };
        Some(Permit {
            all: self.all.acquire_owned().await.ok()?,
            of_client,
        })
    }

    /// Waits that long for so many at most. Who has nothing else may have more than a share.
    ///
    /// # Errors
    /// What there is not enough of.
    pub async fn take_many(self, count: usize, patience: Duration) -> Result<Permit, Refused> {
        let permits = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let until = Instant::now() + patience;
        let of_client = match self.of_client {
            Some(left) => {
                let left = left.acquire_many_owned(permits(count.min(self.share)));
                let taken = timeout_at(until, left).await.ok().and_then(Result::ok);
                Some(taken.ok_or(Refused::Share)?)
            }
            None => None,
        };
        let all = self.all.acquire_many_owned(permits(count));
        let taken = timeout_at(until, all).await.ok().and_then(Result::ok);
        Ok(Permit {
            all: taken.ok_or(Refused::All)?,
            of_client,
        })
    }
}

impl Permit {
    /// How many it is of.
    pub fn count(&self) -> usize {
        self.all.num_permits()
    }

    /// Gives back all but so many.
    pub fn shrink(self, count: usize) -> Permit {
        let shrunk = |mut permit: OwnedSemaphorePermit| {
            let spare = permit.num_permits().saturating_sub(count);
            drop(permit.split(spare));
            permit
        };
        Permit {
            all: shrunk(self.all),
            of_client: self.of_client.map(shrunk),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 5)));
    const B: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 6)));

    /// What a client gets at once.
    async fn take(limited: &Limited, client: Option<IpAddr>) -> Option<Permit> {
        let place = for_client(client, async { limited.place() }).await.ok()?;
        tokio::select! {
            biased;
            permit = place.take() => permit,
            () = std::future::ready(()) => None,
        }
    }

    #[tokio::test]
    async fn a_client_gets_three_quarters() {
        let limited = Limited::new(4, 64);
        let mut own = Vec::new();
        while let Some(permit) = take(&limited, A).await {
            own.push(permit);
        }
        assert_eq!(own.len(), 3);
        let other = take(&limited, B).await.unwrap();
        assert!(take(&limited, None).await.is_none(), "all are in use");
        drop(own.pop());
        assert!(take(&limited, B).await.is_some());
        drop((own, other));
        assert_eq!(limited.free(), 4);
        // The shares of clients without requests are forgotten.
        drop(take(&limited, A).await);
        assert_eq!(limited.clients.lock().len(), 1);
    }

    #[tokio::test]
    async fn the_line_of_a_client_has_an_end() {
        let limited = Limited::new(4, 64);
        let place = |client| for_client(client, async { limited.place() });
        let mut places = Vec::new();
        while let Ok(one) = place(A).await {
            places.push(one);
        }
        assert_eq!(places.len(), 48);
        assert_eq!(place(A).await.err(), Some(Refused::Share));
        assert!(place(B).await.is_ok() && place(None).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_nothing_else_may_have_more_than_a_share() {
        let limited = Limited::new(100, 64);
        let take = async |client, count| {
            let place = for_client(client, async { limited.place() }).await?;
            place.take_many(count, Duration::from_secs(5)).await
        };
        let most = take(A, 80).await.unwrap();
        assert_eq!(take(A, 1).await.err(), Some(Refused::Share));
        assert_eq!(take(B, 30).await.err(), Some(Refused::All));
        let small = most.shrink(10);
        assert_eq!((small.count(), limited.free()), (10, 90));
        assert!(take(A, 65).await.is_ok() && take(A, 66).await.is_err());
    }

    #[tokio::test]
    async fn tasks_know_their_client() {
        assert_eq!(current_client(), None);
        let seen = for_client(A, async { current_client() }).await;
        assert_eq!(seen, A);
        let six = "2001:db8::7".parse().ok();
        let seen = for_client(six, async { current_client() }).await;
        assert_eq!(seen, "2001:db8::".parse().ok());
    }

    #[test]
    fn a_quota_lasts_for_others() {
        let used = |left: u64| {
            let mut used = 0;
            while leaves_enough(used, left - used) {
                used += 1;
            }
            used
        };
        assert_eq!((used(2_000), used(4), used(1)), (501, 2, 1));
    }
}
