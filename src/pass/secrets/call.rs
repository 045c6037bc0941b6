//! Removal of credentials from the HTTP call of a tool.

use std::fmt::Display;
use std::sync::Arc;

use crate::credential::{REMOVED, USERINFO, contains, find, is_placeholder, is_secret_name};
use crate::diagnostic::TextDigest;
use crate::json::Value;
use crate::model::{HttpCall, PartCall, SecurityRequirement, Server, change_shared};

use super::report::SecretReport;

/// Removes a call whose method has a credential: no mark can take its place in a request.
pub(super) fn without_secret_method(call: &mut Option<HttpCall>, report: SecretReport<'_>) {
    if let Some(removed) = call.take_if(|call| contains(call.method.as_str())) {
        let held = TextDigest::credential(removed.method.as_str());
        report.removed("a credential", &"the method, and with it the call", Some(held));
    }
}

/// Removes credentials from the texts of an HTTP call.
pub(super) fn clean_call(call: &mut HttpCall, report: SecretReport<'_>) {
    clean_shared(&mut call.path, report, &"the path");
    if let Some(id) = &mut call.operation_id {
        clean_shared(id, report.under(&["operationId"]), &"the operationId");
    }
    change_shared(&mut call.servers, |servers| {
        for server in servers {
            clean_server(server, report.under(&["servers"]));
        }
    });
    if let Some(security) = &mut call.security {
        change_shared(security, |alternatives| {
            let requirements = alternatives.iter_mut().flatten();
            requirements.for_each(|requirement| clean_requirement(requirement, report.under(&["security"])));
        });
    }
    let report = |keys: &'static [&'static str]| report.under(keys);
    for media_type in call.accept.iter_mut().chain(&mut call.response_types) {
        report(&["produces"]).prose(media_type, &"a media type");
    }
    for cookie in &mut call.cookies {
        report(&["name"]).prose(&mut cookie.name, &"the name of a cookie");
        cookie.types.iter_mut().for_each(|word| report(&["type"]).prose(word, &"the type of a cookie"));
        if let Some(media_type) = &mut cookie.content_type {
            report(&["content"]).prose(media_type, &"a media type");
        }
    }
    if let Some(body) = &mut call.body {
        report(&["consumes"]).prose(&mut body.content_type, &"a media type");
        clean_parts(&mut body.parts, report(&["encoding"]));
        clean_parts(&mut body.prefix_parts, report(&["prefixEncoding"]));
    }
}

/// Removes credentials from what is said of the parts of a form.
pub(super) fn clean_parts(parts: &mut [PartCall], report: SecretReport<'_>) {
    for PartCall { name, content_type, style, headers, .. } in parts {
        let names = headers.iter_mut().map(|header| &mut header.name);
        let texts = [name, content_type, style].into_iter().flatten().chain(names);
        texts.for_each(|text| report.prose(text, &"a part of a form"));
        for header in headers {
            let is_secret = |value: &Value| {
                value.as_str().is_some_and(|text| contains(text) || is_secret_name(&header.name))
            };
            if let Some(value) = header.value.take_if(|value| is_secret(value)) {
                let held = TextDigest::credential(value.as_str().unwrap_or_default());
                report.removed("the value", &format!("the header `{}` of a part", header.name), Some(held));
            }
        }
    }
}

fn clean_requirement(requirement: &mut SecurityRequirement, report: SecretReport<'_>) {
    for url in requirement.urls_mut() {
        clean_url(url, report.under(&["components", "securitySchemes"]), "the URL of a security scheme");
    }
    let SecurityRequirement {
        scheme, kind, location, name, http_scheme, bearer_format, scopes, flows, ..
    } = requirement;
    report.prose(scheme, &"the name of a security scheme");
    let texts = [kind, location, name, http_scheme, bearer_format].into_iter().flatten().chain(scopes);
    let flows = flows.iter_mut().map(|flow| &mut flow.name);
    texts.chain(flows).for_each(|text| report.prose(text, &"a security scheme"));
}

/// Cleans a text that other calls may share. The text is copied only if it changes.
fn clean_shared(text: &mut Arc<str>, report: SecretReport<'_>, at: &dyn Display) {
    if contains(text) {
        let mut own = text.to_string();
        report.prose(&mut own, at);
        *text = own.into();
    }
}

/// Cleans a URL. The userinfo (RFC 3986, section 3.2.1) is removed as a whole, so that the URL stays valid.
fn clean_url(url: &mut String, report: SecretReport<'_>, what: &str) {
    for credential in find(url).into_iter().rev() {
        let held = TextDigest::credential(&url[credential.span.clone()]);
        report.removed(credential.kind, &what, Some(held));
        if credential.kind == USERINFO {
            // The span ends before the `@`.
            url.replace_range(credential.span.start..=credential.span.end, "");
        } else {
            url.replace_range(credential.span, REMOVED);
        }
    }
}

fn clean_server(server: &mut Server, report: SecretReport<'_>) {
    clean_url(&mut server.url, report, "the URL of a server");
    for (what, text) in server.texts_mut() {
        if let Some(text) = text {
            report.prose(text, &what);
        }
    }
    for variable in &mut server.variables {
        report.prose(&mut variable.name, &"the name of a server variable");
        let at = format!("the server variable `{}`", variable.name);
        // In the URL of a server, `token` is not the page token of a list.
        let is_token = variable.name.eq_ignore_ascii_case("token");
        let secret = |value: &String| {
            contains(value)
                || is_secret_name(&variable.name) && !value.is_empty() && !variable.values.contains(value)
                || is_token && !is_placeholder(value)
        };
        if let Some(default) = variable.default.take_if(|default| secret(default)) {
            report.removed("the default", &at, Some(TextDigest::credential(&default)));
        }
        let mut gone = variable.values.extract_if(.., |value| contains(value));
        if let Some(first) = gone.next() {
            report.removed("values", &at, Some(TextDigest::credential(&first)));
        }
        gone.for_each(drop);
    }
}
