//! Single flight: identical requests at the same time share one request to the upstream.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use product_pool_http::request_id::in_current_request;

type Landing<T> = watch::Receiver<Option<T>>;

/// The requests under way, by cache key.
pub(crate) struct Flights<T> {
    under_way: Mutex<HashMap<Arc<str>, Landing<T>>>,
    most: usize,
}

/// A handle on a request under way, which waits for its result.
pub(crate) struct Ticket<T> {
    landing: Landing<T>,
    /// Whether the request was under way already.
    pub(crate) joined: bool,
}

impl<T: Clone + Send + Sync + 'static> Flights<T> {
    /// At most `most` requests are under way at a time.
    pub(crate) fn new(most: usize) -> Arc<Flights<T>> {
        Arc::new(Flights {
            under_way: Mutex::default(),
            most,
        })
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<Arc<str>, Landing<T>>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the requests under way to new callers. Callers that already wait still get the
    /// results.
    pub(crate) fn detach(&self) {
        self.under_way().clear();
    }

    /// Joins the request under way for that key, or begins one. It goes on even if its callers
    /// stop waiting. `None` if too many are under way.
    pub(crate) fn join<F>(
        self: &Arc<Self>,
        key: &Arc<str>,
        begin: impl FnOnce() -> F,
    ) -> Option<Ticket<T>>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let mut under_way = self.under_way();
        if let Some(landing) = under_way.get(key) {
            let landing = landing.clone();
            return Some(Ticket {
                landing,
                joined: true,
            });
        }
        if under_way.len() >= self.most {
            return None;
        }
        let (land, landing) = watch::channel(None);
        under_way.insert(key.clone(), landing.clone());
        drop(under_way);
        let work = begin();
        // Removes the request from the list even after a panic, so that no caller waits for
        // ever.
        let listed = Listed {
            flights: self.clone(),
            key: key.clone(),
            landing: landing.clone(),
        };
        tokio::spawn(in_current_request(async move {
            let listed = listed;
            let brought = work.await;
            drop(listed);
            let _ = land.send(Some(brought));
        }));
        Some(Ticket {
            landing,
            joined: false,
        })
    }
}

/// Keeps a request in the list of those under way until this is dropped.
struct Listed<T> {
    flights: Arc<Flights<T>>,
    key: Arc<str>,
    landing: Landing<T>,
}

impl<T> Drop for Listed<T> {
    fn drop(&mut self) {
        let under_way = self.flights.under_way.lock();
        let mut under_way = under_way.unwrap_or_else(PoisonError::into_inner);
        // After `detach`, another request may be there in its place.
        let is_listed = under_way.get(&self.key);
        if is_listed.is_some_and(|landing| landing.same_channel(&self.landing)) {
            under_way.remove(&self.key);
        }
    }
}

impl<T: Clone> Ticket<T> {
    /// Waits for the result; `None` if the request panicked.
    pub(crate) async fn landed(mut self) -> Option<T> {
        let brought = self.landing.wait_for(Option::is_some).await.ok()?;
        brought.clone()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tokio::sync::Notify;

    #[tokio::test]
    async fn all_who_ask_at_once_share_one_request() {
        let flights = Flights::new(2);
        let (begun, gate) = (Arc::new(AtomicU32::new(0)), Arc::new(Notify::new()));
        let join = |key: &str| {
            let (begun, gate) = (begun.clone(), gate.clone());
            flights.join(&Arc::from(key), || async move {
                let count = begun.fetch_add(1, Ordering::SeqCst) + 1;
                gate.notified().await;
                count
            })
        };
        let first = join("a").unwrap();
        let others: Vec<_> = (0..50).map(|_| join("a").unwrap()).collect();
        assert!(!first.joined && others.iter().all(|ticket| ticket.joined));
        // The caller that began it gives up; the others still get the result.
        drop(first);
        gate.notify_one();
        for ticket in others {
            assert_eq!(ticket.landed().await, Some(1));
        }
        assert!(!join("a").unwrap().joined, "what has landed is not joined");
        assert!(join("b").is_some() && join("c").is_none());
        assert!(join("b").unwrap().joined, "no room is needed to join");
    }

    #[tokio::test]
    async fn nobody_joins_what_was_detached() {
        let flights = Flights::new(2);
        let gates = [Arc::new(Notify::new()), Arc::new(Notify::new())];
        let join = |number: usize| {
            let gate = gates[number].clone();
            flights.join(&Arc::from("a"), || async move {
                gate.notified().await;
                number
            })
        };
        let old = join(0).unwrap();
        flights.detach();
        let new = join(1).unwrap();
        assert!(!new.joined);
        gates[0].notify_one();
        assert_eq!(old.landed().await, Some(0));
        assert!(join(1).unwrap().joined, "the new one is still listed");
        gates[1].notify_one();
        assert_eq!(new.landed().await, Some(1));
    }

    #[tokio::test]
    async fn nobody_waits_for_one_that_perished() {
        let flights: Arc<Flights<u32>> = Flights::new(2);
        let key: Arc<str> = "a".into();
        let ticket = flights
            .join(&key, || async { panic!("on purpose") })
            .unwrap();
        assert_eq!(ticket.landed().await, None);
        let again = flights.join(&key, || async { 7 }).unwrap();
        assert_eq!(again.landed().await, Some(7));
    }
}
