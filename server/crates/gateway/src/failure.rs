//! Why the upstream gave no usable response.

use std::time::Duration;

use product_pool_http::shares::{RETRY_AFTER, Refused};

/// Why the upstream gave no usable response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// It could not be reached, or the connection broke off; how.
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    #[error("took too long")]
    Timeout,
    /// The status of its response is not usable.
    #[error("responded with status {0}")]
    Status(u16),
    /// Its response is not acceptable; what it was.
    #[error("sent a response that {0}")]
    Invalid(&'static str),
    #[error(
        "has no API at its address, for its 404 is not one of the API: check --upstream, which is the address before /v2"
    )]
    NotTheApi,
    #[error("does not accept the token")]
    Token,
    /// It asks for a pause of all requests; for how long.
    #[error("asked for a pause of {} s", .0.as_secs())]
    Busy(Duration),
    /// It asks for a pause of this request, while others succeed; for how long.
    #[error("cannot serve this request, and asked for a pause of {} s", .0.as_secs())]
    Unavailable(Duration),
    /// It is a gateway that has no response to this request; for how long.
    #[error("is a gateway, and has no response to this request for {} s", .0.as_secs())]
    Elsewhere(Duration),
    /// The breaker lets no request through; for how long.
    #[error("gets no requests while the circuit breaker is open")]
    BreakerOpen(Duration),
    /// The quota of its account is spent; how long until it is asked whether that is still so.
    #[error("gets no requests while the quota of its account is spent")]
    QuotaSpent(Duration),
    /// Too many requests are waiting for it.
    #[error("has too many requests waiting")]
    QueueFull,
    /// Its response is long, and too many long ones are in memory.
    #[error("sent a long response while too many others are in memory")]
    NoRoom,
    /// The client has used its share of the requests to it; how long until it has more.
    #[error("gets no more requests of this client, which has used its share")]
    Share(Duration),
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        match refused {
            Refused::Share => Failure::Share(RETRY_AFTER),
            Refused::All => Failure::QueueFull,
        }
    }
}

impl Failure {
    /// Whether this request failed, as opposed to the upstream getting none at the moment.
    pub(crate) fn is_of_request(&self) -> bool {
        match self {
            Failure::Unreachable(_)
            | Failure::Timeout
            | Failure::Status(_)
            | Failure::Invalid(_)
            | Failure::NotTheApi
            | Failure::NoRoom
            | Failure::Elsewhere(_)
            | Failure::Unavailable(_) => true,
            Failure::Token
            | Failure::Busy(_)
            | Failure::BreakerOpen(_)
            | Failure::QuotaSpent(_)
            | Failure::QueueFull
            | Failure::Share(_) => false,
        }
    }

    /// How long the upstream should get no requests, if the failure says so.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Failure::Busy(time)
            | Failure::Unavailable(time)
            | Failure::Elsewhere(time)
            | Failure::BreakerOpen(time)
            | Failure::QuotaSpent(time)
            | Failure::Share(time) => Some(*time),
            _ => None,
        }
    }

    /// Whether the breaker counts it as a failure of the upstream as a whole. An upstream that
    /// responds, even without the record, is up.
    pub(crate) fn is_outage(&self) -> bool {
        match self {
            Failure::Unreachable(_)
            | Failure::Timeout
            | Failure::Token
            | Failure::Unavailable(_) => true,
            // A loop (508) is an error in the configuration, and found at once.
            Failure::Status(status) => *status >= 500 && *status != 508,
            Failure::Invalid(_)
            | Failure::NotTheApi
            | Failure::Busy(_)
            | Failure::Elsewhere(_)
            | Failure::BreakerOpen(_)
            | Failure::QuotaSpent(_)
            | Failure::QueueFull
            | Failure::NoRoom
            | Failure::Share(_) => false,
        }
    }
}
