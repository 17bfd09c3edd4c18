//! Which gateway asks which: each has a name of its own while it runs, and writes it into the `Via`
//! of its responses (RFC 9110, 7.6.3). Addresses would not say it: one gateway may have several of
//! them, and a load balancer has several gateways.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, header};
use parking_lot::Mutex;

/// The begin of the names of gateways.
const PREFIX: &str = "product-pool-";
/// How long it is remembered that a gateway has answered: for longer than a purge takes.
const MEMORY: Duration = Duration::from_secs(300);

/// The name of this gateway, and of those that have answered it.
#[derive(Debug)]
pub(crate) struct Via {
    pub(crate) own: String,
    /// The `Via` of its responses.
    pub(crate) header: HeaderValue,
    /// When each other gateway last answered.
    seen: Mutex<HashMap<String, Instant>>,
}

impl Default for Via {
    fn default() -> Via {
        let own = format!("{PREFIX}{:016x}", fastrand::u64(..));
        let header = HeaderValue::try_from(format!("1.1 {own}"));
        Via {
            header: header.unwrap_or(HeaderValue::from_static("1.1 product-pool")),
            own,
            seen: Mutex::default(),
        }
    }
}

impl Via {
    /// Notes which gateway sent a response; returns whether one did.
    pub(crate) fn observe(&self, headers: &HeaderMap) -> bool {
        let Some(name) = sender(headers) else {
            return false;
        };
        let mut seen = self.seen.lock();
        seen.retain(|_, at| at.elapsed() < MEMORY);
        seen.insert(name, Instant::now());
        true
    }

    /// The gateways that have answered since then.
    pub(crate) fn since(&self, begin: Instant) -> BTreeSet<String> {
        let seen = self.seen.lock();
        let recent = seen.iter().filter(|(_, at)| **at >= begin);
        recent.map(|(name, _)| name.clone()).collect()
    }
}

/// The gateway that is nearest on the way of a response: proxies append themselves.
fn sender(headers: &HeaderMap) -> Option<String> {
    let values = headers.get_all(header::VIA).into_iter();
    let values = values.filter_map(|value| value.to_str().ok());
    let names = values.flat_map(|value| value.split(','));
    let names = names.filter_map(|member| member.split_whitespace().nth(1));
    let mut gateways = names.filter(|name| name.starts_with(PREFIX));
    gateways.next_back().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_gateway_is_seen_through_proxies() {
        let (via, begin) = (Via::default(), Instant::now());
        assert!(via.since(begin).is_empty());
        for (values, expected) in [
            (&["1.1 varnish"][..], None),
            (&["product-pool-x"], None),
            (&["1.1 product-pool-a"], Some("product-pool-a")),
            (
                &[
                    "1.1 product-pool-a, 2 product-pool-b (nginx), 1.1 varnish (7)",
                    "1.1 cdn",
                ],
                Some("product-pool-b"),
            ),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::VIA, HeaderValue::from_static(value));
            }
            assert_eq!(sender(&headers).as_deref(), expected, "{values:?}");
            via.observe(&headers);
        }
        let seen: Vec<String> = via.since(begin).into_iter().collect();
        assert_eq!(seen, ["product-pool-a", "product-pool-b"]);
        assert_ne!(via.own, Via::default().own);
    }
}
