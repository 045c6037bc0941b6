use crate::diagnostic::{DocumentId, NodeId};
use crate::json::json;
use crate::model::Definition;

use super::*;

const PLACE: Place = Place { document: DocumentId(0), node: NodeId(0) };

fn object(value: Value) -> Map {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn definitions(all: Vec<(&str, Value)>) -> Definitions {
    let mut definitions = Definitions::default();
    for (name, schema) in all {
        let schema = Schema(object(schema));
        definitions.insert(Definition { name: name.to_owned(), schema, place: PLACE });
    }
    definitions
}

/// Returns the whole as JSON, and what a bound leaves of it.
fn cut(schema: Value, all: Vec<(&str, Value)>, max: usize, always: AlwaysExpanded) -> (SchemaSize, Value) {
    let all = definitions(all);
    let sizes = DefinitionSizes::of(&all, SchemaDialect::Portable);
    let bounded = sizes.cut(&object(schema), &all, max, always, PLACE);
    let mut root = bounded.schema;
    let definitions =
        bounded.definitions.iter().map(|one| (one.name.clone(), Value::Object(one.schema.0.clone())));
    let definitions: Map = definitions.collect();
    if !definitions.is_empty() {
        root.0.insert("$defs", Value::Object(definitions));
    }
    (bounded.size, root.into_value())
}

#[test]
fn sizes_are_those_of_the_text() {
    let b = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/1/A"}, "é\"": {"not": {"const": "\n"}}}});
    let all = definitions(vec![
        ("1/A", json!({"items": {"$ref": "#/$defs/B"}, "prefixItems": [{}, true]})),
        ("B", b),
    ]);
    let sizes = DefinitionSizes::of(&all, SchemaDialect::Portable);
    let root = object(json!({"properties": {"a": {"$ref": "#/$defs/B", "title": "t"}, "b": {}}}));
    let text = json!({"properties": {"a": {"$ref": "#/$defs/B", "title": "t"}, "b": {}}, "$defs": {
        "A": {"items": {"$ref": "#/$defs/B"}, "prefixItems": [{}, true]},
        "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "é\"": {"not": {"const": "\n"}}}},
    }});
    let expected = SchemaSize { bytes: text.to_string().len(), properties: 4 };
    let measured = sizes.measure(&root, &all);
    let mut reached = Vec::new();
    assert_eq!(sizes.with_definitions(&measured, expected.bytes, &mut reached), Some(expected));
    assert_eq!(reached.len(), 2);
    assert_eq!(sizes.with_definitions(&measured, expected.bytes - 1, &mut Vec::new()), None);
    assert_eq!(sizes.cut(&root, &all, usize::MAX, AlwaysExpanded::Root, PLACE).size, expected);
}

#[test]
fn an_object_of_arguments_has_the_size_of_its_text() {
    let sizes = DefinitionSizes::of(&Definitions::default(), SchemaDialect::Portable);
    let measured = |value: Value| sizes.measure(&object(value), &Definitions::default());
    let (a, b, further) = (json!({"type": "string"}), json!({}), json!({"not": {"required": ["a", "b"]}}));
    for (names, required, further) in [
        (vec![], None, None),
        (vec![], Some(vec![]), None),
        (vec!["a"], Some(vec!["a"]), None),
        (vec!["a", "b"], Some(vec!["b"]), Some(further.clone())),
        (vec!["a", "b"], Some(vec!["a", "b"]), Some(json!({}))),
    ] {
        let schemas = [("a", a.clone()), ("b", b.clone())];
        let schemas: Vec<_> = schemas.into_iter().filter(|(name, _)| names.contains(name)).collect();
        let properties: Map =
            schemas.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
        let mut text = object(json!({"type": "object", "properties": (Value::Object(properties))}));
        if let Some(required) = &required {
            text.insert("required", Value::Array(required.iter().map(|&name| Value::from(name)).collect()));
        }
        text.extend(further.clone().map(object).unwrap_or_default());
        let schemas: Vec<_> = schemas.into_iter().map(|(name, schema)| (name, measured(schema))).collect();
        let further = further.map(measured);
        let properties = schemas.iter().map(|(name, schema)| (*name, schema));
        let size = MeasuredSchema::object(properties, required.as_deref(), further.as_ref()).size;
        assert_eq!(size.bytes, Value::Object(text).to_string().len());
    }
}

#[test]
fn expansion_is_breadth_first_while_it_fits() {
    let leaf = |text: &str| json!({"type": "string", "description": text, "maxLength": 5});
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "object", "description": "One. Two.", "properties": {"deep": (leaf("Deep. Text."))}},
        "b": {"type": "array", "items": (leaf("Items."))},
        "c": (leaf("C.")),
    }});
    let whole = schema.to_string().len();
    assert_eq!(cut(schema.clone(), vec![], whole, AlwaysExpanded::Root).1, schema);
    let outline = json!({"type": "object", "properties": {
        "a": {"type": "object", "description": "One."},
        "b": {"type": "array", "items": {}},
        "c": {"type": "string", "description": "C."},
    }});
    let (size, least) = cut(schema.clone(), vec![], 1, AlwaysExpanded::Root);
    assert_eq!((size.properties, &least), (3, &outline));
    // The first level comes before the second: `c` before what is in `a`.
    let (size, some) = cut(schema.clone(), vec![], whole - 1, AlwaysExpanded::Root);
    assert_eq!(some["properties"]["c"], schema["properties"]["c"]);
    assert_eq!(
        some["properties"]["a"]["properties"]["deep"],
        schema["properties"]["a"]["properties"]["deep"]
    );
    assert_eq!(some["properties"]["b"]["items"], json!({"type": "string", "description": "Items."}));
    assert_eq!(size.bytes, some.to_string().len());
}

