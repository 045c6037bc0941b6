//! The members that an object schema speaks of: those that it describes, and those that it requires.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::json::{Map, Value};

/// The members that a schema speaks of.
pub(super) struct DeclaredProperties<'v> {
    pub(super) named: &'v Map,
    pub(super) required: HashSet<&'v str>,
}

impl<'v> DeclaredProperties<'v> {
    pub(super) fn of(map: &'v Map) -> Self {
        static NONE: LazyLock<Map> = LazyLock::new(Map::new);
        let named = map.get("properties").and_then(Value::as_object).unwrap_or(&NONE);
        let required = map.get("required").and_then(Value::as_array).into_iter().flatten();
        Self { named, required: required.filter_map(Value::as_str).collect() }
    }

    /// What is said of a member; one that is only required may be anything.
    pub(super) fn get(&self, name: &str) -> Option<&'v Value> {
        static ANY: Value = Value::Object(Map::new());
        self.named.get(name).or_else(|| self.required.contains(name).then_some(&ANY))
    }
}
