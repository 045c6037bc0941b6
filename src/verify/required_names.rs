//! Names in `required` that no schema for the same value describes.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ptr;

use crate::json::Value;
use crate::schema::{AppliesTo, SchemaFault, applicator, required};

/// Number of schemas that all searches for descriptions visit, for each schema that is walked and each name. Names that are
/// left when it is used up count as described.
const VISITS: usize = 100;

/// The schemas around one that apply to the same value.
#[derive(Debug, Clone, Copy)]
pub(super) struct SameValueSchemas<'s> {
    root: &'s Value,
    /// The innermost `anyOf` or `oneOf` on the way from there: its other branches are alternatives.
    union: Option<&'s Value>,
}

impl<'s> SameValueSchemas<'s> {
    /// Returns the composition of a subschema of `schema` under `keyword`, which applies to the same value.
    pub(super) fn below(around: Option<Self>, schema: &'s Value, keyword: &str, value: &'s Value) -> Self {
        let around = around.unwrap_or(Self { root: schema, union: None });
        let union = matches!(keyword, "anyOf" | "oneOf").then_some(value);
        Self { root: around.root, union: union.or(around.union) }
    }
}

/// Finds the schema that the `$ref` of a schema leads to, if it has one.
type Target<'f, 's> = &'f dyn Fn(&'s Value) -> Option<&'s Value>;

/// The required names of a schema that the properties beside them do not describe, and the uses of definitions.
#[derive(Debug, Default)]
pub(super) struct RequiredNames<'s> {
    /// The schema, its composition and its place, with each name.
    open: Vec<(&'s Value, Option<SameValueSchemas<'s>>, String, &'s str)>,
    /// The schemas with a reference, with the compositions that they are part of.
    references: Vec<(&'s Value, Option<SameValueSchemas<'s>>)>,
    /// The number of schemas.
    schemas: usize,
    /// Definitions: they apply to a value only where something refers to them.
    definitions: HashSet<usize>,
}

impl<'s> RequiredNames<'s> {
    /// Notes the required names of a schema without a property beside them, and its reference.
    pub(super) fn note(
        &mut self,
        schema: &'s Value,
        composition: Option<SameValueSchemas<'s>>,
        is_definition: bool,
        pointer: &str,
    ) {
        let Value::Object(map) = schema else { return };
        self.schemas += 1;
        if is_definition {
            self.definitions.insert(address(schema));
        }
        if map.contains_key("$ref") {
            let beside = (map.len() > 1).then_some(SameValueSchemas { root: schema, union: None });
            self.references.push((schema, composition.or(beside)));
        }
        let Some(properties) = map.get("properties").and_then(Value::as_object) else { return };
        for name in required(map).filter(|name| !properties.contains_key(*name)) {
            self.open.push((schema, composition, format!("{pointer}/required"), name));
        }
    }

    /// Returns the names that are described nowhere.
    pub(super) fn undescribed(&self, target: Target<'_, 's>) -> Vec<SchemaFault> {
        if self.open.is_empty() {
            return Vec::new();
        }
        let mut uses: HashMap<usize, Vec<Option<SameValueSchemas<'s>>>> = HashMap::new();
        for (schema, composition) in &self.references {
            if let Some(schema) = target(schema) {
                uses.entry(address(schema)).or_default().push(*composition);
            }
        }
        let visits = Cell::new(VISITS * (self.schemas + self.open.len()));
        let search = DescriptionSearch { definitions: &self.definitions, uses, target, visits };
        let open = self.open.iter().filter(|(schema, composition, _, name)| {
            let own = SameValueSchemas { root: schema, union: None };
            let around = composition.unwrap_or(own);
            !search.describes(own, name)
                && !search.describes(around, name)
                && search.is_left_open(around.root, name)
        });
        let fault = |(_, _, pointer, name): &(_, _, String, &str)| SchemaFault {
            pointer: pointer.clone(),
            reason: format!(
                "`required` lists `{name}`, which no property describes; the Gemini API refuses that"
            ),
        };
        open.map(fault).collect()
    }
}

/// A search for the properties that compositions describe.
struct DescriptionSearch<'f, 's> {
    definitions: &'f HashSet<usize>,
    /// The compositions that each schema with a reference to it is part of; `None` for a use by itself.
    uses: HashMap<usize, Vec<Option<SameValueSchemas<'s>>>>,
    target: Target<'f, 's>,
    /// The number of schemas that may still be visited.
    visits: Cell<usize>,
}

impl<'s> DescriptionSearch<'_, 's> {
    /// Returns whether a schema is used where nothing describes a property.
    fn is_left_open(&self, schema: &'s Value, name: &str) -> bool {
        let mut work = vec![schema];
        let mut seen = HashSet::from([address(schema)]);
        while let Some(schema) = work.pop() {
            let is_definition = self.definitions.contains(&address(schema));
            let Some(uses) = self.uses.get(&address(schema)).filter(|_| is_definition) else { return true };
            for composition in uses {
                if self.visits.get() == 0 {
                    return false;
                }
                let Some(composition) = *composition else { return true };
                if !self.describes(composition, name) && seen.insert(address(composition.root)) {
                    work.push(composition.root);
                }
            }
        }
        false
    }

    /// Returns whether a composition describes a property. The branches of its union do not count.
    fn describes(&self, composition: SameValueSchemas<'s>, name: &str) -> bool {
        let SameValueSchemas { root, union } = composition;
        let mut seen = HashSet::new();
        let mut work = vec![root];
        while let Some(schema) = work.pop() {
            let Value::Object(map) = schema else { continue };
            if !seen.insert(address(schema)) {
                continue;
            }
            let Some(left) = self.visits.get().checked_sub(1) else { return true };
            self.visits.set(left);
            if map.get("properties").is_some_and(|properties| properties.get(name).is_some()) {
                return true;
            }
            work.extend((self.target)(schema));
            for (keyword, value) in map {
                let is_other = union.is_some_and(|union| ptr::eq(union, value));
                let row = applicator(keyword, value).filter(|row| row.applies_to == AppliesTo::SameValue);
                let parts = row.filter(|_| !is_other && keyword != "not").into_iter();
                work.extend(parts.flat_map(|row| row.subschemas(value)).map(|(_, part)| part));
            }
        }
        false
    }
}

/// Identifies a schema, which is not moved while it is walked.
fn address(schema: &Value) -> usize {
    ptr::from_ref(schema).addr()
}
