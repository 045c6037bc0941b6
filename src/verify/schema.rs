//! Verifies one schema of a tool as it is written.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ptr;

use crate::json::pointer::{escaped, unescaped};
use crate::json::{Map, Value};

use super::Verifier;
use crate::client_limits::{RESPONSE_LEVELS, refused_at_root};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Direction;
use crate::options::Protocol;
use crate::schema::{SchemaFault, SubschemaKey, meta_valid, pattern_refusal, subschemas_under};
use crate::source::Node;

/// Maximum length in bytes of the JSON Pointer of an error; there may be many errors.
const LONGEST_POINTER: usize = 4_096;

impl Verifier<'_> {
    /// Reports what clients refuse in a schema.
    pub(super) fn schema(self, node: Node<'_>, direction: Direction, of: &str) {
        let what = match direction {
            Direction::Input => format!("the input schema of {of}"),
            Direction::Output => format!("the output schema of {of}"),
        };
        let Value::Object(schema) = node.to_value() else { return };
        let may_be_anything = direction == Direction::Output && self.protocol == Protocol::V2026_07_28;
        if !may_be_anything {
            for reason in refused_at_root(&schema, direction) {
                self.sink.report(Code::SchemaRefused, node.place(), format!("{what} is refused: {reason}"));
            }
            let properties = node.get("properties").into_iter().flat_map(Node::entries);
            for (name, property) in properties.filter(|(_, property)| !property.is_object()) {
                let message = format!(
                    "the property `{name}` of {what} is {}, not an object; the TypeScript client refuses the list",
                    property.kind()
                );
                self.sink.report(Code::SchemaRefused, property.place(), message);
            }
        }
        if direction == Direction::Input {
            self.arguments(node, of);
        }
        let schema = Value::Object(schema);
        let depth = schema.levels();
        if depth > RESPONSE_LEVELS {
            let message = format!("{what} nests {depth} levels deep; clients fail on it");
            self.sink.report(Code::SchemaRefused, node.place(), message);
        }
        let mut scan = SchemaScan::new(direction);
        scan.visit(&schema, &mut String::new());
        let unresolved = scan.unresolved(&schema);
        let report = |code, fault: &SchemaFault, verdict: &str| {
            let message = format!("{what} is {verdict}: {}", fault.reason);
            let keys = fault.pointer.split('/').skip(1).map(|key| unescaped(key).into_owned());
            self.sink.push(Diagnostic::new(code, message).at(node.place()).below(keys));
        };
        let unsound = meta_valid(&schema).err();
        for fault in unsound.iter().chain(&unresolved) {
            report(Code::SchemaUnsound, fault, "not valid");
        }
        // A part that is invalid is not reported as refused too.
        let is_reported = |fault: &SchemaFault| {
            unsound.as_ref().is_some_and(|unsound| fault.pointer.starts_with(&unsound.pointer))
        };
        for fault in scan.refused.iter().filter(|fault| !is_reported(fault)) {
            report(Code::SchemaRefused, fault, "refused");
        }
    }
}

/// A walk over a schema and all its subschemas.
struct SchemaScan<'s> {
    direction: Direction,
    anchors: HashMap<&'s str, &'s Value>,
    /// The place and the URI of each reference.
    references: Vec<(String, &'s str)>,
    /// Constructs that clients or model APIs refuse in a valid schema.
    refused: Vec<SchemaFault>,
}

impl<'s> SchemaScan<'s> {
    fn new(direction: Direction) -> Self {
        Self { direction, anchors: HashMap::new(), references: Vec::new(), refused: Vec::new() }
    }

