//! IP networks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// An IP address or network, as options take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

/// The networks of this machine itself.
pub(crate) const LOOPBACK: [Network; 2] = [
    Network(IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::LOCALHOST, 8))),
    Network(IpNet::V6(Ipv6Net::new_assert(Ipv6Addr::LOCALHOST, 128))),
];

impl FromStr for Network {
    type Err = String;

    /// Parses `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let network = match text.parse::<IpAddr>() {
            Ok(address) => Ok(address.into()),
            Err(_) => text.parse(),
        };
        network
            .map(Network)
            .map_err(|_| "it should be an address such as 10.0.0.1 or 10.0.0.0/8".to_owned())
    }
}

impl Network {
    /// Whether an address is in the network.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

/// The address that represents all addresses of one subscriber of an internet provider: the
/// address itself, or in IPv6 the first of its /64.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Net::new_assert(address, 64).network().into(),
        address => address,
    }
}
