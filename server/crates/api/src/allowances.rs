//! What each token may still request: counted, announced in every response, and enforced.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::HeaderMap;
use axum::response::Response;
use parking_lot::Mutex;
use product_pool::client::{Allowance, Allowances};
use product_pool_http::responses::problem::Problem;

/// The periods of both limits, in seconds: each begins when the time since 1970 is a multiple of it.
const RATE_PERIOD: u64 = 60;
const QUOTA_PERIOD: u64 = 86_400;

/// The requests a minute of a token that has a quota: as many as the example of the service's
/// documentation announces.
const RATE: u64 = 200;

/// The limits of each token, and what it has used of them.
#[derive(Debug, Default)]
pub struct TokenLimits {
    /// The number of requests a minute; 0 for no limit, of which nothing is announced.
    pub rate: u64,
    /// The number of requests a day; 0 for no limit.
    pub quota: u64,
    /// By token, and only for tokens that the catalogue has.
    used: Mutex<HashMap<String, [Used; 2]>>,
}

/// How many requests were made in a period.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    period: u64,
    count: u64,
}

impl TokenLimits {
    /// A limit of that many requests a day, if it is not 0, and with it of the usual number a minute.
    pub fn new(quota: u64) -> TokenLimits {
        TokenLimits {
            rate: if quota > 0 { RATE } else { 0 },
            quota,
            used: Mutex::default(),
        }
    }

    /// Counts a request with that token, and returns what is left.
    ///
    /// # Errors
    /// The response, 429, if one of the limits is reached.
    pub(crate) fn count(&self, token: &str) -> Result<Allowances, Box<Response>> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        self.count_at(token, now.unwrap_or_default())
            .map_err(|(left, wait)| {
                let detail = "this token has used up its requests; try again later";
                let mut response = Problem::too_many(detail, Duration::from_secs(wait));
                announce(left, response.headers_mut());
                Box::new(response)
            })
    }

    fn count_at(&self, token: &str, now: Duration) -> Result<Allowances, (Allowances, u64)> {
        let limits = [(self.rate, RATE_PERIOD), (self.quota, QUOTA_PERIOD)];
        if limits.iter().all(|(limit, _)| *limit == 0) {
            return Ok(Allowances::default());
        }
        let seconds = now.as_secs();
        let mut used = self.used.lock();
        let used = used.entry(token.to_owned()).or_default();
        let mut wait = None;
        for (used, (limit, period)) in used.iter_mut().zip(limits) {
            if used.period != seconds / period {
                (used.period, used.count) = (seconds / period, 0);
            }
            if limit > 0 && used.count >= limit {
                wait = Some(period - seconds % period);
            }
        }
        if wait.is_none() {
            used.iter_mut().for_each(|used| used.count += 1);
        }
        let left = |(used, (limit, _)): (&Used, (u64, u64))| {
            let remaining = limit.saturating_sub(used.count);
            (limit > 0).then(|| Allowance::new(limit, remaining))
        };
        let [rate, quota] = [0, 1].map(|which| left((&used[which], limits[which])));
        let mut left = Allowances::default();
        (left.rate, left.quota) = (rate, quota);
        wait.map_or(Ok(left), |wait| Err((left, wait)))
    }
}

/// Announces what is left.
pub(crate) fn announce(left: Allowances, headers: &mut HeaderMap) {
    for (names, allowance) in Allowances::HEADERS.into_iter().zip([left.rate, left.quota]) {
        if let Some(left) = allowance {
            for (name, value) in names.into_iter().zip([left.limit, left.remaining]) {
                headers.insert(name, value.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_token_has_its_own_limits() {
        let limits = TokenLimits {
            rate: 2,
            ..TokenLimits::new(3)
        };
        let noon = Duration::from_secs(1_700_049_600);
        let left = |token: &str, later: u64| {
            let counted = limits.count_at(token, noon + Duration::from_secs(later));
            let (left, wait) = counted.map_or_else(|(left, wait)| (left, wait), |left| (left, 0));
            (
                left.rate.unwrap().remaining,
                left.quota.unwrap().remaining,
                wait,
            )
        };
        assert_eq!(left("a", 0), (1, 2, 0));
        assert_eq!(left("a", 59), (0, 1, 0));
        assert_eq!(left("a", 59), (0, 1, 1), "a refused request does not count");
        assert_eq!(left("b", 59), (1, 2, 0));
        assert_eq!(left("a", 60), (1, 0, 0));
        assert_eq!(left("a", 120), (2, 0, 43_080));
        assert_eq!(left("a", 43_200), (1, 2, 0));
    }

    #[test]
    fn nothing_is_announced_without_limits() {
        let left = TokenLimits::default().count("a").unwrap();
        assert_eq!(left, Allowances::default());
    }
}
