//! The clock: the system's, or in tests one that the test sets.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A clock.
///
/// It is the system's and not a monotonic one, because entries on disk grow old while no
/// process runs. If it is set back by less than a minute, entries seem younger by as much;
/// entries from further in the future are revalidated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    #[cfg(test)]
    set: tests::Set,
}

impl Clock {
    /// The time since 1970.
    pub(crate) fn now(&self) -> Duration {
        #[cfg(test)]
        if let Some(time) = tests::time(&self.set) {
            return time;
        }
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A midnight.
    const MIDNIGHT: Duration = Duration::from_secs(1_700_006_400);

    /// The time that a test has set.
    pub(super) type Set = Option<Time>;

    #[derive(Clone, Debug)]
    pub(super) enum Time {
        /// Milliseconds since 1970.
        Set(Arc<AtomicU64>),
        /// That of tokio, which it was at 0 o'clock.
        Paused(tokio::time::Instant),
    }

    pub(super) fn time(set: &Set) -> Option<Duration> {
        Some(match set.as_ref()? {
            Time::Set(set) => Duration::from_millis(set.load(Ordering::SeqCst)),
            Time::Paused(midnight) => MIDNIGHT + midnight.elapsed(),
        })
    }

    impl Clock {
        /// A clock that stands still until it is [moved](Clock::advance).
        pub(crate) fn stopped() -> Clock {
            Clock {
                set: Some(Time::Set(Arc::new(AtomicU64::new(1_700_000_000_000)))),
            }
        }

        /// A clock that goes with tokio's, which a test has paused. It is midnight.
        pub(crate) fn paused() -> Clock {
            Clock {
                set: Some(Time::Paused(tokio::time::Instant::now())),
            }
        }

        /// Lets time pass.
        pub(crate) fn advance(&self, time: Duration) {
            if let Some(Time::Set(set)) = &self.set {
                let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                set.fetch_add(milliseconds, Ordering::SeqCst);
            }
        }

        /// Sets the clock back, as an administrator does.
        pub(crate) fn set_back(&self, time: Duration) {
            if let Some(Time::Set(set)) = &self.set {
                let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                set.fetch_sub(milliseconds, Ordering::SeqCst);
            }
        }
    }
}
