//! Generates schemas that use every keyword that constrains values.

use serde_json::{Map, Value, json};

use super::dice::Dice;

/// Names of properties.
pub(crate) const NAMES: [&str; 5] = ["a", "b", "c", "kind", "x-1"];

/// Patterns, each with texts that it matches. Some are equal in meaning, some are contained in another.
pub(crate) const PATTERNS: [(&str, [&str; 3]); 12] = [
    ("^a", ["a", "ab", "abc"]),
    ("^[a-c]+$", ["a", "bc", "abc"]),
    ("^[a-z]+$", ["a", "xyz", "abc"]),
    ("^(?!a)", ["b", "xyz", "1"]),
    ("^(?=.*[0-9])[a-z0-9]+$", ["a1", "1", "x9"]),
    ("[0-9]$", ["1", "a1", "12"]),
    ("^\\d{3}$", ["123", "000", "999"]),
    ("^[0-9]{3}$", ["123", "000", "999"]),
    ("^x-", ["x-1", "x-", "x-a"]),
    ("^(a|b|kind)$", ["a", "b", "kind"]),
    ("^[A-Z]{2}-\\d{2}$", ["AB-12", "ZZ-00", "QX-99"]),
    ("^.{1,3}$", ["a", "b1", "x-1"]),
];

/// Generates a document: a schema with definitions, of which one is recursive. Each has a `$schema` or is read as 2020-12.
pub(crate) fn document(dice: &mut Dice) -> Value {
    let mut root = loop {
        if let Value::Object(map) = schema(dice, 3)
            && !map.is_empty()
        {
            break map;
        }
    };
    let leaf = scalar(dice);
    let node = json!({"type": "object", "properties": {"a": leaf, "b": {"$ref": "#/$defs/Node"}, "c": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}});
    root.insert(
        "$defs".into(),
        json!({"Leaf": scalar(dice), "Node": node, "Tag": {"enum": ["a", "b", "c"]}}),
    );
    Value::Object(root)
}

/// Generates a schema with at most `depth` levels below it.
pub(crate) fn schema(dice: &mut Dice, depth: usize) -> Value {
    if depth == 0 {
        return scalar(dice);
    }
    match dice.below(20) {
        0..=5 => typed(dice, "object", depth),
        6..=9 => typed(dice, "array", depth),
        10..=13 => scalar(dice),
        14 | 15 => union(dice, depth),
        16 => conditional(dice, depth),
        17 => json!({"$ref": format!("#/$defs/{}", dice.pick(&["Leaf", "Node", "Tag"]))}),
        18 => typed_list(dice, depth),
        _ => dice.pick(&[json!(true), json!({}), json!(false)]).clone(),
    }
}

/// Generates a schema of strings, numbers, booleans, or listed values.
pub(crate) fn scalar(dice: &mut Dice) -> Value {
    match dice.below(10) {
        0..=3 => typed(dice, "string", 0),
        4 | 5 => typed(dice, "integer", 0),
        6 | 7 => typed(dice, "number", 0),
        8 => json!({"enum": values(dice)}),
        _ => dice.pick(&[json!({"type": "boolean"}), json!({"const": "a"}), json!({"type": "null"})]).clone(),
    }
}

fn typed(dice: &mut Dice, kind: &str, depth: usize) -> Value {
    let mut map = Map::new();
    map.insert("type".into(), json!(kind));
    let most = if kind == "object" { 4 } else { 3 };
    if kind == "object" {
        let (name, value) = ("properties", properties(dice, depth));
        map.insert(name.into(), value);
    }
    for _ in 0..dice.below(most) {
        let (keyword, value) = keyword(dice, kind, depth);
        map.insert(keyword.into(), value);
    }
    Value::Object(map)
}

fn typed_list(dice: &mut Dice, depth: usize) -> Value {
    let (one, other) =
        (*dice.pick(&["string", "integer", "array"]), *dice.pick(&["null", "number", "object"]));
    let mut map = Map::from_iter([("type".to_owned(), json!([one, other]))]);
    for kind in [one, other] {
        if kind != "null" && dice.once_in(2) {
            let (keyword, value) = keyword(dice, kind, depth);
            map.insert(keyword.into(), value);
        }
    }
    Value::Object(map)
}

fn union(dice: &mut Dice, depth: usize) -> Value {
    let tagged = |dice: &mut Dice, name: &str| {
        let more = schema(dice, depth - 1);
        json!({"type": "object", "properties": {"kind": {"const": name}, "a": more}, "required": ["kind"]})
    };
    match dice.below(5) {
        0 => json!({"anyOf": [schema(dice, depth - 1), schema(dice, depth - 1)]}),
        1 => json!({"oneOf": [tagged(dice, "a"), tagged(dice, "b")]}),
        2 => json!({"anyOf": [{"const": "a"}, {"const": "b"}, {"const": 1}]}),
        3 => json!({"allOf": [schema(dice, depth - 1), schema(dice, depth - 1)]}),
        _ => json!({"anyOf": [schema(dice, depth - 1), {"type": "null"}]}),
    }
}

