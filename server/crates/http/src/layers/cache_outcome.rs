//! How the cache served a request.

/// How the cache served a request, in a word for the access log and the metrics. Which there are
/// is in the gateway's `respond`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheOutcome(pub &'static str);
