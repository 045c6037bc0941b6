//! The members that an object schema declares, in `properties` or `required`.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use crate::json::{Map, Value};
use crate::subsumption::{PatternMatcher, RootedSchema};

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

/// Limit on the names that are matched with patterns.
const MATCHES: usize = 20_000;

/// Everything that a schema says of its members, in its own keywords or in those that apply to the same value.
#[derive(Debug, Default)]
pub(super) struct MembersWithin<'v> {
    /// The names of members that are described.
    pub(super) names: BTreeSet<&'v str>,
    patterns: Vec<&'v str>,
    /// `true` if members of any name are described: by a schema in `additionalProperties`, or where the search has ended.
    has_others: bool,
    matcher: PatternMatcher,
    /// Number of matches so far.
    matches: usize,
}

impl<'v> MembersWithin<'v> {
    /// Collects the members of a schema, its branches and what it refers to.
    pub(super) fn of(schema: RootedSchema<'v>) -> Self {
        let mut within = Self::default();
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
    pub(super) fn may_describe(&mut self, name: &str) -> bool {
        if self.has_others || self.names.contains(name) {
            return true;
        }
        if self.matches + self.patterns.len() > MATCHES {
            return true;
        }
        self.matches += self.patterns.len();
        self.patterns.iter().any(|pattern| self.matcher.matches(pattern, name) != Some(false))
    }
}
