//! The members that an object schema declares, in `properties` or `required`.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use crate::json::{Map, Value};
use crate::subsumption::RootedSchema;

/// The members that a schema declares.
pub(super) struct DeclaredProperties<'v> {
    /// The value of `properties`.
    pub(super) described: &'v Map,
    /// The names in `required`.
    pub(super) required: HashSet<&'v str>,
}

impl<'v> DeclaredProperties<'v> {
    /// Reads the declarations of a schema object.
    pub(super) fn of(map: &'v Map) -> Self {
        static NONE: LazyLock<Map> = LazyLock::new(Map::new);
        let described = map.get("properties").and_then(Value::as_object).unwrap_or(&NONE);
        let required = map.get("required").and_then(Value::as_array).into_iter().flatten();
        Self { described, required: required.filter_map(Value::as_str).collect() }
    }

    /// Returns the schema of a member. For one that is required and not described, that is the empty schema.
    pub(super) fn get(&self, name: &str) -> Option<&'v Value> {
        static ANY: Value = Value::Object(Map::new());
        self.described.get(name).or_else(|| self.required.contains(name).then_some(&ANY))
    }
}

/// Limit on the schemas that are searched for members.
const MOST: usize = 2_000;

/// Everything that a schema says of its members, in its own keywords or in those that apply to the same value.
pub(super) struct MembersWithin<'v> {
    /// The names of members that are described.
    pub(super) names: BTreeSet<&'v str>,
    patterns: Vec<&'v str>,
    /// `true` if members of any name are described: by a schema in `additionalProperties`, or where the search has ended.
    has_others: bool,
}

impl<'v> MembersWithin<'v> {
    /// Collects the members of a schema, its branches and what it refers to.
    pub(super) fn of(schema: RootedSchema<'v>) -> Self {
        let mut within = Self { names: BTreeSet::new(), patterns: Vec::new(), has_others: false };
        let (mut open, mut seen) = (vec![schema.schema], HashSet::new());
        while let Some(value) = open.pop() {
            let Value::Object(map) = value else { continue };
            if !seen.insert(std::ptr::from_ref(value).addr()) {
                continue;
            }
            if seen.len() > MOST {
                within.has_others = true;
                break;
            }
            let members = |key: &str| map.get(key).and_then(Value::as_object).into_iter().flatten();
            // What accepts nothing describes no member.
            let described = members("properties").filter(|(_, schema)| **schema != Value::Bool(false));
            within.names.extend(described.map(|(name, _)| name.as_str()));
            within.patterns.extend(members("patternProperties").map(|(pattern, _)| pattern.as_str()));
            within.has_others |= ["additionalProperties", "unevaluatedProperties"]
                .iter()
                .any(|key| map.get(*key).and_then(Value::as_object).is_some_and(|schema| !schema.is_empty()));
            for key in ["anyOf", "oneOf", "allOf"] {
                open.extend(map.get(key).and_then(Value::as_array).into_iter().flatten());
            }
            open.extend(["then", "else"].iter().filter_map(|key| map.get(*key)));
            open.extend(members("dependentSchemas").map(|(_, schema)| schema));
            open.extend(map.get("$ref").and_then(|to| schema.referred(to)).map(|target| target.schema));
        }
        within
    }

    /// Returns `true` if a member of this name may be described.
    pub(super) fn may_describe(&self, name: &str) -> bool {
        let matches = |pattern: &&str| {
            regress::Regex::with_flags(pattern, "u").map_or(true, |pattern| pattern.find(name).is_some())
        };
        self.has_others || self.names.contains(name) || self.patterns.iter().any(matches)
    }
}
