//! Samples values of a schema: most of them fit, some nearly do. The judge decides which.

use serde_json::{Map, Value, json};

use super::bases::{NAMES, PATTERNS};
use super::dice::Dice;

/// Samples values of one document.
pub(crate) struct ValueSampler<'d> {
    document: &'d Value,
}

impl<'d> ValueSampler<'d> {
    pub(crate) fn of(document: &'d Value) -> Self {
        Self { document }
    }

    /// Samples one value of the whole document; one in three is changed at some place.
    pub(crate) fn value(&self, dice: &mut Dice) -> Value {
        let mut value = self.sample(dice, &[self.document], 0);
        if dice.once_in(3) {
            change(dice, &mut value);
        }
        value
    }

    /// Collects the schema objects that apply to one value: branches are picked at random.
    fn collect(
        &self,
        dice: &mut Dice,
        schema: &'d Value,
        depth: usize,
        all: &mut Vec<&'d Map<String, Value>>,
    ) {
        let Value::Object(map) = schema else { return };
        if depth > 8 {
            return;
        }
        all.push(map);
        if let Some(target) =
            map.get("$ref").and_then(Value::as_str).and_then(|text| self.document.pointer(&text[1..]))
        {
            self.collect(dice, target, depth + 1, all);
        }
        for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.collect(dice, part, depth + 1, all);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = map.get(keyword).and_then(Value::as_array).filter(|list| !list.is_empty())
            {
                let branch = dice.pick(branches);
                self.collect(dice, branch, depth + 1, all);
            }
        }
        let chosen: &[&str] = if dice.once_in(2) { &["if", "then"] } else { &["else"] };
        for schema in chosen.iter().filter_map(|keyword| map.get(*keyword)) {
            self.collect(dice, schema, depth + 1, all);
        }
        for keyword in ["dependentSchemas", "dependencies"] {
            for (_, schema) in map.get(keyword).and_then(Value::as_object).into_iter().flatten() {
                if dice.once_in(2) {
                    self.collect(dice, schema, depth + 1, all);
                }
            }
        }
        if let Some(not) = map.get("not").filter(|_| dice.once_in(4)) {
            self.collect(dice, not, depth + 1, all);
        }
    }

    fn sample(&self, dice: &mut Dice, schemas: &[&'d Value], depth: usize) -> Value {
        let mut parts = Vec::new();
        for schema in schemas {
            self.collect(dice, schema, 0, &mut parts);
        }
        let of = |keyword: &str| parts.iter().filter_map(|part| part.get(keyword)).collect::<Vec<&Value>>();
        let mut listed: Vec<&Value> = of("enum").into_iter().filter_map(Value::as_array).flatten().collect();
        listed.extend(of("const"));
        if !listed.is_empty() && !dice.once_in(8) {
            return (*dice.pick(&listed)).clone();
        }
        let types = of("type");
        let mut kinds: Vec<&str> = ["string", "number", "array", "object"].to_vec();
        if !types.is_empty() {
            kinds = types
                .iter()
                .flat_map(|one| match one {
                    Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
                    one => one.as_str().into_iter().collect::<Vec<&str>>(),
                })
                .collect();
        } else if parts.iter().any(|part| {
            ["properties", "required", "additionalProperties"]
                .iter()
                .any(|keyword| part.contains_key(*keyword))
        }) {
            kinds = vec!["object"];
        }
        match if kinds.is_empty() { "null" } else { *dice.pick(&kinds) } {
            "string" => string(dice, &parts),
            "integer" | "number" => number(dice, &parts),
            "boolean" => json!(dice.once_in(2)),
            "array" => self.array(dice, &parts, depth),
            "object" => self.object(dice, &parts, depth),
            _ => Value::Null,
        }
    }

    fn array(&self, dice: &mut Dice, parts: &[&'d Map<String, Value>], depth: usize) -> Value {
        let bounds: Vec<usize> = ["minItems", "maxItems", "minContains", "maxContains"]
            .iter()
            .flat_map(|keyword| parts.iter().filter_map(move |part| part.get(*keyword)?.as_u64()))
            .filter_map(|bound| usize::try_from(bound).ok())
            .collect();
        let mut length = dice.below(4);
        if !bounds.is_empty() {
            length = (*dice.pick(&bounds) + dice.below(3)).saturating_sub(1);
        }
        if depth > 4 {
            length = 0;
        }
        let mut list = Vec::new();
        for index in 0..length {
            let mut schemas: Vec<&Value> = Vec::new();
            for part in parts {
                let tuple = part.get("prefixItems").or_else(|| part.get("items")).and_then(Value::as_array);
                let first = tuple.and_then(|list| list.get(index));
                let rest = if tuple.is_some() && part.contains_key("additionalItems") {
                    "additionalItems"
                } else {
                    "items"
                };
                schemas.extend(first.or_else(|| part.get(rest)).filter(|schema| !schema.is_array()));
                schemas.extend(part.get("contains").filter(|_| dice.once_in(2)));
            }
            list.push(self.sample(dice, &schemas, depth + 1));
        }
        if list.len() > 1 && dice.once_in(6) {
            list[1] = list[0].clone();
        }
        Value::Array(list)
    }

    fn object(&self, dice: &mut Dice, parts: &[&'d Map<String, Value>], depth: usize) -> Value {
        let mut names: Vec<&str> = Vec::new();
        for part in parts {
            let required = part.get("required").and_then(Value::as_array).into_iter().flatten();
            names.extend(required.filter_map(Value::as_str).filter(|_| !dice.once_in(12)));
            if depth < 4 {
                let described = part.get("properties").and_then(Value::as_object).into_iter().flatten();
                names.extend(described.map(|(name, _)| name.as_str()).filter(|_| dice.once_in(2)));
            }
        }
        if depth < 4 && dice.once_in(3) {
            names.push(*dice.pick(&NAMES));
        }
        if depth < 4 && dice.once_in(6) {
            let texts = dice.pick(&PATTERNS).1;
            names.push(*dice.pick(&texts));
        }
        let mut object = Map::new();
        for name in names {
            let mut schemas: Vec<&Value> = Vec::new();
            for part in parts {
                let own = part.get("properties").and_then(|all| all.get(name));
                let by_pattern: Vec<&Value> = part
                    .get("patternProperties")
                    .and_then(Value::as_object)
                    .into_iter()
                    .flatten()
                    .filter(|(pattern, _)| {
                        PATTERNS.iter().any(|(known, texts)| known == pattern && texts.contains(&name))
                    })
                    .map(|(_, schema)| schema)
                    .collect();
                if own.is_none() && by_pattern.is_empty() {
                    schemas.extend(
                        part.get("additionalProperties").or_else(|| part.get("unevaluatedProperties")),
                    );
                }
                schemas.extend(own.into_iter().chain(by_pattern));
            }
            let value = self.sample(dice, &schemas, depth + 1);
            object.insert(name.to_owned(), value);
        }
        Value::Object(object)
    }
}

fn string(dice: &mut Dice, parts: &[&Map<String, Value>]) -> Value {
    let patterns: Vec<&str> = parts.iter().filter_map(|part| part.get("pattern")?.as_str()).collect();
    let mut texts: Vec<String> = ["", "a", "abc", "1", "b", "A"].map(str::to_owned).to_vec();
    if !patterns.is_empty() && !dice.once_in(6) {
        let known = PATTERNS.iter().filter(|(pattern, _)| patterns.contains(pattern));
        texts = known.flat_map(|(_, texts)| texts.iter().map(|text| (*text).to_owned())).collect();
    }
    for part in parts {
        for keyword in ["minLength", "maxLength"] {
            let bound =
                part.get(keyword).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
            texts.extend(bound.map(|bound| "a".repeat((bound + dice.below(3)).saturating_sub(1))));
        }
    }
    if texts.is_empty() { json!("a") } else { json!(dice.pick(&texts)) }
}

fn number(dice: &mut Dice, parts: &[&Map<String, Value>]) -> Value {
    let mut bounds: Vec<f64> = vec![0.0, 1.0, 6.0];
    for part in parts {
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] {
            bounds.extend(part.get(keyword).and_then(Value::as_f64));
        }
    }
    let beside = dice.pick(&[0.0, 0.0, 1.0, -1.0, 0.5, 0.1]);
    let number = dice.pick(&bounds) + beside;
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
}

/// Changes a value at one place.
fn change(dice: &mut Dice, value: &mut Value) {
    let others = [json!(null), json!("a"), json!(1), json!(0.5), json!([]), json!({}), json!(true)];
    match value {
        Value::Array(list) if !list.is_empty() && !dice.once_in(4) => {
            let index = dice.below(list.len());
            match dice.below(4) {
                0 => drop(list.remove(index)),
                1 => list.push(list[index].clone()),
                _ => change(dice, &mut list[index]),
            }
        }
        Value::Object(map) if !map.is_empty() && !dice.once_in(4) => {
            let names: Vec<String> = map.keys().cloned().collect();
            let name = dice.pick(&names);
            match dice.below(4) {
                0 => drop(map.remove(name)),
                1 => drop(map.insert((*dice.pick(&NAMES)).to_owned(), dice.pick(&others).clone())),
                _ => change(dice, &mut map[name]),
            }
        }
        value => *value = dice.pick(&others).clone(),
    }
}
