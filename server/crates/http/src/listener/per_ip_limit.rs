//! The limit of connections for each client, so that no single one can lock out all others by
//! opening as many as the server accepts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::network::{LOOPBACK, Network, subscriber};

/// The number of connections of each client.
#[derive(Debug)]
pub struct PerIpLimit {
    max: usize,
    exempt: Vec<Network>,
    connected: Mutex<HashMap<IpAddr, usize>>,
}

impl PerIpLimit {
    /// Creates the limit. Proxies, which serve many clients, and this machine have none. Any
    /// other client may have a quarter of all `connections`.
    pub fn for_listener(proxies: &[Network], connections: usize) -> Arc<PerIpLimit> {
        let exempt = [&LOOPBACK, proxies].concat();
        PerIpLimit::with_max((connections / 4).max(1), exempt)
    }

    pub(crate) fn with_max(max: usize, exempt: Vec<Network>) -> Arc<PerIpLimit> {
        Arc::new(PerIpLimit {
            max,
            exempt,
            connected: Mutex::default(),
        })
    }

    /// Takes a permit for a client, until it is dropped; `None` if the client has reached the
    /// limit.
    pub(crate) fn acquire(self: &Arc<Self>, client: IpAddr) -> Option<PerIpPermit> {
        let client = client.to_canonical();
        if self.exempt.iter().any(|network| network.contains(&client)) {
            return Some(PerIpPermit(None));
        }
        let client = subscriber(client);
        let mut connected = self.connected.lock();
        let count = connected.entry(client).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(PerIpPermit(Some((self.clone(), client))))
    }
}

/// One connection of a client.
#[derive(Debug)]
pub(crate) struct PerIpPermit(Option<(Arc<PerIpLimit>, IpAddr)>);

impl Drop for PerIpPermit {
    fn drop(&mut self) {
        let Some((limit, client)) = &self.0 else {
            return;
        };
        let mut connected = limit.connected.lock();
        if let Entry::Occupied(mut count) = connected.entry(*client) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn each_client_has_its_own_limit() {
        let per_ip_limit = PerIpLimit::with_max(2, Vec::new());
        let own = address("192.0.2.1");
        let (first, second) = (per_ip_limit.acquire(own), per_ip_limit.acquire(own));
        assert!(first.is_some() && second.is_some());
        assert!(per_ip_limit.acquire(own).is_none());
        // The same address, written as IPv6.
        assert!(per_ip_limit.acquire(address("::ffff:192.0.2.1")).is_none());
        assert!(per_ip_limit.acquire(address("192.0.2.2")).is_some());
        drop(first);
        assert!(per_ip_limit.acquire(own).is_some(), "after one was dropped");
    }

    #[test]
    fn addresses_of_one_subscriber_are_one_client() {
        let per_ip_limit = PerIpLimit::with_max(1, Vec::new());
        let permit = per_ip_limit.acquire(address("2001:db8::1"));
        assert!(permit.is_some());
        assert!(per_ip_limit.acquire(address("2001:db8::2")).is_none());
        assert!(per_ip_limit.acquire(address("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn disconnected_clients_are_forgotten() {
        let per_ip_limit = PerIpLimit::with_max(3, Vec::new());
        let permits: Vec<Option<PerIpPermit>> = (0..=255)
            .map(|last| per_ip_limit.acquire(IpAddr::from([192, 0, 2, last])))
            .collect();
        assert_eq!(per_ip_limit.connected.lock().len(), 256);
        drop(permits);
        assert!(per_ip_limit.connected.lock().is_empty());
    }

    #[test]
    fn proxies_and_loopback_addresses_are_unlimited() {
        const EACH: usize = 256;
        let per_ip_limit = PerIpLimit::for_listener(&["10.0.0.0/8".parse().unwrap()], EACH * 4);
        for client in ["10.1.2.3", "127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let permits: Vec<PerIpPermit> = (0..=EACH)
                .map_while(|_| per_ip_limit.acquire(address(client)))
                .collect();
            assert_eq!(permits.len(), EACH + 1, "{client}");
        }
        let others: Vec<PerIpPermit> = (0..=EACH)
            .map_while(|_| per_ip_limit.acquire(address("192.0.2.1")))
            .collect();
        assert_eq!(others.len(), EACH);
    }
}
