//! Representations that are ready to be sent: compressed bodies, and pages that were drawn.
//!
//! Each is found only under the entity tags of what it was made of, which are hashes of that. So
//! none expires or is invalidated, and whoever gets one was about to get the same bytes, made
//! again. They share one budget, and readers of the same one share its bytes, however slow
//! they are.

use moka::sync::Cache;

use crate::responses::answer::Representation;

/// What a representation takes in addition to its texts, in bytes.
const OVERHEAD: usize = 256;

/// Longer ones are not kept, because a few of them would leave no room for any other.
pub(crate) const MAX_SIZE: usize = 1 << 20;

/// The representations that are kept. A clone shares them.
#[derive(Clone, Debug)]
pub struct Representations(Cache<String, Representation>);

impl Representations {
    /// Representations of at most that many bytes altogether.
    pub fn new(bytes: u64) -> Representations {
        let size = |key: &String, kept: &Representation| {
            let size = OVERHEAD + key.len() + kept.tag.len() + kept.body.len();
            u32::try_from(size).unwrap_or(u32::MAX)
        };
        let kept = Cache::builder().max_capacity(bytes).weigher(size);
        Representations(kept.build())
    }

    /// The representation that is kept under that key.
    pub fn get(&self, key: &str) -> Option<Representation> {
        self.0.get(key)
    }

    /// The representation under that key, which names everything that it is made of. If there is
    /// none, it is made, once for all who request it meanwhile.
    pub fn get_or_make(
        &self,
        key: &str,
        make: impl FnOnce() -> Option<Representation>,
    ) -> Option<Representation> {
        let (mut is_new, mut long) = (false, None);
        let kept = self.0.optionally_get_with_by_ref(key, || {
            is_new = true;
            let new = make()?;
            match new.body.len() {
                MAX_SIZE.. => {
                    long = Some(new);
                    None
                }
                _ => Some(new),
            }
        });
        if is_new {
            // Otherwise up to 64 of them would be kept beyond the limit for a moment.
            self.0.run_pending_tasks();
        }
        kept.or(long)
    }

    /// Drops all of them.
    pub fn clear(&self) {
        self.0.invalidate_all();
        self.0.run_pending_tasks();
    }

    /// How many bytes they take.
    pub fn size(&self) -> u64 {
        // The count lags behind until pending tasks have run.
        self.0.run_pending_tasks();
        self.0.weighted_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;

    fn of_length(length: usize) -> Option<Representation> {
        Some(Bytes::from(vec![b'x'; length]).into())
    }

    #[test]
    fn a_representation_is_made_once_and_shared() {
        let kept = Representations::new(1 << 20);
        let first = kept.get_or_make("a", || of_length(10)).unwrap();
        let again = kept.get_or_make("a", || panic!("it is kept")).unwrap();
        assert_eq!(first.body.as_ptr(), again.body.as_ptr());
        assert_eq!(first.tag, again.tag);
        assert!(kept.get_or_make("b", || None).is_none());
        assert!(kept.get_or_make("b", || of_length(1)).is_some());
        kept.clear();
        assert_eq!(kept.size(), 0);
        let made = kept.get_or_make("a", || of_length(20)).unwrap();
        assert_eq!(made.body.len(), 20);
    }

    #[test]
    fn all_of_them_stay_within_the_limit() {
        let limit = 100_000;
        let kept = Representations::new(limit);
        for n in 0..100 {
            kept.get_or_make(&n.to_string(), || of_length(9_000))
                .unwrap();
            assert!(kept.0.weighted_size() <= limit, "after {n}");
        }
        assert!(kept.size() > limit / 2);
    }

    #[test]
    fn a_long_one_is_made_each_time() {
        let kept = Representations::new(1 << 30);
        for _ in 0..2 {
            let mut is_made = false;
            let long = kept.get_or_make("a", || {
                is_made = true;
                of_length(MAX_SIZE)
            });
            assert!(is_made && long.unwrap().body.len() == MAX_SIZE);
        }
        assert_eq!(kept.size(), 0);
    }
}
