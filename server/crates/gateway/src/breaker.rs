//! The circuit breaker: when the upstream gets no requests.
//!
//! A record that fails says nothing about the others, so what counts is the share of
//! *different* recent requests that failed. If it is too large, the gateway sends a probe, a
//! request of its own, and the breaker opens only if that fails too. While it is open, further
//! probes decide when it closes. So no client can open it, whatever it requests, while the
//! upstream works.
//!
//! Apart from that, an upstream that asks for a pause gets no requests for that long.

use std::collections::VecDeque;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;

/// How many different requests count, and for how long.
const RECENT: usize = 20;
const WINDOW: Duration = Duration::from_secs(30);
/// How many of them must have failed, at least; and at least half.
const FAILURES: usize = 5;
/// How long after a successful probe failures are not probed again.
const PROBED: Duration = Duration::from_secs(1);
/// How long the breaker stays open at first, and at most.
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

/// The state of the breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Requests are sent.
    Closed,
    /// A probe is due or under way.
    HalfOpen,
    /// No requests are sent.
    Open,
}

impl Standing {
    /// The state's name in metrics and probes.
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
    /// The latest different requests, the last one at the end.
    recent: VecDeque<Recent>,
    /// No requests are sent before this time.
    until: Duration,
    /// How long the breaker was last opened for; zero while it is closed.
    wait: Duration,
    /// Whether a probe is under way.
    probing: bool,
    /// When a probe last succeeded.
    probed: Option<Duration>,
    /// How often the breaker was closed again.
    recoveries: u64,
}

/// A request, and how it ended the last time.
#[derive(Clone, Copy, Debug)]
struct Recent {
    target: u64,
    at: Duration,
    failed: bool,
}

/// Whether a request may be sent.
#[derive(Debug)]
pub(crate) enum Admission<'a> {
    /// It is sent.
    Send,
    /// It is sent if a probe succeeds first.
    Probe(Trial<'a>),
}

/// A probe that is to be sent.
#[derive(Debug)]
#[must_use]
pub(crate) struct Trial<'a> {
    breaker: &'a Breaker,
    ended: bool,
}

impl Breaker {
    pub(crate) fn new(clock: Clock) -> Breaker {
        Breaker {
            clock,
            state: Mutex::default(),
        }
    }

    /// The time, and the state at that time: a clock that was set back must not
    /// keep the breaker open for hours.
    fn now(&self) -> (Duration, MutexGuard<'_, State>) {
        let now = self.clock.now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.until = state.until.min(now + PAUSE);
        (now, state)
    }

    /// Whether a request may be sent.
    ///
    /// # Errors
    /// How long to wait.
    pub(crate) fn admit(&self) -> Result<Admission<'_>, Duration> {
        let (now, mut state) = self.now();
        if now < state.until {
            return Err(state.until - now);
        }
        if state.wait.is_zero() {
            return Ok(Admission::Send);
        }
        if state.probing {
            return Err(FIRST);
        }
        Ok(Admission::Probe(self.trial(&mut state)))
    }

    /// How long no requests are sent; `None` if they are.
    pub(crate) fn open_for(&self) -> Option<Duration> {
        let (now, state) = self.now();
        if now < state.until {
            return Some(state.until - now);
        }
        (!state.wait.is_zero() && state.probing).then_some(FIRST)
    }

    /// The current state.
    pub(crate) fn standing(&self) -> Standing {
        let (now, state) = self.now();
        if now < state.until {
            Standing::Open
        } else if state.wait.is_zero() {
            Standing::Closed
        } else {
            Standing::HalfOpen
        }
    }

    /// How often the breaker was closed again: requests that failed before are then worth
    /// another try.
    pub(crate) fn recoveries(&self) -> u64 {
        self.now().1.recoveries
    }

    /// Notes that the upstream responded as one that works.
    pub(crate) fn answered(&self, target: &str) {
        let (now, mut state) = self.now();
        state.note(now, target, false);
    }

    /// Notes a failure. Returns a probe to be sent if there are too many.
    pub(crate) fn failed(&self, target: &str) -> Option<Trial<'_>> {
        let (now, mut state) = self.now();
        state.note(now, target, true);
        let failed = state.recent.iter().filter(|recent| recent.failed).count();
        let many = failed >= FAILURES && failed * 2 >= state.recent.len();
        if many { self.suspect(now, state) } else { None }
    }

    /// Returns a probe to be sent before the upstream gets a pause that it asks for, unless
    /// one has just succeeded.
    pub(crate) fn doubt(&self) -> Option<Trial<'_>> {
        let (now, state) = self.now();
        self.suspect(now, state)
    }

    fn suspect(&self, now: Duration, mut state: MutexGuard<'_, State>) -> Option<Trial<'_>> {
        let probed = state.probed.is_some_and(|at| now.abs_diff(at) < PROBED);
        let open = now < state.until || !state.wait.is_zero();
        if probed || open || state.probing {
            return None;
        }
        Some(self.trial(&mut state))
    }

    fn trial(&self, state: &mut State) -> Trial<'_> {
        state.probing = true;
        Trial {
            breaker: self,
            ended: false,
        }
    }

    /// Stops all requests for as long as the upstream asks, within bounds.
    pub(crate) fn pause(&self, time: Duration) {
        let (now, mut state) = self.now();
        let until = now + time.clamp(Duration::from_secs(1), PAUSE);
        state.until = state.until.max(until);
    }
}

