//! Generates instances of a schema: valid ones by construction first, then near misses. Neither is
//! guaranteed; the judges decide.

use serde_json::{Map, Value, json};

use super::formats::fits as has_format;
use super::judge::{decoded, matches};

/// The maximum depth of schemas that instances are generated for.
const MAX_DEPTH: usize = 5;

/// The number of instances of one subschema that are combined in those of the whole.
const MAX_BELOW: usize = 8;

/// Strings that match common patterns and formats.
const TEXTS: [&str; 14] = [
    "a",
    "abc",
    "A1",
    "12",
    "123",
    "2020-01-02",
    "2020-01-02T03:04:05Z",
    "a@example.com",
    "https://example.com/a",
    "123e4567-e89b-12d3-a456-426614174000",
    "1.2.3.4",
    "en-GB",
    "abcdefghijklmnopqrstuvwxyz",
    "#00ff00",
];

/// Generates instances for the schemas of a document.
pub(crate) struct Instances<'d> {
    document: &'d Value,
}

impl<'d> Instances<'d> {
    pub(crate) fn new(document: &'d Value) -> Self {
        Self { document }
    }

    /// Returns at most `most` distinct instances.
    pub(crate) fn of(&self, schema: &Value, most: usize) -> Vec<Value> {
        let mut values = Vec::new();
        for value in self.values(schema, 0) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        for value in wrong() {
            if !values.contains(&value) {
                values.insert(values.len().min(most.saturating_sub(1)), value);
            }
        }
        values.truncate(most);
        values
    }

