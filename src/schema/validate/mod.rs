//! Validates emitted schemas: every schema is valid under the meta-schemas of Draft 07 and 2020-12, and every
//! reference resolves. Wraps the `jsonschema` crate, whose interface changes often.

mod plain;
mod validation_cost;

use std::collections::HashSet;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{draft4, draft6, draft7, draft201909, draft202012};

use crate::json::{Map, Value};
use crate::model::{DefinitionNames, Definitions, Schema, SchemaDialect, referenced};

use super::SourceDialect;
use super::measurement::references;
use super::subschemas::subschemas;
use plain::is_plainly_valid;
use validation_cost::{StepAllowance, can_compile, size, steps};

/// The reason why a schema must not be emitted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {reason}")]
pub struct SchemaFault {
    /// The place in the schema, as a JSON Pointer.
    pub pointer: String,
    /// The error.
    pub reason: String,
}

/// Validates emitted schemas.
#[derive(Debug, Clone, Copy)]
pub struct Validator {
    /// The dialect of the emitted schemas.
    pub dialect: SchemaDialect,
}

impl Validator {
    /// Checks one schema, or one part of a schema that is assembled from parts: a schema is valid if and only
    /// if all its parts are.
    pub fn check(self, schema: &Schema, definitions: &DefinitionNames) -> Result<(), SchemaFault> {
        check_references(&schema.0, definitions)?;
        // References were checked above.
        if self.dialect == SchemaDialect::Portable && is_plainly_valid(&schema.0) {
            return Ok(());
        }
        let schema = (&schema.0).into();
        let outcome = match self.dialect {
            SchemaDialect::Portable => {
                both_meta_schemas(&schema, |key| key != "$ref" && is_stricter_in_draft_07(key))
            }
            SchemaDialect::Draft07 => draft7::meta::validate(&schema),
            SchemaDialect::Draft202012 => draft202012::meta::validate(&schema),
        };
        outcome.map_err(|error| fault(&error))
    }
}

/// Checks that a schema is valid under the meta-schemas of both drafts.
pub fn meta_valid(schema: &Value) -> Result<(), SchemaFault> {
    both_meta_schemas(&schema.into(), is_stricter_in_draft_07).map_err(|error| fault(&error))
}

/// Returns true if a schema is valid under the meta-schema of one draft; false for the dialects that are not JSON Schema.
pub(crate) fn is_valid_under(schema: &Value, dialect: SourceDialect) -> bool {
    let schema = schema.into();
    match dialect {
        SourceDialect::OpenApi30 | SourceDialect::Gemini => false,
        SourceDialect::Draft04 => draft4::meta::is_valid(&schema),
        SourceDialect::Draft06 => draft6::meta::is_valid(&schema),
        SourceDialect::Draft07 => draft7::meta::is_valid(&schema),
        SourceDialect::Draft201909 => draft201909::meta::is_valid(&schema),
        SourceDialect::Draft202012 => draft202012::meta::is_valid(&schema),
    }
}

/// Validates under both drafts. A schema that is valid under 2020-12 is valid under Draft 07 too, unless it
/// has a keyword for which Draft 07 is stricter.
fn both_meta_schemas(
    schema: &serde_json::Value,
    is_stricter: fn(&str) -> bool,
) -> Result<(), jsonschema::ValidationError<'_>> {
    draft202012::meta::validate(schema)?;
    if has_member(schema, is_stricter) { draft7::meta::validate(schema) } else { Ok(()) }
}

/// Returns whether the meta-schema of Draft 07 is stricter for a keyword than that of 2020-12: the latter
/// does not know `additionalItems`, and only in the former `format` is an assertion.
fn is_stricter_in_draft_07(keyword: &str) -> bool {
    matches!(keyword, "additionalItems" | "pattern" | "patternProperties" | "$schema" | "$id" | "$ref")
}

/// Returns whether any object in a value has a matching member. The depth of the value bounds the recursion.
fn has_member(value: &serde_json::Value, predicate: fn(&str) -> bool) -> bool {
    match value {
        serde_json::Value::Object(map) => {
            map.iter().any(|(key, value)| predicate(key) || has_member(value, predicate))
        }
        serde_json::Value::Array(list) => list.iter().any(|value| has_member(value, predicate)),
        _ => false,
    }
}

