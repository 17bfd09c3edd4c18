//! Single flight: identical requests at the same time share one request to the upstream.
//!
//! A caller that joins lends the request its own place in the queue, so a client whose queue is long
//! does not hold back others that want the same.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{mpsc, watch};

use product_pool_http::layers::request_id::in_current_request;

type Receiver<T> = watch::Receiver<Option<T>>;

/// How a request under way is lent what it needs, and whether it needs that yet.
type Lender<L> = (mpsc::Sender<L>, watch::Receiver<bool>);

/// What a request under way sends its result to, and gets what it is lent from.
type Ends<T, L> = (Receiver<T>, Lender<L>);

/// What is lent to a request under way.
pub(crate) struct Lent<L> {
    received: mpsc::Receiver<L>,
    is_needed: watch::Sender<bool>,
}

impl<L> Lent<L> {
    /// Asks those who have joined for it: before, they take nothing that others could use.
    pub(crate) async fn recv(&mut self) -> Option<L> {
        self.is_needed.send_replace(true);
        self.received.recv().await
    }
}

/// The requests under way, by cache key. Each has a result, and may be lent an `L`.
pub(crate) struct SingleFlight<T, L> {
    under_way: Mutex<HashMap<Arc<str>, Ends<T, L>>>,
    limit: usize,
}

/// A handle on a request under way, which waits for its result.
pub(crate) struct Flight<T, L> {
    receiver: Receiver<T>,
    lender: Lender<L>,
    /// Whether the request was under way already.
    pub(crate) joined: bool,
}

impl<T: Clone + Send + Sync + 'static, L: Send + 'static> SingleFlight<T, L> {
    /// At most `limit` requests are under way at a time.
    pub(crate) fn new(limit: usize) -> Arc<SingleFlight<T, L>> {
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

    /// Joins the request under way for that key, if there is one.
    pub(crate) fn join_known(&self, key: &Arc<str>) -> Option<Flight<T, L>> {
        known(&mut self.under_way.lock(), key)
    }

    /// Joins the request under way for that key, or begins one, which gets what others lend. It
    /// goes on even if its callers stop waiting. `None` if too many are under way.
    pub(crate) fn join<F>(
        self: &Arc<Self>,
        key: &Arc<str>,
        begin: impl FnOnce(Lent<L>) -> F,
    ) -> Option<Flight<T, L>>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let mut under_way = self.under_way.lock();
        if let Some(flight) = known(&mut under_way, key) {
            return Some(flight);
        }
        if under_way.len() >= self.limit {
            return None;
        }
        let (sender, receiver) = watch::channel(None);
        let (lent, received) = mpsc::channel(1);
        let (is_needed, asked) = watch::channel(false);
        let lender = (lent, asked);
        under_way.insert(key.clone(), (receiver.clone(), lender.clone()));
        drop(under_way);
        let work = begin(Lent {
            received,
            is_needed,
        });
        let (flights, key, own) = (self.clone(), key.clone(), receiver.clone());
        tokio::spawn(in_current_request(async move {
            let result = work.await;
            let mut under_way = flights.under_way.lock();
            // After `detach`, another request may be there in its place.
            let listed = under_way.get(&key);
            if listed.is_some_and(|(listed, _)| listed.same_channel(&own)) {
                under_way.remove(&key);
            }
            drop(under_way);
            let _ = sender.send(Some(result));
        }));
        Some(Flight {
            receiver,
            lender,
            joined: false,
        })
    }
}

/// The request under way for that key.
fn known<T, L>(
    under_way: &mut HashMap<Arc<str>, Ends<T, L>>,
    key: &Arc<str>,
) -> Option<Flight<T, L>> {
    // One that panicked has no sender any more.
    under_way.retain(|_, (receiver, _)| receiver.has_changed().is_ok());
    let (receiver, lender) = under_way.get(key)?.clone();
    Some(Flight {
        receiver,
        lender,
        joined: true,
    })
}

