//! IP networks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// An IP address, or all that share its first bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl FromStr for Network {
    type Err = String;

    /// Reads `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "it should be an address such as 10.0.0.1 or 10.0.0.0/8".to_owned();
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().map_err(|_| wrong())?,
            None => most,
        };
        if bits > most {
            return Err(wrong());
        }
        Ok(Network { address, bits })
    }
}

impl Network {
    /// The IPv4 loopback network.
    pub(crate) const LOOPBACK_4: Network = Network {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        bits: 8,
    };
    /// The IPv6 loopback address.
    pub(crate) const LOOPBACK_6: Network = Network {
        address: IpAddr::V6(Ipv6Addr::LOCALHOST),
        bits: 128,
    };

    /// Whether an address is in the network.
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                masked_4(own, self.bits) == masked_4(other, self.bits)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                masked_6(own, self.bits) == masked_6(other, self.bits)
            }
            _ => false,
        }
    }
}

fn masked_4(address: Ipv4Addr, bits: u8) -> u32 {
    let mask = u32::MAX.checked_shl(32 - u32::from(bits));
    address.to_bits() & mask.unwrap_or(0)
}

fn masked_6(address: Ipv6Addr, bits: u8) -> u128 {
    let mask = u128::MAX.checked_shl(128 - u32::from(bits));
    address.to_bits() & mask.unwrap_or(0)
}

/// The address that represents all addresses of one customer of a provider: the address
/// itself, or in IPv6 the first of its /64.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(masked_6(address, 64).into()),
        address => address,
    }
}
