//! What has to hold so that a schema has a value: which definitions must have one, and what cannot be.
//!
//! Only what is certain counts, and only what every value of a schema meets: what is required, and never what may be left
//! out. A keyword that is not looked at here is one that a value may satisfy.

use crate::json::number::{count, equal, exact};
use crate::json::types::TypeSet;
use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};

/// References in a row that are followed for a type.
const MAX_CHAIN: usize = 32;

/// Parts of an `allOf`, those of parts included, that are looked at together.
const MAX_PARTS: usize = 64;

/// Pairs of values of two lists that are compared.
const MAX_COMPARED: usize = 100_000;

/// Schemas that are looked at in all: a definition that many others have as a part is looked at once, so that this is only
/// reached by a description that was made to reach it.
const MAX_SCHEMAS: usize = 2_000_000;

/// What has to hold so that a schema has a value.
#[derive(Debug)]
pub(super) enum ValueNeed {
    /// The definition at this position has a value.
    Definition(usize),
    /// All of these hold.
    All(Vec<Self>),
    /// One of these holds.
    Any(Vec<Self>),
    /// Nothing helps.
    Contradiction(Box<Contradiction>),
}

/// Why a schema has no value.
#[derive(Debug)]
pub(super) struct Contradiction {
    /// Where in the schema, as far as it stands there.
    pub(super) keys: Vec<String>,
    /// What contradicts what.
    pub(super) why: String,
}

impl ValueNeed {
    /// Whether it is met whatever definitions have.
    fn is_nothing(&self) -> bool {
        matches!(self, Self::All(needs) if needs.is_empty())
    }

    /// What contradicts itself, whatever definitions have.
    pub(super) fn contradiction(&self) -> Option<&Contradiction> {
        match self {
            Self::Contradiction(found) => Some(found),
            Self::All(needs) => needs.iter().find_map(Self::contradiction),
            Self::Definition(_) | Self::Any(_) => None,
        }
    }

    /// Whether it is met where these definitions have a value. Adds those that it lacks.
    pub(super) fn is_met(&self, has_value: &[bool], lacking: &mut Vec<usize>) -> bool {
        match self {
            Self::Definition(index) if !has_value[*index] => {
                lacking.push(*index);
                false
            }
            Self::Definition(_) => true,
            Self::All(needs) => needs.iter().filter(|need| !need.is_met(has_value, lacking)).count() == 0,
            Self::Any(needs) => {
                let before = lacking.len();
                let is_met = needs.iter().any(|need| need.is_met(has_value, lacking));
                if is_met {
                    lacking.truncate(before);
                }
                is_met
            }
            Self::Contradiction(_) => false,
        }
    }
}

/// A step from a schema into it.
#[derive(Debug, Clone, Copy)]
enum NeedStep<'d> {
    Key(&'d str),
    Index(usize),
}

/// Reads needs from the schemas of one direction.
pub(super) struct NeedReader<'d> {
    definitions: &'d Definitions,
    /// The types that values of each definition can be of, where that was asked.
    types: Vec<Option<TypeSet>>,
    path: Vec<NeedStep<'d>>,
    left: usize,
}

impl<'d> NeedReader<'d> {
    pub(super) fn new(definitions: &'d Definitions) -> Self {
        Self { definitions, types: vec![None; definitions.len()], path: Vec::new(), left: MAX_SCHEMAS }
    }

    /// What a schema needs.
    pub(super) fn of(&mut self, schema: &'d Map) -> ValueNeed {
        self.schema(schema, TypeSet::ALL)
    }

    /// What a schema needs where its values can only be of these types. The depth of a translated schema bounds the
    /// recursion.
    fn schema(&mut self, schema: &'d Map, within: TypeSet) -> ValueNeed {
        let mut parts = Vec::new();
        flatten(schema, &mut parts);
        let Some(left) = self.left.checked_sub(parts.len()) else { return ValueNeed::All(Vec::new()) };
        self.left = left;
        let types = parts.iter().fold(within, |types, part| types.and(self.own_types(part, 0)));
        if types.is_empty() {
            return self.contradiction("allOf", "what is said of its type allows none".to_owned());
        }
        if let Some((keyword, why)) = bounds(&parts, types).or_else(|| values(&parts, types)) {
            return self.contradiction(keyword, why);
        }
        let mut needs = Vec::new();
        for part in &parts {
            let index = referenced(part).and_then(|name| self.definitions.index(name));
            needs.extend(index.map(ValueNeed::Definition));
            for keyword in ["anyOf", "oneOf"] {
                if let Some(Value::Array(branches)) = part.get(keyword) {
                    needs.push(self.union(keyword, branches, types));
                }
            }
        }
        if types.is_in(TypeSet::OBJECT) {
            self.members(&parts, &mut needs);
        } else if types.is_in(TypeSet::ARRAY) {
            self.items(&parts, &mut needs);
        }
        needs.retain(|need| !need.is_nothing());
        ValueNeed::All(needs)
    }

