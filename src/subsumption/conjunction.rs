//! Schemas as conjunctions: a list of schema objects that all have to accept a value.

use std::collections::HashSet;
use std::ptr;

use super::rooted_schema::RootedSchema;
use crate::json::number::is_multiple;
use crate::json::types::TypeSet;
use crate::json::{Map, Value, json};

/// Limit on nested `$ref` and `allOf`.
const DEPTH: usize = 32;
/// Limit on the schema objects of one conjunction.
const PARTS: usize = 256;

/// One schema object of a conjunction. Its `$ref` and `allOf` are conjuncts of their own and need not be read again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conjunct<'v> {
    pub(super) map: &'v Map,
    /// The schema with its document.
    pub(super) at: RootedSchema<'v>,
    /// `true` once a branch of its `anyOf` has become a conjunct.
    pub(super) any_of_chosen: bool,
    /// `true` once a branch of its `oneOf` has become a conjunct.
    pub(super) one_of_chosen: bool,
    /// `true` once its `then` or `else` has become a conjunct.
    pub(super) if_chosen: bool,
    /// `true` for a condition under which something is proved. It is not what the sender describes.
    pub(super) is_assumed: bool,
}

impl<'v> Conjunct<'v> {
    /// Wraps a schema object of which no branch has been chosen.
    pub(super) fn of(map: &'v Map, at: RootedSchema<'v>) -> Self {
        Self { map, at, any_of_chosen: false, one_of_chosen: false, if_chosen: false, is_assumed: false }
    }

    /// Pairs a subschema with the document of this schema object.
    pub(super) fn at(self, schema: &'v Value) -> RootedSchema<'v> {
        self.at.to(schema)
    }

    /// Returns the value of a keyword that the draft has.
    pub(super) fn get(self, keyword: &str) -> Option<&'v Value> {
        self.map.get(keyword).filter(|argument| self.at.draft.has(keyword, argument))
    }

    /// Returns the value of a keyword if it is an array.
    pub(super) fn list(self, keyword: &str) -> Option<&'v Vec<Value>> {
        self.get(keyword)?.as_array()
    }

    /// Returns the value of a keyword if it is an object.
    pub(super) fn members(self, keyword: &str) -> Option<&'v Map> {
        self.get(keyword)?.as_object()
    }

    /// Returns the subschema of a keyword.
    pub(super) fn schema(self, keyword: &str) -> Option<RootedSchema<'v>> {
        Some(self.at(self.get(keyword)?))
    }

    /// Returns the two cases of `if` (JSON Schema Core, section 10.2.2).
    pub(super) fn conditional(self) -> Option<[ConditionalCase<'v>; 2]> {
        let condition = self.schema("if")?;
        Some([(true, "then"), (false, "else")].map(|(fits, keyword)| ConditionalCase {
            condition,
            fits,
            consequence: self.schema(keyword),
        }))
    }

    /// Returns a key by which the prover recognises the conjunct.
    pub(super) fn identity(self) -> (usize, [bool; 4]) {
        (
            ptr::from_ref(self.map).addr(),
            [self.any_of_chosen, self.one_of_chosen, self.if_chosen, self.is_assumed],
        )
    }
}

/// A case of `if`: the values that the condition accepts, or those that it refuses.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConditionalCase<'v> {
    /// The schema in `if`.
    pub(super) condition: RootedSchema<'v>,
    /// `true` for the values that the condition accepts.
    pub(super) fits: bool,
    /// The schema that has to accept the values of the case: `then` or `else`.
    pub(super) consequence: Option<RootedSchema<'v>>,
}

/// Schema objects that all have to accept a value.
#[derive(Debug, Clone, Default)]
pub(super) struct SchemaConjunction<'v> {
    pub(super) parts: Vec<Conjunct<'v>>,
    /// Schemas that refuse the value, besides those of `not`.
    pub(super) refused: Vec<RootedSchema<'v>>,
    /// Types that the value is known to have, besides those of `type`.
    known_types: Option<TypeSet>,
    /// Names of members that the value has if it is an object, besides those of `required`.
    pub(super) present: Vec<&'v str>,
    /// `true` if a conjunct is the schema `false`, which accepts no value.
    pub(super) impossible: bool,
    /// `true` if there are constraints besides the conjuncts: a reference that cannot be followed, a schema that is not an
    /// object or a boolean, or more nesting than the limits allow.
    pub(super) opaque: bool,
}

