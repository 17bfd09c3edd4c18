//! State shared by the calls of a client: the results of equal requests
//! ([`SingleFlight`]), and a limit of concurrent requests ([`Semaphore`]).
//!
//! Both are plain state and wakers, for any executor. A dropped future leaves
//! nothing behind and blocks no other. (The gateway's are others: its requests are
//! tasks of tokio, which go on without their callers and are lent their connections.)

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A mutex that ignores poisoning, because its holders cannot leave its content
/// half changed.
pub(crate) struct Lock<T>(Mutex<T>);

impl<T> Lock<T> {
    pub(crate) const fn new(value: T) -> Self {
        Lock(Mutex::new(value))
    }

    pub(crate) fn get(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs work once for all concurrent callers with the same key.
pub(crate) struct SingleFlight<T>(Lock<Vec<Arc<Flight<T>>>>);

struct Flight<T> {
    key: String,
    /// With the wakers of the waiting tasks, each once.
    state: Lock<(State<T>, Vec<Waker>)>,
}

enum State<T> {
    Running,
    Done(T),
    /// The caller that did the work was dropped: another must do it.
    Abandoned,
}

impl<T: Clone> SingleFlight<T> {
    pub(crate) const fn new() -> Self {
        SingleFlight(Lock::new(Vec::new()))
    }

    /// The result of the work in progress for `key`, or of `work`, which is
    /// started if there is none.
    pub(crate) async fn run<F: Future<Output = T>>(
        &self,
        key: &str,
        mut work: impl FnMut() -> F,
    ) -> T {
        loop {
            let (flight, leads) = self.join(key);
            if leads {
                let lead = Lead {
                    flights: self,
                    flight,
                };
                let result = work().await;
                lead.flight.end(State::Done(result.clone()));
                return result;
            }
            if let Some(result) = poll_fn(|context| flight.poll(context)).await {
                return result;
            }
        }
    }

    /// The flight for `key`, and whether this caller started it.
    fn join(&self, key: &str) -> (Arc<Flight<T>>, bool) {
        let mut flights = self.0.get();
        if let Some(flight) = flights.iter().find(|flight| flight.key == key) {
            return (Arc::clone(flight), false);
        }
        let flight = Arc::new(Flight {
            key: key.to_owned(),
            state: Lock::new((State::Running, Vec::new())),
        });
        flights.push(Arc::clone(&flight));
        (flight, true)
    }
}

impl<T: Clone> Flight<T> {
    /// The result; `None` if the work was abandoned.
    fn poll(&self, context: &Context<'_>) -> Poll<Option<T>> {
        let (state, wakers) = &mut *self.state.get();
        match state {
            State::Done(result) => Poll::Ready(Some(result.clone())),
            State::Abandoned => Poll::Ready(None),
            State::Running => {
                let waker = context.waker();
                if !wakers.iter().any(|known| known.will_wake(waker)) {
                    wakers.push(waker.clone());
                }
                Poll::Pending
            }
        }
    }
}

impl<T> Flight<T> {
    fn end(&self, end: State<T>) {
        let mut state = self.state.get();
        if matches!(state.0, State::Running) {
            state.0 = end;
            let wakers = std::mem::take(&mut state.1);
            drop(state);
            wakers.into_iter().for_each(Waker::wake);
        }
    }
}

/// Ends a flight, also if the caller that does the work is dropped.
struct Lead<'a, T> {
    flights: &'a SingleFlight<T>,
    flight: Arc<Flight<T>>,
}

impl<T> Drop for Lead<'_, T> {
    fn drop(&mut self) {
        let mut flights = self.flights.0.get();
        let mut places = flights.iter();
        if let Some(place) = places.position(|flight| Arc::ptr_eq(flight, &self.flight)) {
            flights.swap_remove(place);
        }
        drop(flights);
        self.flight.end(State::Abandoned);
    }
}

/// A semaphore: a limited number of permits, first come, first served.
pub(super) struct Semaphore(Lock<Queue>);

struct Queue {
    free: u32,
    last: u32,
    waiting: VecDeque<(u32, Option<Waker>)>,
}

impl Queue {
    /// Wakes the first waiter if a permit is free.
    fn call_next(&mut self) {
        if self.free > 0
            && let Some((_, waker)) = self.waiting.front_mut()
            && let Some(waker) = waker.take()
        {
            waker.wake();
        }
    }
}

/// A place in the queue; leaves it when dropped.
struct Place<'a>(&'a Semaphore, u32);

/// A permit to run; returned when dropped.
pub(super) struct Permit<'a>(&'a Semaphore);

impl Semaphore {
    pub(super) const fn new(free: u32) -> Self {
        Semaphore(Lock::new(Queue {
            free,
            last: 0,
            waiting: VecDeque::new(),
        }))
    }

