//! The query string.

use super::description::{ValueDestination, ValueForm};
use super::error::CallError;
use super::form::document_text;
use super::percent::{TextEncoding, decoded};
use super::style::EncodedField;
use crate::json::Value;

/// The fields of a query string, encoded, in the order in which they are sent.
#[derive(Debug, Default)]
pub(super) struct QueryFields(Vec<String>);

impl QueryFields {
    /// Takes the fields that the path template has, except those that an argument or a constant sends too.
    pub(super) fn new(of_template: Vec<String>, sent: Vec<EncodedField>, whole: Vec<String>) -> Self {
        let name = |field: &str| decoded(field.split('=').next().unwrap_or_default()).into_owned();
        let names: Vec<String> = sent.iter().map(|(field, _)| name(field)).collect();
        let mut fields = of_template;
        fields.retain(|field| !names.contains(&name(field)));
        fields.extend(sent.into_iter().map(|(name, value)| format!("{name}={value}")));
        fields.extend(whole.into_iter().filter(|text| !text.is_empty()));
        Self(fields)
    }

    /// Returns the text after `?`; `None` if there are no fields.
    pub(super) fn text(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.join("&"))
    }
}

/// Writes a value as fields of the query, or of cookies.
pub(super) fn fields(
    argument: &str,
    destination: &ValueDestination,
    value: &Value,
    encoding: TextEncoding,
) -> Result<Vec<EncodedField>, CallError> {
    match &destination.form {
        ValueForm::Style(style) => {
            let encoding = match encoding {
                TextEncoding::Unreserved if style.allow_reserved => TextEncoding::Reserved,
                encoding => encoding,
            };
            Ok(style.fields(&destination.name, value, encoding))
        }
        ValueForm::Content(..) if value.is_null() => Ok(Vec::new()),
        ValueForm::Content(media_type, parts) => {
            let text = document_text(media_type, parts, value)
                .map_err(|reason| CallError::argument(argument, reason))?;
            Ok(vec![(encoding.name(&destination.name).into_owned(), encoding.value(&text).into_owned())])
        }
    }
}

/// Writes a value as a whole query string (OpenAPI 3.2, `in: querystring`): a form as it is, any other document encoded.
pub(super) fn query_string(
    argument: &str,
    destination: &ValueDestination,
    value: &Value,
) -> Result<String, CallError> {
    match &destination.form {
        ValueForm::Style(style) => {
            let fields = style.fields(&destination.name, value, TextEncoding::Unreserved);
            Ok(fields.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&"))
        }
        ValueForm::Content(..) if value.is_null() => Ok(String::new()),
        ValueForm::Content(media_type, parts) => {
            let text = document_text(media_type, parts, value)
                .map_err(|reason| CallError::argument(argument, reason))?;
            let is_form = super::form::is_form(media_type);
            Ok(if is_form { text } else { TextEncoding::Unreserved.value(&text).into_owned() })
        }
    }
}
