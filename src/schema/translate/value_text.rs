//! Texts about single values, in extensions that several generators write: `x-enum-varnames`, `x-enumNames`,
//! `x-enumDescriptions`, `x-ms-enum` and `x-extensible-enum`.

use std::collections::HashMap;

use crate::json::Value;
use crate::source::Node;

use super::BuiltSchema;
use super::keywords::SchemaKeywords;

/// The texts of extensions about one value of `enum`.
#[derive(Debug, Clone, Copy, Default)]
struct ValueText<'s> {
    name: Option<&'s str>,
    description: Option<&'s str>,
}

/// Adds the names and descriptions of the values of `enum`, and values that are known without it, to the description.
pub(super) fn value_texts(keywords: &SchemaKeywords<'_>, built: &mut BuiltSchema) {
    if let Some(known) = keywords.x_extensible_enum.filter(|known| known.is_array()) {
        let known: Vec<&str> = known.items().filter_map(Node::scalar_text).collect();
        if !known.is_empty() {
            built.notes.push(format!("Known values: {}", known.join(", ")));
        }
    }
    let Some(values) = built.map.get("enum").and_then(Value::as_array) else { return };
    let texts = texts_of(keywords, values);
    let lines = values.iter().zip(texts).filter_map(|(value, text)| {
        let value = plain(value);
        let says_more =
            |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty() && *text != value);
        match (text.name.and_then(says_more), text.description.and_then(says_more)) {
            (Some(name), Some(description)) if name != description => {
                Some(format!("{value}: {name} ({description})"))
            }
            (Some(text), _) | (None, Some(text)) => Some(format!("{value}: {text}")),
            (None, None) => None,
        }
    });
    let lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        built.notes.push(lines.join("; "));
    }
}

/// Returns what extensions say of each value.
fn texts_of<'s>(keywords: &SchemaKeywords<'s>, values: &[Value]) -> Vec<ValueText<'s>> {
    let mut texts = vec![ValueText::default(); values.len()];
    for list in [keywords.x_enum_varnames, keywords.x_enum_names].into_iter().flatten() {
        for (text, name) in texts.iter_mut().zip(listed(list, values)) {
            text.name = text.name.or(name);
        }
    }
    for list in [keywords.x_enum_descriptions, keywords.x_enum_descriptions_camel].into_iter().flatten() {
        for (text, description) in texts.iter_mut().zip(listed(list, values)) {
            text.description = text.description.or(description);
        }
    }
    if let Some(items) = keywords.x_ms_enum.and_then(|node| node.get("values")) {
        let mut indices: HashMap<String, usize> = HashMap::new();
        for (index, value) in values.iter().enumerate() {
            indices.entry(plain(value)).or_insert(index);
        }
        for item in items.items() {
            let index = item.get("value").and_then(Node::scalar_text).and_then(|wanted| indices.get(wanted));
            if let Some(text) = index.and_then(|&index| texts.get_mut(index)) {
                text.name = text.name.or_else(|| item.get("name")?.as_str());
                text.description = text.description.or_else(|| item.get("description")?.as_str());
            }
        }
    }
    texts
}

/// Returns the texts of a list in the order of the values, or of an object with the values as keys.
fn listed<'s>(list: Node<'s>, values: &[Value]) -> Vec<Option<&'s str>> {
    if list.is_array() {
        return list.items().map(Node::as_str).collect();
    }
    values.iter().map(|value| list.get(plain(value).as_str()).and_then(Node::as_str)).collect()
}

/// Returns a string without quotation marks, and any other value as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
