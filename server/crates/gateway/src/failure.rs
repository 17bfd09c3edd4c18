//! Why the upstream gave no usable response.

use std::fmt;
use std::time::Duration;

/// Why the upstream gave no usable response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It could not be reached, or the connection broke off; how.
    Unreachable(String),
    /// It took too long.
    Timeout,
    /// The status of its response is not usable.
    Status(u16),
    /// Its response is not acceptable; what it was.
    Invalid(&'static str),
    /// It does not accept the token.
    Token,
    /// It asks for a pause of all requests; for how long.
    Busy(Duration),
    /// It asks for a pause of this request, while others succeed; for how long.
    Unavailable(Duration),
    /// The breaker lets no request through; for how long.
    BreakerOpen(Duration),
    /// Too many requests are waiting for it.
    QueueFull,
    /// It already gets as many requests a second as the ceiling allows.
    Throttled,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreachable(how) => write!(f, "cannot be reached: {how}"),
            Failure::Timeout => f.write_str("took too long"),
            Failure::Status(status) => write!(f, "responded with status {status}"),
            Failure::Invalid(what) => write!(f, "sent a response that {what}"),
            Failure::Token => f.write_str("does not accept the token"),
            Failure::Busy(time) => write!(f, "asked for a pause of {} s", time.as_secs()),
            Failure::Unavailable(time) => write!(
                f,
                "cannot serve this request, and asked for a pause of {} s",
                time.as_secs()
            ),
            Failure::BreakerOpen(_) => {
                f.write_str("gets no requests while the circuit breaker is open")
            }
            Failure::QueueFull => f.write_str("has too many requests waiting"),
            Failure::Throttled => {
                f.write_str("gets no more requests a second than --upstream-rate")
            }
        }
    }
}

impl Failure {
    /// Whether the breaker counts it as a failure of the upstream as a whole. An upstream that
    /// responds, even without the record, is up.
    pub(super) fn is_outage(&self) -> bool {
        match self {
            Failure::Unreachable(_)
            | Failure::Timeout
            | Failure::Token
            | Failure::Unavailable(_) => true,
            Failure::Status(status) => *status >= 500,
            Failure::Invalid(_)
            | Failure::Busy(_)
            | Failure::BreakerOpen(_)
            | Failure::QueueFull
            | Failure::Throttled => false,
        }
    }
}
