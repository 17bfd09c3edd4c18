//! Requests that failed recently, and are not sent again for a while.
//!
//! A broken record is requested as often as a sound one, and would fail each time. Its failure
//! is remembered for 2 s, and twice as long after each further one, up to 10 s: clients wait
//! that long before they try again, and a shopper should not wait for longer to learn that
//! there is no response.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache as Memory;

use crate::clock::Clock;
use crate::failure::Failure;

/// How long a failure is remembered: at first, and at most.
const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(10);
/// The longest if the upstream says how long.
const SAID: Duration = Duration::from_secs(300);
/// How long after a failure the next one still counts as a repeated one.
const KNOWN: Duration = Duration::from_secs(600);
/// The bytes that all of them may take. Beyond that the oldest are evicted, and merely sent
/// again.
const SPACE: u64 = 1 << 20;
/// What each takes in addition to its key, in bytes.
const OVERHEAD: usize = 256;

/// The requests that failed recently.
pub(crate) struct HeldBack {
    clock: Clock,
    known: Memory<Arc<str>, Known>,
}

#[derive(Clone)]
struct Known {
    failure: Failure,
    until: Duration,
    wait: Duration,
    recoveries: u64,
}

impl HeldBack {
    pub(crate) fn new(clock: Clock) -> HeldBack {
        HeldBack {
            clock,
            known: Memory::builder()
                .max_capacity(SPACE)
                .weigher(|key: &Arc<str>, _| {
                    u32::try_from(key.len() + OVERHEAD).unwrap_or(u32::MAX)
                })
                .time_to_live(KNOWN)
                .build(),
        }
    }

    /// The failure of a request that is not to be sent, and for how long. `recoveries` is how
    /// often the breaker was closed again: failures from before the last time no longer count.
    pub(crate) fn get(&self, key: &Arc<str>, recoveries: u64) -> Option<(Failure, Duration)> {
        let known = self.known.get(key)?;
        // Never longer than `SAID`, even if the clock was set back.
        let left = known.until.saturating_sub(self.clock.now()).min(SAID);
        let holds = !left.is_zero() && known.recoveries == recoveries;
        holds.then_some((known.failure, left))
    }

    /// Notes a failure. Returns how long the request is not sent again, if the
    /// failure is the request's own.
    pub(crate) fn note(
        &self,
        key: &Arc<str>,
        failure: &Failure,
        recoveries: u64,
    ) -> Option<Duration> {
        let before = self
            .known
            .get(key)
            .map_or(Duration::ZERO, |known| known.wait);
        let wait = match failure {
            Failure::Unreachable(_)
            | Failure::Timeout
            | Failure::Status(_)
            | Failure::Garbage(_) => (before * 2).clamp(FIRST, LONGEST),
            Failure::Unavailable(time) => (*time).clamp(FIRST, SAID),
            Failure::Token
            | Failure::Busy(_)
            | Failure::Closed(_)
            | Failure::Crowded
            | Failure::Throttled => {
                return None;
            }
        };
        let known = Known {
            failure: failure.clone(),
            until: self.clock.now() + wait,
            wait,
            recoveries,
        };
        self.known.insert(key.clone(), known);
        Some(wait)
    }

    /// Forgets a request that succeeded.
    pub(crate) fn forget(&self, key: &Arc<str>) {
        self.known.invalidate(key);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn held_back() -> (Clock, HeldBack) {
        let clock = Clock::standing();
        (clock.clone(), HeldBack::new(clock))
    }

    #[test]
    fn a_request_that_fails_is_held_back_for_longer_each_time() {
        let (clock, held_back) = held_back();
        let key: Arc<str> = "a".into();
        let mut waits = Vec::new();
        for _ in 0..7 {
            assert!(held_back.get(&key, 0).is_none());
            let wait = held_back.note(&key, &Failure::Status(500), 0).unwrap();
            let (failure, left) = held_back.get(&key, 0).unwrap();
            assert_eq!((failure, left), (Failure::Status(500), wait));
            waits.push(wait.as_secs());
            clock.pass(wait);
        }
        assert_eq!(waits, [2, 4, 8, 10, 10, 10, 10]);
        held_back.forget(&key);
        let wait = held_back.note(&key, &Failure::Timeout, 0);
        assert_eq!(wait, Some(FIRST));
        assert!(held_back.get(&"b".into(), 0).is_none());
        assert!(held_back.get(&key, 1).is_none(), "the upstream came back");
    }

    #[test]
    fn failures_of_the_gateway_are_not_the_requests() {
        let (_, held_back) = held_back();
        let key: Arc<str> = "a".into();
        for failure in [
            Failure::Token,
            Failure::Crowded,
            Failure::Busy(FIRST),
            Failure::Closed(FIRST),
        ] {
            assert_eq!(held_back.note(&key, &failure, 0), None);
            assert!(held_back.get(&key, 0).is_none());
        }
    }

    #[test]
    fn what_the_upstream_says_holds_within_bounds() {
        let (clock, held_back) = held_back();
        let key: Arc<str> = "a".into();
        for (said, wait) in [(0, FIRST), (7, Duration::from_secs(7)), (100_000, SAID)] {
            let failure = Failure::Unavailable(Duration::from_secs(said));
            assert_eq!(held_back.note(&key, &failure, 0), Some(wait));
        }
        clock.set_back(Duration::from_secs(100_000));
        assert_eq!(held_back.get(&key, 0).unwrap().1, SAID);
    }

    #[test]
    fn it_takes_no_more_than_its_space() {
        let (_, held_back) = held_back();
        for n in 0..5_000 {
            let key: Arc<str> = format!("{n}{}", "x".repeat(8_000)).into();
            held_back.note(&key, &Failure::Timeout, 0);
        }
        held_back.known.run_pending_tasks();
        assert!(held_back.known.weighted_size() <= SPACE);
    }
}
