//! The request of a call, put together.

use std::borrow::Cow;
use std::collections::BTreeMap;

use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::json::Value;
use crate::model::ArgumentLocation;

use super::body::write_body;
use super::credentials::{
    CredentialPlace, CredentialValue, Credentials, SentCredential, chosen, runtime_cookies,
};
use super::description::{ValueDestination, ValueForm};
use super::error::CallError;
use super::form::document_text;
use super::header::{cookies, header_value, set_header};
use super::merge::merged;
use super::path::{PathText, expand_path};
use super::percent::TextEncoding;
use super::query::{QueryFields, fields, query_string};
use super::server::{ServerChoice, server_address};
use super::style::EncodedField;
use super::tool::CallableTool;

/// Everything that a caller decides about a request, besides the arguments.
#[derive(Debug, Clone)]
pub struct RequestSettings {
    /// The credentials that are there.
    pub credentials: Credentials,
    /// The choice among the servers.
    pub server: ServerChoice,
    /// Values for variables of the server's URL, by name.
    pub server_variables: BTreeMap<String, String>,
    /// The URL that a relative server is resolved against: that of the description.
    pub base: Option<Url>,
    /// True if the arguments are checked against `inputSchema` first.
    pub validate: bool,
}

impl Default for RequestSettings {
    fn default() -> Self {
        Self {
            credentials: Credentials::default(),
            server: ServerChoice::default(),
            server_variables: BTreeMap::new(),
            base: None,
            validate: true,
        }
    }
}

/// A request without its credentials, and what is sent of them.
#[derive(Debug, Clone)]
pub struct RequestDraft {
    /// The method.
    pub method: http::Method,
    /// The URL, encoded.
    pub url: String,
    /// The headers, except `Cookie`.
    pub headers: HeaderMap,
    /// The cookies, each a name and a value.
    pub cookies: Vec<(String, String)>,
    /// The body; `None` if none is sent.
    pub body: Option<Vec<u8>>,
    /// The credentials that are to be added.
    pub credentials: Vec<SentCredential>,
}

/// Makes the HTTP request of a call. `arguments` is an object.
pub fn request(
    tool: &CallableTool,
    arguments: &Value,
    settings: &RequestSettings,
) -> Result<http::Request<Vec<u8>>, CallError> {
    draft(tool, arguments, settings)?.finish(&settings.credentials)
}

/// Makes the HTTP request of a call without its credentials. The settings decide which of them are added.
pub fn draft(
    tool: &CallableTool,
    arguments: &Value,
    settings: &RequestSettings,
) -> Result<RequestDraft, CallError> {
    if settings.validate {
        tool.check(arguments)?;
    }
    let arguments = arguments.as_object().ok_or_else(|| {
        CallError::InvalidArguments(vec![super::error::ArgumentFault {
            pointer: String::new(),
            reason: "they are not an object".to_owned(),
        }])
    })?;
    let call = &tool.call;
    let mut values = RequestValues::default();
    for (argument, destination) in &call.arguments {
        let value = merged(arguments.get(argument.as_str()), &destination.constants);
        values.write(argument, destination, value.as_ref())?;
    }
    for (destination, value) in &call.constants {
        values.write(&destination.name, destination, Some(value))?;
    }
    let body = call.body.as_ref().map(|body| write_body(body, arguments)).transpose()?.flatten();
    let server =
        server_address(&call.servers, &settings.server, &settings.server_variables, settings.base.as_ref())?;
    let path = expand_path(&call.path, &values.path)?;
    let fixed = server.query.into_iter().chain(path.query).collect();
    let query = QueryFields::new(fixed, values.query, values.query_strings);
    let mut url = server.url + &path.path;
    if let Some(query) = query.text() {
        url.push('?');
        url.push_str(&query);
    }
    let mut headers = headers(call.accept.as_deref(), values.headers)?;
    if let Some(body) = &body {
        let content_type = header_value(&body.content_type).ok_or_else(|| {
            CallError::Request("the media type of the body has a control character".to_owned())
        })?;
        headers.insert(CONTENT_TYPE, content_type);
    }
    let mut credentials = chosen(call.security.as_deref().unwrap_or_default(), &settings.credentials)?;
    credentials.extend(runtime_cookies(&call.cookies, &settings.credentials)?);
    let (method, cookies) = (call.method.clone(), values.cookies);
    Ok(RequestDraft { method, url, headers, cookies, body: body.map(|body| body.bytes), credentials })
}

/// Returns the headers of arguments, after `Accept`. Without a media type of the call, anything is accepted.
fn headers(accept: Option<&str>, of_arguments: HeaderMap) -> Result<HeaderMap, CallError> {
    let accept = header_value(accept.unwrap_or("*/*"))
        .ok_or_else(|| CallError::Request("`accept` has a control character".to_owned()))?;
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, accept);
    headers.extend(of_arguments);
    Ok(headers)
}

