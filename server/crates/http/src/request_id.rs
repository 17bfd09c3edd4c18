//! The name of a request, by which it is found in every log that it passes.

use std::fmt;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use data_encoding::HEXLOWER;
use tracing::Instrument;

/// The header that bears it, here and on the way to an upstream.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest name that is taken from others, in bytes.
const LONGEST: usize = 128;

tokio::task_local! {
    static CURRENT: RequestId;
}

/// A request's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// The name that a request bears, if it is one that does no harm in a log or
    /// a header; else a new one.
    pub fn of(headers: &HeaderMap) -> RequestId {
        let mut borne = headers.get_all(&REQUEST_ID).iter();
        match (borne.next(), borne.next()) {
            (Some(name), None) if is_harmless(name.as_bytes()) => RequestId(name.clone()),
            _ => RequestId::new(),
        }
    }

    fn new() -> RequestId {
        let mut bytes = [0u8; 16];
        // Without randomness requests merely share a name.
        let _ = getrandom::fill(&mut bytes);
        let name = HeaderValue::try_from(HEXLOWER.encode(&bytes));
        RequestId(name.unwrap_or(HeaderValue::from_static("0")))
    }

    /// The name of the request that this task works for, if it works for one.
    pub fn current() -> Option<RequestId> {
        CURRENT.try_with(RequestId::clone).ok()
    }

    /// Works for the request of that name.
    pub async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self, work).await
    }

    /// The name as a header has it.
    pub fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_str().unwrap_or_default())
    }
}

fn is_harmless(name: &[u8]) -> bool {
    let harmless = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    (1..=LONGEST).contains(&name.len()) && name.iter().all(harmless)
}

/// Work that goes on in a task of its own, for the request that began it.
pub fn carried<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let current = RequestId::current();
    let work = work.in_current_span();
    async move {
        match current {
            Some(id) => id.scope(work).await,
            None => work.await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn borne(names: &[&str]) -> RequestId {
        let mut headers = HeaderMap::new();
        for name in names {
            headers.extend(HeaderValue::from_str(name).map(|name| (REQUEST_ID, name)));
        }
        RequestId::of(&headers)
    }

    #[test]
    fn harmless_names_are_kept_and_others_replaced() {
        let longest = "x".repeat(LONGEST);
        for name in ["a", "7f1c-4.A_b:c", &longest] {
            assert_eq!(borne(&[name]).to_string(), name);
        }
        let longer = "x".repeat(LONGEST + 1);
        for names in [
            &[][..],
            &[""],
            &["a b"],
            &["a\"b"],
            &["a,b"],
            &["é"],
            &["${jndi}"],
            &[&longer],
            &["a", "b"],
        ] {
            let made = borne(names).to_string();
            assert_eq!(made.len(), 32, "{names:?}");
            assert!(made.bytes().all(|byte| byte.is_ascii_hexdigit()));
            assert_ne!(made, borne(names).to_string());
        }
    }

    #[tokio::test]
    async fn a_task_of_its_own_works_for_the_same_request() {
        assert_eq!(RequestId::current(), None);
        let id = borne(&["a"]);
        let found = id.clone().scope(async {
            let task = tokio::spawn(carried(async { RequestId::current() }));
            task.await.ok().flatten()
        });
        assert_eq!(found.await, Some(id));
        let nobody = tokio::spawn(carried(async { RequestId::current() }));
        assert!(matches!(nobody.await, Ok(None)));
    }
}
