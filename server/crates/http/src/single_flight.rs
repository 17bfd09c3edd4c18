//! Single flight: work that several clients wait for is done once, and begun as soon as one of them
//! has its turn.
//!
//! Each client waits in its own line, so one whose line is long does not hold back others that want
//! the same.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::layers::request_id::in_current_request;
use crate::shares::{Refused, current_client, for_client};

/// Work under way, by what it makes.
#[derive(Debug)]
pub struct SingleFlight<T> {
    under_way: Mutex<HashMap<Arc<str>, UnderWay<T>>>,
    limit: usize,
    /// Whether abandoned work is not begun.
    is_for_readers: bool,
}

#[derive(Debug)]
struct UnderWay<T> {
    state: Arc<watch::Sender<State<T>>>,
    /// The clients in whose lines it waits.
    clients: HashSet<Option<IpAddr>>,
}

#[derive(Clone, Debug)]
enum State<T> {
    Waiting,
    Begun,
    /// The result; none if it panicked, or no turn came in time.
    Done(Option<T>),
}

/// A handle on work under way.
#[derive(Debug)]
pub struct Flight<T> {
    state: watch::Receiver<State<T>>,
    /// Whether it was under way already.
    pub joined: bool,
}

impl<T> UnderWay<T> {
    fn is_begun(&self) -> bool {
        !matches!(*self.state.borrow(), State::Waiting)
    }
}

impl<T: Clone + Send + Sync + 'static> SingleFlight<T> {
    /// At most `limit` are under way at a time. They are finished even if no request waits for them any
    /// more; if they are `is_for_readers`, only those that have been begun.
    pub fn new(limit: usize, is_for_readers: bool) -> Arc<SingleFlight<T>> {
        Arc::new(SingleFlight {
            under_way: Mutex::default(),
            limit,
            is_for_readers,
        })
    }

    /// Closes what is under way to new callers. Callers that already wait still get the results.
    pub fn detach(&self) {
        self.under_way.lock().clear();
    }

    /// How much is under way.
    pub fn count(&self) -> usize {
        self.under_way.lock().len()
    }

    /// Joins the work under way for that key, or begins it. Until it is begun, it waits in the line
    /// of the current client, too: `line` enters that, and gives what the work needs, or nothing if
    /// that took too long.
    ///
    /// # Errors
    /// It is not under way, and too much else is, or the client cannot enter its line.
    pub fn join<P, W, F, E>(
        self: &Arc<Self>,
        key: &Arc<str>,
        line: impl FnOnce() -> Result<W, E>,
        work: impl FnOnce(P) -> F + Send + 'static,
    ) -> Result<Flight<T>, E>
    where
        P: Send + 'static,
        W: Future<Output = Option<P>> + Send + 'static,
        F: Future<Output = T> + Send + 'static,
        E: From<Refused>,
    {
        let client = current_client();
        let mut under_way = self.under_way.lock();
        let is_full = under_way.len() >= self.limit;
        let known = under_way.get_mut(key);
        let joined = known.is_some();
        let line = match &known {
            Some(known) if known.is_begun() || known.clients.contains(&client) => None,
            None if is_full => return Err(Refused::All.into()),
            // Who cannot enter a line may still wait for others.
            _ => line()
                .map(Some)
                .or_else(|error| joined.then_some(None).ok_or(error))?,
        };
        let known = match known {
            Some(known) => known,
            None => under_way.entry(key.clone()).or_insert_with(|| UnderWay {
                state: Arc::new(watch::Sender::new(State::Waiting)),
                clients: HashSet::new(),
            }),
        };
        let state = known.state.clone();
        let flight = Flight {
            state: state.subscribe(),
            joined,
        };
        let Some(line) = line else {
            return Ok(flight);
        };
        known.clients.insert(client);
        let mut begun = state.subscribe();
        drop(under_way);
        let (flights, key) = (self.clone(), key.clone());
        tokio::spawn(in_current_request(for_client(client, async move {
            let turn = tokio::select! {
                turn = line => turn,
                // In the line of another client.
                _ = begun.wait_for(|state| !matches!(state, State::Waiting)) => return,
            };
            drop(begun);
            let Some(turn) = turn else {
                return flights.leave(&key, &state, client);
            };
            if flights.begin(&key, &state) {
                let work = in_current_request(for_client(client, work(turn)));
                // On a task of its own, because it may panic.
                let done = tokio::spawn(work).await.ok();
                flights.finish(&key, &state, done);
            }
        })));
        Ok(flight)
    }

    /// Begins work, unless that has happened, or no request waits for it any more.
    fn begin(&self, key: &Arc<str>, state: &Arc<watch::Sender<State<T>>>) -> bool {
        let mut under_way = self.under_way.lock();
        let known = under_way.get(key);
        // Each other line has a reader of its own.
        let lines = known.map_or(0, |known| known.clients.len().saturating_sub(1));
        if self.is_for_readers && state.receiver_count() <= lines {
            under_way.remove(key);
            return false;
        }
        state.send_if_modified(|state| {
            let begins = matches!(state, State::Waiting);
            if begins {
                *state = State::Begun;
            }
            begins
        })
    }

    /// Leaves the line of a client, in which it took too long.
    fn leave(&self, key: &Arc<str>, state: &Arc<watch::Sender<State<T>>>, client: Option<IpAddr>) {
        let mut under_way = self.under_way.lock();
        let known = under_way.get_mut(key);
        let known = known.filter(|known| Arc::ptr_eq(&known.state, state));
        let is_last = known.is_none_or(|known| {
            known.clients.remove(&client);
            known.clients.is_empty()
        });
        drop(under_way);
        if is_last && matches!(*state.borrow(), State::Waiting) {
            self.finish(key, state, None);
        }
    }

    fn finish(&self, key: &Arc<str>, state: &Arc<watch::Sender<State<T>>>, done: Option<T>) {
        let mut under_way = self.under_way.lock();
        // After `detach`, another one may be there in its place.
        let known = under_way.get(key);
        if known.is_some_and(|known| Arc::ptr_eq(&known.state, state)) {
            under_way.remove(key);
        }
        drop(under_way);
        state.send_replace(State::Done(done));
    }
}

