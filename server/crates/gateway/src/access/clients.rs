//! Clients: their addresses, and the rate limit per client.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use product_pool_http::network::{Network, subscriber};

/// The number of requests after which idle clients are forgotten.
const CLEANUP_INTERVAL: u32 = 8192;

/// The address of a request's client: the other end of the connection or, if that is a trusted
/// proxy, the address in the proxy's `X-Forwarded-For`. What a client wrote there itself is
/// ignored.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
    let mut client = peer.to_canonical();
    if !is_trusted(client) {
        return client;
    }
    let named: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .flat_map(|value| value.to_str().unwrap_or("?").split(','))
        .collect();
    for name in named.into_iter().rev() {
        let Some(address) = forwarded(name.trim()) else {
            break;
        };
        client = address.to_canonical();
        if !is_trusted(client) {
            break;
        }
    }
    client
}

/// An address as proxies write it, perhaps with a port.
fn forwarded(text: &str) -> Option<IpAddr> {
    let socket = || text.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    bare.unwrap_or(text).parse().ok().or_else(socket)
}

/// The rate limit per client.
#[derive(Debug)]
pub(crate) struct ClientLimiter {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    clock: DefaultClock,
    requests: AtomicU32,
}

impl ClientLimiter {
    /// A limit of `rate` requests a second, and `burst` at once after a rest. No limit if one
    /// of them is 0.
    pub(crate) fn new(rate: u32, burst: u32) -> ClientLimiter {
        let quota = NonZeroU32::new(rate).zip(NonZeroU32::new(burst));
        ClientLimiter {
            limiter: quota.map(|(rate, burst)| {
                RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
            }),
            clock: DefaultClock::default(),
            requests: AtomicU32::new(0),
        }
    }

    /// Counts a request of that client.
    ///
    /// # Errors
    /// How long that client should wait, if it exceeds the limit.
    pub(crate) fn check(&self, client: IpAddr) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        if self.requests.fetch_add(1, Ordering::Relaxed) % CLEANUP_INTERVAL == CLEANUP_INTERVAL - 1
        {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        limiter
            .check_key(&subscriber(client))
            .map_err(|not_yet| not_yet.wait_time_from(self.clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use product_pool_http::network::network;

    fn named(peer: &str, forwarded: &[&'static str]) -> String {
        let trusted: Vec<Network> = ["10.0.0.0/8", "::1", "192.0.2.7"]
            .iter()
            .map(|text| network(text).unwrap())
            .collect();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(value));
        }
        client_address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn only_trusted_proxies_name_clients() {
        for (peer, forwarded, client) in [
            ("203.0.113.5", &["198.51.100.1"][..], "203.0.113.5"),
            ("10.1.2.3", &["198.51.100.1"], "198.51.100.1"),
            ("::ffff:10.1.2.3", &["198.51.100.1"], "198.51.100.1"),
            ("10.1.2.3", &[], "10.1.2.3"),
            (
                "10.1.2.3",
                &["6.6.6.6, 198.51.100.1, 10.9.9.9"],
                "198.51.100.1",
            ),
            (
                "10.1.2.3",
                &["6.6.6.6", "198.51.100.1", "192.0.2.7"],
                "198.51.100.1",
            ),
            ("10.1.2.3", &["6.6.6.6, unknown"], "10.1.2.3"),
            ("10.1.2.3", &["198.51.100.1:4711"], "198.51.100.1"),
            ("::1", &["[2001:db8::1]:80"], "2001:db8::1"),
            ("::1", &["[2001:db8::1]"], "2001:db8::1"),
            ("::1", &["10.0.0.1"], "10.0.0.1"),
        ] {
            assert_eq!(named(peer, forwarded), client, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn networks_are_parsed() {
        for (text, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("0.0.0.0/0", "203.0.113.5", "::1"),
            ("fd00::/8", "fdff::1", "fe00::1"),
            ("::/0", "::1", "127.0.0.1"),
        ] {
            let network = network(text).unwrap();
            assert!(
                network.contains(&inside.parse::<IpAddr>().unwrap()),
                "{network:?}"
            );
            assert!(
                !network.contains(&outside.parse::<IpAddr>().unwrap()),
                "{network:?}"
            );
        }
        for text in [
            "",
            "10",
            "10.0.0.0/33",
            "::/129",
            "10.0.0.0/",
            "10.0.0.0/-1",
            "host",
        ] {
            assert!(network(text).is_err(), "{text}");
        }
    }

    #[test]
    fn idle_clients_are_forgotten() {
        // The limit of each is restored within a microsecond.
        let limiter = ClientLimiter::new(1_000_000, 1);
        for number in 0..10 * CLEANUP_INTERVAL {
            let client = IpAddr::from(number.to_be_bytes());
            assert!(limiter.check(client).is_ok());
        }
        let remembered = limiter.limiter.unwrap().len();
        assert!(remembered < 1000, "{remembered}");
    }

    #[test]
    fn each_client_has_its_own_limit() {
        let limiter = ClientLimiter::new(1, 3);
        let one: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8:0:1::2".parse().unwrap();
        let other: IpAddr = "2001:db8:0:2::1".parse().unwrap();
        // Whatever the machine is busy with, 100 requests take less than 97 s.
        let refused = (0..100).filter(|_| limiter.check(one).is_err()).count();
        assert!(refused > 0);
        assert!(limiter.check(neighbour).is_err() || refused < 97);
        assert!(limiter.check(other).is_ok());
        let open = ClientLimiter::new(0, 3);
        assert!((0..100).all(|_| open.check(one).is_ok()));
    }
}
