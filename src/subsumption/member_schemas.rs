//! The schemas that apply to a member of an object or to an item of an array.

use crate::json::number::count;
use crate::json::{Map, Value};

use super::conjunction::{Conjunct, SchemaConjunction};
use super::rooted_schema::RootedSchema;
use super::value_validator::ValueValidator;

/// Limit on nested schemas that may describe a member.
const DEPTH: usize = 8;

/// Keywords with schemas for the same value of which it is not known whether they apply.
const CONDITIONAL: [&str; 4] = ["if", "dependentSchemas", "dependencies", "unevaluatedProperties"];

/// A member of the objects of a conjunction.
#[derive(Debug, Clone, Copy)]
pub(super) enum MemberClass<'n> {
    /// The member of this name.
    Named(&'n str),
    /// A member that no `properties` names and whose name matches this pattern of `patternProperties`, perhaps others too.
    Matching(&'n str),
    /// A member that neither `properties` nor `patternProperties` describes.
    Other,
}

impl SchemaConjunction<'_> {
    /// Returns the schemas that are known to apply to a member.
    ///
    /// Returns `None` if such a member cannot occur: its schema is `false`, or it is undescribed and `closed` says that
    /// undescribed members do not occur unless they are required.
    pub(super) fn member(
        &self,
        class: MemberClass<'_>,
        closed: bool,
        validator: &mut ValueValidator,
    ) -> Option<Self> {
        let mut view = Self::default();
        let (mut names_any, mut is_described, mut is_open) = (false, false, self.opaque);
        for part in &self.parts {
            let properties = part.members("properties");
            names_any |= properties.is_some() && !part.is_assumed;
            let own = match class {
                MemberClass::Named(name) => properties.and_then(|properties| properties.get(name)),
                _ => None,
            };
            is_described |= own.is_some() && !part.is_assumed;
            if let Some(schema) = own {
                view.add(part.at(schema));
            }
            let mut matches = Some(false);
            for (pattern, schema) in part.members("patternProperties").into_iter().flatten() {
                let answer = match class {
                    MemberClass::Named(name) => validator.matches(pattern, name),
                    MemberClass::Matching(known) => (known == pattern.as_str()).then_some(true),
                    MemberClass::Other => Some(false),
                };
                match answer {
                    Some(true) => {
                        view.add(part.at(schema));
                        matches = Some(true);
                    }
                    Some(false) => {}
                    None => matches = matches.filter(|matches| *matches),
                }
            }
            is_open |= matches != Some(false);
            if own.is_none() && matches == Some(false) {
                if let Some(schema) = part.schema("additionalProperties") {
                    is_open = true;
                    view.add(schema);
                } else if let Some(schema) = part.schema("unevaluatedProperties")
                    && !may_evaluate(part.map, part.at, class, self, validator, 0)
                {
                    is_open = true;
                    view.add(schema);
                }
            }
            if let (MemberClass::Named(name), Some(names)) = (class, part.schema("propertyNames"))
                && validator.accepts_in_steps(names, &Value::from(name)) == Some(false)
            {
                return None;
            }
            let pending = [("anyOf", part.any_of_chosen), ("oneOf", part.one_of_chosen)];
            is_open |= pending.iter().any(|(keyword, chosen)| part.map.contains_key(*keyword) && !chosen);
            is_open |= CONDITIONAL.iter().any(|keyword| part.map.contains_key(*keyword));
        }
        if let MemberClass::Named(name) = class {
            for refused in self.refused_members().filter(|refused| refused.name == name) {
                view.refused.push(refused.schema?);
            }
        }
        // What has to be sent is sent, described or not.
        let is_unsent = closed && names_any && !is_described && !is_open && !self.demands(class);
        (!is_unsent && !view.impossible).then_some(view)
    }

    /// Returns `true` if objects may need a member to be accepted. What is only assumed does not count.
    fn demands(&self, class: MemberClass<'_>) -> bool {
        let MemberClass::Named(name) = class else { return false };
        let lists = |value: &Value| {
            value.as_array().is_some_and(|names| names.iter().any(|known| known.as_str() == Some(name)))
        };
        self.parts.iter().filter(|part| !part.is_assumed).any(|part| {
            let dependents = ["dependentRequired", "dependencies"].into_iter();
            let mut dependents = dependents.filter_map(|keyword| part.members(keyword)).flatten();
            part.get("required").is_some_and(lists) || dependents.any(|(_, names)| lists(names))
        })
    }

    /// Returns the schemas that are known to apply to the item at an index (JSON Schema Core, section 10.3.1). Returns `None`
    /// if such an item cannot occur.
    ///
    /// From [`Self::tuple_length`] on, what is returned for an item holds for each later one.
    pub(super) fn item(&self, index: usize) -> Option<Self> {
        let mut view = Self::default();
        for part in &self.parts {
            let (tuple, rest) = part.items();
            if let Some(schema) = tuple.get(index).map(|schema| part.at(schema)).or(rest) {
                view.add(schema);
            }
            let most = part.map.get("maxItems").and_then(count);
            if most.is_some_and(|most| index as u64 >= most) {
                return None;
            }
        }
        (!view.impossible).then_some(view)
    }

    /// Returns the length of the longest tuple.
    pub(super) fn tuple_length(&self) -> usize {
        self.parts.iter().map(|part| part.items().0.len()).max().unwrap_or(0)
    }
}

