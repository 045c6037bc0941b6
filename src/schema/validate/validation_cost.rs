//! Estimates the cost of validating a value against a schema. Validators enter a shared schema once per path
//! that leads to it, so a short schema with many branches can take exponentially many steps.

use std::collections::{HashMap, HashSet};
use std::ptr::from_ref;

use crate::json::{Map, Value};

use crate::schema::subschemas::subschemas_under;

/// Maximum length of a chain of references. The validator compiles a chain in time quadratic in its length.
const MAX_CHAIN: usize = 10_000;

/// Maximum nesting of schemas during validation, which is recursive here and in the validator.
const MAX_DEPTH: usize = 1_000;

/// The steps that are allowed for any value, and the steps for each value inside it.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepAllowance {
    pub(super) fixed: usize,
    pub(super) per_value: usize,
}

impl StepAllowance {
    /// Returns the steps that are allowed for a value of this size.
    pub(super) fn of(self, size: usize) -> usize {
        self.fixed.saturating_add(self.per_value.saturating_mul(size))
    }
}

/// Returns whether a validator can compile the schema in linear time.
pub(super) fn can_compile(schema: &Value) -> bool {
    let named = IdentifiedSchemas::of(schema);
    let mut seen = HashSet::new();
    // Pending schemas, each with the resource that contains it and the number of references that lead to it.
    let mut work = vec![(schema, schema, 0)];
    while let Some((schema, resource, depth)) = work.pop() {
        if depth > MAX_CHAIN {
            return false;
        }
        let Value::Object(map) = schema else { continue };
        if !seen.insert(from_ref(map)) {
            continue;
        }
        let resource = if map.contains_key("$id") { schema } else { resource };
        let targets = map.iter().filter(|(keyword, _)| is_reference(keyword));
        let targets = targets.filter_map(|(_, uri)| named.target(resource, uri.as_str()?));
        // Definitions are compiled only when something refers to them.
        let parts = map.iter().filter(|(keyword, _)| !matches!(&***keyword, "$defs" | "definitions"));
        let parts = parts.flat_map(|(keyword, value)| subschemas_under(keyword, value)).map(|(_, part)| part);
        let mut next: Vec<_> = parts.map(|schema| (schema, resource, depth)).collect();
        next.extend(targets.map(|(schema, resource)| (schema, resource, depth + 1)));
        // In the order in which the validator compiles them: each schema is compiled once.
        work.extend(next.into_iter().rev());
    }
    true
}

/// Counts the steps of a validator without a cache for this value; `None` if there are more than `most`.
pub(super) fn steps(schema: &Value, value: &Value, most: usize) -> Option<usize> {
    let mut count = StepCount { named: IdentifiedSchemas::of(schema), left: most };
    count.visit((schema, schema), value, 0)?;
    Some(most - count.left)
}

/// Counts the values inside a value, itself included. Its parser bounds the depth.
pub(super) fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        _ => 0,
    }
}

fn is_reference(keyword: &str) -> bool {
    matches!(keyword, "$ref" | "$dynamicRef" | "$recursiveRef")
}

/// A schema, and the schema resource that contains it (JSON Schema 2020-12 core, section 4.3.5).
type PlacedSchema<'s> = (&'s Value, &'s Value);

/// The schemas with an anchor or identifier (JSON Schema 2020-12 core, sections 8.2.1 and 8.2.2).
struct IdentifiedSchemas<'s>(HashMap<&'s str, &'s Value>);

impl<'s> IdentifiedSchemas<'s> {
    fn of(root: &'s Value) -> Self {
        let mut schemas = HashMap::new();
        let mut work = vec![root];
        while let Some(schema) = work.pop() {
            let Value::Object(map) = schema else { continue };
            let names =
                ["$anchor", "$dynamicAnchor", "$id"].into_iter().filter_map(|key| map.get(key)?.as_str());
            schemas.extend(names.map(|name| (name.trim_start_matches('#'), schema)));
            let parts = map.iter().flat_map(|(keyword, value)| subschemas_under(keyword, value));
            work.extend(parts.map(|(_, part)| part));
        }
        Self(schemas)
    }

