//! When to leave the upstream alone.
//!
//! After some failures in a row nobody is sent to it for a while; then one
//! request tries, and decides for all. Each further failure makes the while
//! longer. An upstream that asks for a pause gets it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::clock::Clock;

/// Failures in a row after which the upstream is left alone.
const FAILURES: u32 = 5;
/// How long at first, and at most.
const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(60);
/// The longest pause that an upstream is granted.
const PAUSE: Duration = Duration::from_secs(300);

/// Counts failures and opens when there are too many.
#[derive(Debug)]
pub(crate) struct Breaker {
    clock: Clock,
    state: Mutex<State>,
}

/// How it stands with the upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Everybody is let through.
    Closed,
    /// One may try.
    HalfOpen,
    /// Nobody is let through.
    Open,
}

impl Standing {
    /// It in a word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Standing::Closed => "closed",
            Standing::HalfOpen => "half_open",
            Standing::Open => "open",
        }
    }
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// Nobody is let through before.
    until: Duration,
    /// How long it was closed last; zero while all is well.
    wait: Duration,
    /// Whether the one that tries is under way.
    trying: bool,
}

/// Leave to ask the upstream. Whoever has it says how it went.
#[derive(Debug)]
pub(crate) struct Leave<'a> {
    breaker: &'a Breaker,
    told: bool,
}

impl Breaker {
    pub(crate) fn new(clock: Clock) -> Breaker {
        Breaker {
            clock,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leave to ask the upstream.
    ///
    /// # Errors
    /// How long it is still to be left alone.
    pub(crate) fn admit(&self) -> Result<Leave<'_>, Duration> {
        let (now, mut state) = self.now();
        if now < state.until {
            return Err(state.until - now);
        }
        if state.wait > Duration::ZERO {
            if state.trying {
                return Err(FIRST);
            }
            state.trying = true;
        }
        Ok(Leave {
            breaker: self,
            told: false,
        })
    }

    /// Whether nobody would be let through now.
    pub(crate) fn is_open(&self) -> bool {
        let (now, state) = self.now();
        now < state.until || state.trying
    }

    /// The time, and the state at that time: a clock that was set back must not
    /// close the way for hours.
    fn now(&self) -> (Duration, MutexGuard<'_, State>) {
        let now = self.clock.now();
        let mut state = self.state();
        state.until = state.until.min(now + PAUSE);
        (now, state)
    }

    /// How it stands just now.
    pub(crate) fn standing(&self) -> Standing {
        let state = self.state();
        if self.clock.now() < state.until {
            Standing::Open
        } else if state.wait > Duration::ZERO {
            Standing::HalfOpen
        } else {
            Standing::Closed
        }
    }
}

impl Leave<'_> {
    /// The upstream answered as it should.
    pub(crate) fn succeeded(mut self) {
        self.told = true;
        let mut state = self.breaker.state();
        if state.wait > Duration::ZERO {
            tracing::info!("the upstream answers again");
        }
        // A pause that another answer asked for stays.
        *state = State {
            until: state.until,
            ..State::default()
        };
    }

    /// It did not.
    pub(crate) fn failed(mut self) {
        self.told = true;
        let mut state = self.breaker.state();
        state.failures += 1;
        state.trying = false;
        // Those that were under way when the way was closed say nothing new.
        let now = self.breaker.clock.now();
        if state.failures >= FAILURES && now >= state.until {
            state.wait = (state.wait * 2).clamp(FIRST, LONGEST);
            state.until = now + state.wait;
            tracing::warn!(
                "the upstream failed {} times in a row and is left alone for {} s",
                state.failures,
                state.wait.as_secs()
            );
        }
    }

    /// It asks to be left alone so long.
    pub(crate) fn paused(mut self, time: Duration) {
        self.told = true;
        let mut state = self.breaker.state();
        state.trying = false;
        state.until = state
            .until
            .max(self.breaker.clock.now() + time.clamp(Duration::from_secs(1), PAUSE));
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        if !self.told {
            self.breaker.state().trying = false;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn breaker() -> (Clock, Breaker) {
        let clock = Clock::standing();
        (clock.clone(), Breaker::new(clock))
    }

    #[test]
    fn it_opens_after_failures_in_a_row_and_one_tries() {
        let (clock, breaker) = breaker();
        for _ in 0..FAILURES - 1 {
            breaker.admit().unwrap().failed();
        }
        breaker.admit().unwrap().succeeded();
        for _ in 0..FAILURES {
            assert!(!breaker.is_open());
            assert_eq!(breaker.standing(), Standing::Closed);
            breaker.admit().unwrap().failed();
        }
        assert_eq!(breaker.admit().unwrap_err(), FIRST);
        assert!(breaker.is_open());
        assert_eq!(breaker.standing(), Standing::Open);
        clock.pass(FIRST);
        assert_eq!(breaker.standing(), Standing::HalfOpen);
        let trying = breaker.admit().unwrap();
        assert_eq!(breaker.standing(), Standing::HalfOpen);
        assert!(breaker.admit().is_err(), "only one tries");
        trying.failed();
        assert_eq!(breaker.admit().unwrap_err(), FIRST * 2);
        clock.pass(FIRST * 2);
        drop(breaker.admit().unwrap());
        // Who was cut off before it knew leaves the trial to the next.
        breaker.admit().unwrap().succeeded();
        assert_eq!(breaker.standing(), Standing::Closed);
        let (_one, _other) = (breaker.admit().unwrap(), breaker.admit().unwrap());
    }

    #[test]
    fn waits_grow_to_an_end() {
        let (clock, breaker) = breaker();
        for _ in 0..FAILURES {
            breaker.admit().unwrap().failed();
        }
        for _ in 0..20 {
            clock.pass(breaker.admit().unwrap_err());
            breaker.admit().unwrap().failed();
        }
        assert_eq!(breaker.admit().unwrap_err(), LONGEST);
    }

    #[test]
    fn failures_of_one_moment_close_the_way_once() {
        let (_, breaker) = breaker();
        let leaves: Vec<_> = (0..40).map(|_| breaker.admit().unwrap()).collect();
        leaves.into_iter().for_each(Leave::failed);
        assert_eq!(breaker.admit().unwrap_err(), FIRST);
    }

    #[test]
    fn a_clock_set_back_closes_the_way_for_no_longer_than_a_pause() {
        let (clock, breaker) = breaker();
        clock.pass(Duration::from_secs(100_000));
        breaker.admit().unwrap().paused(PAUSE);
        clock.set_back(Duration::from_secs(90_000));
        assert!(breaker.is_open());
        clock.pass(PAUSE);
        assert!(!breaker.is_open());
    }

    #[test]
    fn a_pause_is_granted_within_bounds() {
        let (clock, breaker) = breaker();
        let other = breaker.admit().unwrap();
        breaker.admit().unwrap().paused(Duration::from_secs(7));
        other.succeeded();
        assert_eq!(breaker.admit().unwrap_err(), Duration::from_secs(7));
        clock.pass(Duration::from_secs(7));
        breaker.admit().unwrap().paused(Duration::MAX);
        assert_eq!(breaker.admit().unwrap_err(), PAUSE);
    }
}