    pub(super) async fn acquire(&self) -> Permit<'_> {
        let place = {
            let mut queue = self.0.get();
            queue.last = queue.last.wrapping_add(1);
            let number = queue.last;
            queue.waiting.push_back((number, None));
            Place(self, number)
        };
        poll_fn(|context| {
            let mut queue = self.0.get();
            let queue = &mut *queue;
            match queue.waiting.front() {
                Some((first, _)) if *first == place.1 && queue.free > 0 => {
                    queue.free -= 1;
                    Poll::Ready(Permit(self))
                }
                _ => {
                    // From the end, where the latest waiter is.
                    let mut waiting = queue.waiting.iter_mut().rev();
                    let mine = waiting.find(|(number, _)| *number == place.1);
                    if let Some((_, waker)) = mine {
                        *waker = Some(context.waker().clone());
                    }
                    Poll::Pending
                }
            }
        })
        .await
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.0.get();
        let mut waiting = queue.waiting.iter();
        if let Some(place) = waiting.position(|(number, _)| *number == self.1) {
            queue.waiting.remove(place);
        }
        queue.call_next();
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.0.get();
        queue.free += 1;
        queue.call_next();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::{Cell, RefCell};
    use std::pin::{Pin, pin};

    fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    /// A future that is ready once the cell is full.
    async fn until<T: Clone>(cell: &RefCell<Option<T>>) -> T {
        poll_fn(|_| match &*cell.borrow() {
            Some(value) => Poll::Ready(value.clone()),
            None => Poll::Pending,
        })
        .await
    }

    #[test]
    fn equal_work_runs_once_and_its_result_is_shared() {
        let flights = SingleFlight::new();
        let (begun, done) = (Cell::new(0), RefCell::new(None));
        let work = || {
            begun.set(begun.get() + 1);
            until(&done)
        };
        let mut first = pin!(flights.run("a", work));
        let mut second = pin!(flights.run("a", work));
        let mut other = pin!(flights.run("b", work));
        assert!(poll(first.as_mut()).is_pending());
        assert!(poll(second.as_mut()).is_pending());
        assert!(poll(other.as_mut()).is_pending());
        assert_eq!(begun.get(), 2);
        done.replace(Some(7));
        assert_eq!(poll(first), Poll::Ready(7));
        assert_eq!(poll(second), Poll::Ready(7));
        assert_eq!(poll(other), Poll::Ready(7));
        assert_eq!(begun.get(), 2);
        // Later calls do the work again.
        assert_eq!(poll(pin!(flights.run("a", work))), Poll::Ready(7));
        assert_eq!(begun.get(), 3);
    }

    #[test]
    fn abandoned_work_is_taken_over() {
        let flights = SingleFlight::new();
        let (begun, done) = (Cell::new(0), RefCell::new(None));
        let work = || {
            begun.set(begun.get() + 1);
            until(&done)
        };
        let mut first = Box::pin(flights.run("a", work));
        let mut second = pin!(flights.run("a", work));
        let mut third = pin!(flights.run("a", work));
        assert!(poll(first.as_mut()).is_pending());
        assert!(poll(second.as_mut()).is_pending());
        assert!(poll(third.as_mut()).is_pending());
        drop(first);
        assert!(poll(third.as_mut()).is_pending());
        assert!(poll(second.as_mut()).is_pending());
        assert_eq!(begun.get(), 2);
        done.replace(Some(1));
        assert_eq!(poll(third), Poll::Ready(1));
        assert_eq!(poll(second), Poll::Ready(1));
        assert!(flights.0.get().is_empty());
    }

    #[test]
    fn a_semaphore_admits_waiters_in_order() {
        let gate = Semaphore::new(2);
        let ready = |future: Pin<&mut _>| match poll::<_>(future) {
            Poll::Ready(permit) => Some(permit),
            Poll::Pending => None,
        };
        let mut waits: Vec<_> = (0..4).map(|_| Box::pin(gate.acquire())).collect();
        let one = ready(waits[0].as_mut());
        let two = ready(waits[1].as_mut());
        assert!(one.is_some() && two.is_some());
        assert!(ready(waits[2].as_mut()).is_none());
        assert!(ready(waits[3].as_mut()).is_none());
        drop(one);
        assert!(ready(waits[3].as_mut()).is_none(), "not its turn");
        // A waiter that is dropped makes way for the next.
        drop(waits.remove(2));
        let four = ready(waits[2].as_mut());
        assert!(four.is_some());
        drop((two, four));
        assert_eq!(gate.0.get().free, 2);
        assert!(gate.0.get().waiting.is_empty());
    }
}
