//! Examples, descriptions and deprecation that stand beside a schema and win over its own.

use crate::json::Value;
use crate::model::Schema;
use crate::source::Node;

use super::OpenApiReader;
use super::unknown::DescriptiveObject;

/// Most examples that are carried from a map of example objects.
const MAX_EXAMPLES: usize = 10;

impl<'s> OpenApiReader<'s> {
    /// Values of `example` and `examples` (OpenAPI 3.2, "Example Object"): `value` and `dataValue` are data;
    /// `serializedValue` and `externalValue` are not, and are never read.
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
            let Some(object) = self.follow(written, "the example") else {
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

/// Examples from outside a schema win over its own.
pub(super) fn set_examples(schema: &mut Schema, examples: Vec<Value>) {
    if !examples.is_empty() {
        schema.0.insert("examples", Value::Array(examples));
    }
}

/// A description from outside a schema wins over its own; a deprecation is said in words, since Draft 07
/// has no keyword for it.
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
