//! Times in the formats of records, without a zone.

/// A time, in seconds since 1970-01-01 00:00:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(pub(crate) i64);

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

impl Moment {
    /// Year, month and day in the Gregorian calendar (Hinnant's algorithm).
    fn date(self) -> (i64, i64, i64) {
        let days = self.0.div_euclid(DAY) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (year_of_era + era * 400 + i64::from(month <= 2), month, day)
    }

    /// `2024-07-02`.
    pub(crate) fn day(self) -> String {
        let (year, month, day) = self.date();
        format!("{year:04}-{month:02}-{day:02}")
    }

    fn clock(self) -> String {
        let second = self.0.rem_euclid(DAY);
        format!(
            "{:02}:{:02}:{:02}",
            second / 3600,
            second / 60 % 60,
            second % 60
        )
    }

    /// `2024-07-02 14:25:26`, the format in products.
    pub(crate) fn text(self) -> String {
        format!("{} {}", self.day(), self.clock())
    }

    /// `2024-07-02T14:25:26.000123Z`, the format in images.
    pub(crate) fn iso(self, micros: u32) -> String {
        format!("{}T{}.{micros:06}Z", self.day(), self.clock())
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn days_of_the_calendar() {
        assert_eq!(Moment(0).text(), "1970-01-01 00:00:00");
        assert_eq!(Moment(951_782_400).text(), "2000-02-29 00:00:00");
        assert_eq!(Moment(1_719_930_326).text(), "2024-07-02 14:25:26");
        assert_eq!(Moment(1_735_689_599).iso(42), "2024-12-31T23:59:59.000042Z");
    }
}
