//! Multipart bodies (RFC 2046, section 5.1; RFC 7578).

use crate::fnv1a::{OFFSET_BASIS, fnv1a};
use crate::json::{Map, Value};

use super::description::{HeaderSource, PartForm, PartForms, StyleForm};
use super::error::CallError;
use super::form::{WriteFault, decoded, document_text, form_text, is_form, items};
use super::header::is_field_text;
use super::media_type::{OCTET_STREAM, essence, sent};
use super::percent::TextEncoding;
use super::value_text::value_text;

/// The most levels of multipart bodies inside multipart bodies.
const MOST_LEVELS: usize = 8;

/// One part, ready to be written.
struct WrittenPart {
    /// The name of the form field; a body without names has none.
    name: Option<String>,
    content_type: Option<String>,
    headers: Vec<(String, String)>,
    /// True if the value is bytes, which have a file name.
    is_file: bool,
    bytes: Vec<u8>,
}

/// Writes multipart bodies; the arguments have the values of some headers.
#[derive(Clone, Copy)]
pub(super) struct MultipartWriter<'c> {
    pub(super) arguments: &'c Map,
    levels: usize,
}

/// Returns true for a multipart media type.
pub(super) fn is_multipart(media_type: &str) -> bool {
    essence(media_type).starts_with("multipart/")
}

impl<'c> MultipartWriter<'c> {
    pub(super) fn new(arguments: &'c Map) -> Self {
        Self { arguments, levels: 0 }
    }

    /// Writes a multipart body. Returns its media type, with the boundary, and its bytes. An object has a part for each property, a
    /// list a part without a name for each item.
    pub(super) fn body(
        self,
        media_type: &str,
        value: &Value,
        forms: &PartForms,
    ) -> Result<(String, Vec<u8>), WriteFault> {
        if self.levels >= MOST_LEVELS {
            return Err("has multipart bodies that are nested too deeply".to_owned());
        }
        let mut parts = Vec::new();
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    self.property(name.as_str(), value, forms.of(name.as_str()), &mut parts)?;
                }
            }
            Value::Array(list) => {
                for (position, item) in list.iter().enumerate() {
                    parts.push(self.part(None, item, forms.at(position))?);
                }
            }
            _ => return Err(format!("must be an object or a list, to be sent as `{}`", essence(media_type))),
        }
        Ok(assembled(media_type, &parts))
    }

    /// Writes the parts of a property: one for each item of a list (RFC 7578, section 4.3).
    fn property(
        self,
        name: &str,
        value: &Value,
        form: Option<&PartForm>,
        parts: &mut Vec<WrittenPart>,
    ) -> Result<(), WriteFault> {
        if let Some(style) = form.and_then(PartForm::style_form) {
            // Names and values by RFC 6570, without percent-encoding (OpenAPI 3.1, section "Encoding Object").
            let raw = StyleForm { allow_reserved: false, ..style };
            let headers = self.headers(form)?;
            let fields = raw.fields(name, value, TextEncoding::Raw);
            parts.extend(fields.into_iter().map(|(name, text)| WrittenPart {
                name: Some(name),
                content_type: None,
                headers: headers.clone(),
                is_file: false,
                bytes: text.into_bytes(),
            }));
            return Ok(());
        }
        for item in items(value) {
            parts.push(self.part(Some(name), item, form)?);
        }
        Ok(())
    }

    fn part(
        self,
        name: Option<&str>,
        value: &Value,
        form: Option<&PartForm>,
    ) -> Result<WrittenPart, WriteFault> {
        let said = form.and_then(|form| form.content_type.as_deref()).map(sent);
        let (content_type, bytes) = match (value, said) {
            (value, said) if form.is_some_and(|form| form.decode) => {
                let bytes = decoded(name.unwrap_or("a part"), value)?;
                (Some(said.unwrap_or(OCTET_STREAM).to_owned()), bytes)
            }
            (value @ (Value::Object(_) | Value::Array(_)), Some(media_type)) if is_multipart(media_type) => {
                let none = PartForms::default();
                let inner = Self { levels: self.levels + 1, ..self };
                let (media_type, bytes) =
                    inner.body(media_type, value, form.map_or(&none, |form| &form.parts))?;
                (Some(media_type), bytes)
            }
            (Value::Object(members), Some(media_type)) if is_form(media_type) => {
                let none = PartForms::default();
                let text = form_text(members, form.map_or(&none, |form| &form.parts))?;
                (Some(media_type.to_owned()), text.into_bytes())
            }
            (value, Some(media_type)) => {
                let text = document_text(media_type, &PartForms::default(), value)?;
                (Some(media_type.to_owned()), text.into_bytes())
            }
            // The default of the Encoding Object's `contentType`.
            (value @ (Value::Object(_) | Value::Array(_)), None) => {
                (Some("application/json".to_owned()), value.to_string().into_bytes())
            }
            (value, None) => (None, value_text(value).into_owned().into_bytes()),
        };
        if content_type.as_deref().is_some_and(|media_type| !is_field_text(media_type)) {
            return Err("has a media type that no header can hold".to_owned());
        }
        Ok(WrittenPart {
            name: name.map(str::to_owned),
            content_type,
            headers: self.headers(form)?,
            is_file: form.is_some_and(|form| form.decode),
            bytes,
        })
    }

    /// Returns the headers of a part that have a value.
    fn headers(self, form: Option<&PartForm>) -> Result<Vec<(String, String)>, WriteFault> {
        let mut headers = Vec::new();
        for header in form.map(|form| form.headers.as_slice()).unwrap_or_default() {
            let value = match &header.source {
                HeaderSource::Argument(argument) => self.arguments.get(argument.as_str()),
                HeaderSource::Settled(value) => Some(value),
            };
            let Some(value) = value.filter(|value| !value.is_null()) else { continue };
            let text = value_text(value);
            let is_name = http::HeaderName::from_bytes(header.name.as_bytes()).is_ok();
            if !is_name || !is_field_text(&text) {
                return Err(format!("has a part whose header `{}` cannot be sent", header.name));
            }
            headers.push((header.name.clone(), text.into_owned()));
        }
        Ok(headers)
    }
}

