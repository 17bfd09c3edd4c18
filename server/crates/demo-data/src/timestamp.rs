//! Times in the formats of records, without a zone.

/// A time, in seconds since 1970-01-01 00:00:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp(pub(crate) i64);

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

impl Timestamp {
    fn format(self, format: &str) -> String {
        let time = jiff::Timestamp::from_second(self.0).unwrap_or_default();
        time.strftime(format).to_string()
    }

    /// `2024-07-02`.
    pub(crate) fn day(self) -> String {
        self.format("%Y-%m-%d")
    }

    /// `2024-07-02 14:25:26`, the format in products.
    pub(crate) fn text(self) -> String {
        self.format("%Y-%m-%d %H:%M:%S")
    }

    /// `2024-07-02T14:25:26.000123Z`, the format in images.
    pub(crate) fn iso(self, micros: u32) -> String {
        format!("{}.{micros:06}Z", self.format("%Y-%m-%dT%H:%M:%S"))
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn days_of_the_calendar() {
        assert_eq!(Timestamp(0).text(), "1970-01-01 00:00:00");
        assert_eq!(Timestamp(951_782_400).text(), "2000-02-29 00:00:00");
        assert_eq!(Timestamp(1_719_930_326).text(), "2024-07-02 14:25:26");
        assert_eq!(
            Timestamp(1_735_689_599).iso(42),
            "2024-12-31T23:59:59.000042Z"
        );
    }
}
