//! Header fields and cookies.

use http::header::{self, HeaderMap, HeaderName, HeaderValue};

use super::description::{ValueDestination, ValueForm};
use super::error::CallError;
use super::form::document_text;
use super::percent::TextEncoding;
use super::style::EncodedField;
use crate::json::Value;
use crate::model::ParameterStyle;

/// Fields that frame the message (RFC 9110, section 7.6.1; RFC 9112, section 6): the client that sends it writes them.
const FRAMING: [HeaderName; 7] = [
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::CONNECTION,
    header::TE,
    header::TRAILER,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
];

/// Sets a header to a value, which is written by style `simple` or as a document, without encoding.
pub(super) fn set_header(
    headers: &mut HeaderMap,
    argument: &str,
    destination: &ValueDestination,
    value: &Value,
) -> Result<(), CallError> {
    if value.is_null() {
        return Ok(());
    }
    let text = match &destination.form {
        ValueForm::Style(_) if super::value_text::is_undefined(value) => return Ok(()),
        ValueForm::Style(style) => {
            // `label` and `matrix` are styles of paths only.
            let style = match style.style {
                ParameterStyle::Label | ParameterStyle::Matrix => {
                    super::description::StyleForm { style: ParameterStyle::Simple, ..*style }
                }
                _ => *style,
            };
            style.text(&destination.name, value, TextEncoding::Raw)
        }
        ValueForm::Content(media_type, parts) => {
            document_text(media_type, parts, value).map_err(|reason| CallError::argument(argument, reason))?
        }
    };
    let name = HeaderName::from_bytes(destination.name.as_bytes())
        .map_err(|_| CallError::argument(argument, "has a name that no header can have"))?;
    if FRAMING.contains(&name) {
        return Ok(());
    }
    let value = header_value(&text).ok_or_else(|| {
        CallError::argument(argument, "has a line break or a control character, which no header can hold")
    })?;
    headers.insert(name, value);
    Ok(())
}

/// Returns text as the value of a header (RFC 9110, section 5.5): UTF-8 without control characters, except tabs.
pub(super) fn header_value(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_bytes(text.as_bytes()).ok()
}

/// Returns true for text that a header can hold.
pub(super) fn is_field_text(text: &str) -> bool {
    header_value(text).is_some()
}

/// Writes cookies (RFC 6265, section 4.2.1). Style `form` encodes, style `cookie` does not (OpenAPI 3.2, section "Style Values").
pub(super) fn cookies(
    argument: &str,
    destination: &ValueDestination,
    value: &Value,
) -> Result<Vec<EncodedField>, CallError> {
    let is_raw =
        matches!(&destination.form, ValueForm::Style(style) if style.style == ParameterStyle::Cookie);
    let encoding = if is_raw { TextEncoding::Raw } else { TextEncoding::Unreserved };
    let cookies = super::query::fields(argument, destination, value, encoding)?;
    if cookies.iter().any(|(name, value)| !is_cookie_text(name) || !is_cookie_text(value)) {
        return Err(CallError::argument(argument, "has a character that ends a cookie"));
    }
    Ok(cookies)
}

/// Returns true for text that does not end a cookie, and that a header can hold.
pub(super) fn is_cookie_text(text: &str) -> bool {
    !text.contains(';') && is_field_text(text)
}
