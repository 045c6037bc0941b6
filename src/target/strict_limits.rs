//! The limits of strict modes on one tool (docs/targets.md, "Limits of strict modes").

use crate::client_limits::SCHEMA_LEVELS;
use crate::client_limits::strict::{
    ENUM_CHARACTERS, ENUM_VALUES, ENUM_VALUES_OF_LONG, NAME_CHARACTERS, PROPERTIES,
};
use crate::json::{Map, Value};
use crate::model::referenced;

use super::obstacle::Obstacle;
use super::walk::each_schema;

/// Returns an error if a lowered schema is more than `OpenAI`'s strict mode takes.
pub(super) fn openai_limits(schema: &Map) -> Result<(), Obstacle> {
    let (mut properties, mut characters, mut values, mut long) = (0, 0, 0, None);
    each_schema(schema, "", &mut |map, _| {
        for keyword in ["properties", "$defs"] {
            let names = map.get(keyword).and_then(Value::as_object);
            characters +=
                names.into_iter().flat_map(Map::keys).map(|name| name.chars().count()).sum::<usize>();
            if keyword == "properties" {
                properties += names.map_or(0, Map::len);
            }
        }
        let listed = map.get("enum").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let of_strings: usize =
            listed.iter().filter_map(Value::as_str).map(|text| text.chars().count()).sum();
        values += listed.len();
        characters +=
            of_strings + map.get("const").and_then(Value::as_str).map_or(0, |text| text.chars().count());
        if listed.len() > ENUM_VALUES_OF_LONG && of_strings > ENUM_CHARACTERS {
            long = Some(of_strings);
        }
    });
    let levels = LevelCount::of(schema);
    let limits = [
        ("properties", properties, PROPERTIES),
        ("characters in names and values", characters, NAME_CHARACTERS),
        ("values in enums", values, ENUM_VALUES),
        ("characters in one long enum", long.unwrap_or(0), ENUM_CHARACTERS),
        ("levels", levels, SCHEMA_LEVELS),
    ];
    match limits.into_iter().find(|(_, found, most)| found > most) {
        Some((what, found, most)) => Err(Obstacle::Limit { what, found, most }),
        None => Ok(()),
    }
}

/// Counts the levels of arrays and objects. A reference counts where it stands, and a cycle once.
struct LevelCount<'s> {
    root: &'s Map,
    /// The definitions around the present schema.
    path: Vec<&'s str>,
    /// The schemas that may still be visited.
    left: usize,
}

/// Most schemas that are visited to count levels; a schema in which that is not enough counts as too deep.
const MOST_VISITS: usize = 50_000;

impl<'s> LevelCount<'s> {
    fn of(root: &'s Map) -> usize {
        LevelCount { root, path: Vec::new(), left: MOST_VISITS }.levels(root)
    }

    fn levels(&mut self, schema: &'s Map) -> usize {
        let Some(left) = self.left.checked_sub(1) else { return SCHEMA_LEVELS + 1 };
        self.left = left;
        if let Some(name) = referenced(schema) {
            if self.path.contains(&name) {
                return 0;
            }
            let target = self.root.get("$defs").and_then(|all| all.get(name)?.as_object());
            self.path.push(name);
            let levels = target.map_or(0, |target| self.levels(target));
            self.path.pop();
            return levels;
        }
        let is_level = |kind: &str| matches!(kind, "object" | "array");
        let own = match schema.get("type") {
            Some(Value::String(kind)) => is_level(kind),
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(is_level),
            _ => false,
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        let branches = schema.get("anyOf").and_then(Value::as_array);
        let members = properties.into_iter().flat_map(Map::values).chain(schema.get("items"));
        let members = members.chain(branches.into_iter().flatten()).filter_map(Value::as_object);
        let inner = members.map(|member| self.levels(member)).max().unwrap_or(0);
        inner + usize::from(own)
    }
}

/// What Anthropic counts over all strict tools of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct StrictNeeds {
    /// Properties that are not required.
    pub(super) optional: usize,
    /// Unions.
    pub(super) unions: usize,
}

impl StrictNeeds {
    /// Counts those of a lowered schema.
    pub(super) fn of(schema: &Map) -> Self {
        let mut needs = Self::default();
        each_schema(schema, "", &mut |map, _| {
            let properties = map.get("properties").and_then(Value::as_object).map_or(0, Map::len);
            let required = map.get("required").and_then(Value::as_array).map_or(0, Vec::len);
            needs.optional += properties.saturating_sub(required);
            needs.unions += usize::from(map.contains_key("anyOf"));
        });
        needs
    }
}
