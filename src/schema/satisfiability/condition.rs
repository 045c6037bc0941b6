//! Satisfiability conditions: which definitions must have a value, or what contradicts what, for a schema to
//! have one.
//!
//! Only certain contradictions count, and only constraints that every value must meet: `required`, but not
//! optional properties. A keyword that is not checked here is assumed to be satisfiable.

use crate::json::number::{count, equal, exact};
use crate::json::types::TypeSet;
use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};

/// Maximum length of a chain of references that is followed for a type.
const MAX_CHAIN: usize = 32;

/// Maximum number of parts of an `allOf`, nested ones included, that are checked together.
const MAX_PARTS: usize = 64;

/// Maximum number of pairs of values of two lists that are compared.
const MAX_COMPARED: usize = 100_000;

/// Maximum number of schemas that are checked. Each definition is checked once, so that only hostile
/// descriptions reach the limit.
const MAX_SCHEMAS: usize = 2_000_000;

/// The condition under which a schema has a value.
#[derive(Debug)]
pub(super) enum SatisfiabilityCondition {
    /// The definition at this position has a value.
    Definition(usize),
    /// All of these conditions hold.
    All(Vec<Self>),
    /// One of these conditions holds.
    Any(Vec<Self>),
    /// The condition never holds.
    Contradiction(Box<Contradiction>),
}

/// The reason why a schema has no value.
#[derive(Debug)]
pub(super) struct Contradiction {
    /// The path from the schema to the contradiction; it does not enter definitions.
    pub(super) keys: Vec<String>,
    /// The constraints that contradict each other.
    pub(super) why: String,
}

impl SatisfiabilityCondition {
    /// Returns whether the condition holds without any definition having a value.
    fn always_holds(&self) -> bool {
        matches!(self, Self::All(conditions) if conditions.is_empty())
    }

    /// Returns the contradiction that makes the condition false, whichever definitions have a value.
    pub(super) fn contradiction(&self) -> Option<&Contradiction> {
        match self {
            Self::Contradiction(found) => Some(found),
            Self::All(conditions) => conditions.iter().find_map(Self::contradiction),
            Self::Definition(_) | Self::Any(_) => None,
        }
    }

    /// Returns whether the condition holds, given the definitions that have a value; adds those that it
    /// lacks.
    pub(super) fn holds(&self, has_value: &[bool], lacking: &mut Vec<usize>) -> bool {
        match self {
            Self::Definition(index) if !has_value[*index] => {
                lacking.push(*index);
                false
            }
            Self::Definition(_) => true,
            Self::All(conditions) => {
                conditions.iter().filter(|condition| !condition.holds(has_value, lacking)).count() == 0
            }
            Self::Any(conditions) => {
                let before = lacking.len();
                let holds = conditions.iter().any(|condition| condition.holds(has_value, lacking));
                if holds {
                    lacking.truncate(before);
                }
                holds
            }
            Self::Contradiction(_) => false,
        }
    }
}

/// A step of a path into a schema.
#[derive(Debug, Clone, Copy)]
enum ConditionStep<'d> {
    Key(&'d str),
    Index(usize),
}

/// Derives conditions from the schemas of one direction.
pub(super) struct ConditionReader<'d> {
    definitions: &'d Definitions,
    /// The types that each definition allows, once computed.
    types: Vec<Option<TypeSet>>,
    path: Vec<ConditionStep<'d>>,
    schemas_left: usize,
}

impl<'d> ConditionReader<'d> {
    pub(super) fn new(definitions: &'d Definitions) -> Self {
        Self {
            definitions,
            types: vec![None; definitions.len()],
            path: Vec::new(),
            schemas_left: MAX_SCHEMAS,
        }
    }

    /// Returns the condition of a schema.
    pub(super) fn of(&mut self, schema: &'d Map) -> SatisfiabilityCondition {
        self.schema(schema, TypeSet::ALL)
    }

