//! IP networks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// An IP network.
pub use ipnet::IpNet as Network;

/// The networks of this machine itself.
pub(crate) const LOOPBACK: [Network; 2] = [
    Network::V4(Ipv4Net::new_assert(Ipv4Addr::LOCALHOST, 8)),
    Network::V6(Ipv6Net::new_assert(Ipv6Addr::LOCALHOST, 128)),
];

/// The network that an option names: `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`.
///
/// # Errors
/// What it should be.
pub fn network(text: &str) -> Result<Network, &'static str> {
    let text = text.trim_start();
    let address = text.parse::<IpAddr>().map(Network::from);
    let network = address.or_else(|_| text.parse());
    network.map_err(|_| "it should be an address such as 10.0.0.1 or 10.0.0.0/8")
}

/// The address that represents all addresses of one subscriber of an internet provider: the
/// address itself, or in IPv6 the first of its /64.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Net::new_assert(address, 64).network().into(),
        address => address,
    }
}
