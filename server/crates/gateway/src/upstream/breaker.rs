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
use std::time::Duration;

use crate::clock::Clock;
use parking_lot::{Mutex, MutexGuard};

/// How many different requests count, and for how long.
const MAX_RECENT: usize = 20;
const WINDOW: Duration = Duration::from_secs(30);
/// How many of them must have failed, at least; and at least half.
const MIN_FAILURES: usize = 5;
/// How long after a successful probe failures start no other.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// How long the breaker stays open at first, and at most.
const MIN_OPEN: Duration = Duration::from_secs(2);
const MAX_OPEN: Duration = Duration::from_secs(60);
/// The longest pause that an upstream is granted.
const MAX_PAUSE: Duration = Duration::from_secs(300);

/// Counts failures and opens when there are too many.
#[derive(Debug)]
pub(crate) struct Breaker {
    clock: Clock,
    inner: Mutex<Inner>,
}

/// The state of the breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BreakerState {
    /// Requests are sent.
    Closed,
    /// A probe is due or under way.
    HalfOpen,
    /// No requests are sent.
    Open,
}

impl BreakerState {
    /// The state's name in metrics and probes.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            BreakerState::Closed => "closed",
            BreakerState::HalfOpen => "half_open",
            BreakerState::Open => "open",
        }
    }
}

#[derive(Debug, Default)]
struct Inner {
    /// The latest different requests, the last one at the end.
    recent: VecDeque<Recent>,
    /// No requests are sent before this time.
    open_until: Duration,
    /// How long the breaker was last opened for; zero while it is closed.
    open_time: Duration,
    /// Whether a probe is under way.
    is_probing: bool,
    /// When a probe last succeeded.
    last_success: Option<Duration>,
    /// How often the breaker was closed again.
    recoveries: u64,
}

/// A request, and whether it failed the last time.
#[derive(Clone, Copy, Debug)]
struct Recent {
    target: u64,
    at: Duration,
    has_failed: bool,
}

/// A probe that is to be sent.
#[derive(Debug)]
#[must_use]
pub(crate) struct Probe<'a> {
    breaker: &'a Breaker,
    is_done: bool,
}

impl Breaker {
    pub(crate) fn new(clock: Clock) -> Breaker {
        Breaker {
            clock,
            inner: Mutex::default(),
        }
    }

    /// The time, and the state at that time: a clock that was set back must not
    /// keep the breaker open for hours.
    fn now(&self) -> (Duration, MutexGuard<'_, Inner>) {
        let now = self.clock.now();
        let mut inner = self.inner.lock();
        inner.open_until = inner.open_until.min(now + MAX_PAUSE);
        (now, inner)
    }

    /// Whether a request may be sent; if there is a probe, only once that has succeeded.
    ///
    /// # Errors
    /// How long to wait.
    pub(crate) fn admit(&self) -> Result<Option<Probe<'_>>, Duration> {
        let (now, mut inner) = self.now();
        match inner.open_for(now) {
            Some(wait) => Err(wait),
            None if inner.open_time.is_zero() => Ok(None),
            None => Ok(Some(self.start_probe(&mut inner))),
        }
    }

    /// How long no requests are sent; `None` if they are.
    pub(crate) fn open_for(&self) -> Option<Duration> {
        let (now, inner) = self.now();
        inner.open_for(now)
    }

    /// The current state.
    pub(crate) fn state(&self) -> BreakerState {
        let (now, inner) = self.now();
        if now < inner.open_until {
            BreakerState::Open
        } else if inner.open_time.is_zero() {
            BreakerState::Closed
        } else {
            BreakerState::HalfOpen
        }
    }

    /// How often the breaker was closed again: requests that failed before are then worth
    /// another try.
    pub(crate) fn recoveries(&self) -> u64 {
        self.now().1.recoveries
    }

    /// Records a response: the upstream works.
    pub(crate) fn record_success(&self, target: &str) {
        let (now, mut inner) = self.now();
        inner.record(now, target, false);
    }

    /// Records a failure. Returns a probe to be sent if there are too many.
    pub(crate) fn record_failure(&self, target: &str) -> Option<Probe<'_>> {
        let (now, mut inner) = self.now();
        inner.record(now, target, true);
        let failures = inner.recent.iter().filter(|recent| recent.has_failed);
        let failures = failures.count();
        let too_many = failures >= MIN_FAILURES && failures * 2 >= inner.recent.len();
        (too_many && inner.may_probe(now)).then(|| self.start_probe(&mut inner))
    }

    /// Returns a probe to be sent before the upstream gets a pause that it asks for, unless
    /// one has just succeeded.
    pub(crate) fn probe_before_pause(&self) -> Option<Probe<'_>> {
        let (now, mut inner) = self.now();
        inner.may_probe(now).then(|| self.start_probe(&mut inner))
    }

    fn start_probe(&self, inner: &mut Inner) -> Probe<'_> {
        inner.is_probing = true;
        Probe {
            breaker: self,
            is_done: false,
        }
    }

    /// Stops all requests for as long as the upstream asks, within bounds.
    pub(crate) fn pause(&self, time: Duration) {
        let (now, mut inner) = self.now();
        let until = now + time.clamp(Duration::from_secs(1), MAX_PAUSE);
        inner.open_until = inner.open_until.max(until);
    }
}