impl<'v> SchemaConjunction<'v> {
    /// Collects the conjuncts of several schemas.
    pub(super) fn of(schemas: &[RootedSchema<'v>]) -> Self {
        let mut all = Self::default();
        for schema in schemas {
            all.add(*schema);
        }
        all
    }

    /// Adds a schema with what follows from it.
    pub(super) fn add(&mut self, at: RootedSchema<'v>) {
        self.collect(at, 0);
        self.add_dependents();
    }

    /// Adds a condition: leaves the values that a schema accepts.
    pub(super) fn assume(&mut self, at: RootedSchema<'v>) {
        let before: Vec<bool> = self.parts.iter().map(|part| part.is_assumed).collect();
        self.collect(at, 0);
        let flags = before.into_iter().chain(std::iter::repeat(true));
        self.parts.iter_mut().zip(flags).for_each(|(part, flag)| part.is_assumed = flag);
        self.add_dependents();
    }

    /// Adds the condition of a case of a conditional.
    pub(super) fn assume_case(&mut self, case: &ConditionalCase<'v>) {
        if case.fits {
            self.assume(case.condition);
        } else {
            self.refused.push(case.condition);
        }
    }

    /// Leaves values of some types only.
    pub(super) fn restrict(&mut self, types: TypeSet) {
        self.known_types = Some(self.known_types.map_or(types, |known| known.and(types)));
        self.add_dependents();
    }

    /// Adds a name that the value has if it is an object.
    pub(super) fn add_present(&mut self, name: &'v str) {
        self.present.push(name);
        self.add_dependents();
    }

    /// Adds a schema, its `allOf` (JSON Schema Core, section 10.2.1.1) and the target of its `$ref` (section 8.2.3.1).
    fn collect(&mut self, at: RootedSchema<'v>, depth: usize) {
        let map = match at.schema {
            Value::Bool(true) => return,
            Value::Bool(false) => {
                self.impossible = true;
                return;
            }
            Value::Object(map) if depth < DEPTH && self.parts.len() < PARTS => map,
            _ => {
                self.opaque = true;
                return;
            }
        };
        let moves_references = ["$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef"];
        let is_moved = |keyword: &&str| map.get(*keyword).is_some_and(Value::is_string);
        let has_identifier = !ptr::eq(at.schema, at.root) && ["$id", "id"].iter().any(is_moved);
        if has_identifier || moves_references.iter().any(|keyword| map.contains_key(*keyword)) {
            self.opaque = true;
            return;
        }
        if let Some(reference) = map.get("$ref") {
            match at.referred(reference) {
                Some(target) => self.collect(target, depth + 1),
                None => self.opaque = true,
            }
            if at.draft.ignores_beside_ref() {
                return;
            }
        }
        let part = Conjunct::of(map, at);
        match self.parts.iter_mut().find(|known| ptr::eq(known.map, map)) {
            Some(known) => known.is_assumed = false,
            None => self.parts.push(part),
        }
        match map.get("allOf") {
            None => {}
            Some(Value::Array(all)) => all.iter().for_each(|one| self.collect(at.to(one), depth + 1)),
            Some(_) => self.opaque = true,
        }
    }

    /// Adds what members that are known to be there require (JSON Schema Core, section 10.2.2.4; Validation, section 6.5.4).
    /// It holds for objects; other values have no required members, so that they are not concerned if the type is known.
    fn add_dependents(&mut self) {
        if !self.types().is_in(TypeSet::OBJECT) {
            return;
        }
        let mut known = self.required();
        let mut open: Vec<&str> = known.iter().copied().collect();
        open.sort_unstable();
        while let Some(name) = open.pop() {
            let before = self.parts.len();
            for index in 0..before {
                let Some(part) = self.parts.get(index).copied() else { continue };
                let dependents = ["dependentRequired", "dependentSchemas", "dependencies"];
                let dependents = dependents.iter().filter_map(|keyword| part.members(keyword)?.get(name));
                for dependent in dependents {
                    let names = match dependent {
                        Value::Array(names) => names.as_slice(),
                        Value::String(_) => std::slice::from_ref(dependent),
                        _ => {
                            self.collect(part.at(dependent), 1);
                            continue;
                        }
                    };
                    for name in names.iter().filter_map(Value::as_str) {
                        if known.insert(name) {
                            self.present.push(name);
                            open.push(name);
                        }
                    }
                }
            }
            if self.parts.len() > before {
                // A new conjunct may require members, and members that are known may require others in it.
                known = self.required();
                open = known.iter().copied().collect();
                open.sort_unstable();
            }
        }
        self.present.sort_unstable();
        self.present.dedup();
    }

    /// Returns the types that all conjuncts allow.
    pub(super) fn types(&self) -> TypeSet {
        let mut types = self.known_types.unwrap_or(TypeSet::ALL);
        for part in &self.parts {
            types = types.and(part.map.get("type").and_then(TypeSet::of_keyword).unwrap_or(TypeSet::ALL));
            // Multiples of integers are integers.
            let step = part.map.get("multipleOf");
            if step.is_some_and(|step| is_multiple(step, &json!(1)) == Some(true)) {
                types = types.and(TypeSet::WITHOUT_FRACTIONS);
            }
        }
        let refused = self.refused().filter_map(|refused| match refused.schema {
            Value::Object(map) if map.len() == 1 => TypeSet::of_keyword(map.get("type")?),
            _ => None,
        });
        refused.fold(types, TypeSet::without)
    }

    /// Returns the schemas that refuse the value.
    pub(super) fn refused(&self) -> impl Iterator<Item = RootedSchema<'v>> {
        self.refused.iter().copied().chain(self.parts.iter().filter_map(|part| part.schema("not")))
    }