impl State {
    fn note(&mut self, now: Duration, target: &str, failed: bool) {
        let mut hash = DefaultHasher::new();
        target.hash(&mut hash);
        let target = hash.finish();
        let current = |recent: &Recent| recent.target != target && now.abs_diff(recent.at) < WINDOW;
        self.recent.retain(current);
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Recent {
            target,
            at: now,
            failed,
        });
    }
}

impl Trial<'_> {
    /// The probe succeeded: the breaker closes, or stays closed.
    pub(crate) fn succeeded(mut self) {
        self.ended = true;
        let (now, mut state) = self.breaker.now();
        if !state.wait.is_zero() {
            tracing::info!("the upstream answers again");
            state.recoveries += 1;
        }
        state.probing = false;
        state.probed = Some(now);
        state.wait = Duration::ZERO;
        // The failures so far were due to single records.
        state.recent.clear();
    }

    /// The probe failed: the breaker opens. Returns for how long.
    pub(crate) fn failed(mut self) -> Duration {
        self.ended = true;
        let (now, mut state) = self.breaker.now();
        state.probing = false;
        state.recent.clear();
        state.wait = (state.wait * 2).clamp(FIRST, LONGEST);
        state.until = state.until.max(now + state.wait);
        tracing::warn!(
            "the upstream fails, and so does a probe: it gets no requests for {} s",
            state.wait.as_secs()
        );
        state.until - now
    }
}

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.breaker.now().1.probing = false;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn breaker() -> (Clock, Breaker) {
        let clock = Clock::standing();
        (clock.clone(), Breaker::new(clock))
    }

    fn probe(breaker: &Breaker) -> Trial<'_> {
        match breaker.admit() {
            Ok(Admission::Probe(trial)) => trial,
            other => panic!("{other:?}"),
        }
    }

    fn sends(breaker: &Breaker) -> bool {
        matches!(breaker.admit(), Ok(Admission::Send))
    }

    /// A breaker that has opened for the first time.
    fn open() -> (Clock, Breaker) {
        let (clock, breaker) = breaker();
        for n in 1..FAILURES {
            assert!(breaker.failed(&n.to_string()).is_none());
        }
        assert_eq!(breaker.standing(), Standing::Closed);
        assert_eq!(breaker.failed("last").unwrap().failed(), FIRST);
        (clock, breaker)
    }

    #[test]
    fn it_opens_after_different_failures_and_probes_close_it() {
        let (clock, breaker) = open();
        assert_eq!(breaker.admit().unwrap_err(), FIRST);
        assert_eq!(breaker.open_for(), Some(FIRST));
        assert_eq!(breaker.standing(), Standing::Open);
        clock.pass(FIRST);
        assert_eq!(breaker.standing(), Standing::HalfOpen);
        assert_eq!(breaker.open_for(), None, "the next request is for a probe");
        let trial = probe(&breaker);
        assert_eq!(breaker.standing(), Standing::HalfOpen);
        assert!(breaker.admit().is_err(), "one probe at a time");
        assert_eq!(trial.failed(), FIRST * 2);
        clock.pass(FIRST * 2);
        // A probe that is cancelled leaves the decision to the next.
        drop(probe(&breaker));
        assert_eq!(breaker.recoveries(), 0);
        probe(&breaker).succeeded();
        assert_eq!(breaker.standing(), Standing::Closed);
        assert_eq!(breaker.recoveries(), 1);
        assert!(sends(&breaker) && sends(&breaker));
    }

    #[test]
    fn one_request_that_fails_all_the_time_is_one_failure() {
        let (clock, breaker) = breaker();
        for n in 0..1000 {
            assert!(breaker.failed(["a", "b", "c", "d"][n % 4]).is_none());
            clock.pass(Duration::from_millis(100));
        }
        assert!(sends(&breaker));
    }

    #[test]
    fn failures_among_more_successes_are_not_enough() {
        let (_, breaker) = breaker();
        for n in 0..1000 {
            assert!(breaker.failed(&format!("broken {n}")).is_none());
            breaker.answered(&format!("well {n}"));
            breaker.answered(&format!("also well {n}"));
        }
        assert!(sends(&breaker));
    }

    #[test]
    fn failures_of_long_ago_do_not_count() {
        let (clock, breaker) = breaker();
        for n in 0..100 {
            assert!(breaker.failed(&n.to_string()).is_none(), "{n}");
            clock.pass(WINDOW / 4);
        }
    }

    #[test]
    fn a_probe_that_succeeds_keeps_it_closed() {
        let (clock, breaker) = breaker();
        let mut probes = 0;
        // One client, a hundred broken records a second, for a minute.
        for n in 0..6_000 {
            if let Some(trial) = breaker.failed(&n.to_string()) {
                probes += 1;
                trial.succeeded();
            }
            assert!(sends(&breaker));
            clock.pass(Duration::from_millis(10));
        }
        assert!((1..=60).contains(&probes), "{probes}");
    }

    #[test]
    fn failures_during_a_probe_send_no_other() {
        let (_, breaker) = breaker();
        let trials: Vec<_> = (0..40)
            .filter_map(|n| breaker.failed(&n.to_string()))
            .collect();
        assert_eq!(trials.len(), 1);
        assert!(breaker.doubt().is_none());
        assert!(sends(&breaker), "requests go on meanwhile");
        for trial in trials {
            trial.succeeded();
        }
        assert!(breaker.doubt().is_none(), "it has just succeeded");
    }

    #[test]
    fn waits_grow_to_an_end() {
        let (clock, breaker) = open();
        for _ in 0..20 {
            clock.pass(breaker.admit().unwrap_err());
            probe(&breaker).failed();
        }
        assert_eq!(breaker.admit().unwrap_err(), LONGEST);
    }

    #[test]
    fn a_clock_set_back_keeps_it_open_for_no_longer_than_a_pause() {
        let (clock, breaker) = breaker();
        clock.pass(Duration::from_secs(100_000));
        breaker.pause(PAUSE);
        clock.set_back(Duration::from_secs(90_000));
        assert!(breaker.open_for().is_some());
        clock.pass(PAUSE);
        assert!(breaker.open_for().is_none());
    }

    #[test]
    fn a_pause_is_granted_within_bounds() {
        let (clock, breaker) = breaker();
        breaker.pause(Duration::from_secs(7));
        breaker.answered("under way");
        assert_eq!(breaker.admit().unwrap_err(), Duration::from_secs(7));
        clock.pass(Duration::from_secs(7));
        assert!(sends(&breaker), "no probe is needed after a pause");
        breaker.pause(Duration::MAX);
        assert_eq!(breaker.admit().unwrap_err(), PAUSE);
    }

    proptest! {
        #[test]
        fn it_opens_by_failed_probes_only(
            events in proptest::collection::vec((0..40_u8, any::<bool>(), 0..3_000_u64), 0..300),
        ) {
            let (clock, breaker) = breaker();
            for (target, fails, time) in events {
                if fails {
                    if let Some(trial) = breaker.failed(&target.to_string()) {
                        trial.succeeded();
                    }
                } else {
                    breaker.answered(&target.to_string());
                }
                prop_assert!(sends(&breaker));
                clock.pass(Duration::from_millis(time));
            }
        }
    }
}
