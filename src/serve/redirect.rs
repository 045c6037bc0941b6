//! Redirects of a response (RFC 9110, section 15.4).

use http::header::{CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{HeaderMap, Method, Request, StatusCode};
use url::Url;

/// What a response says of the next request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RedirectTarget {
    /// It is no redirect.
    None,
    /// A URL of the same origin.
    SameOrigin(Url),
    /// A URL of another origin, which is not followed: the request and its credentials are for this one.
    OtherOrigin(Url),
}

/// Returns the target of a redirect from `url`. A fragment has no meaning in a request.
pub(super) fn redirect_target(url: &Url, status: StatusCode, headers: &HeaderMap) -> RedirectTarget {
    if !matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return RedirectTarget::None;
    }
    let location = headers.get(LOCATION).and_then(|location| location.to_str().ok());
    let Some(mut next) = location.and_then(|location| url.join(location).ok()) else {
        return RedirectTarget::None;
    };
    next.set_fragment(None);
    if next.origin() == url.origin() && next.username().is_empty() && next.password().is_none() {
        RedirectTarget::SameOrigin(next)
    } else {
        RedirectTarget::OtherOrigin(next)
    }
}

/// Turns a request into the one that follows a redirect: 303, and 301 and 302 of a POST, are followed by a GET without a body.
pub(super) fn redirected(mut request: Request<Vec<u8>>, status: StatusCode) -> Request<Vec<u8>> {
    let method = request.method();
    let becomes_get = match status {
        StatusCode::SEE_OTHER => method != Method::GET && method != Method::HEAD,
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND => method == Method::POST,
        _ => false,
    };
    if becomes_get {
        *request.method_mut() = Method::GET;
        request.body_mut().clear();
        for name in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING, CONTENT_LANGUAGE] {
            request.headers_mut().remove(name);
        }
    }
    request
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_origin_is_scheme_host_and_port() {
        let url = Url::parse("https://api.example/v1/a").unwrap();
        let target = |status: u16, location: &'static str| {
            let headers = HeaderMap::from_iter([(LOCATION, HeaderValue::from_static(location))]);
            redirect_target(&url, StatusCode::from_u16(status).unwrap(), &headers)
        };
        for location in ["b", "/v1/b", "https://api.example/v1/b#top", "https://api.example:443/v1/b"] {
            let same = RedirectTarget::SameOrigin(Url::parse("https://api.example/v1/b").unwrap());
            let found = target(307, location);
            assert_eq!(found, same, "{location}");
        }
        for location in [
            "http://api.example/v1/b",
            "https://api.example:8443/v1/b",
            "https://other.example/v1/b",
            "//other.example/b",
            "https://ann@api.example/b",
            "file:///etc/passwd",
        ] {
            assert!(matches!(target(302, location), RedirectTarget::OtherOrigin(_)), "{location}");
        }
        assert_eq!(target(200, "b"), RedirectTarget::None);
        assert_eq!(target(304, "b"), RedirectTarget::None);
    }

    #[test]
    fn some_redirects_are_followed_by_a_get() {
        for (status, method, expected) in [
            (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"),
            (302, "POST", "GET"),
            (301, "POST", "GET"),
            (302, "DELETE", "DELETE"),
            (307, "POST", "POST"),
            (308, "PUT", "PUT"),
        ] {
            let request = Request::builder().method(method).header(CONTENT_TYPE, "text/plain");
            let request = request.body(b"a".to_vec()).unwrap();
            let next = redirected(request, StatusCode::from_u16(status).unwrap());
            assert_eq!(next.method(), expected, "{status} {method}");
            let keeps_body = method == expected;
            assert_eq!(!next.body().is_empty(), keeps_body, "{status} {method}");
            assert_eq!(next.headers().contains_key(CONTENT_TYPE), keeps_body, "{status} {method}");
        }
    }
}
