//! The HTTP client behind a download.

use std::io::{self, Read};

use ureq::config::Config;
use ureq::http::{Response, StatusCode, Uri, header};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body};
use url::Url;

use crate::limits::Limits;

use super::super::login::strip_userinfo;
use super::super::network_use::{DownloadTime, NetworkUse};
use super::super::private_address::{is_private, is_private_host};
use super::{Download, FetchError, is_web};

impl Download<'_> {
    /// Downloads the URL, and returns its content and the final URL.
    pub(in crate::source) fn run(
        &self,
        limits: &Limits,
        used: &NetworkUse,
    ) -> Result<(Vec<u8>, Url), FetchError> {
        let time = used.begin(limits);
        let agent = self.agent();
        let mut url = self.url.clone();
        url.set_fragment(None);
        for _ in 0..=limits.redirects {
            if let Some(host) = private_host(&url, self.named) {
                return Err(FetchError::Failed(refusal(&host)));
            }
            time.count_request(limits).map_err(FetchError::Failed)?;
            let mut response = self.request(&agent, &url, limits, &time)?;
            let status = response.status();
            if is_redirect(status) {
                url = self.redirect_target(&url, &response)?;
                continue;
            }
            if !status.is_success() {
                return Err(FetchError::Answered(status));
            }
            let mut bytes = Vec::new();
            response
                .body_mut()
                .as_reader()
                .take(limits.bytes.saturating_add(1))
                .read_to_end(&mut bytes)
                .map_err(|error| failed(ureq::Error::from(error), limits, &time))?;
            if bytes.len() as u64 > limits.bytes {
                return Err(FetchError::TooLarge(limits.bytes));
            }
            return Ok((bytes, url));
        }
        Err(FetchError::Failed(format!("it redirects more than {} times", limits.redirects)))
    }

    fn agent(&self) -> Agent {
        let config = Config::builder()
            // Redirects are followed in `run`, because each one must be allowed.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(concat!("apimint/", env!("CARGO_PKG_VERSION")))
            .accept("application/json, application/yaml, text/yaml, */*;q=0.5")
            .build();
        let resolver =
            PublicResolver { named: self.named.map(str::to_owned), inner: DefaultResolver::default() };
        Agent::with_parts(config, DefaultConnector::default(), resolver)
    }

    fn request(
        &self,
        agent: &Agent,
        url: &Url,
        limits: &Limits,
        time: &DownloadTime<'_>,
    ) -> Result<Response<Body>, FetchError> {
        let mut request = agent.get(url.as_str());
        let own = self.headers.iter().filter_map(|header| header.for_url(url));
        let mut login = self.login.and_then(|login| login.header(url));
        for (name, value) in own {
            login.take_if(|_| name == header::AUTHORIZATION);
            request = request.header(name, value);
        }
        if let Some(login) = login {
            request = request.header(header::AUTHORIZATION, login);
        }
        let left = time.left(limits).map_err(FetchError::Failed)?;
        let mut config = request.config().timeout_global(Some(left));
        if !self.private_names_to_proxy && url.host_str().is_some_and(is_private_host) {
            config = config.proxy(None);
        }
        config.build().call().map_err(|error| failed(error, limits, time))
    }

    fn redirect_target(&self, url: &Url, response: &Response<Body>) -> Result<Url, FetchError> {
        let location = response.headers().get(header::LOCATION).and_then(|location| location.to_str().ok());
        let mut next = location.and_then(|location| url.join(location).ok()).ok_or_else(|| {
            let status = response.status();
            FetchError::Failed(format!("the server answered {status} without a `Location`"))
        })?;
        strip_userinfo(&mut next);
        next.set_fragment(None);
        let is_downgrade = url.scheme() == "https" && next.scheme() != "https";
        if !is_web(&next) || is_downgrade || !(self.allowed)(&next) {
            return Err(FetchError::Forbidden(Box::new(next)));
        }
        Ok(next)
    }
}

fn failed(error: ureq::Error, limits: &Limits, time: &DownloadTime<'_>) -> FetchError {
    const NAME: &str = "Check the name of the host, and the connection to the network.";
    match error {
        ureq::Error::Timeout(_) => FetchError::Failed(time.too_late(limits)),
        ureq::Error::HostNotFound => {
            FetchError::Unreachable("there is no host of this name".to_owned(), NAME)
        }
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            let message = "the connection was refused".to_owned();
            FetchError::Unreachable(message, "Check host and port: no server is listening there.")
        }
        ureq::Error::Io(error) if error.to_string().contains("lookup") => {
            FetchError::Unreachable(format!("there is no host of this name ({error})"), NAME)
        }
        ureq::Error::Io(error) => FetchError::Failed(error.to_string()),
        other => FetchError::Failed(other.to_string()),
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
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
    is_private_host(host).then(|| host.to_owned())
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
        let is_proxy = config.proxy().is_some_and(|proxy| proxy.uri() == uri);
        if self.named.as_deref() != Some(host)
            && !is_proxy
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
