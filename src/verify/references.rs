//! The references of a schema, and the schemas inside it that they lead to: by pointer, by `$anchor` and by `$id`.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ptr;

use url::Url;

use crate::json::{Map, Value};
use crate::schema::{SchemaFault, SourceDialect};

/// The base of a schema whose root has no URI of its own. It has a path, so that relative identifiers resolve.
const NO_BASE: &str = "schema://schema.invalid/";

/// The number of the root among the resources.
pub(super) const ROOT: usize = 0;

/// A reference, and the number of the resource that it stands in.
type Reference<'s> = (usize, &'s str);

/// The references of a schema and its schema resources (JSON Schema 2020-12 core, sections 4.3.5 and 8.2).
pub(super) struct References<'s> {
    dialect: SourceDialect,
    /// The resources: their URIs without fragments, and their roots.
    resources: Vec<(Url, &'s Value)>,
    numbers: HashMap<Url, usize>,
    anchors: HashMap<Reference<'s>, &'s Value>,
    /// Values of `$anchor` where the dialect does not have it.
    foreign_anchors: HashSet<&'s str>,
    /// The resources of the schemas with a reference that are not in the root's.
    enclosing: HashMap<usize, usize>,
    /// Each reference with its place.
    found: Vec<(String, Reference<'s>)>,
}

impl<'s> References<'s> {
    /// Creates an index of a schema; [`Self::enter`] fills it.
    pub(super) fn of(schema: &'s Value) -> Self {
        let declared = schema.get("$schema").and_then(Value::as_str).and_then(SourceDialect::from_uri);
        Self {
            dialect: declared.unwrap_or(SourceDialect::Draft202012),
            resources: Url::parse(NO_BASE).map(|base| (base, schema)).into_iter().collect(),
            numbers: HashMap::new(),
            anchors: HashMap::new(),
            foreign_anchors: HashSet::new(),
            enclosing: HashMap::new(),
            found: Vec::new(),
        }
    }

    /// Notes the identifiers and references of a schema inside a resource. Returns the resource of its subschemas.
    pub(super) fn enter(&mut self, schema: &'s Value, map: &'s Map, around: usize, pointer: &str) -> usize {
        let text = |keyword: &str| map.get(keyword).and_then(Value::as_str);
        let id = text("$id").or_else(|| text("id").filter(|_| self.dialect == SourceDialect::Draft04));
        let resource = match id {
            // An anchor, until Draft 07.
            Some(id) if id.starts_with('#') => {
                self.anchors.insert((around, &id[1..]), schema);
                around
            }
            Some(id) => self.resource(schema, id, around),
            None => around,
        };
        for name in ["$anchor", "$dynamicAnchor"].into_iter().filter_map(text) {
            if self.dialect >= SourceDialect::Draft201909 {
                self.anchors.insert((resource, name), schema);
            } else {
                self.foreign_anchors.insert(name);
            }
        }
        for keyword in ["$ref", "$dynamicRef"] {
            if let Some(reference) = text(keyword) {
                self.found.push((format!("{pointer}/{keyword}"), (resource, reference)));
                if resource != ROOT {
                    self.enclosing.insert(address(schema), resource);
                }
            }
        }
        resource
    }

    /// Adds a resource, and returns its number; that of the resource around it if its URI is not valid.
    fn resource(&mut self, schema: &'s Value, id: &str, around: usize) -> usize {
        let Some(mut uri) = self.resources.get(around).and_then(|(base, _)| base.join(id).ok()) else {
            return around;
        };
        uri.set_fragment(None);
        let is_root = self.resources.first().is_some_and(|(_, root)| ptr::eq(*root, schema));
        let number = if is_root {
            self.resources[ROOT].0 = uri.clone();
            ROOT
        } else {
            self.resources.push((uri.clone(), schema));
            self.resources.len() - 1
        };
        self.numbers.entry(uri).or_insert(number);
        number
    }

    /// Returns the schema that the `$ref` of a schema leads to.
    pub(super) fn followed(&self, schema: &'s Value) -> Option<&'s Value> {
        let reference = schema.get("$ref")?.as_str()?;
        self.target((self.enclosing.get(&address(schema)).copied().unwrap_or(ROOT), reference))
    }

    fn target(&self, (resource, reference): Reference<'s>) -> Option<&'s Value> {
        let (before, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = match before {
            "" => resource,
            _ => *self.numbers.get(&self.resources.get(resource)?.0.join(before).ok()?)?,
        };
        match fragment {
            "" => self.resources.get(resource).map(|(_, root)| *root),
            pointer if pointer.starts_with('/') => self.resources.get(resource)?.1.at_fragment(pointer),
            anchor => self.anchors.get(&(resource, anchor)).copied(),
        }
    }

    /// Returns the references that do not resolve inside the schema, each once. Clients do not fetch other
    /// documents.
    pub(super) fn unresolved(&self) -> Vec<SchemaFault> {
        let mut known = HashMap::new();
        let mut seen = HashSet::new();
        let unresolved = self.found.iter().filter(|(_, reference)| seen.insert(*reference));
        let unresolved = unresolved.filter_map(|(pointer, reference)| {
            let text = reference.1;
            let why = match self.target(*reference) {
                Some(target) if self.resolves(target, &mut known) => return None,
                Some(_) => "ends in a cycle of references".to_owned(),
                None if text.strip_prefix('#').is_some_and(|name| self.foreign_anchors.contains(name)) => {
                    format!("does not resolve: {} has no `$anchor`", self.dialect.name())
                }
                None if text.starts_with('#') => "does not resolve".to_owned(),
                None => "is to another document".to_owned(),
            };
            Some(SchemaFault { pointer: pointer.clone(), reason: format!("the reference `{text}` {why}") })
        });
        unresolved.collect()
    }

    /// Returns whether the chain of references that begins at a schema ends at one without a reference.
    /// `known` caches the answers.
    fn resolves(&self, start: &'s Value, known: &mut HashMap<usize, bool>) -> bool {
        let mut passed = Vec::new();
        let mut at = start;
        let resolves = loop {
            match known.entry(address(at)) {
                Entry::Occupied(known) => break *known.get(),
                // A schema that is met again before its chain has ended is on a cycle.
                Entry::Vacant(open) => passed.push(*open.insert_entry(false).key()),
            }
            match self.followed(at) {
                Some(next) => at = next,
                None => break true,
            }
        };
        known.extend(passed.into_iter().map(|passed| (passed, resolves)));
        resolves
    }
}

/// Identifies a schema, which is not moved while it is walked.
fn address(schema: &Value) -> usize {
    ptr::from_ref(schema).addr()
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::super::schema_scan::SchemaScan;
    use crate::model::Direction;

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
        let scan = SchemaScan::of(&schema, Direction::Input);
        let found: Vec<String> = scan
            .references
            .unresolved()
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
