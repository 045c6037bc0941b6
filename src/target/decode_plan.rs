//! The decoding of the arguments that a model gives into those of the tool: the `args` of a side table (docs/targets.md, "The side
//! table").

use foldhash::{HashMap, HashSet};

use crate::json::pointer;
use crate::json::{Key, Map, Value};

/// Most steps of a place, as many as values have levels.
const MOST_STEPS: usize = 128;

/// The form in which a value is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecodeForm {
    /// A list of objects with `key` and `value`, which stands for an object.
    Entries,
    /// JSON text, which stands for its value.
    Json,
}

impl DecodeForm {
    /// Returns the word for the form in a side table.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Json => "json",
        }
    }
}

/// The decoding of one value, and of the values in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct DecodePlan {
    /// The name of the argument in the tool, if the target calls it otherwise.
    pub(crate) name: Option<String>,
    pub(crate) form: Option<DecodeForm>,
    /// True if null says that the property is absent.
    pub(crate) null_is_absent: bool,
    /// The definitions whose plans apply to the value: several, if it is a union of references.
    pub(crate) references: Vec<String>,
    /// The plan of each member of an array, or of the value of each entry.
    pub(crate) members: Option<Box<Self>>,
    /// The plans of properties.
    pub(crate) properties: Vec<(String, Self)>,
}

impl DecodePlan {
    /// Returns true if nothing has to be done, apart from what a reference leads to.
    fn is_empty(&self) -> bool {
        self.name.is_none()
            && self.form.is_none()
            && !self.null_is_absent
            && self.references.is_empty()
            && self.members.as_ref().is_none_or(|members| members.is_empty())
            && self.properties.iter().all(|(_, plan)| plan.is_empty())
    }

    pub(crate) fn property(&self, name: &str) -> Option<&Self> {
        self.properties.iter().find(|(one, _)| one == name).map(|(_, plan)| plan)
    }

    /// Adds what another plan for the same value says: that of another branch of a union.
    pub(crate) fn unite(&mut self, other: Self) {
        self.name = self.name.take().or(other.name);
        self.form = self.form.or(other.form);
        self.null_is_absent |= other.null_is_absent;
        for name in other.references {
            if !self.references.contains(&name) {
                self.references.push(name);
            }
        }
        match (&mut self.members, other.members) {
            (Some(members), Some(others)) => members.unite(*others),
            (none @ None, others) => *none = others,
            (Some(_), None) => {}
        }
        for (name, plan) in other.properties {
            match self.properties.iter_mut().find(|(one, _)| *one == name) {
                Some((_, own)) => own.unite(plan),
                None => self.properties.push((name, plan)),
            }
        }
    }
}

/// The plan for all arguments of a tool, with those of shared schemas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ArgumentPlan {
    pub(crate) arguments: DecodePlan,
    pub(crate) definitions: Vec<(String, DecodePlan)>,
}

impl ArgumentPlan {
    /// Removes what says nothing: references to definitions that need no decoding, and definitions that no reference leads
    /// to.
    pub(crate) fn prune(&mut self) {
        let mut users: HashMap<&str, Vec<&str>> = HashMap::default();
        let mut work: Vec<&str> = Vec::new();
        for (name, plan) in &self.definitions {
            let mut references = Vec::new();
            if says_something(plan, &mut references) {
                work.push(name);
            }
            for reference in references {
                users.entry(reference).or_default().push(name);
            }
        }
        let mut needed: HashSet<String> = HashSet::default();
        while let Some(name) = work.pop() {
            if needed.insert(name.to_owned()) {
                work.extend(users.get(name).into_iter().flatten());
            }
        }
        self.definitions.retain(|(name, _)| needed.contains(name));
        for plan in self.definitions.iter_mut().map(|(_, plan)| plan).chain([&mut self.arguments]) {
            prune(plan, &needed);
        }
    }

    /// Returns the `args` of a side table: by pointer, what is done with the value there.
    pub(crate) fn to_json(&self) -> Map {
        let mut table = Map::new();
        write(&self.arguments, "", &mut table);
        for (name, plan) in &self.definitions {
            write(plan, &format!("/$defs/{}", pointer::escaped(name)), &mut table);
        }
        table
    }

