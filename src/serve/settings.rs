//! Everything that a caller decides about a server.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::time::Duration;

use url::Url;

use crate::call::ServerChoice;

/// Writes a request as text, for `--dry-run`.
pub type RequestText = fn(&http::Request<Vec<u8>>) -> Vec<u8>;

/// The settings of a server.
#[derive(Debug, Clone, Default)]
pub struct ServeSettings {
    /// The choice among the servers of a call.
    pub server: ServerChoice,
    /// Values for variables of the server's URL, by name.
    pub server_variables: BTreeMap<String, String>,
    /// The URL that a relative server is resolved against: that of the description.
    pub base: Option<Url>,
    /// Hosts that a person named. They may have private addresses.
    pub trusted_hosts: BTreeSet<String>,
    /// The limits of a call.
    pub limits: CallLimits,
    /// True if only tools are called whose `readOnlyHint` is true.
    pub read_only: bool,
    /// True if clients see three tools that find, describe and call the others.
    pub dynamic: bool,
    /// The most tools of a page.
    pub page_size: Option<NonZeroUsize>,
    /// If set, requests are not sent; a call is answered with this text of its request.
    pub dry_run: Option<RequestText>,
    /// True if each call is reported on standard error, without values.
    pub log: bool,
}

/// The limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// The longest time, from the call to its answer.
    pub time: Duration,
    /// The most bytes of a response's body.
    pub response_bytes: u64,
    /// The most calls at the same time; others wait.
    pub concurrent: usize,
    /// The most redirects that are followed.
    pub redirects: usize,
}

impl CallLimits {
    /// The default of `time`, in seconds: clients of the official SDKs wait for 60 seconds.
    pub const SECONDS: u64 = 50;
    /// The default of `response_bytes`: an answer has the body up to twice, and the TypeScript SDK refuses messages of more than
    /// 10 MB.
    pub const RESPONSE_BYTES: u64 = 4 << 20;
    /// The default of `concurrent`.
    pub const CONCURRENT: usize = 8;
}

impl Default for CallLimits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(Self::SECONDS),
            response_bytes: Self::RESPONSE_BYTES,
            concurrent: Self::CONCURRENT,
            redirects: 5,
        }
    }
}

/// The address of a server over HTTP, and who may use it.
#[derive(Debug, Clone)]
pub struct HttpEndpoint {
    /// The address.
    pub address: SocketAddr,
    /// Names of this computer, beside those of the loopback interface, that requests may give in `Host`.
    pub hosts: Vec<String>,
    /// The origins of web pages that may send requests.
    pub origins: Vec<String>,
}
