//! Download over HTTP, limited in size, time and redirects, and restricted to public networks.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::config::Config;
use ureq::http::{StatusCode, Uri, header};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use url::{Host, Url};

use crate::limits::Limits;

use super::private_address::is_private;

/// Reason that a URL could not be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    #[error("{0}")]
    Failed(String),
    #[error("it is larger than {0} bytes")]
    TooLarge(u64),
    #[error("it redirects to {0}, which may not be read")]
    Forbidden(Box<Url>),
}

/// Downloads a URL, and returns its content and the final URL.
///
/// Every redirect must pass `allowed`. Hosts with private addresses (RFC 6890) are refused, except `named`: the host
/// that the user typed.
pub(super) fn fetch(
    url: &Url,
    named: Option<&str>,
    limits: &Limits,
    allowed: &dyn Fn(&Url) -> bool,
) -> Result<(Vec<u8>, Url), FetchError> {
    let patience = Duration::from_secs(limits.network_seconds);
    let deadline = Instant::now() + patience;
    let config = Config::builder()
        // Redirects are followed below, because each one must be allowed.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .timeout_global(Some(patience))
        .user_agent(concat!("apimint/", env!("CARGO_PKG_VERSION")))
        .accept("application/json, application/yaml, text/yaml, */*;q=0.5")
        .build();
    let resolver = PublicResolver { named: named.map(str::to_owned), inner: DefaultResolver::default() };
    let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
    let mut url = url.clone();
    url.set_fragment(None);
    for _ in 0..=limits.redirects {
        if let Some(host) = private_host(&url, named) {
            return Err(FetchError::Failed(refusal(&host)));
        }
        if Instant::now() >= deadline {
            break;
        }
        let mut response = agent.get(url.as_str()).call().map_err(|error| failed(error, limits))?;
        let status = response.status();
        if is_redirect(status) {
            let next = response
                .headers()
                .get(header::LOCATION)
                .and_then(|location| location.to_str().ok())
                .and_then(|location| url.join(location).ok())
                .ok_or_else(|| {
                    FetchError::Failed(format!("the server answered {status} without a `Location`"))
                })?;
            let downgrade = url.scheme() == "https" && next.scheme() != "https";
            if !is_web(&next) || downgrade || !allowed(&next) {
                return Err(FetchError::Forbidden(Box::new(next)));
            }
            url = next;
            url.set_fragment(None);
            continue;
        }
        if !status.is_success() {
            return Err(FetchError::Failed(format!("the server answered {status}")));
        }
        let mut bytes = Vec::new();
        response
            .body_mut()
            .as_reader()
            .take(limits.bytes.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| failed(ureq::Error::from(error), limits))?;
        if bytes.len() as u64 > limits.bytes {
            return Err(FetchError::TooLarge(limits.bytes));
        }
        return Ok((bytes, url));
    }
    let message = if Instant::now() >= deadline {
        too_late(limits)
    } else {
        format!("it redirects more than {} times", limits.redirects)
    };
    Err(FetchError::Failed(message))
}

fn too_late(limits: &Limits) -> String {
    format!("there was no complete answer within {} s (limit network_seconds)", limits.network_seconds)
}

fn failed(error: ureq::Error, limits: &Limits) -> FetchError {
    FetchError::Failed(match error {
        ureq::Error::Timeout(_) => too_late(limits),
        ureq::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    })
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Returns true for the two supported schemes, `http` and `https`.
pub(super) fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

fn refusal(host: &str) -> String {
    format!("`{host}` is on a private network, which references may not reach")
}

/// Returns the host of a URL that is private by its name or address, without DNS.
fn private_host(url: &Url, named: Option<&str>) -> Option<String> {
    let host = url.host_str()?;
    if named == Some(host) {
        return None;
    }
    let private = match url.host()? {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        Host::Ipv4(address) => is_private(address.into()),
        Host::Ipv6(address) => is_private(address.into()),
    };
    private.then(|| host.to_owned())
}

/// DNS resolver that refuses names with private addresses.
#[derive(Debug)]
struct PublicResolver {
    named: Option<String>,
    inner: DefaultResolver,
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let addresses = self.inner.resolve(uri, config, timeout)?;
        let host = uri.host().unwrap_or_default();
        // A proxy usually has a private address, and decides itself what it connects to.
        let proxy = config.proxy().map(ureq::Proxy::host);
        if self.named.as_deref() != Some(host)
            && proxy != Some(host)
            && addresses.iter().any(|address| is_private(address.ip()))
        {
            return Err(ureq::Error::Io(io::Error::new(io::ErrorKind::PermissionDenied, refusal(host))));
        }
        Ok(addresses)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_known_in_every_spelling() {
        for url in [
            "http://127.0.0.1/a",
            "http://127.1/a",
            "http://2130706433/a",
            "http://0x7f.0.0.1/a",
            "http://10.1.2.3/a",
            "http://169.254.169.254/latest",
            "http://192.168.0.1:8080/a",
            "http://100.64.0.1/a",
            "http://[::1]/a",
            "http://[::ffff:10.0.0.1]/a",
            "http://[64:ff9b::a00:1]/a",
            "http://[fe80::1]/a",
            "http://[fd00::1]/a",
            "http://localhost:3000/a",
            "http://a.localhost./a",
        ] {
            let url = Url::parse(url).unwrap();
            assert!(private_host(&url, None).is_some(), "{url}");
            assert!(private_host(&url, url.host_str()).is_none(), "{url}");
        }
        for url in ["https://example.com/a", "http://1.1.1.1/", "http://[2606:4700::1111]/"] {
            assert!(private_host(&Url::parse(url).unwrap(), None).is_none(), "{url}");
        }
    }
}