    /// Merges a schema with its reference and its `allOf` into one map, roughly; unions are kept.
    fn flat(&self, schema: &Value, depth: usize) -> Map<String, Value> {
        let mut flat = Map::new();
        let Some(map) = schema.as_object() else { return flat };
        if let Some(target) = map.get("$ref").and_then(Value::as_str).and_then(|text| self.target(text))
            && depth < MAX_DEPTH
        {
            flat = self.flat(target, depth + 1);
        }
        if let Some(name) = map.get("$dynamicRef").and_then(Value::as_str) {
            flat.insert("anyOf".to_owned(), self.dynamic_targets(name.trim_start_matches('#')));
        }
        for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            unite(&mut flat, self.flat(part, depth + 1));
        }
        let own = map.iter().filter(|(key, _)| !matches!(key.as_str(), "$ref" | "allOf"));
        unite(&mut flat, own.map(|(key, value)| (key.clone(), value.clone())).collect());
        flat
    }

    /// Returns the target of a reference by pointer, or by the identifier of a component.
    fn target(&self, text: &str) -> Option<&Value> {
        if let Some(pointer) = text.strip_prefix('#') {
            return self.document.pointer(&decoded(pointer));
        }
        let name = text.rsplit('/').next();
        let is_meant = |id: &str| id.rsplit('/').next() == name;
        let mut components = self.document["components"]["schemas"].as_object()?.values();
        components.find(|component| component["$id"].as_str().is_some_and(is_meant))
    }

    /// Returns all schemas that a `$dynamicRef` may lead to.
    fn dynamic_targets(&self, name: &str) -> Value {
        let components = self.document["components"]["schemas"].as_object().into_iter().flatten();
        components.filter_map(|(_, component)| component["$defs"].get(name).cloned()).collect()
    }

    fn values(&self, schema: &Value, depth: usize) -> Vec<Value> {
        if depth > MAX_DEPTH {
            return vec![json!({}), json!("a")];
        }
        self.of_flat(self.flat(schema, depth), depth)
    }

    fn of_flat(&self, mut flat: Map<String, Value>, depth: usize) -> Vec<Value> {
        for keyword in ["oneOf", "anyOf"] {
            if let Some(Value::Array(branches)) = flat.shift_remove(keyword) {
                return self.of_union(&flat, &branches, depth);
            }
        }
        if let (Some(then), true) = (flat.shift_remove("then"), depth < MAX_DEPTH) {
            let condition = flat.shift_remove("if").unwrap_or_default();
            let otherwise = flat.shift_remove("else").unwrap_or_default();
            return self.of_union(&flat, &[json!({"allOf": [condition, then]}), otherwise], depth);
        }
        let mut values = Vec::new();
        values.extend(flat.get("const").cloned());
        values.extend(flat.get("enum").and_then(Value::as_array).into_iter().flatten().take(6).cloned());
        values.extend(flat.get("example").cloned());
        values.extend(flat.get("default").cloned());
        for kind in kinds(&flat) {
            match kind {
                "string" => values.extend(strings(&flat)),
                "integer" | "number" => values.extend(numbers(&flat, kind)),
                "boolean" => values.extend([json!(true), json!(false)]),
                "array" => values.extend(self.arrays(&flat, depth)),
                "object" => values.extend(self.objects(&flat, depth)),
                _ => values.push(Value::Null),
            }
        }
        values.push(Value::Null);
        if let Some(not) = flat.get("not") {
            values.extend(self.values(not, depth + 1).into_iter().take(MAX_BELOW));
        }
        if let Some(contains) = flat.get("contains") {
            values.extend(self.values(contains, depth + 1).into_iter().take(3).map(|value| json!([value])));
        }
        values
    }

    /// Returns instances of each branch in turn, so that the first ones cover several branches, then mixed
    /// ones.
    fn of_union(&self, flat: &Map<String, Value>, branches: &[Value], depth: usize) -> Vec<Value> {
        let lists: Vec<Vec<Value>> = branches
            .iter()
            .take(6)
            .map(|branch| {
                let mut whole = flat.clone();
                unite(&mut whole, self.flat(branch, depth + 1));
                if depth < MAX_DEPTH { self.of_flat(whole, depth + 1) } else { Vec::new() }
            })
            .collect();
        let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
        let mut values: Vec<Value> = (0..longest)
            .flat_map(|index| lists.iter().filter_map(move |list| list.get(index).cloned()))
            .collect();
        for pair in lists.windows(2) {
            if let (Some(Value::Object(one)), Some(Value::Object(other))) = (pair[0].first(), pair[1].first())
            {
                let mut mixed = one.clone();
                mixed.extend(other.clone());
                values.insert(2.min(values.len()), Value::Object(mixed));
            }
        }
        values
    }

    fn below(&self, schema: &Value, depth: usize) -> Vec<Value> {
        let mut values = self.values(schema, depth + 1);
        values.truncate(MAX_BELOW);
        values
    }

    fn arrays(&self, flat: &Map<String, Value>, depth: usize) -> Vec<Value> {
        let length = |keyword: &str| flat.get(keyword).and_then(Value::as_u64).map(|length| length.min(20));
        let members = flat.get("prefixItems").and_then(Value::as_array).cloned().unwrap_or_default();
        let prefix: Vec<Value> = members
            .iter()
            .map(|member| self.values(member, depth + 1).into_iter().next().unwrap_or_default())
            .collect();
        let items = self.below(flat.get("items").unwrap_or(&json!({"type": "string"})), depth);
        let least = usize::try_from(length("minItems").unwrap_or(0)).unwrap_or(0);
        let unique = flat.get("uniqueItems") == Some(&Value::Bool(true));
        let list = |length: usize, shift: usize| -> Value {
            let pick = |index: usize| {
                let shift = if unique { index + shift } else { shift };
                items.get(shift % items.len().max(1)).cloned().unwrap_or_default()
            };
            let rest = (prefix.len()..length.max(prefix.len())).map(pick);
            prefix.iter().take(length).cloned().chain(rest).collect()
        };
        let mut values = vec![list(least.max(1), 0), list(least, 0), list(least + prefix.len(), 0)];
        values.extend((0..items.len().min(4)).map(|shift| list((prefix.len() + 1).max(least), shift)));
        values.extend(least.checked_sub(1).map(|length| list(length, 0)));
        if let Some(most) = length("maxItems").and_then(|most| usize::try_from(most).ok()) {
            values.extend([list(most, 0), list(most + 1, 0)]);
        }
        values.push(json!([items.first(), items.first()]));
        if prefix.len() > 1 {
            values.push(prefix.iter().rev().cloned().collect());
        }
        values.extend([json!([null]), json!([{}]), json!([])]);
        values
    }

    fn objects(&self, flat: &Map<String, Value>, depth: usize) -> Vec<Value> {
        let empty = Map::new();
        let properties = flat.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let required: Vec<&str> = flat
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        // Optional properties are generated too, except in the deeper levels of a recursion.
        let wanted = properties.iter().filter(|(name, _)| depth < 2 || required.contains(&name.as_str()));
        let lists: Vec<(&String, Vec<Value>)> = wanted
            .take(if depth == 0 { 24 } else { 8 })
            .map(|(name, schema)| (name, self.below(schema, depth)))
            .collect();
        let mut whole: Map<String, Value> = lists
            .iter()
            .filter_map(|(name, values)| Some((String::clone(name), values.first()?.clone())))
            .collect();
        for name in &required {
            if !whole.contains_key(*name) {
                let made =
                    properties.get(*name).and_then(|schema| self.below(schema, depth).into_iter().next());
                whole.insert((*name).to_owned(), made.unwrap_or_else(|| json!("a")));
            }
        }
        let with = |name: &str, value: Value| {
            let mut changed = whole.clone();
            changed.insert(name.to_owned(), value);
            Value::Object(changed)
        };
        let mut values = Vec::new();
        let additional = match flat.get("additionalProperties") {
            Some(schema) if schema.is_object() => self.below(schema, depth),
            _ => vec![json!("a")],
        };
        values.extend(additional.into_iter().take(3).map(|value| with("extra", value)));
        let widest = if depth == 0 { MAX_BELOW } else { 4 };
        for round in 1..widest {
            for (name, list) in &lists {
                values.extend(list.get(round).map(|value| with(name, value.clone())));
            }
            values.truncate(200);
        }
        values.extend(lists.iter().map(|(name, _)| with(name, Value::Null)));
        let only = |keep: &dyn Fn(&str) -> bool| -> Value {
            Value::Object(
                whole
                    .iter()
                    .filter(|(name, _)| keep(name))
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect(),
            )
        };
        let mut all = vec![Value::Object(whole.clone()), only(&|name| required.contains(&name))];
        all.extend(required.iter().take(6).map(|missing| only(&|name| name != *missing)));
        for pattern in flat.get("patternProperties").and_then(Value::as_object).into_iter().flatten() {
            let name = TEXTS.iter().find(|text| matches(pattern.0, text));
            let made =
                name.map(|name| self.below(pattern.1, depth).into_iter().map(|value| json!({*name: value})));
            all.extend(made.into_iter().flatten());
        }
        all.push(json!({}));
        all.extend(values);
        all
    }
}

