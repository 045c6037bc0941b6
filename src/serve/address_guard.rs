//! The check of the addresses that requests go to.

use std::collections::BTreeSet;
use std::io;
use std::net::IpAddr;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;
use url::Host;

use crate::source::private_address::is_private;

/// Resolves names, and refuses those with a private address. A description from a stranger could otherwise reach the network of
/// whoever serves it, by a name that looks public.
#[derive(Debug, Clone)]
pub(super) struct AddressGuard {
    /// Hosts that a person named.
    trusted: BTreeSet<String>,
}

impl AddressGuard {
    pub(super) fn new(trusted: &BTreeSet<String>) -> Self {
        Self { trusted: trusted.iter().map(|host| normalized(host)).collect() }
    }

    /// Returns true if private addresses of a host are allowed: a person named it, or its name says that it is private.
    fn trusts(&self, host: &str) -> bool {
        self.trusted.contains(&normalized(host)) || is_local_name(&host.to_ascii_lowercase())
    }
}

/// Returns the form that two spellings of a host share (URL Standard, "Host parsing").
fn normalized(host: &str) -> String {
    Host::parse(host).map_or_else(|_| host.to_ascii_lowercase(), |host| host.to_string())
}

/// Returns true for `localhost` (RFC 6761, section 6.3) and for an address. Other spellings of addresses, such as `127.1`, would
/// not be recognised by a reader.
fn is_local_name(host: &str) -> bool {
    let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    host == "localhost" || host.ends_with(".localhost") || address.parse::<IpAddr>().is_ok()
}

impl Resolver for AddressGuard {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let addresses = DefaultResolver::default().resolve(uri, config, timeout)?;
        let host = uri.host().unwrap_or_default();
        // A proxy usually has a private address, and decides itself what it connects to.
        let is_proxy = config.proxy().is_some_and(|proxy| proxy.uri() == uri);
        let is_refused = !is_proxy && !self.trusts(host) && addresses.iter().any(|one| is_private(one.ip()));
        if is_refused {
            let message = format!(
                "`{host}` has a private address; to allow it, name it: `--server` or `--base` with the URL"
            );
            return Err(ureq::Error::Io(io::Error::new(io::ErrorKind::PermissionDenied, message)));
        }
        Ok(addresses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_say_so_are_local() {
        let guard = AddressGuard::new(&BTreeSet::from(["Inside.example".to_owned()]));
        for host in ["localhost", "API.localhost", "127.0.0.1", "10.0.0.1", "[::1]", "inside.example"] {
            assert!(guard.trusts(host), "{host}");
        }
        let guard = AddressGuard::new(&BTreeSet::from(["127.0.0.2".to_owned()]));
        assert!(guard.trusts("127.2"));
        for host in ["127.1", "2130706433", "0x7f.0.0.1", "outside.example", "notlocalhost"] {
            assert!(!guard.trusts(host), "{host}");
        }
    }
}
