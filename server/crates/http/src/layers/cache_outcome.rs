//! How the cache served a request.

/// How a request was served, as the access log and the metrics report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheOutcome {
    /// The cache had a fresh response.
    Hit,
    /// The cache had a fresh 404.
    Negative,
    /// The mirror had the response, or knows that there is nothing.
    Mirror,
    /// The cache had a stale response, which was served all the same.
    Stale,
    /// The cache had a response, and the upstream confirmed that it is still valid.
    Revalidated,
    /// The response was fetched from the upstream.
    Miss,
    /// The request shared the response to another one that was already in flight.
    Coalesced,
    /// The upstream refused the request.
    Refused,
    /// There is no response to serve.
    Failed,
}

impl CacheOutcome {
    /// The name in the access log and the metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            CacheOutcome::Hit => "hit",
            CacheOutcome::Negative => "negative",
            CacheOutcome::Mirror => "mirror",
            CacheOutcome::Stale => "stale",
            CacheOutcome::Revalidated => "revalidated",
            CacheOutcome::Miss => "miss",
            CacheOutcome::Coalesced => "coalesced",
            CacheOutcome::Refused => "refused",
            CacheOutcome::Failed => "failed",
        }
    }
}