/// Returns one value of every type.
fn wrong() -> Vec<Value> {
    vec![Value::Null, json!("a"), json!(7), json!(0.5), json!(true), json!([]), json!({}), json!(["a", 1])]
}

/// Adds the keywords of another schema: properties and required names are united, others are replaced.
fn unite(flat: &mut Map<String, Value>, other: Map<String, Value>) {
    for (keyword, value) in other {
        match (keyword.as_str(), flat.get_mut(&keyword), value) {
            ("properties", Some(Value::Object(known)), Value::Object(more)) => {
                for (name, schema) in more {
                    let both = known
                        .get(&name)
                        .filter(|known| **known != schema)
                        .map(|known| json!({"allOf": [known, schema]}));
                    known.insert(name, both.unwrap_or(schema));
                }
            }
            ("required", Some(Value::Array(known)), Value::Array(more)) => known.extend(more),
            ("enum", Some(Value::Array(known)), Value::Array(more)) => {
                let both: Vec<Value> = known.iter().filter(|value| more.contains(value)).cloned().collect();
                *known = if both.is_empty() { more } else { both };
            }
            // Two unions that both apply are satisfied one after the other.
            ("oneOf" | "anyOf", Some(known), more) => {
                let other = if keyword == "oneOf" { "anyOf" } else { "oneOf" };
                let known = known.take();
                flat.insert(keyword, more);
                flat.entry(other.to_owned()).or_insert(known);
            }
            (_, _, value) => {
                flat.insert(keyword, value);
            }
        }
    }
}

