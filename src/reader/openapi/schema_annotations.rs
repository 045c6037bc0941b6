//! Examples, descriptions and deprecation beside a schema, which replace those inside it.

use crate::json::Value;
use crate::model::Schema;
use crate::source::{Fields, Node, TakenField};

use super::reader::OpenApiReader;
use super::unknown_fields::DescriptiveObject;

/// Most examples that are taken from a map of Example Objects.
const MAX_EXAMPLES: usize = 10;

impl<'s> OpenApiReader<'s> {
    /// Returns the values of `example` and `examples` (OpenAPI 3.2, "Example Object"). Only `value` and `dataValue` are data;
    /// `serializedValue` and `externalValue` are ignored.
    pub(super) fn examples(&self, example: Option<Node<'s>>, examples: Option<Node<'s>>) -> Vec<Value> {
        let mut values = Vec::new();
        if let Some(example) = example {
            values.extend(self.translator.data(example));
        }
        let Some(examples) = examples else { return values };
        if examples.is_array() {
            values.extend(examples.items().filter_map(|item| self.translator.data(item)));
        }
        for (_, written) in examples.entries().take(MAX_EXAMPLES) {
            let Some(object) = self.referenced(written, "the example").map(|value| value.node) else {
                continue;
            };
            DescriptiveObject::Example.report(object, self.sink);
            if let Some(value) = object.get("dataValue").or_else(|| object.get("value")) {
                values.extend(self.translator.data(value).filter(|value| !values.contains(value)));
            }
        }
        values
    }
}

/// Takes `example` and `examples`, of which [`OpenApiReader::examples`] makes a list.
pub(super) fn written_examples<'s>(fields: &mut Fields<'s>) -> (Option<Node<'s>>, Option<Node<'s>>) {
    let example = fields.take_value("example").map(TakenField::used);
    (example, fields.take("examples").map(TakenField::used))
}

/// Replaces the examples of a schema, if there are others.
pub(super) fn set_examples(schema: &mut Schema, examples: Vec<Value>) {
    if !examples.is_empty() {
        schema.0.insert("examples", Value::Array(examples));
    }
}

/// Replaces the description of a schema, if there is another. A deprecation is added to the text, since Draft 07 has no
/// keyword for it.
pub(super) fn describe(schema: &mut Schema, description: Option<&str>, deprecated: bool) {
    let own = schema.0.get("description").and_then(Value::as_str);
    let text = description.or(own).unwrap_or_default();
    let text = if deprecated && !text.to_ascii_lowercase().contains("deprecated") {
        if text.is_empty() { "Deprecated.".to_owned() } else { format!("{text}\nDeprecated.") }
    } else if description.is_some() {
        text.to_owned()
    } else {
        return;
    };
    schema.0.insert("description", Value::String(text));
}