    /// The limit on the depth of the source bounds the recursion.
    fn visit(&mut self, value: &'s Value, pointer: &mut String) {
        let Value::Object(map) = value else { return };
        for keyword in ["$anchor", "$dynamicAnchor"] {
            self.anchors.extend(map.get(keyword).and_then(Value::as_str).map(|name| (name, value)));
        }
        for keyword in ["$ref", "$dynamicRef"] {
            if let Some(reference) = map.get(keyword).and_then(Value::as_str) {
                self.references.push((format!("{pointer}/{keyword}"), reference));
            }
        }
        self.check_constructs(map, pointer);
        let length = pointer.len();
        let mut enter = |keys: &[&str], inner: &'s Value| {
            for key in keys {
                // The pointer stops at an ancestor where names are as long as this.
                if pointer.len() + key.len() > LONGEST_POINTER {
                    break;
                }
                pointer.push('/');
                pointer.push_str(&escaped(key));
            }
            self.visit(inner, pointer);
            pointer.truncate(length);
        };
        for (keyword, value) in map {
            for (key, inner) in subschemas_under(keyword, value) {
                match key {
                    None => enter(&[keyword], inner),
                    Some(SubschemaKey::Name(name)) => enter(&[keyword, name], inner),
                    Some(SubschemaKey::Index(index)) => enter(&[keyword, &index.to_string()], inner),
                }
            }
        }
    }

    /// Finds refused constructs in one schema: an array without `items` in an input, and a pattern that is
    /// not portable.
    fn check_constructs(&mut self, map: &Map, pointer: &str) {
        let is_array = |kind: &Value| {
            kind == "array" || kind.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "array"))
        };
        let has_items = ["items", "prefixItems", "$ref"].iter().any(|keyword| map.contains_key(*keyword));
        if self.direction == Direction::Input && !has_items && map.get("type").is_some_and(is_array) {
            let reason = "an array has no `items`, which model APIs require".to_owned();
            self.refused.push(SchemaFault { pointer: format!("{pointer}/type"), reason });
        }
        let pattern = map.get("pattern").and_then(Value::as_str);
        let names = map.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
        let names = names.map(|(name, _)| (format!("/patternProperties/{}", escaped(name)), name.as_str()));
        for (at, pattern) in pattern.map(|pattern| ("/pattern".to_owned(), pattern)).into_iter().chain(names)
        {
            if let Some(pattern_refusal) = pattern_refusal(pattern, self.direction) {
                let reason = format!("the pattern `{pattern}` {pattern_refusal}");
                self.refused.push(SchemaFault { pointer: format!("{pointer}{at}"), reason });
            }
        }
    }

    /// Returns the references that do not resolve inside the schema, each once. Clients do not fetch other
    /// documents.
    fn unresolved(&self, schema: &'s Value) -> Vec<SchemaFault> {
        let mut known = HashMap::new();
        let mut seen = HashSet::new();
        let unresolved = self.references.iter().filter(|(_, reference)| seen.insert(*reference));
        let unresolved = unresolved.filter_map(|(pointer, reference)| {
            let why = match self.target(schema, reference) {
                Some(target) if self.resolves(schema, target, &mut known) => return None,
                Some(_) => "ends in a cycle of references",
                None if reference.starts_with('#') => "does not resolve",
                None => "is to another document",
            };
            Some(SchemaFault {
                pointer: pointer.clone(),
                reason: format!("the reference `{reference}` {why}"),
            })
        });
        unresolved.collect()
    }

    fn target(&self, schema: &'s Value, reference: &str) -> Option<&'s Value> {
        match reference.strip_prefix('#')? {
            "" => Some(schema),
            fragment if fragment.starts_with('/') => schema.at_fragment(fragment),
            anchor => self.anchors.get(anchor).copied(),
        }
    }

    /// Returns whether the chain of references that begins at a schema ends at one without a reference.
    /// `known` caches the answers.
    fn resolves(&self, schema: &'s Value, start: &'s Value, known: &mut HashMap<usize, bool>) -> bool {
        let mut passed = Vec::new();
        let mut at = start;
        let resolves = loop {
            match known.entry(ptr::from_ref(at).addr()) {
                Entry::Occupied(known) => break *known.get(),
                // A schema that is met again before its chain has ended is on a cycle.
                Entry::Vacant(open) => passed.push(*open.insert_entry(false).key()),
            }
            match at.get("$ref").and_then(Value::as_str).and_then(|next| self.target(schema, next)) {
                Some(next) => at = next,
                None => break true,
            }
        };
        known.extend(passed.into_iter().map(|passed| (passed, resolves)));
        resolves
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn references_lead_into_the_schema_or_are_named() {
        let schema = json!({
            "$defs": {"a/b": {}, "c": {"$anchor": "here"}, "d": {"$ref": "#/$defs/none"},
                "one": {"$ref": "#/$defs/two"}, "two": {"$ref": "#/properties/loop"}},
            "properties": {
                "self": {"$ref": "#"}, "escaped": {"$ref": "#/$defs/a~1b"}, "encoded": {"$ref": "#/$defs/a%7E1b"},
                "anchor": {"$ref": "#here"}, "lost": {"$ref": "#there"}, "again": {"$ref": "#there"},
                "out": {"items": [{"$ref": "https://example.com/a.json"}]},
                "loop": {"$ref": "#/properties/loop"}, "to_loop": {"$ref": "#/$defs/one"},
                "data": {"enum": [{"$ref": "#/no"}], "default": {"$ref": "#/no"}},
            },
        });
        let mut scan = SchemaScan::new(Direction::Input);
        scan.visit(&schema, &mut String::new());
        let found: Vec<String> = scan
            .unresolved(&schema)
            .into_iter()
            .map(|fault| format!("{} {}", fault.pointer, fault.reason))
            .collect();
        assert_eq!(
            found,
            [
                "/$defs/d/$ref the reference `#/$defs/none` does not resolve",
                "/$defs/one/$ref the reference `#/$defs/two` ends in a cycle of references",
                "/$defs/two/$ref the reference `#/properties/loop` ends in a cycle of references",
                "/properties/lost/$ref the reference `#there` does not resolve",
                "/properties/out/items/0/$ref the reference `https://example.com/a.json` is to another document",
                "/properties/to_loop/$ref the reference `#/$defs/one` ends in a cycle of references",
            ]
        );
    }
}
