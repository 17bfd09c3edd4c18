//! The back-off of jobs that try again after failures.

use std::time::Duration;

/// How long to wait after that many consecutive failures: `first`, doubled by each further one,
/// up to `longest`.
pub(crate) fn backoff(first: Duration, longest: Duration, failures: u32) -> Duration {
    let doubled = 1_u32.checked_shl(failures.saturating_sub(1));
    first
        .saturating_mul(doubled.unwrap_or(u32::MAX))
        .min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_doubles_up_to_the_maximum() {
        let (first, longest) = (Duration::from_millis(500), Duration::from_secs(300));
        let wait = |failures| backoff(first, longest, failures);
        assert_eq!([wait(0), wait(1)], [first; 2]);
        assert_eq!(wait(4), first * 8);
        assert_eq!(wait(32), longest);
        assert_eq!(wait(4_000_000_000), longest);
    }
}
