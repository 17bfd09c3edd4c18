//! How a walk over the upstream's list goes on behind each page, and behind a page that failed.

use std::sync::atomic::Ordering;

use crate::failure::Failure;
use crate::replica::index::GtinIndex;
use crate::replica::list::Walk;
use product_pool_store::StoreError;

/// How late a record may be written, and how far the upstream's clock may differ from this one.
pub(super) const MARGIN: i64 = 3_600_000_000;
/// A day, in microseconds.
const DAY: i64 = 86_400_000_000;

/// The filter for what has changed since a day before that time, and some more: it is documented
/// for dates only, and not whether it includes the day itself.
pub(super) fn day_before(time: Option<i64>) -> Option<String> {
    let time = jiff::Timestamp::from_microsecond(time?.checked_sub(DAY + MARGIN)?).ok()?;
    let date = time.to_zoned(jiff::tz::TimeZone::UTC).date();
    Some(format!("gt:{date}"))
}

impl GtinIndex {
    /// Notes that a page was read. The first page is no success yet: the upstream may accept
    /// no cursor.
    pub(super) fn page_read(&self, before: &Walk, after: &Walk) {
        self.refused.store(false, Ordering::Relaxed);
        if before.cursor.is_some() || after.ended.is_some() {
            self.failures.store(0, Ordering::Relaxed);
        }
    }

    /// Notes that a page could not be read.
    pub(super) async fn page_failed(&self, failure: &Failure) -> Result<(), StoreError> {
        self.failures.fetch_add(1, Ordering::Relaxed);
        if !matches!(failure, Failure::Status(400..500)) {
            return Ok(());
        }
        let walk = self.walk();
        let since = match (&walk.cursor, &walk.since) {
            // The cursor may have expired.
            (Some(_), _) => day_before(walk.reached),
            // The filter may be one that this upstream does not know.
            (None, Some(_)) => None,
            (None, None) => {
                self.refused.store(true, Ordering::Relaxed);
                return Ok(());
            }
        };
        let again = Walk {
            since,
            cursor: None,
            ..walk
        };
        self.set_walk(again).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_since_more_than_a_day() {
        let noon = 1_700_049_600_000_000;
        assert_eq!(day_before(Some(noon)).as_deref(), Some("gt:2023-11-14"));
        let midnight = 1_700_006_400_000_000;
        assert_eq!(day_before(Some(midnight)).as_deref(), Some("gt:2023-11-13"));
        assert_eq!(day_before(None), None);
    }
}
