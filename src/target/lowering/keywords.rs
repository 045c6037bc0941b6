//! Keywords of scalars, and those that every schema can have.

use crate::json::number::exact;
use crate::json::{Key, Map, Value, json};

use super::sentences::Sentences;
use super::{ANNOTATIONS, LoweredNode, Lowering};
use crate::target::obstacle::Obstacle;
use crate::target::rules::{ExclusiveBounds, FormatRule, LeastItems, PatternRule};

const STRING: [&str; 5] = ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"];
const NUMBER: [&str; 5] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const ARRAY: [&str; 9] = [
    "items",
    "prefixItems",
    "additionalItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
];
const OBJECT: [&str; 9] = [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
];

/// Keywords that go without a word: they say nothing to a model, or nothing about arguments.
const SILENT: [&str; 6] = ["readOnly", "writeOnly", "deprecated", "discriminator", "$comment", "$schema"];

/// Conditions that no target but the loose ones has, and that no sentence can say. `if` stands for its companions.
const UNSAID: [&str; 12] = [
    "if",
    "contains",
    "minContains",
    "maxContains",
    "additionalItems",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
    "examples",
];

/// Most items or characters that a grammar of constrained decoding can demand (llama.cpp).
const MOST_DEMANDED: f64 = 2_000.0;

/// Returns true for a keyword that a reference can carry to the schema in its place.
pub(super) fn is_carried(keyword: &Key) -> bool {
    !SILENT.contains(&keyword.as_str())
        && !keyword.starts_with("x-")
        && *keyword != crate::schema::DISCRIMINATOR
}

/// Returns the annotations that every target takes.
pub(super) fn annotations(schema: &Map) -> Map {
    let annotation = |(keyword, value): (&Key, &Value)| {
        ANNOTATIONS.contains(&keyword.as_str()).then(|| (keyword.clone(), value.clone()))
    };
    schema.iter().filter_map(annotation).collect()
}

/// Returns the types that a schema names, or those of its values; none if it takes values of any type.
pub(super) fn kinds(schema: &Map) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => return vec![kind],
        Some(Value::Array(kinds)) => return kinds.iter().filter_map(Value::as_str).collect(),
        _ => {}
    }
    let values = match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => values.as_slice(),
        (_, Some(value)) => std::slice::from_ref(value),
        _ => &[],
    };
    if !values.is_empty() {
        let mut kinds: Vec<&str> = Vec::new();
        for value in values {
            let kind = kind_of(value);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if kinds.contains(&"number") {
            kinds.retain(|kind| *kind != "integer");
        }
        return kinds;
    }
    Vec::new()
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if crate::json::number::is_whole(number) == Some(true) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Returns true if a value is of a type of JSON Schema.
fn is_of_kind(value: &Value, kind: &str) -> bool {
    let own = kind_of(value);
    own == kind || (kind == "number" && own == "integer")
}

/// Returns what a schema says of values of one type, without its annotations; `None` if it takes no such value.
pub(super) fn only_of_kind(schema: &Map, kind: &str) -> Option<Map> {
    let own: &[&str] = match kind {
        "string" => &STRING,
        "number" | "integer" => &NUMBER,
        "array" => &ARRAY,
        "object" => &OBJECT,
        _ => &[],
    };
    let mut only = Map::new();
    only.insert("type", json!(kind));
    for (keyword, value) in schema {
        match keyword.as_str() {
            "enum" => {
                let values = value.as_array().into_iter().flatten().filter(|value| is_of_kind(value, kind));
                let values: Vec<Value> = values.cloned().collect();
                if values.is_empty() {
                    return None;
                }
                only.insert("enum", Value::Array(values));
            }
            "const" if !is_of_kind(value, kind) => return None,
            "const" => {
                only.insert("const", value.clone());
            }
            "format" if kind == "string" => {
                only.insert("format", value.clone());
            }
            keyword if own.contains(&keyword) => {
                only.insert(keyword, value.clone());
            }
            _ => {}
        }
    }
    Some(only)
}

impl Lowering<'_> {
    /// Lowers a schema of one type.
    pub(super) fn of_kind(&mut self, kind: &str, schema: &Map) -> Result<LoweredNode, Obstacle> {
        match kind {
            "object" => self.object(schema),
            "array" => self.array(schema),
            scalar => Ok(self.of_kinds(&[scalar], schema)),
        }
    }

    /// Lowers a schema of some scalar types, or of none.
    pub(super) fn of_kinds(&mut self, kinds: &[&str], schema: &Map) -> LoweredNode {
        let mut lowered = Map::new();
        match kinds {
            [] => {}
            [kind] => {
                lowered.insert("type", json!(kind));
            }
            several => {
                lowered.insert("type", json!(several));
            }
        }
        let mut sentences = Sentences::default();
        self.keywords(schema, kinds, &mut lowered, &mut sentences);
        sentences.write(&mut lowered);
        LoweredNode { schema: lowered, ..LoweredNode::default() }
    }

    /// Lowers every keyword but those with schemas of members and properties.
    pub(super) fn keywords(
        &mut self,
        schema: &Map,
        kinds: &[&str],
        lowered: &mut Map,
        sentences: &mut Sentences,
    ) {
        let rules = self.rules;
        for (keyword, value) in schema.iter().filter(|(keyword, _)| is_carried(keyword)) {
            let name = keyword.as_str();
            if !applies(name, kinds) {
                continue;
            }
            let is_kept = match name {
                "type"
                | "anyOf"
                | "items"
                | "prefixItems"
                | "properties"
                | "required"
                | "additionalProperties"
                | "then"
                | "else" => continue,
                "enum" => {
                    self.enumeration(value, kinds, lowered, sentences);
                    continue;
                }
                "const" => {
                    self.constant(value, kinds, lowered, sentences);
                    continue;
                }
                "exclusiveMinimum" | "exclusiveMaximum" => match rules.exclusive_bounds {
                    ExclusiveBounds::Keep => true,
                    ExclusiveBounds::Describe => false,
                    ExclusiveBounds::Inclusive => {
                        if kinds != ["integer"] || !inclusive(name, value, schema, lowered) {
                            self.describe(name, value, sentences);
                        }
                        continue;
                    }
                },
                "description" => true,
                // `format: enum` stands there already.
                "format" if lowered.contains_key("format") => continue,
                // Values that are listed need no format, and Anthropic's own client drops it.
                "format" if rules.formats != FormatRule::All && lists_values(schema) => continue,
                "format" => match rules.formats {
                    FormatRule::All => true,
                    FormatRule::Only(formats) => value.as_str().is_some_and(|value| formats.contains(&value)),
                },
                "pattern" => takes_pattern(rules.pattern, value.as_str().unwrap_or_default()),
                "minItems" => match rules.least_items {
                    LeastItems::Keep => true,
                    LeastItems::UpToOne => exact(value).is_some_and(|least| least <= 1.0),
                    LeastItems::Describe => false,
                },
                name => rules.kept.contains(&name),
            };
            let is_holdable = !rules.grammar_bounds || grammar_holds(name, value);
            if is_kept && is_holdable {
                lowered.insert(keyword.clone(), value.clone());
            } else if name == "title" || (name == "format" && is_silent_format(value)) {
                // They tell a model nothing that the name or the type does not.
            } else if UNSAID.contains(&name) && name != "examples" {
                self.lose(name);
            } else if name == "examples" {
                // An example is no constraint, so that nothing is weakened.
                if self.with_sentences {
                    sentences.add_keyword(name, value);
                }
            } else {
                self.describe(name, value, sentences);
            }
        }
    }
}