    /// Returns the condition of a schema, restricted to these types. The depth of a translated schema bounds
    /// the recursion.
    fn schema(&mut self, schema: &'d Map, within: TypeSet) -> SatisfiabilityCondition {
        let mut parts = Vec::new();
        collect_parts(schema, &mut parts);
        let Some(schemas_left) = self.schemas_left.checked_sub(parts.len()) else {
            return SatisfiabilityCondition::All(Vec::new());
        };
        self.schemas_left = schemas_left;
        let types = parts.iter().fold(within, |types, part| types.and(self.types_of_part(part, 0)));
        if types.is_empty() {
            return self.contradiction("allOf", "its parts have no type in common".to_owned());
        }
        if let Some((keyword, why)) = bounds(&parts, types).or_else(|| values(&parts, types)) {
            return self.contradiction(keyword, why);
        }
        let mut conditions = Vec::new();
        for part in &parts {
            let index = referenced(part).and_then(|name| self.definitions.index(name));
            conditions.extend(index.map(SatisfiabilityCondition::Definition));
            for keyword in ["anyOf", "oneOf"] {
                if let Some(Value::Array(branches)) = part.get(keyword) {
                    conditions.push(self.union(keyword, branches, types));
                }
            }
        }
        if types.is_in(TypeSet::OBJECT) {
            self.members(&parts, &mut conditions);
        } else if types.is_in(TypeSet::ARRAY) {
            self.items(&parts, &mut conditions);
        }
        conditions.retain(|condition| !condition.always_holds());
        SatisfiabilityCondition::All(conditions)
    }

    /// Returns the condition of a union.
    fn union(&mut self, keyword: &'d str, branches: &'d [Value], types: TypeSet) -> SatisfiabilityCondition {
        let mut conditions = Vec::with_capacity(branches.len());
        for (index, branch) in branches.iter().enumerate() {
            let condition =
                self.subschema(&[ConditionStep::Key(keyword), ConditionStep::Index(index)], branch, types);
            if condition.always_holds() {
                return condition;
            }
            conditions.push(condition);
        }
        // A type of null beside a union is reported with the source schema.
        if !conditions.is_empty()
            && types != TypeSet::NULL
            && conditions.iter().all(|condition| condition.contradiction().is_some())
        {
            return self.contradiction(keyword, format!("no branch of `{keyword}` accepts a value"));
        }
        SatisfiabilityCondition::Any(conditions)
    }