impl<T: Clone, L> Flight<T, L> {
    /// Lends the request, which another has begun, what it needs, once it asks for that and unless
    /// it has it already.
    pub(crate) async fn lend(&self, needed: impl Future<Output = Option<L>>) {
        let (lent, mut asked) = self.lender.clone();
        let needed = async {
            asked.wait_for(|is_needed| *is_needed).await.ok()?;
            needed.await
        };
        tokio::select! {
            biased;
            () = lent.closed() => {}
            // If another lends it at the same time, it is given back.
            Some(needed) = needed => drop(lent.try_send(needed)),
        }
    }

    /// Waits for the result; `None` if the request panicked.
    pub(crate) async fn result(&self) -> Option<T> {
        let mut receiver = self.receiver.clone();
        let result = receiver.wait_for(Option::is_some).await.ok()?;
        result.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tokio::sync::Notify;

    #[tokio::test]
    async fn concurrent_callers_share_one_request() {
        let flights = SingleFlight::new(2);
        let (begun, gate) = (Arc::new(AtomicU32::new(0)), Arc::new(Notify::new()));
        let join = |key: &str| {
            let (begun, gate) = (begun.clone(), gate.clone());
            let begin = |_: Lent<()>| async move {
                let count = begun.fetch_add(1, Ordering::SeqCst) + 1;
                gate.notified().await;
                count
            };
            flights.join(&Arc::from(key), begin)
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
            let begin = |_: Lent<()>| async move {
                gate.notified().await;
                number
            };
            flights.join(&Arc::from("a"), begin)
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
        let flights: Arc<SingleFlight<u32, ()>> = SingleFlight::new(2);
        let key: Arc<str> = "a".into();
        let panicking = |_| async { panic!("on purpose") };
        let flight = flights.join(&key, panicking).unwrap();
        assert_eq!(flight.result().await, None);
        let again = flights.join(&key, |_| async { 7 }).unwrap();
        assert_eq!(again.result().await, Some(7));
    }

    #[tokio::test]
    async fn a_joining_caller_lends_what_is_needed() {
        let flights: Arc<SingleFlight<Option<u32>, u32>> = SingleFlight::new(2);
        let key: Arc<str> = "a".into();
        let begin = |mut lent: Lent<u32>| async move { lent.recv().await };
        assert!(flights.join_known(&key).is_none());
        let first = flights.join(&key, begin).unwrap();
        let others: Vec<_> = (0..3).map(|_| flights.join(&key, begin).unwrap()).collect();
        // The first of them waits for its own; the second has none; the third lends it.
        let mut waiting = Box::pin(others[0].lend(std::future::pending()));
        assert!((&mut waiting).now_or_never().is_none());
        others[1].lend(async { None }).now_or_never();
        others[2].lend(async { Some(7) }).await;
        assert_eq!(first.result().await, Some(Some(7)));
        waiting.await;
        for other in others {
            assert_eq!(other.result().await, Some(Some(7)));
        }
    }

    #[tokio::test]
    async fn nothing_is_taken_before_it_is_needed() {
        let flights: Arc<SingleFlight<Option<u32>, u32>> = SingleFlight::new(2);
        let (key, turn) = (Arc::from("a"), Arc::new(Notify::new()));
        let join = || {
            let turn = turn.clone();
            let begin = |mut lent: Lent<u32>| async move {
                turn.notified().await;
                lent.recv().await
            };
            flights.join(&key, begin).unwrap()
        };
        let (first, other) = (join(), join());
        let taken = AtomicU32::new(0);
        let mut lending = Box::pin(other.lend(async {
            taken.fetch_add(1, Ordering::SeqCst);
            Some(7)
        }));
        for _ in 0..10 {
            assert!((&mut lending).now_or_never().is_none());
            tokio::task::yield_now().await;
        }
        assert_eq!(taken.load(Ordering::SeqCst), 0);
        turn.notify_one();
        lending.await;
        assert_eq!(first.result().await, Some(Some(7)));
    }
}