    /// One of the branches of a union.
    fn union(&mut self, keyword: &'d str, branches: &'d [Value], types: TypeSet) -> ValueNeed {
        let mut needs = Vec::with_capacity(branches.len());
        for (index, branch) in branches.iter().enumerate() {
            let need = self.inside(&[NeedStep::Key(keyword), NeedStep::Index(index)], branch, types);
            if need.is_nothing() {
                return need;
            }
            needs.push(need);
        }
        // A reader of the schema sees a type of null beside a union.
        if !needs.is_empty()
            && types != TypeSet::NULL
            && needs.iter().all(|need| need.contradiction().is_some())
        {
            return self.contradiction(keyword, format!("no branch of `{keyword}` has one"));
        }
        ValueNeed::Any(needs)
    }

    /// The members that every object has.
    fn members(&mut self, parts: &[&'d Map], needs: &mut Vec<ValueNeed>) {
        let lists = parts.iter().filter_map(|part| part.get("required")?.as_array());
        for name in lists.flatten().filter_map(Value::as_str) {
            for part in parts {
                let members = part.get("properties").and_then(Value::as_object);
                if let Some((name, schema)) = members.and_then(|members| members.get_key_value(name)) {
                    needs.push(self.inside(
                        &[NeedStep::Key("properties"), NeedStep::Key(name)],
                        schema,
                        TypeSet::ALL,
                    ));
                }
            }
        }
    }

    /// The items that every array has.
    fn items(&mut self, parts: &[&'d Map], needs: &mut Vec<ValueNeed>) {
        let least = |part: &&Map| part.get("minItems").and_then(count).unwrap_or_default();
        if parts.iter().map(least).max().unwrap_or_default() == 0 {
            return;
        }
        for part in parts.iter().filter(|part| !part.contains_key("prefixItems")) {
            if let Some(items) = part.get("items").filter(|items| !items.is_array()) {
                needs.push(self.inside(&[NeedStep::Key("items")], items, TypeSet::ALL));
            }
        }
    }

    /// What a schema inside the one that is read needs.
    fn inside(&mut self, steps: &[NeedStep<'d>], schema: &'d Value, within: TypeSet) -> ValueNeed {
        let before = self.path.len();
        self.path.extend(steps);
        let need = match schema {
            Value::Object(schema) => self.schema(schema, within),
            Value::Bool(false) => self.contradiction("not", "`false` accepts nothing".to_owned()),
            _ => ValueNeed::All(Vec::new()),
        };
        self.path.truncate(before);
        need
    }

    /// A contradiction in the schema that is read, or in what stands there under a keyword.
    fn contradiction(&self, keyword: &str, why: String) -> ValueNeed {
        let keys = self.path.iter().map(|step| match step {
            NeedStep::Key(key) => (*key).to_owned(),
            NeedStep::Index(index) => index.to_string(),
        });
        let keys = keys.chain([keyword.to_owned()]).collect();
        ValueNeed::Contradiction(Box::new(Contradiction { keys, why }))
    }

    /// The types that a part allows by itself and by what it refers to.
    fn own_types(&mut self, part: &'d Map, chain: usize) -> TypeSet {
        let mut types = part.get("type").and_then(TypeSet::of_keyword).unwrap_or(TypeSet::ALL);
        if let Some(index) = referenced(part).and_then(|name| self.definitions.index(name)) {
            types = types.and(self.types_of(index, chain));
        }
        types
    }

    /// The types that values of a definition can be of; all, where it leads back to itself or too far on.
    fn types_of(&mut self, index: usize, chain: usize) -> TypeSet {
        if let Some(types) = self.types[index] {
            return types;
        }
        if chain == MAX_CHAIN {
            return TypeSet::ALL;
        }
        self.types[index] = Some(TypeSet::ALL);
        let mut parts = Vec::new();
        flatten(&self.definitions[index].schema.0, &mut parts);
        let types = parts.iter().fold(TypeSet::ALL, |types, part| types.and(self.own_types(part, chain + 1)));
        self.types[index] = Some(types);
        types
    }
}

/// A schema and the parts of its `allOf`, and of theirs, as far as they stand in it.
fn flatten<'d>(schema: &'d Map, parts: &mut Vec<&'d Map>) {
    if parts.len() == MAX_PARTS {
        return;
    }
    parts.push(schema);
    let all = schema.get("allOf").and_then(Value::as_array);
    for part in all.into_iter().flatten().filter_map(Value::as_object) {
        flatten(part, parts);
    }
}

/// A least that is more than a most, of values of these types.
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

/// A list of values none of which the parts accept.
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
    none.then(|| (keyword, format!("no value of its `{keyword}` is what the rest of it allows")))
}

/// The values that a part lists.
fn listed(part: &Map) -> Option<(&'static str, &[Value])> {
    let constant = part.get("const").map(|value| ("const", std::slice::from_ref(value)));
    constant.or_else(|| Some(("enum", part.get("enum")?.as_array()?.as_slice())))
}

/// Whether a value may be within the bounds of a part.
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