    /// Returns the target of a reference in a schema resource.
    fn target(&self, resource: &'s Value, uri: &str) -> Option<PlacedSchema<'s>> {
        let (base, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let resource = if base.is_empty() { resource } else { self.0.get(base).copied()? };
        let schema = match self.0.get(fragment).filter(|_| !fragment.is_empty()) {
            Some(named) => named,
            None => resource.at_fragment(fragment)?,
        };
        Some((schema, resource))
    }
}

struct StepCount<'s> {
    named: IdentifiedSchemas<'s>,
    left: usize,
}

impl<'s> StepCount<'s> {
    /// Counts the steps of a schema; `None` if they exceed the limit, or if a reference does not resolve.
    fn visit(&mut self, (schema, resource): PlacedSchema<'s>, value: &Value, depth: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let Value::Object(map) = schema else { return Some(()) };
        if depth > MAX_DEPTH {
            return None;
        }
        let resource = if map.contains_key("$id") { schema } else { resource };
        // `unevaluated…` keywords validate a second time to find the evaluated locations.
        let is_evaluated_twice =
            map.contains_key("unevaluatedProperties") || map.contains_key("unevaluatedItems");
        for _ in 0..=usize::from(is_evaluated_twice) {
            for (keyword, argument) in map {
                match argument {
                    // The validator has the meta-schemas built in; their cost is linear in the schema they
                    // describe.
                    Value::String(uri) if is_reference(keyword) && !uri.contains("//json-schema.org/") => {
                        self.visit(self.named.target(resource, uri)?, value, depth + 1)?;
                    }
                    _ => self.apply((map, resource), (keyword, argument), value, depth + 1)?,
                }
            }
        }
        Some(())
    }

