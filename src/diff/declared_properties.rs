//! The members that an object schema declares, in `properties` or `required`.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::json::{Map, Value};

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
