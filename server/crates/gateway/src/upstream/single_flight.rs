//! Single flight: identical requests at the same time share one request to the upstream.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;

use product_pool_http::layers::request_id::in_current_request;

type Receiver<T> = watch::Receiver<Option<T>>;

/// The requests under way, by cache key.
pub(crate) struct SingleFlight<T> {
    under_way: Mutex<HashMap<Arc<str>, Receiver<T>>>,
    limit: usize,
}

/// A handle on a request under way, which waits for its result.
pub(crate) struct Flight<T> {
    receiver: Receiver<T>,
    /// Whether the request was under way already.
    pub(crate) joined: bool,
}

impl<T: Clone + Send + Sync + 'static> SingleFlight<T> {
    /// At most `limit` requests are under way at a time.
    pub(crate) fn new(limit: usize) -> Arc<SingleFlight<T>> {
        Arc::new(SingleFlight {
            under_way: Mutex::default(),
            limit,
        })
    }

    /// Closes the requests under way to new callers. Callers that already wait still get the
    /// results.
    pub(crate) fn detach(&self) {
        self.under_way.lock().clear();
    }

    /// Joins the request under way for that key, or begins one. It goes on even if its callers
    /// stop waiting. `None` if too many are under way.
    pub(crate) fn join<F>(
        self: &Arc<Self>,
        key: &Arc<str>,
        begin: impl FnOnce() -> F,
    ) -> Option<Flight<T>>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let mut under_way = self.under_way.lock();
        // One that panicked has no sender any more.
        under_way.retain(|_, receiver| receiver.has_changed().is_ok());
        if let Some(receiver) = under_way.get(key) {
            let receiver = receiver.clone();
            return Some(Flight {
                receiver,
                joined: true,
            });
        }
        if under_way.len() >= self.limit {
            return None;
        }
        let (sender, receiver) = watch::channel(None);
        under_way.insert(key.clone(), receiver.clone());
        drop(under_way);
        let work = begin();
        let (flights, key, own) = (self.clone(), key.clone(), receiver.clone());
        tokio::spawn(in_current_request(async move {
            let result = work.await;
            let mut under_way = flights.under_way.lock();
            // After `detach`, another request may be there in its place.
            let listed = under_way.get(&key);
            if listed.is_some_and(|listed| listed.same_channel(&own)) {
                under_way.remove(&key);
            }
            drop(under_way);
            let _ = sender.send(Some(result));
        }));
        Some(Flight {
            receiver,
            joined: false,
        })
    }
}

impl<T: Clone> Flight<T> {
    /// Waits for the result; `None` if the request panicked.
    pub(crate) async fn result(mut self) -> Option<T> {
        let result = self.receiver.wait_for(Option::is_some).await.ok()?;
        result.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tokio::sync::Notify;

    #[tokio::test]
    async fn concurrent_callers_share_one_request() {
        let flights = SingleFlight::new(2);
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
        assert!(!first.joined && others.iter().all(|flight| flight.joined));
        // The caller that began it gives up; the others still get the result.
        drop(first);
        gate.notify_one();
        for flight in others {
            assert_eq!(flight.result().await, Some(1));
        }
        assert!(!join("a").unwrap().joined, "what has landed is not joined");
        assert!(join("b").is_some() && join("c").is_none());
        assert!(join("b").unwrap().joined, "no room is needed to join");
    }

    #[tokio::test]
    async fn detached_requests_are_not_joined() {
        let flights = SingleFlight::new(2);
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
        assert_eq!(old.result().await, Some(0));
        assert!(join(1).unwrap().joined, "the new one is still guard");
        gates[1].notify_one();
        assert_eq!(new.result().await, Some(1));
    }

    #[tokio::test]
    async fn a_panic_ends_the_wait() {
        let flights: Arc<SingleFlight<u32>> = SingleFlight::new(2);
        let key: Arc<str> = "a".into();
        let flight = flights
            .join(&key, || async { panic!("on purpose") })
            .unwrap();
        assert_eq!(flight.result().await, None);
        let again = flights.join(&key, || async { 7 }).unwrap();
        assert_eq!(again.result().await, Some(7));
    }
}