#[test]
fn a_definition_is_paid_once_and_an_outline_is_that_of_its_target() {
    let all = || {
        vec![
            (
                "A",
                json!({"type": "object", "description": "An object. Long.", "properties": {"b": {"$ref": "#/$defs/B"}}}),
            ),
            ("B", json!({"$ref": "#/$defs/C", "title": "T"})),
            (
                "C",
                json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "n": {"type": "integer"}}}),
            ),
        ]
    };
    let root = json!({"properties": {"x": {"$ref": "#/$defs/A"}, "y": {"$ref": "#/$defs/A", "description": "Own. Text."}}});
    let listed = all().into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect::<Map>();
    let whole = json!({"properties": (root["properties"].clone()), "$defs": (Value::Object(listed))});
    let bytes = whole.to_string().len();
    assert_eq!(
        cut(root.clone(), all(), bytes, AlwaysExpanded::Root),
        (SchemaSize { bytes, properties: 5 }, whole.clone())
    );
    let (_, some) = cut(root.clone(), all(), bytes - 1, AlwaysExpanded::Root);
    assert_eq!(some["properties"], whole["properties"]);
    assert_eq!(some["$defs"]["A"]["properties"]["b"], json!({"type": "object"}));
    assert_eq!(some["$defs"].as_object().map(Map::len), Some(1));
    let (_, least) = cut(root, all(), 1, AlwaysExpanded::Root);
    assert_eq!(least["properties"]["y"], json!({"type": "object", "description": "Own."}));
    assert_eq!(least["properties"]["x"], json!({"type": "object", "description": "An object."}));
}

#[test]
fn arguments_are_always_expanded() {
    let all = || {
        vec![
            (
                "A",
                json!({"type": "object", "allOf": [{"$ref": "#/$defs/B"}], "properties": {"x": {"minimum": 1, "type": "number"}}}),
            ),
            (
                "B",
                json!({"type": "object", "additionalProperties": false, "properties": {"y": {"type": "string", "maxLength": 1}}}),
            ),
        ]
    };
    let root = json!({"type": "object", "properties": {"body": {"$ref": "#/$defs/A"}}, "required": ["body"]});
    let (_, least) = cut(root.clone(), all(), 1, AlwaysExpanded::Arguments);
    assert_eq!(least["properties"]["body"], json!({"$ref": "#/$defs/A"}));
    assert_eq!(least["$defs"]["A"]["properties"]["x"], json!({"type": "number"}));
    assert_eq!(least["$defs"]["B"]["properties"]["y"], json!({"type": "string"}));
    assert_eq!(least["required"], json!(["body"]));
    let (_, least) = cut(root, all(), 1, AlwaysExpanded::Root);
    assert_eq!(least["properties"]["body"], json!({"type": "object"}));
}

#[test]
fn what_surrounds_an_outline_accepts_more() {
    let strict = |name: &str| json!({"type": "object", "required": [name]});
    let schema = json!({"type": "object", "properties": {
        "a": {"oneOf": [(strict("x")), (strict("y"))]},
        "b": {"not": (strict("x"))},
        "c": {"oneOf": [{"type": "string"}, {"type": "integer", "description": "One. Two."}]},
    }});
    // Everything fits but the last `required`.
    let (_, some) = cut(schema.clone(), vec![], schema.to_string().len() - 10, AlwaysExpanded::Root);
    assert_eq!(some["properties"]["a"], schema["properties"]["a"]);
    assert_eq!(some["properties"]["b"], json!({}));
    // Texts decide nothing, so that `oneOf` stays.
    assert_eq!(some["properties"]["c"]["oneOf"][0], json!({"type": "string"}));
    let union = json!({"oneOf": [(strict("x")), (strict("y"))]});
    let (_, some) = cut(union.clone(), vec![], union.to_string().len() - 5, AlwaysExpanded::Root);
    assert_eq!(some, json!({"anyOf": [(strict("x")), {"type": "object"}]}));
}

#[test]
fn a_root_that_becomes_a_reference_is_written_in_place() {
    let b = json!({"description": "A tree.", "properties": {
        "name": {"type": "string", "description": "Name of it."},
        "left": {"$ref": "#/$defs/B"},
        "big": {"type": "object", "properties": {"deep": {"type": "string", "description": "A long text that does not fit."}}},
    }});
    let root = json!({"anyOf": [{"$ref": "#/$defs/B"}]});
    let whole = json!({"anyOf": [{"$ref": "#/$defs/B"}], "$defs": {"B": (b.clone())}}).to_string().len();
    for max in [1, 150, whole - 1] {
        let (size, some) = cut(root.clone(), vec![("B", b.clone())], max, AlwaysExpanded::Root);
        assert_eq!(some.get("$ref"), None);
        assert_eq!(size.bytes, some.to_string().len());
        assert!(size.bytes <= max.max(r#"{"description":"A tree."}"#.len()), "{max}: {some}");
    }
}