impl<'v> Conjunct<'v> {
    /// Returns the schemas of a tuple, and the schema of the items after it: `prefixItems` and `items`, or `items` as a list
    /// and `additionalItems` in older drafts, or `unevaluatedItems` if nothing else can evaluate an item.
    pub(super) fn items(self) -> (&'v [Value], Option<RootedSchema<'v>>) {
        let is_mixed = self.map.contains_key("prefixItems") && self.list("prefixItems").is_none();
        if is_mixed {
            return (&[], None);
        }
        let (tuple, rest) = match self.get("items") {
            Some(Value::Array(list)) => (Some(list), "additionalItems"),
            _ => (self.list("prefixItems"), "items"),
        };
        let rest = self.schema(rest).or_else(|| {
            let evaluates =
                ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "contains", "items"];
            let is_alone = evaluates.iter().all(|keyword| !self.map.contains_key(*keyword));
            self.schema("unevaluatedItems").filter(|_| is_alone)
        });
        (tuple.map_or(&[], Vec::as_slice), rest)
    }
}

/// Returns `false` if no schema that applies to the same value can evaluate a member. A member of another class has none of the
/// names in `properties` of the conjunction.
fn may_evaluate(
    map: &Map,
    at: RootedSchema<'_>,
    class: MemberClass<'_>,
    conjunction: &SchemaConjunction<'_>,
    validator: &mut ValueValidator,
    depth: usize,
) -> bool {
    let is_own = depth == 0;
    if depth > DEPTH
        || map.contains_key("additionalProperties")
        || (!is_own && map.contains_key("unevaluatedProperties"))
        || map.contains_key("$dynamicRef")
    {
        return true;
    }
    let properties = map.get("properties").and_then(Value::as_object);
    let patterns = map.get("patternProperties").and_then(Value::as_object);
    let is_described = match class {
        MemberClass::Named(name) => validator.is_described(map, name) != Some(false),
        MemberClass::Matching(_) | MemberClass::Other if is_own => false,
        _ => {
            patterns.is_some_and(|all| !all.is_empty())
                || properties.into_iter().flatten().any(|(name, _)| !conjunction.names(name))
        }
    };
    let mut inside: Vec<RootedSchema<'_>> = Vec::new();
    if let Some(reference) = map.get("$ref") {
        match at.referred(reference) {
            Some(target) => inside.push(target),
            None => return true,
        }
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let branches = map.get(keyword).and_then(Value::as_array).into_iter().flatten();
        inside.extend(branches.map(|branch| at.to(branch)));
    }
    inside.extend(["if", "then", "else"].iter().filter_map(|keyword| Some(at.to(map.get(*keyword)?))));
    let dependent = map.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten();
    inside.extend(dependent.map(|(_, schema)| at.to(schema)));
    is_described
        || inside.into_iter().any(|inner| match inner.schema {
            Value::Object(map) => may_evaluate(map, inner, class, conjunction, validator, depth + 1),
            _ => false,
        })
}
