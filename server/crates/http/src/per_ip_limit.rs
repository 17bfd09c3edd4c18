//! The limit of connections for each client, so that no single one can lock out all others by
//! opening as many as the server accepts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::network::{LOOPBACK, Network, subscriber};

/// The number of connections of each client.
#[derive(Debug)]
pub struct PerIpLimit {
    each: usize,
    exempt: Vec<Network>,
    connected: Mutex<HashMap<IpAddr, usize>>,
}

impl PerIpLimit {
    /// Creates the limit. Proxies, which serve many clients, and this machine have none. Any
    /// other client may have a quarter of all `connections`.
    pub fn around(proxies: &[Network], connections: usize) -> Arc<PerIpLimit> {
        let exempt = [&LOOPBACK, proxies].concat();
        PerIpLimit::new((connections / 4).max(1), exempt)
    }

    pub(super) fn new(each: usize, exempt: Vec<Network>) -> Arc<PerIpLimit> {
        Arc::new(PerIpLimit {
            each,
            exempt,
            connected: Mutex::default(),
        })
    }

    /// Takes a place for a client, until it is dropped; `None` if the client has reached the
    /// limit.
    pub(crate) fn place(self: &Arc<Self>, client: IpAddr) -> Option<Place> {
        let client = client.to_canonical();
        if self.exempt.iter().any(|network| network.contains(client)) {
            return Some(Place(None));
        }
        let client = subscriber(client);
        let mut connected = self.connected();
        let count = connected.entry(client).or_default();
        if *count >= self.each {
            return None;
        }
        *count += 1;
        Some(Place(Some((self.clone(), client))))
    }

    fn connected(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // The counts are consistent at any moment, even after a panic.
        self.connected
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// One connection of a client.
#[derive(Debug)]
pub(crate) struct Place(Option<(Arc<PerIpLimit>, IpAddr)>);

impl Drop for Place {
    fn drop(&mut self) {
        let Some((crowd, client)) = &self.0 else {
            return;
        };
        let mut connected = crowd.connected();
        if let Entry::Occupied(mut count) = connected.entry(*client) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_client_has_so_many_places_and_others_have_theirs() {
        let crowd = PerIpLimit::new(2, Vec::new());
        let own = address("192.0.2.1");
        let (first, second) = (crowd.place(own), crowd.place(own));
        assert!(first.is_some() && second.is_some());
        assert!(crowd.place(own).is_none());
        // The same address, written as IPv6.
        assert!(crowd.place(address("::ffff:192.0.2.1")).is_none());
        assert!(crowd.place(address("192.0.2.2")).is_some());
        drop(first);
        assert!(crowd.place(own).is_some(), "one has gone");
    }

    #[test]
    fn one_customer_s_addresses_are_one_client() {
        let crowd = PerIpLimit::new(1, Vec::new());
        let place = crowd.place(address("2001:db8::1"));
        assert!(place.is_some());
        assert!(crowd.place(address("2001:db8::2")).is_none());
        assert!(crowd.place(address("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn nobody_is_remembered_who_has_gone() {
        let crowd = PerIpLimit::new(3, Vec::new());
        let places: Vec<Option<Place>> = (0..=255)
            .map(|last| crowd.place(IpAddr::from([192, 0, 2, last])))
            .collect();
        assert_eq!(crowd.connected().len(), 256);
        drop(places);
        assert!(crowd.connected().is_empty());
    }

    #[test]
    fn proxies_and_this_machine_have_as_many_as_they_want() {
        const EACH: usize = 256;
        let crowd = PerIpLimit::around(&["10.0.0.0/8".parse().unwrap()], EACH * 4);
        for client in ["10.1.2.3", "127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let places: Vec<Place> = (0..=EACH)
                .map_while(|_| crowd.place(address(client)))
                .collect();
            assert_eq!(places.len(), EACH + 1, "{client}");
        }
        let others: Vec<Place> = (0..=EACH)
            .map_while(|_| crowd.place(address("192.0.2.1")))
            .collect();
        assert_eq!(others.len(), EACH);
    }
}
