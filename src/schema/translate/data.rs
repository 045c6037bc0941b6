//! Data inside schemas: defaults, examples, enum members. It is never read as a schema.

use crate::diagnostic::Code;
use crate::json::number::fits_double;
use crate::json::{Number, Value};
use crate::source::{Node, NodeKind};

use super::Translator;

/// Maximum nesting of a default or an example; clients fail on very deep responses.
const MAX_DATA_DEPTH: usize = 30;

impl Translator<'_> {
    /// Returns a value inside or beside a schema (a default, an example) unchanged; `None`, with a
    /// diagnostic, if no client can represent it.
    pub fn data(&self, node: Node<'_>) -> Option<Value> {
        let Some(fault) = unrepresentable(node, 0) else { return Some(node.to_value()) };
        let what = if node.key().is_empty() { "a value".to_owned() } else { format!("`{}`", node.key()) };
        self.sink.report(Code::NumberOutOfRange, node.place(), format!("{what} {fault}; it is dropped"));
        None
    }
}

/// Returns a boolean as the text that stands in the document where the declared types want a text: YAML reads `TRUE` as a
/// boolean. Other values stay as they are.
pub(super) fn in_type(node: Node<'_>, value: Value, types: &[&'static str]) -> Value {
    let wants_text = value.is_boolean() && types.contains(&"string") && !types.contains(&"boolean");
    node.scalar_text().filter(|_| wants_text).map_or(value, Value::from)
}

/// Describes the part of a value that no client can represent.
fn unrepresentable(node: Node<'_>, depth: usize) -> Option<String> {
    match node.kind() {
        NodeKind::Number => {
            let spelling = node.as_number().unwrap_or_default();
            (!fits_double(spelling))
                .then(|| format!("contains {}, which is too large for a double", shorten(spelling)))
        }
        NodeKind::Array | NodeKind::Object if depth == MAX_DATA_DEPTH => {
            Some(format!("nests more than {MAX_DATA_DEPTH} levels deep"))
        }
        NodeKind::Array | NodeKind::Object => {
            node.children().find_map(|child| unrepresentable(child, depth + 1))
        }
        _ => None,
    }
}

/// Shortens a number with many digits.
fn shorten(spelling: &str) -> String {
    let start: String = spelling.chars().take(20).collect();
    if start.len() < spelling.len() { format!("{start}…") } else { start }
}

/// Returns the number at `node`, which may be written as a string; `None` if it overflows a double.
pub(super) fn number(node: Node<'_>) -> Option<Number> {
    let spelling = node.as_number().or_else(|| node.as_str().map(str::trim))?;
    Some(spelling).filter(|spelling| fits_double(spelling))?;
    match node.to_value() {
        // Parsing it would change the spelling of the exponent.
        Value::Number(number) => Some(number),
        _ => serde_json::from_str(spelling).ok(),
    }
}

/// Returns the non-negative integer at `node`, which may be written as `2.0` or as a string.
pub(super) fn length(node: Node<'_>) -> Option<u64> {
    let spelling = node.as_number().or_else(|| node.as_str().map(str::trim))?;
    if let Ok(value) = spelling.parse::<u64>() {
        return Some(value);
    }
    let value: f64 = spelling.parse().ok()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked on the line itself")]
    (value.fract() == 0.0 && (0.0..9e15).contains(&value)).then_some(value as u64)
}

/// Converts a value to one of the declared types, where that is lossless; `Err` if it has none of them.
pub(in crate::schema) fn coerce(value: Value, types: &[impl AsRef<str>]) -> Result<Value, Value> {
    if types.is_empty() || types.iter().any(|kind| is_of_type(&value, kind.as_ref())) {
        return Ok(value);
    }
    for kind in types {
        let coerced = match (kind.as_ref(), &value) {
            ("string", Value::Number(number)) => Some(Value::String(number.to_string())),
            ("string", Value::Bool(flag)) => Some(Value::String(flag.to_string())),
            ("integer", Value::String(text)) => {
                text.parse::<i64>().ok().filter(|number| number.to_string() == *text).map(Value::from)
            }
            ("number", Value::String(text)) => fits_double(text)
                .then(|| serde_json::from_str::<Number>(text).ok())
                .flatten()
                .map(Value::Number),
            ("boolean", Value::String(text)) => match text.as_str() {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            _ => None,
        };
        if let Some(coerced) = coerced {
            return Ok(coerced);
        }
    }
    Err(value)
}

/// Returns whether a value has a JSON Schema type (2020-12 validation, section 6.1.1).
pub(super) fn is_of_type(value: &Value, kind: &str) -> bool {
    match value {
        Value::Null => kind == "null",
        Value::Bool(_) => kind == "boolean",
        Value::Number(number) => kind == "number" || (kind == "integer" && is_whole(number)),
        Value::String(_) => kind == "string",
        Value::Array(_) => kind == "array",
        Value::Object(_) => kind == "object",
    }
}

fn is_whole(number: &Number) -> bool {
    let spelling = number.to_string();
    if !spelling.contains(['.', 'e', 'E']) {
        return true;
    }
    spelling.parse::<f64>().is_ok_and(|value| value.is_finite() && value.fract() == 0.0)
}

/// Returns the JSON Schema type of a value.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if is_whole(number) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
