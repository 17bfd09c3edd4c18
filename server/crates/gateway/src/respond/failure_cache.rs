//! The cache of failures: requests that failed recently are not sent again for a while.
//!
//! A broken record is requested as often as a sound one, and would fail each time. Its failure
//! is cached for 2 s, and twice as long after each further one, up to 10 s: clients wait
//! that long before they try again, and a shopper should not wait for longer to learn that
//! there is no response.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache as Memory;

use crate::clock::Clock;
use crate::failure::Failure;

/// How long a failure is remembered: at first, and at most.
const MIN_WAIT: Duration = Duration::from_secs(2);
const MAX_WAIT: Duration = Duration::from_secs(10);
/// The longest if the upstream says how long.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(300);
/// How long after a failure the next one still counts as a repeated one.
const MEMORY: Duration = Duration::from_secs(600);
/// The bytes that all of them may take. Beyond that the oldest are evicted, and merely sent
/// again.
const CAPACITY: u64 = 1 << 20;
/// What each takes in addition to its key, in bytes.
const OVERHEAD: usize = 256;

/// The failures of recent requests.
pub(crate) struct FailureCache {
    clock: Clock,
    failures: Memory<Arc<str>, Recent>,
}

#[derive(Clone)]
struct Recent {
    failure: Failure,
    until: Duration,
    wait: Duration,
    recoveries: u64,
}

impl FailureCache {
    pub(crate) fn new(clock: Clock) -> FailureCache {
        FailureCache {
            clock,
            failures: Memory::builder()
                .max_capacity(CAPACITY)
                .weigher(|key: &Arc<str>, _| {
                    u32::try_from(key.len() + OVERHEAD).unwrap_or(u32::MAX)
                })
                .time_to_live(MEMORY)
                .build(),
        }
    }

    /// The failure of a request that is not to be sent, and for how long. `recoveries` is how
    /// often the breaker was closed again: failures from before the last time no longer count.
    pub(crate) fn get(&self, key: &Arc<str>, recoveries: u64) -> Option<(Failure, Duration)> {
        let recent = self.failures.get(key)?;
        // Never longer than `MAX_RETRY_AFTER`, even if the clock was set back.
        let left = recent
            .until
            .saturating_sub(self.clock.now())
            .min(MAX_RETRY_AFTER);
        let holds = !left.is_zero() && recent.recoveries == recoveries;
        holds.then_some((recent.failure, left))
    }

    /// Notes a failure. Returns how long the request is not sent again, if the
    /// failure is the request's own.
    pub(crate) fn record(
        &self,
        key: &Arc<str>,
        failure: &Failure,
        recoveries: u64,
    ) -> Option<Duration> {
        let before = self
            .failures
            .get(key)
            .map_or(Duration::ZERO, |recent| recent.wait);
        let wait = match failure {
            Failure::Unavailable(time) | Failure::Elsewhere(time) => {
                (*time).clamp(MIN_WAIT, MAX_RETRY_AFTER)
            }
            _ if failure.is_of_request() => (before * 2).clamp(MIN_WAIT, MAX_WAIT),
            _ => return None,
        };
        let recent = Recent {
            failure: failure.clone(),
            until: self.clock.now() + wait,
            wait,
            recoveries,
        };
        self.failures.insert(key.clone(), recent);
        Some(wait)
    }

    /// Forgets a request that succeeded.
    pub(crate) fn forget(&self, key: &Arc<str>) {
        self.failures.invalidate(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure_cache() -> (Clock, FailureCache) {
        let clock = Clock::stopped();
        (clock.clone(), FailureCache::new(clock))
    }

    #[test]
    fn the_wait_doubles_with_each_failure() {
        let (clock, failures) = failure_cache();
        let key: Arc<str> = "a".into();
        let mut waits = Vec::new();
        for _ in 0..7 {
            assert!(failures.get(&key, 0).is_none());
            let wait = failures.record(&key, &Failure::Status(500), 0).unwrap();
            let (failure, left) = failures.get(&key, 0).unwrap();
            assert_eq!((failure, left), (Failure::Status(500), wait));
            waits.push(wait.as_secs());
            clock.advance(wait);
        }
        assert_eq!(waits, [2, 4, 8, 10, 10, 10, 10]);
        failures.forget(&key);
        for failure in [Failure::Timeout, Failure::NoRoom] {
            let wait = failures.record(&key, &failure, 0);
            assert_eq!(wait, Some(MIN_WAIT), "{failure}");
            failures.forget(&key);
        }
        failures.record(&key, &Failure::Timeout, 0);
        assert!(failures.get(&"b".into(), 0).is_none());
        assert!(failures.get(&key, 1).is_none(), "the upstream came back");
    }

    #[test]
    fn failures_of_the_gateway_are_not_cached() {
        let (_, failures) = failure_cache();
        let key: Arc<str> = "a".into();
        for failure in [
            Failure::Token,
            Failure::QueueFull,
            Failure::Busy(MIN_WAIT),
            Failure::BreakerOpen(MIN_WAIT),
        ] {
            assert_eq!(failures.record(&key, &failure, 0), None);
            assert!(failures.get(&key, 0).is_none());
        }
    }

    #[test]
    fn retry_after_is_clamped() {
        let (clock, failures) = failure_cache();
        let key: Arc<str> = "a".into();
        for (retry_after, wait) in [
            (0, MIN_WAIT),
            (7, Duration::from_secs(7)),
            (100_000, MAX_RETRY_AFTER),
        ] {
            let failure = Failure::Unavailable(Duration::from_secs(retry_after));
            assert_eq!(failures.record(&key, &failure, 0), Some(wait));
        }
        clock.set_back(Duration::from_secs(100_000));
        assert_eq!(failures.get(&key, 0).unwrap().1, MAX_RETRY_AFTER);
    }

    #[test]
    fn memory_is_bounded() {
        let (_, failures) = failure_cache();
        for n in 0..5_000 {
            let key: Arc<str> = format!("{n}{}", "x".repeat(8_000)).into();
            failures.record(&key, &Failure::Timeout, 0);
        }
        failures.failures.run_pending_tasks();
        assert!(failures.failures.weighted_size() <= CAPACITY);
    }
}