    /// Reads the `args` of a side table. The error says what is wrong.
    pub(crate) fn from_json(table: &Map) -> Result<Self, String> {
        let mut plan = Self::default();
        for (place, entry) in table {
            let malformed = |why: &str| format!("`{place}` {why}");
            let mut steps = place.split('/');
            if steps.next() != Some("") {
                return Err(malformed("is not a JSON Pointer"));
            }
            let steps: Vec<&str> = steps.take(MOST_STEPS + 1).collect();
            if steps.len() > MOST_STEPS {
                return Err(malformed(&format!("has more than {MOST_STEPS} steps")));
            }
            let (mut at, rest) = match steps.as_slice() {
                ["$defs", name, rest @ ..] => (plan.definition(&pointer::unescaped(name)), rest),
                rest => (&mut plan.arguments, rest),
            };
            for step in rest {
                at = if *step == "*" {
                    at.members.get_or_insert_default()
                } else {
                    let name = property_name(step);
                    let index = at.properties.iter().position(|(one, _)| *one == name);
                    let index = index.unwrap_or_else(|| {
                        at.properties.push((name, DecodePlan::default()));
                        at.properties.len() - 1
                    });
                    &mut at.properties[index].1
                };
            }
            let text = |key: &str| match entry.get(key) {
                None => Ok(None),
                Some(Value::String(text)) => Ok(Some(text.as_str())),
                Some(_) => Err(malformed(&format!("has a `{key}` that is not a string"))),
            };
            at.name = text("name")?.map(str::to_owned);
            at.form = match text("decode")? {
                None => None,
                Some("entries") => Some(DecodeForm::Entries),
                Some("json") => Some(DecodeForm::Json),
                Some(other) => return Err(malformed(&format!("has the unknown `decode` `{other}`"))),
            };
            at.null_is_absent = match text("null")? {
                None => false,
                Some("absent") => true,
                Some(other) => return Err(malformed(&format!("has the unknown `null` `{other}`"))),
            };
            let places: Vec<&Value> = match entry.get("ref") {
                None => Vec::new(),
                Some(Value::Array(places)) => places.iter().collect(),
                Some(place) => vec![place],
            };
            for place in places {
                let name = place.as_str().and_then(|place| place.strip_prefix("/$defs/"));
                let name = name.ok_or_else(|| malformed("has a `ref` that is no place of a definition"))?;
                at.references.push(pointer::unescaped(name).into_owned());
            }
        }
        Ok(plan)
    }

    fn definition(&mut self, name: &str) -> &mut DecodePlan {
        let index = self.definitions.iter().position(|(one, _)| one == name);
        let index = index.unwrap_or_else(|| {
            self.definitions.push((name.to_owned(), DecodePlan::default()));
            self.definitions.len() - 1
        });
        &mut self.definitions[index].1
    }

    /// Turns the arguments that a model gave into those of the tool. What does not have the form that the plan expects stays
    /// as it is, so that validation reports it.
    pub(crate) fn decode(&self, arguments: Value) -> Value {
        let definitions: HashMap<&str, &DecodePlan> =
            self.definitions.iter().map(|(name, plan)| (name.as_str(), plan)).collect();
        decoded(arguments, &[&self.arguments], &definitions)
    }
}

/// Decodes a value by several plans: each speaks of the same value, and a value is decoded once.
fn decoded(value: Value, plans: &[&DecodePlan], definitions: &HashMap<&str, &DecodePlan>) -> Value {
    let mut all: Vec<&DecodePlan> = plans.to_vec();
    let mut names: HashSet<&str> = HashSet::default();
    let mut index = 0;
    while let Some(plan) = all.get(index).copied() {
        index += 1;
        for name in &plan.references {
            if names.insert(name) {
                all.extend(definitions.get(name.as_str()).copied());
            }
        }
    }
    let has = |form: DecodeForm| all.iter().any(|plan| plan.form == Some(form));
    match value {
        // What is in the text is said as the tool takes it.
        Value::String(text) if has(DecodeForm::Json) => {
            serde_json::from_str::<Value>(&text).unwrap_or(Value::String(text))
        }
        Value::Array(items) => {
            let members: Vec<&DecodePlan> = all.iter().filter_map(|plan| plan.members.as_deref()).collect();
            let entries = if has(DecodeForm::Entries) { entries(&items) } else { None };
            match entries {
                Some(object) => {
                    let entry = |(key, value): (Key, Value)| (key, decoded(value, &members, definitions));
                    Value::Object(object.into_iter().map(entry).collect())
                }
                None => items.into_iter().map(|item| decoded(item, &members, definitions)).collect(),
            }
        }
        Value::Object(members) => {
            let mut object = Map::with_capacity(members.len());
            for (key, value) in members {
                let own: Vec<&DecodePlan> =
                    all.iter().filter_map(|plan| plan.property(key.as_str())).collect();
                if value.is_null() && own.iter().any(|plan| plan.null_is_absent) {
                    continue;
                }
                let name = own.iter().find_map(|plan| plan.name.as_deref());
                let key = name.map_or(key, Key::from);
                object.insert(key, decoded(value, &own, definitions));
            }
            Value::Object(object)
        }
        scalar => scalar,
    }
}