/// Puts parts together. The boundary depends on nothing but their bytes, so that equal calls give equal requests.
fn assembled(media_type: &str, parts: &[WrittenPart]) -> (String, Vec<u8>) {
    let boundary = boundary(parts);
    let is_form_data = essence(media_type) == "multipart/form-data";
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(format!("--{boundary}\r\n").as_bytes());
        if let Some(name) = &part.name {
            let name = quoted(name);
            let filename = if part.is_file { format!("; filename=\"{name}\"") } else { String::new() };
            let line = format!("Content-Disposition: form-data; name=\"{name}\"{filename}\r\n");
            bytes.extend_from_slice(line.as_bytes());
        } else if is_form_data {
            // RFC 7578, section 4.2, demands the header; a list has no names to give.
            bytes.extend_from_slice(b"Content-Disposition: form-data\r\n");
        }
        if let Some(content_type) = &part.content_type {
            bytes.extend_from_slice(format!("Content-Type: {content_type}\r\n").as_bytes());
        }
        for (name, value) in &part.headers {
            bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(&part.bytes);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("{media_type}; boundary={boundary}"), bytes)
}

/// Quotes a name as browsers do (HTML standard, "multipart form data").
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns a boundary that no part contains (RFC 2046, section 5.1.1): a hash of the parts, and the next numbers if it is among them.
fn boundary(parts: &[WrittenPart]) -> String {
    let mut hash = parts.iter().fold(OFFSET_BASIS, |hash, part| fnv1a(hash, part.bytes.iter().copied()));
    loop {
        let boundary = format!("apimint-{hash:016x}");
        let is_in = |bytes: &[u8]| bytes.windows(boundary.len()).any(|window| window == boundary.as_bytes());
        if !parts.iter().any(|part| is_in(&part.bytes)) {
            return boundary;
        }
        hash = hash.wrapping_add(1);
    }
}

/// Turns a fault of the body into an error of its argument.
pub(super) fn body_error(argument: &str) -> impl Fn(WriteFault) -> CallError + '_ {
    move |reason| CallError::argument(argument, reason)
}