impl RequestDraft {
    /// Adds the credentials. The value that a credential has replaces a header, query field or cookie of the same name.
    pub fn finish(self, credentials: &Credentials) -> Result<http::Request<Vec<u8>>, CallError> {
        let Self { method, mut url, mut headers, mut cookies, body, credentials: sent } = self;
        for credential in &sent {
            let text = credential.text(credentials)?;
            match credential.place {
                CredentialPlace::Header => {
                    let (name, value) = credential_header(credential, &text, credentials)?;
                    headers.insert(name, value);
                }
                CredentialPlace::Query => {
                    let name = TextEncoding::Unreserved.name(&credential.name);
                    url = with_query_field(&url, &name, &text);
                }
                CredentialPlace::Cookie => {
                    cookies.retain(|(name, _)| *name != credential.name);
                    cookies.push((credential.name.clone(), text));
                }
            }
        }
        if !cookies.is_empty() {
            let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let value = header_value(&pairs.join("; "))
                .ok_or_else(|| CallError::Request("a cookie has a control character".to_owned()))?;
            headers.insert(COOKIE, value);
        }
        let mut request = http::Request::builder()
            .method(method)
            .uri(url)
            .body(body.unwrap_or_default())
            .map_err(|error| CallError::Request(error.to_string()))?;
        *request.headers_mut() = headers;
        Ok(request)
    }
}

/// Appends a field to the query of a URL, in place of those of its name.
fn with_query_field(url: &str, name: &str, value: &str) -> String {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let is_other = |field: &&str| !field.is_empty() && field.split('=').next() != Some(name);
    let mut fields: Vec<&str> = query.split('&').filter(is_other).collect();
    let added = format!("{name}={value}");
    fields.push(&added);
    format!("{path}?{}", fields.join("&"))
}

/// Returns the header of a credential. A secret is marked as sensitive, so that it is not printed by `Debug`.
fn credential_header(
    credential: &SentCredential,
    text: &str,
    credentials: &Credentials,
) -> Result<(HeaderName, HeaderValue), CallError> {
    let fault =
        |reason: &str| CallError::Scheme { scheme: credential.scheme.clone(), reason: reason.to_owned() };
    let name = HeaderName::from_bytes(credential.name.as_bytes())
        .map_err(|_| fault("has a name that no header can have"))?;
    let mut value = header_value(text).ok_or_else(|| fault("has a credential with a control character"))?;
    let is_secret = matches!(credentials.get(&credential.scheme), Some(CredentialValue::Secret(_)));
    value.set_sensitive(is_secret || name == AUTHORIZATION);
    Ok((name, value))
}

/// The values of arguments and constants, written for their places.
#[derive(Debug, Default)]
struct RequestValues<'c> {
    path: Vec<PathText<'c>>,
    query: Vec<EncodedField>,
    /// Whole query strings.
    query_strings: Vec<String>,
    headers: HeaderMap,
    cookies: Vec<EncodedField>,
}

impl<'c> RequestValues<'c> {
    /// Writes a value. One that is absent sends nothing, but a path without it is none.
    fn write(
        &mut self,
        argument: &'c str,
        destination: &'c ValueDestination,
        value: Option<&Value>,
    ) -> Result<(), CallError> {
        let Some(value) = value else {
            if destination.location == ArgumentLocation::Path {
                return Err(CallError::argument(argument, "is missing, and the path needs it"));
            }
            return Ok(());
        };
        match destination.location {
            ArgumentLocation::Path => {
                let text = path_text(argument, destination, value)?;
                self.path.push(PathText {
                    argument,
                    placeholder: &destination.name,
                    text: text.into_owned(),
                });
            }
            ArgumentLocation::QueryString => {
                self.query_strings.push(query_string(argument, destination, value)?);
            }
            ArgumentLocation::Header => set_header(&mut self.headers, argument, destination, value)?,
            ArgumentLocation::Cookie => self.cookies.extend(cookies(argument, destination, value)?),
            // The others are not among the arguments of a call (`parse_call`).
            ArgumentLocation::Query
            | ArgumentLocation::Body
            | ArgumentLocation::PartHeader
            | ArgumentLocation::Input => {
                self.query.extend(fields(argument, destination, value, TextEncoding::Unreserved)?);
            }
        }
        Ok(())
    }
}

/// Returns the encoded text of a path argument.
fn path_text<'v>(
    argument: &str,
    destination: &ValueDestination,
    value: &'v Value,
) -> Result<Cow<'v, str>, CallError> {
    let encoding = match &destination.form {
        _ if destination.keep_slashes => TextEncoding::Slashes,
        ValueForm::Style(style) if style.allow_reserved => TextEncoding::PathReserved,
        _ => TextEncoding::Unreserved,
    };
    match &destination.form {
        ValueForm::Style(style) => Ok(Cow::Owned(style.text(&destination.name, value, encoding))),
        ValueForm::Content(..) if value.is_null() => Ok(Cow::Borrowed("")),
        ValueForm::Content(media_type, parts) => {
            let text = document_text(media_type, parts, value)
                .map_err(|reason| CallError::argument(argument, reason))?;
            Ok(Cow::Owned(encoding.value(&text).into_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Map;

    use super::*;

    #[test]
    fn arguments_must_be_an_object() {
        let tool: Value = serde_json::from_str(
            r#"{"name": "t", "_meta": {"dev.apimint/http": {"method": "GET", "path": "/", "servers": [{"url": "https://h.example"}]}}}"#,
        )
        .unwrap();
        let tool = CallableTool::parse(&tool).unwrap();
        for validate in [true, false] {
            let settings = RequestSettings { validate, ..RequestSettings::default() };
            assert!(request(&tool, &Value::Array(Vec::new()), &settings).is_err());
            assert!(request(&tool, &Value::Object(Map::new()), &settings).is_ok());
        }
    }
}