/// Returns the object that a list of entries stands for; the last of several equal keys wins. Returns `None` if an item is no
/// entry.
fn entries(items: &[Value]) -> Option<Map> {
    let entry = |item: &Value| {
        let entry = item.as_object().filter(|entry| entry.len() == 2)?;
        Some((entry.get("key")?.as_str()?.to_owned(), entry.get("value")?.clone()))
    };
    items.iter().map(entry).collect()
}

/// Returns true if a plan says something by itself, and collects its references.
fn says_something<'p>(plan: &'p DecodePlan, references: &mut Vec<&'p str>) -> bool {
    references.extend(plan.references.iter().map(String::as_str));
    let mut says = plan.name.is_some() || plan.form.is_some() || plan.null_is_absent;
    for inner in plan.members.as_deref().into_iter().chain(plan.properties.iter().map(|(_, inner)| inner)) {
        says |= says_something(inner, references);
    }
    says
}

fn prune(plan: &mut DecodePlan, needed: &HashSet<String>) {
    plan.references.retain(|name| needed.contains(name));
    if let Some(mut members) = plan.members.take() {
        prune(&mut members, needed);
        plan.members = (!members.is_empty()).then_some(members);
    }
    for (_, property) in &mut plan.properties {
        prune(property, needed);
    }
    plan.properties.retain(|(_, property)| !property.is_empty());
}

fn write(plan: &DecodePlan, place: &str, table: &mut Map) {
    let mut entry = Map::new();
    let texts = [
        ("name", plan.name.clone()),
        ("decode", plan.form.map(|form| form.as_str().to_owned())),
        ("null", plan.null_is_absent.then(|| "absent".to_owned())),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            entry.insert(key, Value::String(text));
        }
    }
    let places = plan.references.iter().map(|name| format!("/$defs/{}", pointer::escaped(name)));
    let mut places: Vec<Value> = places.map(Value::String).collect();
    match places.len() {
        0 => {}
        1 => {
            entry.insert("ref", places.remove(0));
        }
        _ => {
            entry.insert("ref", Value::Array(places));
        }
    }
    if !entry.is_empty() {
        table.insert(place.to_owned(), Value::Object(entry));
    }
    if let Some(members) = &plan.members {
        write(members, &format!("{place}/*"), table);
    }
    for (name, property) in &plan.properties {
        write(property, &format!("{place}/{}", property_step(name)), table);
    }
}

/// Returns a property's name as a step of a place. `*` stands for members, so that a property of that name has an escape.
fn property_step(name: &str) -> String {
    if name == "*" { "~2".to_owned() } else { pointer::escaped(name) }
}

fn property_name(step: &str) -> String {
    if step == "~2" { "*".to_owned() } else { pointer::unescaped(step).into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::json;

    fn plan(table: Value) -> Result<ArgumentPlan, String> {
        let Value::Object(table) = table else { panic!("no table") };
        ArgumentPlan::from_json(&table)
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let table = json!({
            "/a": {"name": "b", "null": "absent"},
            "/a/*/~2": {"decode": "json"},
            "/c/x~1y": {"decode": "entries", "ref": ["/$defs/A", "/$defs/B"]},
            "/$defs/A/k": {"ref": "/$defs/A"},
        });
        assert_eq!(Value::Object(plan(table.clone()).unwrap().to_json()), table);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let deep = "/a".repeat(MOST_STEPS + 1);
        for (place, entry, why) in [
            ("a", json!({}), "is not a JSON Pointer"),
            ("/a", json!({"decode": "xml"}), "the unknown `decode` `xml`"),
            ("/a", json!({"null": "empty"}), "the unknown `null` `empty`"),
            ("/a", json!({"name": 1}), "a `name` that is not a string"),
            ("/a", json!({"ref": "A"}), "a `ref` that is no place of a definition"),
            (deep.as_str(), json!({}), "more than 128 steps"),
        ] {
            let error = plan(json!({ place: entry })).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn references_in_a_circle_end() {
        let plan =
            plan(json!({"/a": {"ref": "/$defs/A"}, "/$defs/A": {"decode": "json", "ref": "/$defs/A"}}));
        assert_eq!(plan.unwrap().decode(json!({"a": "\"1\""})), json!({"a": "1"}));
    }

    #[test]
    fn what_leads_to_nothing_is_pruned() {
        let empty = || DecodePlan { references: vec!["A".to_owned()], ..DecodePlan::default() };
        let mut plan = ArgumentPlan { arguments: DecodePlan::default(), definitions: Vec::new() };
        plan.arguments.properties.push(("a".to_owned(), empty()));
        plan.definitions.push(("A".to_owned(), empty()));
        plan.prune();
        assert_eq!(plan, ArgumentPlan::default());
    }
}
