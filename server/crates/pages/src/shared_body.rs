//! Long bodies that are sent to several readers at once: they share one, however slowly they read.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::body::Bytes;
use product_pool_http::Representation;
use product_pool_http::responses::answer::tag;

/// Shorter bodies are not shared: looking them up would cost more than they do.
const MIN_SIZE: usize = 64 << 10;

/// The bodies that are being sent, by their entity tags, which are hashes of them.
static SENT: Mutex<BTreeMap<String, Weak<String>>> = Mutex::new(BTreeMap::new());

/// A body that is kept as long as somebody reads it.
struct Shared(Arc<String>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// The representation with that body: the one that is being sent already, or else a new one.
pub(super) fn shared(text: String) -> Representation {
    let tag = tag(text.as_bytes());
    if text.len() < MIN_SIZE {
        let body = text.into();
        return Representation { tag, body };
    }
    let mut sent = SENT.lock().unwrap_or_else(PoisonError::into_inner);
    sent.retain(|_, body| body.strong_count() > 0);
    let body = sent.get(&tag).and_then(Weak::upgrade).unwrap_or_else(|| {
        let body = Arc::new(text);
        sent.insert(tag.clone(), Arc::downgrade(&body));
        body
    });
    let body = Bytes::from_owner(Shared(body));
    Representation { tag, body }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bodies_that_are_being_sent_are_one() {
        let body = |letter: &str| shared(letter.repeat(MIN_SIZE)).body;
        let (first, second, other) = (body("a"), body("a"), body("b"));
        assert_eq!(first.as_ptr(), second.as_ptr());
        assert_ne!(first.as_ptr(), other.as_ptr());
        assert_eq!(first, "a".repeat(MIN_SIZE));
        drop((first, second));
        drop(body("c"));
        assert_eq!(shared("short".to_owned()).body, "short");
        let sent = SENT.lock().unwrap_or_else(PoisonError::into_inner);
        let is_sent = |letter: &str| sent.contains_key(&tag(letter.repeat(MIN_SIZE).as_bytes()));
        assert!(!is_sent("a") && is_sent("b"));
    }
}
