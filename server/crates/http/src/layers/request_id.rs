//! The id of a request, which identifies it in every log on its way.

use std::fmt;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use tracing::Instrument;

/// The header of the request id, from clients and to an upstream.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is accepted from a client, in bytes.
const MAX_LENGTH: usize = 128;

tokio::task_local! {
    static CURRENT: RequestId;
}

/// A request id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// The id in a request's headers, if there is exactly one that is safe in a log and in a
    /// header; else a new one.
    pub fn from_headers(headers: &HeaderMap) -> RequestId {
        let mut sent = headers.get_all(&REQUEST_ID).iter();
        match (sent.next(), sent.next()) {
            (Some(id), None) if is_safe(id.as_bytes()) => RequestId(id.clone()),
            _ => RequestId::new(),
        }
    }

    /// A random id. It is not a secret, so no system call is spent on it.
    fn new() -> RequestId {
        let id = HeaderValue::try_from(format!("{:032x}", fastrand::u128(..)));
        RequestId(id.unwrap_or(HeaderValue::from_static("0")))
    }

    /// The id of the request that this task works for, if any.
    pub fn current() -> Option<RequestId> {
        CURRENT.try_with(RequestId::clone).ok()
    }

    /// Runs work with this as its current request id.
    pub async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self, work).await
    }

    /// The id as a header value.
    pub fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_str().unwrap_or_default())
    }
}

fn is_safe(id: &[u8]) -> bool {
    let is_safe_byte = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    (1..=MAX_LENGTH).contains(&id.len()) && id.iter().all(is_safe_byte)
}

/// Wraps work for a task of its own, so that it keeps the current request id and span.
pub fn in_current_request<F: Future>(work: F) -> impl Future<Output = F::Output> {
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

    fn sent(names: &[&str]) -> RequestId {
        let mut headers = HeaderMap::new();
        for name in names {
            headers.extend(HeaderValue::from_str(name).map(|name| (REQUEST_ID, name)));
        }
        RequestId::from_headers(&headers)
    }

    #[test]
    fn safe_ids_are_kept_and_others_replaced() {
        let longest = "x".repeat(MAX_LENGTH);
        for name in ["a", "7f1c-4.A_b:c", &longest] {
            assert_eq!(sent(&[name]).to_string(), name);
        }
        let longer = "x".repeat(MAX_LENGTH + 1);
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
            let new_id = sent(names).to_string();
            assert_eq!(new_id.len(), 32, "{names:?}");
            assert!(new_id.bytes().all(|byte| byte.is_ascii_hexdigit()));
            assert_ne!(new_id, sent(names).to_string());
        }
    }

    #[tokio::test]
    async fn a_spawned_task_has_the_same_request_id() {
        assert_eq!(RequestId::current(), None);
        let id = sent(&["a"]);
        let found = id.clone().scope(async {
            let task = tokio::spawn(in_current_request(async { RequestId::current() }));
            task.await.ok().flatten()
        });
        assert_eq!(found.await, Some(id));
        let without = tokio::spawn(in_current_request(async { RequestId::current() }));
        assert!(matches!(without.await, Ok(None)));
    }
}
