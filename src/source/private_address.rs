//! Addresses that are not part of the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns true for an address that is not globally reachable (RFC 6890 and the registries that it established).
pub(crate) fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_private_v4(address),
        IpAddr::V6(address) => is_private_v6(address),
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && b & 0xC0 == 64)
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && b & 0xFE == 18)
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Addresses that embed an IPv4 address: mapped, compatible, NAT64 and 6to4.
    if let [0, 0, 0, 0, 0, 0 | 0xFFFF, high, low]
    | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
    | [0x2002, high, low, ..] = segments
    {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        return is_private_v4(Ipv4Addr::new(a, b, c, d));
    }
    // Only 2000::/3 is allocated for global unicast.
    segments[0] & 0xE000 != 0x2000 || (segments[0] == 0x2001 && segments[1] == 0xDB8)
}
