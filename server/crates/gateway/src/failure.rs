//! Why the upstream gave no usable response.

use std::fmt;
use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It was not reached, or broke off; how.
    Unreachable(String),
    /// It took too long.
    Timeout,
    /// It answered with a status that is no answer.
    Status(u16),
    /// It answered with something that is none; what.
    Garbage(&'static str),
    /// It does not know the token.
    Token,
    /// It asks to be left alone.
    Busy(Duration),
    /// It asks to be left alone with this request, while others succeed.
    Unavailable(Duration),
    /// It is left alone.
    Closed(Duration),
    /// Too many wait for it.
    Crowded,
    /// It gets as many requests a second as it may.
    Throttled,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreachable(how) => write!(f, "cannot be reached: {how}"),
            Failure::Timeout => f.write_str("took too long"),
            Failure::Status(status) => write!(f, "answered with {status}"),
            Failure::Garbage(what) => write!(f, "answered with {what}"),
            Failure::Token => f.write_str("does not know the token"),
            Failure::Busy(time) => write!(f, "asks for a pause of {} s", time.as_secs()),
            Failure::Unavailable(time) => write!(
                f,
                "cannot answer this request, and asks for a pause of {} s",
                time.as_secs()
            ),
            Failure::Closed(_) => f.write_str("is left alone for a while"),
            Failure::Crowded => f.write_str("has too many waiting for it"),
            Failure::Throttled => f.write_str("gets as many requests a second as it may"),
        }
    }
}

impl Failure {
    /// Whether it says something about the upstream as a whole. One that responds,
    /// if not with the record, is there.
    pub(super) fn counts(&self) -> bool {
        match self {
            Failure::Unreachable(_)
            | Failure::Timeout
            | Failure::Token
            | Failure::Unavailable(_) => true,
            Failure::Status(status) => *status >= 500,
            Failure::Garbage(_)
            | Failure::Busy(_)
            | Failure::Closed(_)
            | Failure::Crowded
            | Failure::Throttled => false,
        }
    }
}