    fn apply(
        &mut self,
        (map, resource): (&'s Map, &'s Value),
        (keyword, argument): (&str, &'s Value),
        value: &Value,
        depth: usize,
    ) -> Option<()> {
        let mut visit = |schema, value: &Value| self.visit((schema, resource), value, depth);
        match (keyword, argument, value) {
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches), _) => {
                branches.iter().try_for_each(|branch| visit(branch, value))
            }
            ("not" | "if" | "then" | "else", schema, _) => visit(schema, value),
            ("dependentSchemas" | "dependencies", Value::Object(schemas), Value::Object(members)) => schemas
                .iter()
                .filter(|(name, _)| members.contains_key(*name))
                .try_for_each(|(_, schema)| visit(schema, value)),
            ("properties", Value::Object(schemas), Value::Object(members)) => {
                members.iter().try_for_each(|(name, member)| {
                    schemas.get(name).map_or(Some(()), |schema| visit(schema, member))
                })
            }
            ("patternProperties", Value::Object(schemas), Value::Object(members)) => schemas
                .values()
                .flat_map(|schema| members.values().map(move |member| (schema, member)))
                .try_for_each(|(schema, member)| visit(schema, member)),
            ("additionalProperties", schema, Value::Object(members)) => {
                let named = map.get("properties").and_then(Value::as_object);
                let further = |name: &str| named.is_none_or(|named| !named.contains_key(name));
                let mut further = members.iter().filter(|(name, _)| further(name));
                further.try_for_each(|(_, member)| visit(schema, member))
            }
            ("propertyNames", schema, Value::Object(members)) => {
                // The names themselves do not matter for the count.
                (0..members.len()).try_for_each(|_| visit(schema, &Value::Null))
            }
            ("unevaluatedProperties", schema, Value::Object(members)) => {
                members.values().try_for_each(|member| visit(schema, member))
            }
            ("prefixItems" | "items", Value::Array(schemas), Value::Array(items)) => {
                schemas.iter().zip(items).try_for_each(|(schema, item)| visit(schema, item))
            }
            ("items" | "additionalItems" | "contains" | "unevaluatedItems", schema, Value::Array(items)) => {
                items.iter().try_for_each(|item| visit(schema, item))
            }
            _ => Some(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;
    use crate::schema::subschemas::{APPLICATORS, AppliesTo};

    use super::*;

    /// Returns whether the steps are within the allowance.
    fn is_within(schema: &Value, value: &Value, few: StepAllowance) -> bool {
        steps(schema, value, few.of(size(value))).is_some()
    }

    const FEW: StepAllowance = StepAllowance { fixed: 10_000, per_value: 10 };

    /// Returns a schema in which each definition refers to the next one twice.
    fn branching(levels: usize) -> Value {
        let step = |level: usize| json!({"$ref": (format!("#/$defs/{}", level + 1))});
        let mut definitions: Map = (0..levels)
            .map(|level| (level.to_string(), json!({"allOf": [(step(level)), (step(level))]})))
            .collect();
        definitions.insert(levels.to_string(), json!({"type": "integer"}));
        json!({"$ref": "#/$defs/0", "$defs": definitions})
    }

    #[test]
    fn each_way_counts() {
        assert!(is_within(&branching(8), &json!(1), FEW));
        assert!(!is_within(&branching(60), &json!(1), FEW));
        assert!(can_compile(&branching(60)));
    }

    #[test]
    fn each_value_allows_for_its_own_steps() {
        let schema = json!({"type": "array", "items": {"anyOf": [{"type": "string"}, {"minimum": 1}]}});
        let values: Value = (0..100_000_i64).map(Value::from).collect::<Vec<_>>().into();
        assert!(is_within(&schema, &values, FEW));
    }

    /// Every keyword that leads to another schema, applied to a matching value.
    #[test]
    fn every_applicator_counts() {
        let target = || json!({"$ref": "#/$defs/0"});
        let ways = [
            target(),
            json!({"$ref": "#there"}),
            json!({"$dynamicRef": "#there"}),
            json!({"$ref": "urn:it"}),
            json!({"allOf": [(target())]}),
            json!({"anyOf": [(target())]}),
            json!({"oneOf": [(target())]}),
            json!({"not": (target())}),
            json!({"if": {}, "then": (target())}),
            json!({"if": {}, "else": (target())}),
            json!({"dependentSchemas": {"a": (target())}}),
            json!({"dependencies": {"a": (target())}}),
            json!({"properties": {"a": (target())}}),
            json!({"patternProperties": {"a": (target())}}),
            json!({"additionalProperties": (target())}),
            json!({"propertyNames": (target())}),
            json!({"unevaluatedProperties": (target())}),
            json!({"properties": {"a": {"prefixItems": [(target())]}}}),
            json!({"properties": {"a": {"items": (target())}}}),
            json!({"properties": {"a": {"additionalItems": (target())}}}),
            json!({"properties": {"a": {"unevaluatedItems": (target())}}}),
            json!({"properties": {"a": {"contains": (target())}}}),
        ];
        for row in APPLICATORS.iter().filter(|row| row.applies_to != AppliesTo::Nothing) {
            let keyword = format!("\"{}\"", row.keyword);
            assert!(ways.iter().any(|way| way.to_string().contains(&keyword)), "{keyword} is not tested");
        }
        let is_expensive = |schema: &Value| !is_within(schema, &json!({"a": [1]}), FEW);
        for way in ways {
            let Value::Object(mut schema) = branching(60) else { return };
            schema.remove("$ref");
            if let Some(Value::Object(first)) = schema.get_mut("$defs").and_then(|all| all.get_mut("0")) {
                first.insert("$anchor", json!("there"));
                first.insert("$dynamicAnchor", json!("there"));
                first.insert("$id", json!("urn:it"));
            }
            assert!(!is_expensive(&Value::Object(schema.clone())), "{way}");
            let Value::Object(way) = way else { return };
            schema.extend(way);
            assert!(is_expensive(&Value::Object(schema.clone())), "{schema:?}");
        }
    }

    #[test]
    fn pointers_in_references_are_decoded() {
        let schema = json!({"$ref": "#/$defs/a%20~1b", "$defs": {"a /b": {"type": "integer"}}});
        assert_eq!(steps(&schema, &json!(1), 100), Some(2));
    }

    #[test]
    fn references_that_go_on_forever_end() {
        let chain = |length: usize| {
            let mut definitions: Map = (0..length)
                .map(|at| (at.to_string(), json!({"$ref": (format!("#/$defs/{}", at + 1))})))
                .collect();
            definitions.insert(length.to_string(), json!({}));
            json!({"properties": {"a": {"$ref": "#/$defs/0"}}, "$defs": definitions})
        };
        assert!(can_compile(&chain(5_000)));
        assert!(!can_compile(&chain(20_000)));
        let circle = json!({"$ref": "#"});
        assert!(can_compile(&circle) && !is_within(&circle, &json!(1), FEW));
    }
}