fn conditional(dice: &mut Dice, depth: usize) -> Value {
    let mut map = match typed(dice, "object", depth) {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    map.insert("if".into(), condition(dice));
    map.insert("then".into(), consequence(dice, depth));
    if dice.once_in(2) {
        map.insert("else".into(), consequence(dice, depth));
    }
    Value::Object(map)
}

fn condition(dice: &mut Dice) -> Value {
    let name = *dice.pick(&NAMES);
    let constant = dice.pick(&[json!("a"), json!(1), json!(true)]).clone();
    match dice.below(3) {
        0 => json!({"properties": {name: {"const": constant}}, "required": [name]}),
        1 => json!({"properties": {name: {"const": constant}}}),
        _ => json!({"required": [name]}),
    }
}

fn consequence(dice: &mut Dice, depth: usize) -> Value {
    let name = *dice.pick(&NAMES);
    if dice.once_in(2) {
        json!({"required": [name]})
    } else {
        json!({"properties": {name: schema(dice, depth.saturating_sub(1))}})
    }
}

fn properties(dice: &mut Dice, depth: usize) -> Value {
    let mut map = Map::new();
    for _ in 0..=dice.below(3) {
        let name = *dice.pick(&NAMES);
        map.insert(name.into(), schema(dice, depth.saturating_sub(1)));
    }
    Value::Object(map)
}

fn values(dice: &mut Dice) -> Value {
    let all = [
        json!("a"),
        json!("b"),
        json!("abc"),
        json!("x-1"),
        json!(1),
        json!(2),
        json!(2.5),
        json!(null),
        json!(true),
        json!([1]),
        json!({"a": 1}),
    ];
    let mut list: Vec<Value> = Vec::new();
    for _ in 0..=dice.below(4) {
        let value = dice.pick(&all).clone();
        if !list.contains(&value) {
            list.push(value);
        }
    }
    json!(list)
}

/// Generates a keyword for values of a type.
pub(crate) fn keyword(dice: &mut Dice, kind: &str, depth: usize) -> (&'static str, Value) {
    let keywords: &[&'static str] = match kind {
        "string" => &["minLength", "maxLength", "pattern", "pattern", "format", "enum", "const"],
        "integer" | "number" => &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "multipleOf",
            "enum",
        ],
        "array" => &[
            "items",
            "items",
            "prefixItems",
            "prefixItems",
            "contains",
            "minContains",
            "maxContains",
            "minItems",
            "maxItems",
            "uniqueItems",
            "unevaluatedItems",
        ],
        "object" => &[
            "properties",
            "required",
            "required",
            "additionalProperties",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "unevaluatedProperties",
        ],
        _ => &["enum", "not", "anyOf", "allOf", "oneOf", "if", "type"],
    };
    let keyword = *dice.pick(keywords);
    (keyword, argument(dice, keyword, depth))
}

/// Generates the value of a keyword.
pub(crate) fn argument(dice: &mut Dice, keyword: &str, depth: usize) -> Value {
    let below = depth.saturating_sub(1);
    match keyword {
        "minLength" | "minItems" | "minProperties" | "minContains" => json!(dice.below(3)),
        "maxLength" | "maxItems" | "maxProperties" | "maxContains" => json!(1 + dice.below(4)),
        "minimum" | "exclusiveMinimum" => json!(dice.below(4)),
        "maximum" | "exclusiveMaximum" => json!(3 + dice.below(6)),
        "multipleOf" => dice.pick(&[json!(1), json!(2), json!(3), json!(6), json!(0.5), json!(0.1)]).clone(),
        "pattern" => json!(dice.pick(&PATTERNS).0),
        "format" => json!(dice.pick(&["date", "email", "uuid"])),
        "enum" => values(dice),
        "const" => dice.pick(&[json!("a"), json!(1), json!("abc")]).clone(),
        "required" => json!([dice.pick(&NAMES)]),
        "properties" => properties(dice, depth),
        "patternProperties" => json!({dice.pick(&PATTERNS).0: schema(dice, below)}),
        "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems" if dice.once_in(2) => {
            json!(false)
        }
        "propertyNames" => dice
            .pick(&[
                json!({"pattern": "^[a-z]"}),
                json!({"maxLength": 2}),
                json!({"enum": ["a", "b", "kind"]}),
            ])
            .clone(),
        "dependentRequired" => json!({*dice.pick(&NAMES): [dice.pick(&NAMES)]}),
        "dependentSchemas" => json!({*dice.pick(&NAMES): consequence(dice, depth)}),
        "prefixItems" => json!([schema(dice, below), schema(dice, below)]),
        "uniqueItems" => json!(true),
        "anyOf" | "oneOf" | "allOf" => json!([schema(dice, below), schema(dice, below)]),
        "if" => condition(dice),
        "then" | "else" => consequence(dice, depth),
        "type" => dice
            .pick(&[
                json!("string"),
                json!("integer"),
                json!("number"),
                json!(["string", "null"]),
                json!("object"),
                json!("array"),
            ])
            .clone(),
        _ => schema(dice, below),
    }
}
