//! The ceiling: a limit of the requests that the upstream gets a second.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::failure::CLIENT_PATIENCE;

/// Spaces requests to the upstream evenly, in the order in which they came.
pub(crate) struct Ceiling {
    limiter: Option<DefaultDirectRateLimiter>,
    /// Held by the request that is next.
    next: Mutex<()>,
    /// Held by the gateway's own request that is next: the others do not queue ahead of
    /// clients' requests.
    next_own: Mutex<()>,
}

impl Ceiling {
    /// A ceiling of that many requests a second; no limit if it is 0.
    pub(crate) fn new(rate: u32) -> Ceiling {
        let rate = NonZeroU32::new(rate);
        // No bursts: even after a rest, a second has no more than that many.
        let quota = rate.map(|rate| Quota::per_second(rate).allow_burst(NonZeroU32::MIN));
        Ceiling {
            limiter: quota.map(RateLimiter::direct),
            next: Mutex::new(()),
            next_own: Mutex::new(()),
        }
    }

    /// Waits for the turn of a client's request. False if it did not come in time.
    pub(crate) async fn turn(&self) -> bool {
        self.within(CLIENT_PATIENCE, self.line()).await
    }

    /// Waits for the turn of one of the gateway's own requests. False if it did not come in
    /// time.
    pub(crate) async fn later(&self, patience: Duration) -> bool {
        let line = async {
            let _next = self.next_own.lock().await;
            self.line().await;
        };
        self.within(patience, line).await
    }

    /// Counts a request that is sent without waiting for its turn.
    pub(crate) fn count(&self) {
        if let Some(limiter) = &self.limiter {
            let _ = limiter.check();
        }
    }

    async fn within(&self, patience: Duration, line: impl Future<Output = ()>) -> bool {
        self.limiter.is_none() || timeout(patience, line).await.is_ok()
    }

    async fn line(&self) {
        let Some(limiter) = &self.limiter else {
            return;
        };
        let _next = self.next.lock().await;
        limiter.until_ready().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_wait_for_a_permit_or_time_out() {
        let ceiling = Ceiling::new(1);
        assert!(ceiling.turn().await, "the first does not wait");
        // The last in the queue would wait for more than a second.
        let (second, third) = tokio::join!(ceiling.turn(), ceiling.turn());
        assert!(!third, "{second}");
        assert!(Ceiling::new(0).turn().await);
    }

    #[tokio::test]
    async fn background_requests_do_not_delay_clients() {
        let ceiling = Ceiling::new(5);
        let hour = Duration::from_secs(3600);
        let own = async {
            let waits = (0..10).map(|_| ceiling.later(hour));
            futures_util::future::join_all(waits).await
        };
        let client = async {
            tokio::task::yield_now().await;
            ceiling.turn().await
        };
        let both = async { tokio::join!(own, client).1 };
        assert!(both.await, "its turn comes before most of theirs");
    }
}
