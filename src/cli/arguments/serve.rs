//! The arguments of `apimint serve`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::{Args, ValueHint, value_parser};

use super::amounts::parse_bytes;
use super::call_target::CallTargetArguments;
use super::description_options::DescriptionOptions;
use super::report::ReportArguments;

/// Serves the tools of a manifest or description over MCP, and calls the API.
///
/// Clients start it and speak to it on standard input and output: `{"command": "apimint", "args": ["serve", "openapi.yaml"]}`.
/// A call becomes an HTTP request, and the response its result. A description is converted first, with the options of
/// `convert`.
///
/// Credentials come from `--credentials`, or else from the environment: `APIMINT_` and the name of the security scheme in upper
/// case, with `_` for other characters. They are sent to the server of a call only, and shown nowhere.
///
/// Exit status: 0 when the client closes the connection, or on Ctrl-C or SIGTERM; 1 if a diagnostic that `--deny` names was
/// raised; 2 if an input or argument cannot be used. With 1 and 2, nothing was served.
#[derive(Debug, Args)]
#[cfg_attr(
    not(feature = "serve"),
    allow(dead_code, reason = "a build without the server refuses the subcommand")
)]
pub(crate) struct ServeArguments {
    /// A manifest or description: a file, an http(s) URL, or with `--http` also `-` for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: OsString,

    /// Serve over HTTP at this address or port, instead of standard input and output
    ///
    /// The path is `/mcp`. A port alone is one of the loopback interface. There is no authentication: whoever reaches the
    /// address can call the tools. Another interface needs `--allow-host`.
    #[arg(long = "http", value_name = "ADDR")]
    pub(crate) listen: Option<HttpAddress>,

    /// Accept HTTP requests to this host or `host:port`, besides the loopback interface; can be repeated
    #[arg(long, value_name = "HOST", requires = "listen", hide_short_help = true)]
    pub(crate) allow_host: Vec<String>,

    /// Accept HTTP requests of web pages with this origin, such as `http://localhost:6274`; can be repeated
    #[arg(long, value_name = "ORIGIN", requires = "listen", hide_short_help = true)]
    pub(crate) allow_origin: Vec<String>,

    /// List three tools that find, describe and call the others
    ///
    /// This is the default if there are more than 128 tools, which no client can hold.
    #[arg(long, conflicts_with = "all")]
    pub(crate) dynamic: bool,

    /// List every tool, however many there are
    #[arg(long, hide_short_help = true)]
    pub(crate) all: bool,

    /// List at most this number of tools per page
    ///
    /// Some clients read the first page only. Without it, a page has as many as fit into 8 MiB.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(crate) page_size: Option<NonZeroUsize>,

    /// Answer calls with their request, and send nothing
    ///
    /// Credentials are written as `$APIMINT_…`.
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Report each call on standard error: tool, status, bytes and time, but no values
    #[arg(long)]
    pub(crate) log: bool,

    /// Give up a call after this number of seconds
    #[arg(long, value_name = "SECONDS", default_value = "50", value_parser = value_parser!(u64).range(1..=86_400), hide_short_help = true)]
    pub(crate) timeout: u64,

    /// Refuse a response with more bytes; accepts K and M
    #[arg(long, value_name = "BYTES", default_value = "4M", value_parser = parse_bytes, hide_short_help = true)]
    pub(crate) max_response: u64,

    /// Make at most this number of calls at the same time; others wait
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u16).range(1..=256), hide_short_help = true)]
    pub(crate) max_calls: u16,

    #[command(flatten)]
    pub(crate) target: CallTargetArguments,

    #[command(flatten)]
    pub(crate) description: DescriptionOptions,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

/// `--http`: an address and a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HttpAddress(
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "as above"))] pub(crate) SocketAddr,
);

impl FromStr for HttpAddress {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, Self::Err> {
        if let Ok(port) = typed.parse::<u16>() {
            return Ok(Self(SocketAddr::from(([127, 0, 0, 1], port))));
        }
        let spelled = typed.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
        let address = spelled.as_deref().unwrap_or(typed).parse();
        address
            .map(Self)
            .map_err(|_| "expected a port, or an address and a port, such as 127.0.0.1:8080".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_on_the_loopback_interface() {
        let parse = |typed: &str| typed.parse::<HttpAddress>().map(|address| address.0.to_string());
        assert_eq!(parse("8080").unwrap(), "127.0.0.1:8080");
        assert_eq!(parse("localhost:80").unwrap(), "127.0.0.1:80");
        assert_eq!(parse("[::1]:80").unwrap(), "[::1]:80");
        assert!(parse("example.com:80").is_err());
    }
}