impl Inner {
    /// How long no requests are sent; `None` if they are.
    fn open_for(&self, now: Duration) -> Option<Duration> {
        if now < self.open_until {
            return Some(self.open_until - now);
        }
        (!self.open_time.is_zero() && self.is_probing).then_some(MIN_OPEN)
    }

    /// Whether failures start a probe: the breaker is closed, no probe is under way, and none
    /// has just succeeded.
    fn may_probe(&self, now: Duration) -> bool {
        let is_open = now < self.open_until || !self.open_time.is_zero();
        let has_succeeded = |at| now.abs_diff(at) < PROBE_INTERVAL;
        !is_open && !self.is_probing && !self.last_success.is_some_and(has_succeeded)
    }

    fn record(&mut self, now: Duration, target: &str, has_failed: bool) {
        let mut hash = DefaultHasher::new();
        target.hash(&mut hash);
        let target = hash.finish();
        let counts = |recent: &Recent| recent.target != target && now.abs_diff(recent.at) < WINDOW;
        self.recent.retain(counts);
        if self.recent.len() == MAX_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Recent {
            target,
            at: now,
            has_failed,
        });
    }
}

impl Probe<'_> {
    /// Records that the probe succeeded: the breaker closes, or stays closed.
    pub(crate) fn succeeded(mut self) {
        self.is_done = true;
        let (now, mut inner) = self.breaker.now();
        if !inner.open_time.is_zero() {
            tracing::info!("the upstream is available again");
            inner.recoveries += 1;
        }
        inner.is_probing = false;
        inner.last_success = Some(now);
        inner.open_time = Duration::ZERO;
        // The failures so far were due to single records.
        inner.recent.clear();
    }

    /// Records that the probe failed: the breaker opens. Returns for how long.
    pub(crate) fn failed(mut self) -> Duration {
        self.is_done = true;
        let (now, mut inner) = self.breaker.now();
        inner.is_probing = false;
        inner.recent.clear();
        inner.open_time = (inner.open_time * 2).clamp(MIN_OPEN, MAX_OPEN);
        inner.open_until = inner.open_until.max(now + inner.open_time);
        tracing::warn!(
            "the upstream fails, and a probe failed too: it gets no requests for {} s",
            inner.open_time.as_secs()
        );
        inner.open_until - now
    }
}

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.breaker.now().1.is_probing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn breaker() -> (Clock, Breaker) {
        let clock = Clock::stopped();
        (clock.clone(), Breaker::new(clock))
    }

    fn probe(breaker: &Breaker) -> Probe<'_> {
        match breaker.admit() {
            Ok(Some(probe)) => probe,
            other => panic!("{other:?}"),
        }
    }

    fn sends(breaker: &Breaker) -> bool {
        matches!(breaker.admit(), Ok(None))
    }

    /// A breaker that has opened for the first time.
    fn open() -> (Clock, Breaker) {
        let (clock, breaker) = breaker();
        for n in 1..MIN_FAILURES {
            assert!(breaker.record_failure(&n.to_string()).is_none());
        }
        assert_eq!(breaker.state(), BreakerState::Closed);
        assert_eq!(breaker.record_failure("last").unwrap().failed(), MIN_OPEN);
        (clock, breaker)
    }

    #[test]
    fn distinct_failures_open_it_and_a_probe_closes_it() {
        let (clock, breaker) = open();
        assert_eq!(breaker.admit().unwrap_err(), MIN_OPEN);
        assert_eq!(breaker.open_for(), Some(MIN_OPEN));
        assert_eq!(breaker.state(), BreakerState::Open);
        clock.advance(MIN_OPEN);
        assert_eq!(breaker.state(), BreakerState::HalfOpen);
        assert_eq!(breaker.open_for(), None, "the next request is for a probe");
        let first = probe(&breaker);
        assert_eq!(breaker.state(), BreakerState::HalfOpen);
        assert!(breaker.admit().is_err(), "one probe at a time");
        assert_eq!(first.failed(), MIN_OPEN * 2);
        clock.advance(MIN_OPEN * 2);
        // A probe that is cancelled leaves the decision to the next.
        drop(probe(&breaker));
        assert_eq!(breaker.recoveries(), 0);
        probe(&breaker).succeeded();
        assert_eq!(breaker.state(), BreakerState::Closed);
        assert_eq!(breaker.recoveries(), 1);
        assert!(sends(&breaker) && sends(&breaker));
    }

    #[test]
    fn repeated_failures_of_one_request_count_once() {
        let (clock, breaker) = breaker();
        for n in 0..1000 {
            assert!(
                breaker
                    .record_failure(["a", "b", "c", "d"][n % 4])
                    .is_none()
            );
            clock.advance(Duration::from_millis(100));
        }
        assert!(sends(&breaker));
    }

    #[test]
    fn a_minority_of_failures_does_not_open_it() {
        let (_, breaker) = breaker();
        for n in 0..1000 {
            assert!(breaker.record_failure(&format!("broken {n}")).is_none());
            breaker.record_success(&format!("well {n}"));
            breaker.record_success(&format!("also well {n}"));
        }
        assert!(sends(&breaker));
    }

    #[test]
    fn failures_outside_the_window_do_not_count() {
        let (clock, breaker) = breaker();
        for n in 0..100 {
            assert!(breaker.record_failure(&n.to_string()).is_none(), "{n}");
            clock.advance(WINDOW / 4);
        }
    }

    #[test]
    fn a_successful_probe_keeps_it_closed() {
        let (clock, breaker) = breaker();
        let mut probes = 0;
        // One client, a hundred broken records a second, for a minute.
        for n in 0..6_000 {
            if let Some(probe) = breaker.record_failure(&n.to_string()) {
                probes += 1;
                probe.succeeded();
            }
            assert!(sends(&breaker));
            clock.advance(Duration::from_millis(10));
        }
        assert!((1..=60).contains(&probes), "{probes}");
    }

    #[test]
    fn failures_during_a_probe_start_no_second_one() {
        let (_, breaker) = breaker();
        let probes: Vec<_> = (0..40)
            .filter_map(|n| breaker.record_failure(&n.to_string()))
            .collect();
        assert_eq!(probes.len(), 1);
        assert!(breaker.probe_before_pause().is_none());
        assert!(sends(&breaker), "requests go on meanwhile");
        for probe in probes {
            probe.succeeded();
        }
        assert!(
            breaker.probe_before_pause().is_none(),
            "it has just succeeded"
        );
    }

    #[test]
    fn open_times_double_up_to_the_maximum() {
        let (clock, breaker) = open();
        for _ in 0..20 {
            clock.advance(breaker.admit().unwrap_err());
            probe(&breaker).failed();
        }
        assert_eq!(breaker.admit().unwrap_err(), MAX_OPEN);
    }

    #[test]
    fn a_clock_set_back_does_not_extend_the_pause() {
        let (clock, breaker) = breaker();
        clock.advance(Duration::from_secs(100_000));
        breaker.pause(MAX_PAUSE);
        clock.set_back(Duration::from_secs(90_000));
        assert!(breaker.open_for().is_some());
        clock.advance(MAX_PAUSE);
        assert!(breaker.open_for().is_none());
    }

    #[test]
    fn a_pause_is_clamped() {
        let (clock, breaker) = breaker();
        breaker.pause(Duration::from_secs(7));
        breaker.record_success("under way");
        assert_eq!(breaker.admit().unwrap_err(), Duration::from_secs(7));
        clock.advance(Duration::from_secs(7));
        assert!(sends(&breaker), "no probe is needed after a pause");
        breaker.pause(Duration::MAX);
        assert_eq!(breaker.admit().unwrap_err(), MAX_PAUSE);
    }

    proptest! {
        #[test]
        fn only_failed_probes_open_it(
            events in proptest::collection::vec((0..40_u8, any::<bool>(), 0..3_000_u64), 0..300),
        ) {
            let (clock, breaker) = breaker();
            for (target, fails, time) in events {
                if fails {
                    if let Some(probe) = breaker.record_failure(&target.to_string()) {
                        probe.succeeded();
                    }
                } else {
                    breaker.record_success(&target.to_string());
                }
                prop_assert!(sends(&breaker));
                clock.advance(Duration::from_millis(time));
            }
        }
    }
}