    /// Adds the conditions of the required properties.
    fn members(&mut self, parts: &[&'d Map], conditions: &mut Vec<SatisfiabilityCondition>) {
        let lists = parts.iter().filter_map(|part| part.get("required")?.as_array());
        for name in lists.flatten().filter_map(Value::as_str) {
            for part in parts {
                let members = part.get("properties").and_then(Value::as_object);
                if let Some((name, schema)) = members.and_then(|members| members.get_key_value(name)) {
                    conditions.push(self.subschema(
                        &[ConditionStep::Key("properties"), ConditionStep::Key(name)],
                        schema,
                        TypeSet::ALL,
                    ));
                }
            }
        }
    }

    /// Adds the condition of the items, if at least one is required.
    fn items(&mut self, parts: &[&'d Map], conditions: &mut Vec<SatisfiabilityCondition>) {
        let least = |part: &&Map| part.get("minItems").and_then(count).unwrap_or_default();
        if parts.iter().map(least).max().unwrap_or_default() == 0 {
            return;
        }
        for part in parts.iter().filter(|part| !part.contains_key("prefixItems")) {
            if let Some(items) = part.get("items").filter(|items| !items.is_array()) {
                conditions.push(self.subschema(&[ConditionStep::Key("items")], items, TypeSet::ALL));
            }
        }
    }

    /// Returns the condition of a subschema.
    fn subschema(
        &mut self,
        steps: &[ConditionStep<'d>],
        schema: &'d Value,
        within: TypeSet,
    ) -> SatisfiabilityCondition {
        let before = self.path.len();
        self.path.extend(steps);
        let condition = match schema {
            Value::Object(schema) => self.schema(schema, within),
            Value::Bool(false) => self.contradiction("not", "`false` accepts nothing".to_owned()),
            _ => SatisfiabilityCondition::All(Vec::new()),
        };
        self.path.truncate(before);
        condition
    }

    /// Returns a contradiction at a keyword of the current schema.
    fn contradiction(&self, keyword: &str, why: String) -> SatisfiabilityCondition {
        let keys = self.path.iter().map(|step| match step {
            ConditionStep::Key(key) => (*key).to_owned(),
            ConditionStep::Index(index) => index.to_string(),
        });
        let keys = keys.chain([keyword.to_owned()]).collect();
        SatisfiabilityCondition::Contradiction(Box::new(Contradiction { keys, why }))
    }

    /// Returns the types that a part allows by itself and by its reference.
    fn types_of_part(&mut self, part: &'d Map, chain: usize) -> TypeSet {
        let mut types = part.get("type").and_then(TypeSet::of_keyword).unwrap_or(TypeSet::ALL);
        if let Some(index) = referenced(part).and_then(|name| self.definitions.index(name)) {
            types = types.and(self.types_of_definition(index, chain));
        }
        types
    }

    /// Returns the types that a definition allows; all types for a cycle or a long chain of references.
    fn types_of_definition(&mut self, index: usize, chain: usize) -> TypeSet {
        if let Some(types) = self.types[index] {
            return types;
        }
        if chain == MAX_CHAIN {
            return TypeSet::ALL;
        }
        self.types[index] = Some(TypeSet::ALL);
        let mut parts = Vec::new();
        collect_parts(&self.definitions[index].schema.0, &mut parts);
        let types =
            parts.iter().fold(TypeSet::ALL, |types, part| types.and(self.types_of_part(part, chain + 1)));
        self.types[index] = Some(types);
        types
    }
}

/// Collects a schema and the parts of its `allOf`, nested ones included. References are not followed.
fn collect_parts<'d>(schema: &'d Map, parts: &mut Vec<&'d Map>) {
    if parts.len() == MAX_PARTS {
        return;
    }
    parts.push(schema);
    let all = schema.get("allOf").and_then(Value::as_array);
    for part in all.into_iter().flatten().filter_map(Value::as_object) {
        collect_parts(part, parts);
    }
}

/// Returns a lower bound that exceeds the upper bound for values of these types.
fn bounds(parts: &[&Map], types: TypeSet) -> Option<(&'static str, String)> {
    let (least, most) = match types {
        _ if types.is_in(TypeSet::NUMBER) => ("minimum", "maximum"),
        TypeSet::STRING => ("minLength", "maxLength"),
        TypeSet::ARRAY => ("minItems", "maxItems"),
        TypeSet::OBJECT => ("minProperties", "maxProperties"),
        _ => return None,
    };
    let found = |keyword: &str| {
        let numbers = parts.iter().filter_map(|part| exact(part.get(keyword)?));
        numbers.collect::<Vec<f64>>()
    };
    let low = found(least).into_iter().reduce(f64::max)?;
    let high = found(most).into_iter().reduce(f64::min)?;
    (low > high).then(|| (least, format!("`{least}` is {low}, and `{most}` is {high}")))
}

/// Returns a list of values of which the other constraints accept none.
fn values(parts: &[&Map], types: TypeSet) -> Option<(&'static str, String)> {
    let (at, (keyword, listed)) =
        parts.iter().enumerate().find_map(|(at, part)| Some((at, self::listed(part)?)))?;
    let others: Vec<&[Value]> =
        parts.iter().skip(at + 1).filter_map(|part| Some(self::listed(part)?.1)).collect();
    if others.iter().any(|other| listed.len().saturating_mul(other.len()) > MAX_COMPARED) {
        return None;
    }
    let fits = |value: &Value| {
        TypeSet::of_value(value).is_none_or(|one| one.meets(types))
            && parts.iter().all(|part| may_be_within(part, value))
            && others.iter().all(|other| other.iter().any(|one| equal(one, value) != Some(false)))
    };
    let none = !listed.is_empty() && !listed.iter().any(fits);
    none.then(|| (keyword, format!("its other keywords accept no value of its `{keyword}`")))
}

/// Returns the values in `const` or `enum` of a part.
fn listed(part: &Map) -> Option<(&'static str, &[Value])> {
    let constant = part.get("const").map(|value| ("const", std::slice::from_ref(value)));
    constant.or_else(|| Some(("enum", part.get("enum")?.as_array()?.as_slice())))
}

/// Returns whether a value may be within the bounds of a part.
fn may_be_within(part: &Map, value: &Value) -> bool {
    let (measure, least, most) = match value {
        Value::Number(_) => (exact(value), "minimum", "maximum"),
        #[expect(clippy::cast_precision_loss, reason = "no text is as long as a double is exact")]
        Value::String(text) => (Some(text.chars().count() as f64), "minLength", "maxLength"),
        _ => return true,
    };
    let bound = |keyword: &str| part.get(keyword).and_then(exact);
    measure.is_none_or(|measure| {
        bound(least).is_none_or(|least| measure >= least) && bound(most).is_none_or(|most| measure <= most)
    })
}
