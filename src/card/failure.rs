//! Why a card has nothing to show.

#[cfg(feature = "client")]
use crate::client::ErrorCode;

/// Why a card has no record to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The product does not exist.
    NotFound,
    /// The shop is not signed in to the service.
    Unauthenticated,
    /// The service cannot be reached.
    Network,
    /// The number requested is not a GTIN.
    BadGtin,
    /// Anything else.
    Other,
}

impl Failure {
    /// All of them.
    pub const ALL: &[Failure] = &[
        Failure::NotFound,
        Failure::Unauthenticated,
        Failure::Network,
        Failure::BadGtin,
        Failure::Other,
    ];

    /// The name in markup and in message keys.
    pub fn key(self) -> &'static str {
        match self {
            Failure::NotFound => "not-found",
            Failure::Unauthenticated => "unauthenticated",
            Failure::Network => "network",
            Failure::BadGtin => "bad-gtin",
            Failure::Other => "error",
        }
    }

    /// Whether trying again may help.
    pub fn may_pass(self) -> bool {
        matches!(self, Failure::Network | Failure::Other)
    }
}

#[cfg(feature = "client")]
impl From<ErrorCode> for Failure {
    /// The failure as a shopper sees it.
    fn from(code: ErrorCode) -> Failure {
        match code {
            ErrorCode::NotFound => Failure::NotFound,
            // Another attempt would be refused as well.
            ErrorCode::Unauthenticated | ErrorCode::Forbidden => Failure::Unauthenticated,
            ErrorCode::Network | ErrorCode::Timeout => Failure::Network,
            _ => Failure::Other,
        }
    }
}
