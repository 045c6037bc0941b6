//! The request body.

use std::borrow::Cow;

use crate::json::text::write_json;
use crate::json::{Map, Value};

use super::base64_text;
use super::description::{BodySource, CallBody};
use super::error::CallError;
use super::form::{form_text, is_form};
use super::media_type::{is_json, is_json_lines, is_json_seq, sent};
use super::merge::merged;
use super::multipart::{MultipartWriter, body_error, is_multipart};
use super::value_text::value_text;

/// The bytes of a body and their media type.
#[derive(Debug)]
pub(super) struct WrittenBody {
    pub(super) content_type: String,
    pub(super) bytes: Vec<u8>,
}

/// Writes the body of a call; `None` if its argument is absent.
pub(super) fn write_body(call: &CallBody, arguments: &Map) -> Result<Option<WrittenBody>, CallError> {
    let argument = match &call.source {
        BodySource::Argument(argument) => argument,
        _ => "body",
    };
    let Some(value) = body_value(call, arguments) else { return Ok(None) };
    let media_type = sent(&call.content_type);
    let fault = body_error(argument);
    if is_multipart(media_type) {
        let (content_type, bytes) =
            MultipartWriter::new(arguments).body(media_type, &value, &call.parts).map_err(fault)?;
        return Ok(Some(WrittenBody { content_type, bytes }));
    }
    let bytes = match &*value {
        Value::String(text) if call.decode => {
            base64_text::decode(text).ok_or_else(|| fault("must be base64 text".to_owned()))?
        }
        _ if call.decode => return Err(fault("must be base64 text".to_owned())),
        value if is_json(media_type) => value.to_string().into_bytes(),
        Value::Null => return Ok(None),
        Value::Object(members) if is_form(media_type) => {
            form_text(members, &call.parts).map_err(fault)?.into_bytes()
        }
        Value::Array(items) if is_json_lines(media_type) => json_texts("", items),
        Value::Array(items) if is_json_seq(media_type) => json_texts("\u{1e}", items),
        value => value_text(value).into_owned().into_bytes(),
    };
    Ok(Some(WrittenBody { content_type: media_type.to_owned(), bytes }))
}

/// Writes each item as JSON on a line of its own, with a text before it.
fn json_texts(before: &str, items: &[Value]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for item in items {
        bytes.extend_from_slice(before.as_bytes());
        write_json(item, &mut bytes);
        bytes.push(b'\n');
    }
    bytes
}

/// Returns the value of the body, with the constants in it.
fn body_value<'v>(call: &'v CallBody, arguments: &'v Map) -> Option<Cow<'v, Value>> {
    let value = match &call.source {
        BodySource::Settled(value) => return Some(Cow::Borrowed(value)),
        BodySource::Argument(argument) => arguments.get(argument.as_str()).map(Cow::Borrowed),
        BodySource::Properties(properties) => {
            let given = |(argument, property): &(String, String)| {
                arguments.get(argument.as_str()).map(|value| (property.clone(), value.clone()))
            };
            // Only bodies that are required are flattened, so that a call without arguments sends `{}`.
            Some(Cow::Owned(Value::Object(properties.iter().filter_map(given).collect())))
        }
        BodySource::Constants => None,
    };
    if call.constants.is_empty() {
        return value;
    }
    merged(value.as_deref(), &call.constants).map(Cow::Owned)
}
