//! Why a card has nothing to show.

#[cfg(feature = "client")]
use crate::client::ErrorCode;
use crate::model::table::named;

named! {
    /// Why a card has no record to show.
    ///
    /// ```
    /// use product_pool::card::Failure;
    ///
    /// assert_eq!(Failure::BadGtin.key(), "bad-gtin");
    /// # #[cfg(feature = "client")]
    /// assert_eq!(Failure::from(product_pool::client::ErrorCode::Timeout), Failure::Network);
    /// ```
    #[non_exhaustive]
    Failure key: "The name in markup and in message keys." {
        /// The product does not exist.
        NotFound "not-found",
        /// The shop is not signed in to the service.
        Unauthenticated "unauthenticated",
        /// The service cannot be reached.
        Network "network",
        /// The number requested is not a GTIN.
        BadGtin "bad-gtin",
        /// Anything else.
        Other "error",
    }
}

impl Failure {
    /// Whether trying again may help.
    ///
    /// ```
    /// use product_pool::card::Failure;
    ///
    /// assert!(Failure::Network.may_pass());
    /// assert!(!Failure::BadGtin.may_pass());
    /// ```
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