impl<T: Clone> Flight<T> {
    /// Waits for the result; `None` if the work panicked, or no turn came in time.
    pub async fn result(mut self) -> Option<T> {
        let done = self.state.wait_for(|state| matches!(state, State::Done(_)));
        match &*done.await.ok()? {
            State::Done(done) => done.clone(),
            State::Waiting | State::Begun => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;
    use tokio::sync::Notify;
    use tokio::time::timeout;

    const A: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 5)));
    const B: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 6)));

    /// A line in which the turn comes once that is notified.
    fn line(turn: &Arc<Notify>) -> Result<impl Future<Output = Option<()>> + use<>, Refused> {
        let turn = turn.clone();
        Ok(async move {
            turn.notified().await;
            Some(())
        })
    }

    fn at_once() -> Result<std::future::Ready<Option<()>>, Refused> {
        Ok(ready(Some(())))
    }

    async fn settled() {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn concurrent_callers_share_one_piece_of_work() {
        let flights = SingleFlight::new(2, false);
        let (begun, gate) = (Arc::new(AtomicU32::new(0)), Arc::new(Notify::new()));
        let join = |key: &str| {
            let (begun, gate) = (begun.clone(), gate.clone());
            let work = |()| async move {
                let count = begun.fetch_add(1, Ordering::SeqCst) + 1;
                gate.notified().await;
                count
            };
            flights.join(&Arc::from(key), at_once, work)
        };
        let first = join("a").unwrap();
        let others: Vec<_> = (0..50).map(|_| join("a").unwrap()).collect();
        assert!(!first.joined && others.iter().all(|flight| flight.joined));
        // The caller that began it gives up; the others still get the result.
        drop(first);
        settled().await;
        gate.notify_one();
        for flight in others {
            assert_eq!(flight.result().await, Some(1));
        }
        assert!(!join("a").unwrap().joined, "what has landed is not joined");
        assert!(join("b").is_ok());
        assert_eq!(join("c").err(), Some(Refused::All));
        assert!(join("b").unwrap().joined, "no room is needed to join");
    }

    #[tokio::test(start_paused = true)]
    async fn it_begins_as_soon_as_one_of_its_clients_has_a_turn() {
        let flights = SingleFlight::new(9, false);
        let [long, short] = [(); 2].map(|()| Arc::new(Notify::new()));
        let key: Arc<str> = "a".into();
        let join = |client, turn: &Arc<Notify>, result: u32| {
            let (flights, key, turn) = (flights.clone(), key.clone(), turn.clone());
            for_client(client, async move {
                flights.join(&key, || line(&turn), move |()| ready(result))
            })
        };
        let first = join(A, &long, 1).await.unwrap();
        let second = join(B, &short, 2).await.unwrap();
        // One that cannot enter its line waits all the same.
        let refused = || Err::<std::future::Pending<Option<()>>, _>(Refused::Share);
        let third = flights.join(&key, refused, |()| ready(3)).unwrap();
        settled().await;
        short.notify_one();
        for flight in [first, second, third] {
            let result = timeout(Duration::from_secs(60), flight.result()).await;
            assert_eq!(result, Ok(Some(2)));
        }
        assert_eq!(flights.count(), 0);
        let alone = flights.join(&key, refused, |()| ready(3));
        assert_eq!(alone.err(), Some(Refused::Share));
    }

    #[tokio::test]
    async fn it_ends_once_no_client_has_a_turn_in_time() {
        let flights: Arc<SingleFlight<u32>> = SingleFlight::new(9, false);
        let key: Arc<str> = "a".into();
        let too_long = Arc::new(Notify::new());
        let join = |client, none: bool| {
            let (flights, key, too_long) = (flights.clone(), key.clone(), too_long.clone());
            let line = async move {
                match none {
                    true => too_long.notified().await,
                    false => pending().await,
                }
                None::<()>
            };
            for_client(client, async move {
                flights.join(&key, || Ok::<_, Refused>(line), |()| ready(1))
            })
        };
        let (first, second) = (join(A, true).await.unwrap(), join(B, true).await.unwrap());
        settled().await;
        too_long.notify_one();
        settled().await;
        assert_eq!(flights.count(), 1, "one still waits");
        too_long.notify_one();
        assert_eq!(first.result().await, None);
        assert_eq!(second.result().await, None);
        assert_eq!(flights.count(), 0);
        drop(join(A, false).await);
    }

    #[tokio::test]
    async fn detached_work_is_not_joined() {
        let flights = SingleFlight::new(2, false);
        let gates = [(); 2].map(|()| Arc::new(Notify::new()));
        let key: Arc<str> = "a".into();
        let join = |number: usize| {
            let gate = gates[number].clone();
            let work = move |()| async move {
                gate.notified().await;
                number
            };
            flights.join(&key, at_once, work).unwrap()
        };
        let old = join(0);
        settled().await;
        flights.detach();
        let new = join(1);
        assert!(!new.joined);
        gates[0].notify_one();
        assert_eq!(old.result().await, Some(0));
        assert!(join(1).joined, "the new one is still there");
        gates[1].notify_one();
        assert_eq!(new.result().await, Some(1));
    }

    #[tokio::test]
    async fn a_panic_ends_the_wait() {
        let flights: Arc<SingleFlight<u32>> = SingleFlight::new(2, false);
        let key: Arc<str> = "a".into();
        let panicking = |()| async { panic!("on purpose") };
        let flight = flights.join(&key, at_once, panicking).unwrap();
        assert_eq!(flight.result().await, None);
        let again = flights.join(&key, at_once, |()| async { 7 }).unwrap();
        assert_eq!(again.result().await, Some(7));
    }

    #[tokio::test]
    async fn what_is_for_readers_is_not_begun_without_them() {
        for is_for_readers in [false, true] {
            let flights: Arc<SingleFlight<()>> = SingleFlight::new(2, is_for_readers);
            let (turn, done) = (Arc::new(Notify::new()), Arc::new(AtomicU32::new(0)));
            let count = done.clone();
            let work = move |()| async move {
                count.fetch_add(1, Ordering::SeqCst);
            };
            let flight = flights.join(&Arc::from("a"), || line(&turn), work);
            drop(flight.unwrap());
            settled().await;
            turn.notify_one();
            while flights.count() > 0 {
                tokio::task::yield_now().await;
            }
            assert_eq!(done.load(Ordering::SeqCst) == 0, is_for_readers);
        }
    }
}
