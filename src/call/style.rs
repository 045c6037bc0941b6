//! Values written by style: RFC 6570, and the tables under "Style Examples" of OpenAPI 3.0.4, 3.1.1 and 3.2.0. Swagger 2.0's
//! `collectionFormat` is one more delimiter.

use std::borrow::Cow;

use crate::json::{Map, Value};
use crate::model::ParameterStyle;

use super::description::StyleForm;
use super::percent::TextEncoding;
use super::value_text::{is_undefined, item_texts, member_texts, value_text};

/// A name and a value, both encoded.
pub(super) type EncodedField = (String, String);

impl StyleForm {
    /// Writes a value as fields of a query, of a form, of cookies, or of a multipart form: `color=blue`. An undefined value has
    /// none. A style that is not for fields counts as `form`.
    pub(super) fn fields(self, name: &str, value: &Value, encoding: TextEncoding) -> Vec<EncodedField> {
        if is_undefined(value) {
            return Vec::new();
        }
        let field = |name: Cow<'_, str>, text: Cow<'_, str>| {
            (encoding.name(&name).into_owned(), encoding.value(&text).into_owned())
        };
        if self.style == ParameterStyle::DeepObject {
            let mut fields = Vec::new();
            deep_fields(name, value, &mut |name, text| fields.push(field(name.into(), text)));
            return fields;
        }
        match value {
            Value::Array(items) if self.explode && !self.tab_separated => {
                self.texts(items).map(|text| field(name.into(), text)).collect()
            }
            Value::Object(members) if self.explode && !self.tab_separated => {
                member_texts(members).map(|(name, text)| field(name.into(), text)).collect()
            }
            value => {
                let text = self.joined(value, encoding, encoding.delimiter(self.delimiter()).as_ref());
                vec![(encoding.name(name).into_owned(), text)]
            }
        }
    }

    /// Writes a value into a path or a header. A style that is for neither counts as `simple`; the delimiters of Swagger 2.0 stay.
    pub(super) fn text(self, name: &str, value: &Value, encoding: TextEncoding) -> String {
        if is_undefined(value) {
            return String::new();
        }
        match self.style {
            ParameterStyle::Label => self.label(value, encoding),
            ParameterStyle::Matrix => self.matrix(name, value, encoding),
            _ => match value {
                Value::Object(members) if self.explode => pairs(members, encoding).join(","),
                value => self.joined(value, encoding, encoding.delimiter(self.delimiter()).as_ref()),
            },
        }
    }

    /// Writes `.blue.black` (RFC 6570, section 3.2.5).
    fn label(self, value: &Value, encoding: TextEncoding) -> String {
        let text = match value {
            Value::Object(members) if self.explode => pairs(members, encoding).join("."),
            value => self.joined(value, encoding, if self.explode { "." } else { "," }),
        };
        format!(".{text}")
    }

    /// Writes `;color=blue;color=black` (RFC 6570, section 3.2.7); an empty text has no `=`.
    fn matrix(self, name: &str, value: &Value, encoding: TextEncoding) -> String {
        let name = encoding.name(name);
        let one = |name: &str, text: &str| {
            if text.is_empty() { format!(";{name}") } else { format!(";{name}={text}") }
        };
        match value {
            Value::Array(items) if self.explode => {
                self.texts(items).map(|text| one(&name, &encoding.value(&text))).collect()
            }
            Value::Object(members) if self.explode => member_texts(members)
                .map(|(name, text)| one(&encoding.name(name), &encoding.value(&text)))
                .collect(),
            value => one(&name, &self.joined(value, encoding, ",")),
        }
    }

    /// Writes items, or names and values, with a delimiter between them; the text of a scalar.
    fn joined(self, value: &Value, encoding: TextEncoding, delimiter: &str) -> String {
        let encoded = |text: Cow<'_, str>| encoding.value(&text).into_owned();
        match value {
            Value::Array(items) => self.texts(items).map(encoded).collect::<Vec<_>>().join(delimiter),
            Value::Object(members) => {
                let texts = member_texts(members)
                    .flat_map(|(name, text)| [encoding.name(name).into_owned(), encoded(text)]);
                texts.collect::<Vec<_>>().join(delimiter)
            }
            value => encoded(value_text(value)),
        }
    }

    /// Returns the texts of a list's items; lists inside are joined where Swagger 2.0 says how.
    fn texts(self, items: &[Value]) -> impl Iterator<Item = Cow<'_, str>> {
        items.iter().filter(|item| !item.is_null()).map(move |item| match (item, self.inner_delimiter) {
            (Value::Array(inner), Some(delimiter)) => {
                Cow::Owned(item_texts(inner).collect::<Vec<_>>().join(delimiter))
            }
            (item, _) => value_text(item),
        })
    }

    fn delimiter(self) -> &'static str {
        match self.style {
            _ if self.tab_separated => "\t",
            ParameterStyle::SpaceDelimited => " ",
            ParameterStyle::PipeDelimited => "|",
            _ => ",",
        }
    }
}

fn pairs(members: &Map, encoding: TextEncoding) -> Vec<String> {
    let pair =
        |(name, text): (&str, Cow<'_, str>)| format!("{}={}", encoding.name(name), encoding.value(&text));
    member_texts(members).map(pair).collect()
}

/// Writes `a[b][c]=1`. A list repeats the name, without an index. OpenAPI defines one level of an object only ("Style Examples");
/// servers that read more agree on this form. The depth of the value bounds the recursion.
fn deep_fields<'v>(name: &str, value: &'v Value, write: &mut impl FnMut(String, Cow<'v, str>)) {
    match value {
        Value::Null => {}
        Value::Array(items) => items.iter().for_each(|item| deep_fields(name, item, write)),
        Value::Object(members) => {
            for (key, member) in members {
                deep_fields(&format!("{name}[{}]", key.as_str()), member, write);
            }
        }
        value => write(name.to_owned(), value_text(value)),
    }
}
