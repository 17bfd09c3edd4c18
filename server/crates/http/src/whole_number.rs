//! Whole numbers as options take them.

use std::ops::RangeBounds;

use clap::builder::RangedI64ValueParser;

/// The parser of a whole number within a range. clap's own for `u64` does not read negative
/// numbers, so its error for one does not state the range.
pub fn whole_number(range: impl RangeBounds<i64>) -> RangedI64ValueParser<u64> {
    RangedI64ValueParser::new().range(range)
}