fn lists_values(schema: &Map) -> bool {
    schema.contains_key("enum") || schema.contains_key("const")
}

/// Returns true for a format that says no more than the type, to a model.
fn is_silent_format(value: &Value) -> bool {
    !Sentences::default().add_keyword("format", value)
}

/// Returns true if a keyword says something about values of one of these types. Without types, all do.
fn applies(keyword: &str, kinds: &[&str]) -> bool {
    let own: &[&str] = match keyword {
        keyword if STRING.contains(&keyword) => &["string"],
        keyword if NUMBER.contains(&keyword) => &["number", "integer"],
        keyword if ARRAY.contains(&keyword) => &["array"],
        keyword if OBJECT.contains(&keyword) => &["object"],
        _ => return true,
    };
    kinds.is_empty() || kinds.iter().any(|kind| own.contains(kind))
}

/// Writes an exclusive bound of an integer as an inclusive one, unless there is a tighter one. Returns false if the bound is no
/// integer.
fn inclusive(keyword: &str, value: &Value, schema: &Map, lowered: &mut Map) -> bool {
    let Some(bound) = value.as_i64() else { return false };
    let (target, bound) = if keyword == "exclusiveMinimum" {
        ("minimum", bound.checked_add(1))
    } else {
        ("maximum", bound.checked_sub(1))
    };
    let Some(bound) = bound else { return false };
    let present = schema.get(target).and_then(Value::as_i64);
    let is_tighter =
        present.is_none_or(|present| if target == "minimum" { bound > present } else { bound < present });
    if schema.contains_key(target) && present.is_none() {
        return false;
    }
    if is_tighter {
        lowered.insert(target, Value::from(bound));
    }
    true
}

fn takes_pattern(rule: PatternRule, pattern: &str) -> bool {
    let has_plain_anchors = || {
        let inner = pattern.strip_prefix('^').unwrap_or(pattern);
        let inner = inner.strip_suffix('$').unwrap_or(inner);
        !pattern.contains(r"\b") && !pattern.contains(r"\B") && !has_anchor(inner)
    };
    match rule {
        PatternRule::Keep => true,
        PatternRule::KeepPlain => has_plain_anchors() && is_for_grammars(pattern),
        PatternRule::KeepAnchored => {
            pattern.starts_with('^')
                && pattern.ends_with('$')
                && has_plain_anchors()
                && is_for_grammars(pattern)
        }
        PatternRule::Describe => false,
    }
}

/// Returns true if a grammar can hold a pattern: grammars of constrained decoding have the syntax of the crate `regex`
/// (llguidance), which has no surrogates and reads `[` inside a class in another way.
fn is_for_grammars(pattern: &str) -> bool {
    regex::Regex::new(pattern).is_ok()
}

/// Returns true if a pattern has `^` or `$` as an anchor: not escaped, and not in a class.
fn has_anchor(pattern: &str) -> bool {
    let (mut is_escaped, mut in_class) = (false, false);
    for character in pattern.chars() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' if !in_class => in_class = true,
            ']' => in_class = false,
            '^' | '$' if !in_class => return true,
            _ => {}
        }
    }
    false
}

/// Returns true if a grammar of constrained decoding can hold a bound. Bounds of integers that it cannot hold are not in portable
/// schemas.
fn grammar_holds(keyword: &str, value: &Value) -> bool {
    !matches!(keyword, "minLength" | "minItems") || exact(value).is_some_and(|least| least <= MOST_DEMANDED)
}
