//! Describes a security scheme: where a credential goes, and where a runtime gets it.

use url::Url;

use crate::diagnostic::Sink;
use crate::model::{OAuthFlow, SecurityRequirement};
use crate::source::Node;

use super::unknown_fields::DescriptiveObject;

/// The URLs of a flow (OpenAPI 3.2, "OAuth Flow Object").
const FLOW_URLS: [&str; 4] = ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"];

/// The flows of Swagger 2.0 ("Security Scheme Object", `flow`) that have another name in later versions.
const SWAGGER_FLOWS: [(&str, &str); 2] =
    [("application", "clientCredentials"), ("accessCode", "authorizationCode")];

/// Describes a scheme (OpenAPI 3.2 and Swagger 2.0, "Security Scheme Object"), without its name and scopes. Members that do not
/// apply to its type are left out; relative URLs are resolved against `base`.
pub(super) fn described(scheme: Node<'_>, base: Option<&Url>) -> SecurityRequirement {
    let text = |key: &str| scheme.get(key).and_then(Node::as_str).map(str::to_owned);
    let url = |key: &str| scheme.get(key).and_then(Node::as_str).map(|url| resolved(url, base));
    let kind = text("type");
    let described = SecurityRequirement { kind: kind.clone(), ..SecurityRequirement::default() };
    match kind.as_deref() {
        Some("apiKey") => SecurityRequirement { location: text("in"), name: text("name"), ..described },
        // Swagger 2.0's `basic` is `http` with the scheme `basic` in later versions.
        Some("basic") => SecurityRequirement {
            kind: Some("http".to_owned()),
            http_scheme: Some("basic".to_owned()),
            ..described
        },
        Some("http") => SecurityRequirement {
            http_scheme: text("scheme"),
            bearer_format: text("bearerFormat"),
            ..described
        },
        Some("openIdConnect") => {
            SecurityRequirement { open_id_connect_url: url("openIdConnectUrl"), ..described }
        }
        Some("oauth2") => SecurityRequirement {
            metadata_url: url("oauth2MetadataUrl"),
            flows: flows(scheme, base),
            ..described
        },
        _ => described,
    }
}

/// Reports unknown fields of a scheme and of its flows.
pub(super) fn report_unknown(scheme: Node<'_>, sink: &Sink) {
    DescriptiveObject::SecurityScheme.report(scheme, sink);
    if let Some(flows) = scheme.get("flows") {
        DescriptiveObject::OAuthFlows.report(flows, sink);
        for (_, flow) in flows.entries().filter(|(name, _)| !name.starts_with("x-")) {
            DescriptiveObject::OAuthFlow.report(flow, sink);
        }
    }
}

/// Reads the flows of a scheme. Swagger 2.0 has one in the scheme itself; it gets the name that later versions give it.
fn flows(scheme: Node<'_>, base: Option<&Url>) -> Vec<OAuthFlow> {
    let read = |name: &str, flow: Node<'_>| {
        let url = |key| Some((key, resolved(flow.get(key).and_then(Node::as_str)?, base)));
        OAuthFlow { name: name.to_owned(), urls: FLOW_URLS.into_iter().filter_map(url).collect() }
    };
    if let Some(flow) = scheme.get("flow").and_then(Node::as_str) {
        let later = SWAGGER_FLOWS.iter().find(|(name, _)| *name == flow);
        return vec![read(later.map_or(flow, |(_, later)| later), scheme)];
    }
    let flows = scheme.get("flows").into_iter().flat_map(Node::entries);
    let flows = flows.filter(|(name, flow)| !name.starts_with("x-") && flow.is_object());
    flows.map(|(name, flow)| read(name, flow)).collect()
}

/// Resolves a relative URL (RFC 3986, section 5.2). Absolute ones, and all without a base, keep their spelling.
fn resolved(url: &str, base: Option<&Url>) -> String {
    let absolute = base.filter(|_| Url::parse(url).is_err()).and_then(|base| base.join(url).ok());
    absolute.map_or_else(|| url.to_owned(), String::from)
}
