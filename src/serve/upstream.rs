//! One request to an API, and its response.

use std::io::Read;
use std::time::{Duration, Instant};

use http::{HeaderMap, Method, Request, StatusCode, Uri};
use ureq::Agent;
use url::Url;

use crate::call::MOST_ERROR_BYTES;
use crate::source::private_address::is_private_host;

use super::redirect::{RedirectTarget, redirect_target, redirected};
use super::settings::CallLimits;

/// The response to a request.
#[derive(Debug)]
pub(super) struct UpstreamResponse {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    /// True if the body goes on. Only that of an error is cut.
    pub(super) is_cut: bool,
}

/// The reason why there is no response. Texts can contain what the API answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum UpstreamError {
    #[error("the request failed: {0}")]
    Failed(String),
    #[error("there was no complete response within {} s (`--timeout`)", .0.as_secs_f64())]
    TooLate(Duration),
    #[error("the response has more than {0} bytes (`--max-response`)")]
    TooLarge(u64),
    #[error("HTTP {status}: the API redirects to {target}, which is another origin; it is not followed")]
    OtherOrigin { status: StatusCode, target: Box<Url> },
    #[error("the API redirects more than {0} times")]
    TooManyRedirects(usize),
}

/// Sends a request, follows redirects on the same origin, and reads the body of the response. Redirects keep all headers, since
/// they keep the origin.
pub(super) fn send(
    agent: &Agent,
    mut request: Request<Vec<u8>>,
    limits: &CallLimits,
    deadline: Instant,
) -> Result<UpstreamResponse, UpstreamError> {
    let failed = |error: &dyn std::fmt::Display| UpstreamError::Failed(error.to_string());
    for _ in 0..=limits.redirects {
        let url = Url::parse(&request.uri().to_string()).map_err(|error| failed(&error))?;
        let response = exchange(agent, &request, limits, deadline)?;
        match redirect_target(&url, response.status, &response.headers) {
            RedirectTarget::None => return Ok(response),
            RedirectTarget::OtherOrigin(target) => {
                return Err(UpstreamError::OtherOrigin { status: response.status, target: Box::new(target) });
            }
            RedirectTarget::SameOrigin(next) => {
                request = redirected(request, response.status);
                *request.uri_mut() = next.as_str().parse::<Uri>().map_err(|error| failed(&error))?;
            }
        }
    }
    Err(UpstreamError::TooManyRedirects(limits.redirects))
}

/// Sends one request, and reads the body of its response.
fn exchange(
    agent: &Agent,
    request: &Request<Vec<u8>>,
    limits: &CallLimits,
    deadline: Instant,
) -> Result<UpstreamResponse, UpstreamError> {
    let remaining = deadline.saturating_duration_since(Instant::now());
    if remaining.is_zero() {
        return Err(UpstreamError::TooLate(limits.time));
    }
    let failed = |error: ureq::Error| match error {
        ureq::Error::Timeout(ureq::Timeout::Connect) => UpstreamError::Failed("no connection".to_owned()),
        ureq::Error::Timeout(_) => UpstreamError::TooLate(limits.time),
        ureq::Error::Io(error) => UpstreamError::Failed(error.to_string()),
        error => UpstreamError::Failed(error.to_string()),
    };
    // Without a body, these methods send no `Content-Length`, others 0 (RFC 9110, section 8.6).
    let expects_none = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::DELETE | Method::OPTIONS | Method::TRACE
    );
    let response = if request.body().is_empty() && expects_none {
        run(agent, request, (), remaining)
    } else {
        run(agent, request, request.body().as_slice(), remaining)
    };
    let (parts, body) = response.map_err(failed)?.into_parts();
    let is_success = parts.status.is_success();
    let limit = if is_success { limits.response_bytes } else { MOST_ERROR_BYTES as u64 };
    let mut bytes = Vec::new();
    body.into_reader()
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| failed(ureq::Error::from(error)))?;
    let is_cut = bytes.len() as u64 > limit;
    if is_cut && is_success {
        return Err(UpstreamError::TooLarge(limit));
    }
    Ok(UpstreamResponse { status: parts.status, headers: parts.headers, body: bytes, is_cut })
}

fn run<B: ureq::AsSendBody>(
    agent: &Agent,
    request: &Request<Vec<u8>>,
    body: B,
    time: Duration,
) -> Result<http::Response<ureq::Body>, ureq::Error> {
    let mut sent = Request::new(body);
    *sent.method_mut() = request.method().clone();
    *sent.uri_mut() = request.uri().clone();
    *sent.headers_mut() = request.headers().clone();
    // Some APIs want a body with GET or DELETE, which RFC 9110 (section 9.3) discourages and ureq refuses otherwise.
    let forced = (!request.body().is_empty()).then(|| agent.get(request.uri()).force_send_body());
    if let Some(extensions) = forced.as_ref().and_then(|forced| forced.extensions_ref()) {
        *sent.extensions_mut() = extensions.clone();
    }
    let mut config = agent.configure_request(sent).timeout_global(Some(time));
    // A proxy would reach what is private where it stands, and credentials with it.
    if request.uri().host().is_none_or(is_private_host) {
        config = config.proxy(None);
    }
    agent.run(config.build())
}