    /// Returns what is refused of single members.
    pub(super) fn refused_members(&self) -> impl Iterator<Item = RefusedMember<'v>> {
        self.refused().filter_map(RefusedMember::of)
    }

    /// Returns the names of the members that an object has for certain.
    pub(super) fn required(&self) -> HashSet<&'v str> {
        let lists = self.parts.iter().filter_map(|part| part.list("required"));
        let refused =
            self.refused_members().filter(|refused| !refused.may_be_absent).map(|refused| refused.name);
        lists.flatten().filter_map(Value::as_str).chain(self.present.iter().copied()).chain(refused).collect()
    }

    /// Returns the names of all properties.
    pub(super) fn property_names(&self) -> HashSet<&'v str> {
        let named = self.parts.iter().filter_map(|part| part.members("properties")).flatten();
        named.map(|(name, _)| name.as_str()).collect()
    }

    /// Returns `true` if a property has this name. Unlike [`Self::property_names`], it does not take time for each property.
    pub(super) fn names(&self, name: &str) -> bool {
        let mut named = self.parts.iter().filter_map(|part| part.members("properties"));
        named.any(|properties| properties.contains_key(name))
    }

    /// Returns all patterns of `patternProperties`.
    pub(super) fn name_patterns(&self) -> Vec<&'v str> {
        let named = self.parts.iter().filter_map(|part| part.members("patternProperties")).flatten();
        named.map(|(pattern, _)| pattern.as_str()).collect()
    }
}

/// The constraint on one member that follows from a schema that refuses its object, such as `{"properties": {"kind": {"const": "a"}}}`.
pub(super) struct RefusedMember<'v> {
    pub(super) name: &'v str,
    /// The schema that refuses the member; `None` if there is no such member.
    pub(super) schema: Option<RootedSchema<'v>>,
    /// `true` if there may be no such member.
    pub(super) may_be_absent: bool,
}

impl<'v> RefusedMember<'v> {
    fn of(refused: RootedSchema<'v>) -> Option<Self> {
        let refused = refused.followed();
        let map = refused.schema.as_object()?;
        let is_object = map
            .get("type")
            .is_none_or(|types| TypeSet::of_keyword(types).is_some_and(|types| types.meets(TypeSet::OBJECT)));
        let is_known =
            |keyword: &str| matches!(keyword, "properties" | "required") || (keyword == "type" && is_object);
        if !map.keys().all(|keyword| is_known(keyword.as_str()) || super::is_annotation(keyword)) {
            return None;
        }
        let properties = map.get("properties").and_then(Value::as_object).filter(|all| !all.is_empty());
        let required = map.get("required").and_then(Value::as_array).filter(|all| !all.is_empty());
        match (properties, required.map(Vec::as_slice)) {
            (None, Some([name])) => Some(Self { name: name.as_str()?, schema: None, may_be_absent: true }),
            (Some(properties), required) if properties.len() == 1 => {
                let (name, schema) = properties.iter().next()?;
                let is_required = match required {
                    None => false,
                    Some([required]) if required.as_str() == Some(name.as_str()) => true,
                    Some(_) => return None,
                };
                Some(Self {
                    name: name.as_str(),
                    schema: Some(refused.to(schema)),
                    may_be_absent: is_required,
                })
            }
            _ => None,
        }
    }
}