/// Returns the fault of a schema that cannot be compiled. Of several references that do not resolve, the library names any, so
/// that none is named.
fn compile_fault(error: &jsonschema::ValidationError<'_>) -> SchemaFault {
    match error.kind() {
        ValidationErrorKind::Referencing(_) => {
            let reason = "it refers to a schema that is not in it".to_owned();
            SchemaFault { pointer: String::new(), reason }
        }
        _ => fault(error),
    }
}

fn fault(error: &jsonschema::ValidationError<'_>) -> SchemaFault {
    SchemaFault { pointer: error.instance_path().to_string(), reason: error.to_string() }
}

/// Compiles a self-contained schema under both drafts, which finds references that do not resolve and
/// patterns that do not compile.
pub fn compile(schema: &Value) -> Result<(), SchemaFault> {
    if !can_compile(schema) {
        let reason = "a chain of references is too long".to_owned();
        return Err(SchemaFault { pointer: String::new(), reason });
    }
    let schema = schema.into();
    draft7::new(&schema).map_err(|error| compile_fault(&error))?;
    draft202012::new(&schema).map_err(|error| compile_fault(&error))?;
    Ok(())
}

/// The reason why a value was not validated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UncheckedReason {
    /// The schema is not valid.
    #[error("is not valid: {0}")]
    Unsound(SchemaFault),
    /// Validation would take too long, because the schema branches too much or has too long chains of
    /// references.
    #[error("branches too much to validate this value")]
    TooLong,
}

/// The steps that are allowed to decide whether a value is valid, and those that are allowed to list the
/// errors, which takes a thousand times the memory.
const DECISION_STEPS: StepAllowance = StepAllowance { fixed: 4_000_000, per_value: 64 };
const LISTING_STEPS: StepAllowance = StepAllowance { fixed: 200_000, per_value: 32 };

/// Returns the errors of a value under a self-contained schema, in the draft that the schema declares. The
/// messages omit the value, which may be long.
pub fn misfits(schema: &Value, value: &Value) -> Result<Vec<SchemaFault>, UncheckedReason> {
    let fault = |error: &jsonschema::ValidationError<'_>| SchemaFault {
        pointer: error.instance_path().to_string(),
        reason: error.masked().to_string(),
    };
    if !can_compile(schema) {
        return Err(UncheckedReason::TooLong);
    }
    let validator = jsonschema::validator_for(&schema.into())
        .map_err(|error| UncheckedReason::Unsound(compile_fault(&error)))?;
    let size = size(value);
    let steps = steps(schema, value, DECISION_STEPS.of(size)).ok_or(UncheckedReason::TooLong)?;
    let instance = value.into();
    // Validity is decided first: it needs no memory for the errors of branches.
    if validator.is_valid(&instance) {
        return Ok(Vec::new());
    }
    if steps > LISTING_STEPS.of(size) {
        let reason = "something in it does not match; the schema branches too much to say what".to_owned();
        return Ok(vec![SchemaFault { pointer: String::new(), reason }]);
    }
    Ok(validator.iter_errors(&instance).map(|error| fault(&error)).collect())
}

/// Returns the errors of a value under a schema that refers to shared definitions.
pub fn misfits_shared(
    schema: &Schema,
    definitions: &Definitions,
    value: &Value,
) -> Result<Vec<SchemaFault>, UncheckedReason> {
    let mut whole = schema.0.clone();
    let mut work = references(&schema.0, definitions);
    let mut seen = HashSet::new();
    let mut reached = Map::new();
    while let Some(index) = work.pop() {
        let Some(definition) = definitions.at(index).filter(|_| seen.insert(index)) else { continue };
        work.extend(references(&definition.schema.0, definitions));
        // A definition's name may have scopes in front of it, which are objects for a JSON Pointer.
        let mut at = &mut reached;
        let mut steps = definition.name.split('/').peekable();
        while let Some(step) = steps.next() {
            if steps.peek().is_none() {
                at.insert(step, definition.schema.clone().into_value());
                break;
            }
            match at.entry(step).or_insert_with(|| Value::Object(Map::new())) {
                Value::Object(scope) => at = scope,
                _ => break,
            }
        }
    }
    if !reached.is_empty() {
        whole.insert(SchemaDialect::Portable.definitions(), Value::Object(reached));
    }
    misfits(&Value::Object(whole), value)
}

