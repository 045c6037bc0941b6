//! Addresses and names that are not part of the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::Host;

/// Top-level domains that no public name has: those of RFC 6762 (`local`), RFC 8375 (`home.arpa`), of the Board of ICANN
/// (`internal`, resolution 2024.07.29.06), the special names of RFC 6761, and those that ICANN does not delegate because private
/// networks use them (`corp`, `home`, `mail`; resolution 2018.02.04.12). `lan` is the default of many routers.
const PRIVATE_DOMAINS: [&str; 10] =
    ["localhost", "local", "internal", "home.arpa", "corp", "home", "mail", "lan", "invalid", "test"];

/// Returns true for the host of a URL that is private by its spelling alone: a private address, a name without a dot, or a name
/// under a domain for private networks. What a public name resolves to is checked when it is resolved.
pub(crate) fn is_private_host(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => is_private_name(&name),
        Ok(Host::Ipv4(address)) => is_private(address.into()),
        Ok(Host::Ipv6(address)) => is_private(address.into()),
        // No name that the public internet has.
        Err(_) => true,
    }
}

fn is_private_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let is_below = |domain: &&str| name.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
    !name.contains('.') || PRIVATE_DOMAINS.iter().any(is_below)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_that_they_are_private() {
        for host in [
            "localhost",
            "a.localhost.",
            "printer.local",
            "API.Internal",
            "intranet",
            "intranet.",
            "nas.lan",
            "router.home.arpa",
            "wiki.corp",
            "127.0.0.1",
            "127.1",
            "10.1.2.3",
            "[::1]",
            "[fd00::1]",
        ] {
            assert!(is_private_host(host), "{host}");
        }
        for host in
            ["example.com", "local.example.com", "notlocal.dev", "mylocal.io", "1.1.1.1", "[2606:4700::1111]"]
        {
            assert!(!is_private_host(host), "{host}");
        }
    }
}
