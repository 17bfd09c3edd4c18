//! What a cache made of a request.

/// How an answer came about, as the access log and the metrics say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheOutcome {
    /// It was kept and new enough.
    Hit,
    /// That there is nothing was kept and new enough.
    Negative,
    /// It is in the copy, or that there is nothing is known from it.
    Mirror,
    /// It was kept and is old, and was given out all the same.
    Stale,
    /// It was kept, and the upstream said that it still holds.
    Revalidated,
    /// The upstream was asked.
    Miss,
    /// Another request had asked the upstream already.
    Coalesced,
    /// The upstream refused the question.
    Refused,
    /// There is no answer.
    Failed,
}

impl CacheOutcome {
    /// It in a word.
    pub fn word(self) -> &'static str {
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
