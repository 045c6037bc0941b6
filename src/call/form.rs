//! Forms (`application/x-www-form-urlencoded`), and documents inside parameters.

use crate::json::{Map, Value};

use super::base64_text;
use super::description::{PartForm, PartForms};
use super::media_type::{essence, is_json, sent};
use super::percent::TextEncoding;
use super::value_text::value_text;

/// The reason why a value cannot be written, as the rest of a sentence that begins with the name of the argument.
pub(super) type WriteFault = String;

/// Returns true for the media type of URL-encoded forms.
pub(super) fn is_form(media_type: &str) -> bool {
    essence(media_type) == "application/x-www-form-urlencoded"
}

/// Writes a value as a document of a media type: JSON as compact JSON, an object as a form, and for other types a string as it is and
/// anything else as JSON.
pub(super) fn document_text(
    media_type: &str,
    parts: &PartForms,
    value: &Value,
) -> Result<String, WriteFault> {
    let media_type = sent(media_type);
    if is_json(media_type) {
        return Ok(value.to_string());
    }
    match value {
        Value::Object(members) if is_form(media_type) => form_text(members, parts),
        value => Ok(value_text(value).into_owned()),
    }
}

/// Writes an object as a form. `null` sends nothing.
pub(super) fn form_text(members: &Map, parts: &PartForms) -> Result<String, WriteFault> {
    let mut fields = Vec::new();
    for (name, value) in members {
        if !value.is_null() {
            write_field(name.as_str(), value, parts.of(name.as_str()), &mut fields)?;
        }
    }
    Ok(fields.join("&"))
}

fn write_field(
    name: &str,
    value: &Value,
    form: Option<&PartForm>,
    fields: &mut Vec<String>,
) -> Result<(), WriteFault> {
    let encoding = TextEncoding::Unreserved;
    let mut write = |text: String| fields.push(format!("{}={text}", encoding.name(name)));
    if let Some(form) = form {
        if let Some(style) = form.style_form() {
            let encoding = if style.allow_reserved { TextEncoding::Reserved } else { encoding };
            let styled = style.fields(name, value, encoding);
            fields.extend(styled.into_iter().map(|(name, text)| format!("{name}={text}")));
            return Ok(());
        }
        if form.decode {
            for value in items(value) {
                write(TextEncoding::bytes(&decoded(name, value)?));
            }
            return Ok(());
        }
        if let Some(media_type) = &form.content_type {
            let text = document_text(media_type, &form.parts, value)?;
            write(encoding.value(&text).into_owned());
            return Ok(());
        }
    }
    for item in items(value) {
        write(encoding.value(&value_text(item)).into_owned());
    }
    Ok(())
}

/// Returns the items of a list that are not `null`, or the value itself.
pub(super) fn items(value: &Value) -> impl Iterator<Item = &Value> {
    let list = match value {
        Value::Array(items) => items.as_slice(),
        value => std::slice::from_ref(value),
    };
    list.iter().filter(|item| !item.is_null())
}

/// Decodes the base64 text of a part.
pub(super) fn decoded(part: &str, value: &Value) -> Result<Vec<u8>, WriteFault> {
    let bytes = value.as_str().and_then(base64_text::decode);
    bytes.ok_or_else(|| format!("must have base64 text in `{part}`"))
}