/// Returns the types that a schema accepts.
fn kinds(flat: &Map<String, Value>) -> Vec<&str> {
    let named: Vec<&str> = match flat.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !named.is_empty() {
        return named;
    }
    let has = |keywords: &[&str]| keywords.iter().any(|keyword| flat.contains_key(*keyword));
    let of_keywords = [
        (
            "object",
            has(&[
                "properties",
                "additionalProperties",
                "required",
                "minProperties",
                "maxProperties",
                "patternProperties",
                "propertyNames",
            ]),
        ),
        ("array", has(&["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"])),
        ("string", has(&["pattern", "minLength", "maxLength", "format"])),
        ("number", has(&["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"])),
    ];
    of_keywords.into_iter().filter(|(_, speaks)| *speaks).map(|(kind, _)| kind).collect()
}

fn strings(flat: &Map<String, Value>) -> Vec<Value> {
    let length = |keyword: &str| flat.get(keyword).and_then(Value::as_u64).map(|length| length.min(300));
    let (least, most) = (length("minLength"), length("maxLength"));
    let pattern = flat.get("pattern").and_then(Value::as_str);
    let format = flat.get("format").and_then(Value::as_str);
    let fits = |text: &str| {
        let length = text.chars().count() as u64;
        pattern.is_none_or(|pattern| matches(pattern, text))
            && least.is_none_or(|least| length >= least)
            && most.is_none_or(|most| length <= most)
            && format.is_none_or(|format| has_format(format, text))
    };
    let repeated = |letter: &str, count: u64| letter.repeat(usize::try_from(count).unwrap_or(0));
    let mut texts: Vec<String> =
        TEXTS.iter().filter(|text| fits(text)).take(3).map(|text| (*text).to_owned()).collect();
    for letter in ["a", "0", "é"] {
        texts.extend(least.map(|least| repeated(letter, least)));
        texts.extend(most.map(|most| repeated(letter, most)));
        texts.extend(most.map(|most| repeated(letter, most + 1)));
        texts.extend(least.and_then(|least| least.checked_sub(1)).map(|length| repeated(letter, length)));
    }
    texts.extend(TEXTS.iter().filter(|text| !fits(text)).take(2).map(|text| (*text).to_owned()));
    if texts.first().is_none_or(|text| !fits(text)) {
        // A string that was generated to match comes before those that do not.
        texts.sort_by_key(|text| !fits(text));
    }
    texts.push(String::new());
    texts.into_iter().map(Value::from).collect()
}

fn numbers(flat: &Map<String, Value>, kind: &str) -> Vec<Value> {
    let of = |keyword: &str| flat.get(keyword).and_then(Value::as_f64).filter(|number| number.abs() < 1e12);
    let (least, most) = (of("minimum").or(of("exclusiveMinimum")), of("maximum").or(of("exclusiveMaximum")));
    let step = of("multipleOf").unwrap_or(1.0);
    let mut numbers = vec![step];
    for bound in [least, most].into_iter().flatten() {
        let nearest = (bound / step).ceil() * step;
        numbers.splice(0..0, [nearest + step, nearest]);
        numbers.extend([bound, bound - 1.0, bound + 1.0, bound - step]);
    }
    numbers.extend([0.0, -step, step * 7.0, step / 2.0]);
    let fits =
        |number: &f64| least.is_none_or(|least| *number > least) && most.is_none_or(|most| *number < most);
    numbers.sort_by_key(|number| !fits(number));
    numbers
        .into_iter()
        .filter(|number| kind == "number" || number.fract() == 0.0 || !fits(number))
        .map(json_number)
        .collect()
}

/// Returns integers without a decimal point.
#[expect(clippy::cast_possible_truncation, reason = "no number here is that large")]
fn json_number(number: f64) -> Value {
    if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
}