/// Checks that every reference names an existing definition.
fn check_references(map: &Map, definitions: &DefinitionNames) -> Result<(), SchemaFault> {
    if map.contains_key("$ref") && referenced(map).and_then(|name| definitions.index(name)).is_none() {
        let reason = format!("the reference {} does not resolve", map["$ref"]);
        return Err(SchemaFault { pointer: String::new(), reason });
    }
    subschemas(map).try_for_each(|(_, part)| check_references(part, definitions))
}

#[cfg(test)]
mod tests {
    use crate::json::json;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    #[rustfmt::skip]
    const KEYWORDS: [&str; 60] = [
        "$id", "$schema", "$ref", "$anchor", "$comment", "$defs", "definitions", "title", "description", "default",
        "readOnly", "writeOnly", "deprecated", "examples", "multipleOf", "maximum", "exclusiveMaximum", "minimum",
        "exclusiveMinimum", "maxLength", "minLength", "pattern", "additionalItems", "items", "prefixItems", "maxItems",
        "minItems", "uniqueItems", "contains", "minContains", "maxContains", "maxProperties", "minProperties",
        "required", "additionalProperties", "properties", "patternProperties", "dependencies", "dependentRequired",
        "dependentSchemas", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "const", "enum", "type",
        "format", "contentMediaType", "contentEncoding", "contentSchema", "if", "then", "else", "allOf", "anyOf",
        "oneOf", "not", "nullable", "$dynamicRef", "$vocabulary",
    ];

    #[test]
    fn references_that_do_not_resolve_give_one_message() {
        let schema = json!({"$ref": "a", "oneOf": [{"$ref": "b"}, {"$ref": "c"}, {"$ref": "#/$defs/d"}]});
        let expected = Err(UncheckedReason::Unsound(SchemaFault {
            pointer: String::new(),
            reason: "it refers to a schema that is not in it".to_owned(),
        }));
        for _ in 0..20 {
            assert_eq!(misfits(&schema, &json!(1)), expected);
        }
    }

    /// Generates values for keywords, valid and invalid ones.
    fn value() -> impl Strategy<Value = Value> {
        let word =
            select(&["a", "a", "string", "null", "#", "#/$defs/a", "(", "a b"][..]).prop_map(Value::from);
        let scalar = prop_oneof![
            word,
            any::<bool>().prop_map(Value::from),
            (-1_i64..3).prop_map(Value::from),
            select(&[0.0, 1.5][..]).prop_map(|number| json!(number)),
            Just(Value::Null),
        ];
        scalar.prop_recursive(4, 24, 4, |inner| {
            let key = prop_oneof![4 => select(&KEYWORDS[..]), 1 => Just("a")].prop_map(str::to_owned);
            prop_oneof![
                1 => vec(inner.clone(), 0..3).prop_map(Value::from),
                3 => vec((key, inner), 0..3).prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        /// Tests the assumption of [`both_meta_schemas`].
        #[test]
        fn draft_07_asks_nothing_more(schema in (select(&KEYWORDS[..]), value()).prop_map(|(keyword, value)| json!({keyword: value}))) {
            let plain = (&schema).into();
            let both = draft7::meta::is_valid(&plain) && draft202012::meta::is_valid(&plain);
            prop_assert_eq!(meta_valid(&schema).is_ok(), both, "{}", schema);
            // Draft 07 also wants references that are URIs.
            let is_plain = schema.get("$ref").is_none() && schema.as_object().is_some_and(is_plainly_valid);
            prop_assert!(both || !is_plain, "{}", schema);
        }
    }

    #[test]
    fn what_only_draft_07_knows_is_held_to_it() {
        assert!(meta_valid(&json!({"properties": {"a": {"additionalItems": false}}})).is_ok());
        assert!(meta_valid(&json!({"properties": {"a": {"additionalItems": 1}}})).is_err());
    }
}
