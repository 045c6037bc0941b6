//! Property tests with generated and hostile schemas: whatever the document, emitted schemas are valid,
//! closed and portable.

#[path = "laws/bare.rs"]
mod bare;

#[path = "laws/bounds.rs"]
mod bounds;

#[path = "laws/calls.rs"]
mod calls;

#[path = "laws/generated_calls.rs"]
mod generated_calls;

#[path = "laws/sound.rs"]
mod sound;

#[path = "laws/parts.rs"]
mod parts;

#[path = "laws/places.rs"]
mod places;

#[path = "laws/overlay.rs"]
mod overlay;

use std::fmt;

use apimint::diagnostic::Sink;
use apimint::model::SchemaDialect;
use apimint::options::{BodyMode, ReferencePlacement, Slim};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// Components that schemas refer to, including one another and themselves.
const COMPONENTS: [&str; 3] = ["A", "B", "C d"];

/// Generates scalars and small values for `enum`, `default` and `example`.
fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..30).prop_map(Value::from),
        Just(json!(1.5)),
        "[a-c]{0,2}".prop_map(Value::from),
    ];
    scalar.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            ("[a-c]", inner).prop_map(|(name, value)| json!({name: value})),
        ]
    })
}

/// Generates a reference to a component or into one; it may not resolve.
fn reference() -> impl Strategy<Value = Value> {
    let inside = select(vec!["", "", "", "", "/properties/a", "/items", "/allOf/0", "/$defs/b"]);
    (select(&COMPONENTS[..]), inside).prop_map(|(name, inside)| {
        json!({"$ref": format!("#/components/schemas/{}{inside}", name.replace(' ', "%20"))})
    })
}

/// Generates `type` in the form of the version.
fn kind(modern: bool) -> BoxedStrategy<Value> {
    let one =
        select(vec!["string", "integer", "number", "boolean", "array", "object", "null", "any", "file"]);
    if modern {
        let several = vec(one.clone(), 0..3).prop_map(|types| json!(types));
        prop_oneof![one.prop_map(Value::from), several].boxed()
    } else {
        one.prop_map(Value::from).boxed()
    }
}

/// Generates a keyword without subschemas.
fn plain(modern: bool) -> BoxedStrategy<(String, Value)> {
    let texts = select(vec!["date-time", "int32", "binary", "password", "uuid", "nonsense"]);
    let patterns =
        select(vec!["^[a-z]+$", "[", "(?<=a)b", "\\p{L}", "^\\-$", "(?i)a", "a{2,1}", "^\\d{3}$", "\\Aa\\z"]);
    let lengths = select(vec![json!(0), json!(2), json!(-1), json!(1.5), json!("3")]);
    let limits =
        prop_oneof![(-3_i64..9).prop_map(Value::from), any::<bool>().prop_map(Value::from), Just(json!(0.5))];
    let numeric = select(vec!["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);
    let sized = select(vec![
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "minContains",
    ]);
    let flags = select(vec!["nullable", "readOnly", "writeOnly", "uniqueItems", "deprecated", "x-nullable"]);
    let data = select(vec!["default", "example", "const", "x-thing"]);
    let own = |(keyword, value): (&str, Value)| (keyword.to_owned(), value);
    let told =
        select(vec![("title", "A"), ("title", "B"), ("description", "One. Two."), ("description", "a\n\nb")]);
    prop_oneof![
        1 => told.prop_map(|(keyword, text)| (keyword.to_owned(), json!(text))),
        3 => kind(modern).prop_map(|kind| ("type".to_owned(), kind)),
        1 => texts.prop_map(|format| ("format".to_owned(), json!(format))),
        1 => patterns.prop_map(|pattern| ("pattern".to_owned(), json!(pattern))),
        1 => (numeric, limits).prop_map(own),
        1 => (sized, lengths).prop_map(own),
        2 => (flags, any::<bool>().prop_map(Value::from)).prop_map(own),
        1 => (data, value()).prop_map(own),
        1 => vec(value(), 0..4).prop_map(|values| ("enum".to_owned(), json!(values))),
        1 => vec(value(), 0..3).prop_map(|values| ("examples".to_owned(), json!(values))),
        1 => vec("[a-d]", 0..4).prop_map(|names| ("required".to_owned(), json!(names))),
        1 => Just(("required".to_owned(), json!(true))),
        1 => "[a-z ]{0,6}".prop_map(|text| ("description".to_owned(), json!(text))),
        1 => Just(("xml".to_owned(), json!({"name": "a", "attribute": true}))),
        1 => Just(("externalDocs".to_owned(), json!({"url": "https://example.com"}))),
        1 => Just(("discriminator".to_owned(), json!({"propertyName": "a", "mapping": {"x": "#/components/schemas/A"}}))),
    ]
    .boxed()
}

/// Generates an applicator.
fn applicator(modern: bool, inner: BoxedStrategy<Value>) -> BoxedStrategy<(String, Value)> {
    let names = select(vec!["a", "b", "constructor", "x-y", "nullable", "a/b~"]);
    let unions = select(vec!["allOf", "anyOf", "oneOf"]);
    let own = |(keyword, value): (&str, Value)| (keyword.to_owned(), value);
    let properties = vec((names, inner.clone()), 0..4).prop_map(|all| {
        let map = all.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect::<Map<_, _>>();
        Value::Object(map)
    });
    let in_every_version = prop_oneof![
        3 => properties.clone().prop_map(|map| ("properties".to_owned(), map)),
        2 => inner.clone().prop_map(|schema| ("items".to_owned(), schema)),
        3 => (unions, vec(inner.clone(), 0..3).prop_map(Value::from)).prop_map(own),
        1 => inner.clone().prop_map(|schema| ("not".to_owned(), schema)),
        1 => prop_oneof![inner.clone(), any::<bool>().prop_map(Value::from)]
            .prop_map(|schema| ("additionalProperties".to_owned(), schema)),
    ];
    if !modern {
        return in_every_version.boxed();
    }
    let one = select(vec![
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "unevaluatedProperties",
        "unevaluatedItems",
    ]);
    let maps = select(vec!["patternProperties", "dependentSchemas", "$defs"]);
    prop_oneof![
        3 => in_every_version,
        1 => (one, prop_oneof![3 => inner.clone(), 1 => any::<bool>().prop_map(Value::from)]).prop_map(own),
        1 => (maps, properties).prop_map(own),
        1 => (select(vec!["prefixItems", "items"]), vec(inner, 0..3).prop_map(Value::from)).prop_map(own),
        1 => select(vec!["$id", "$anchor", "$dynamicAnchor", "$comment"])
            .prop_map(|keyword| (keyword.to_owned(), json!("here"))),
        1 => select(vec!["#here", "here", "nowhere.json"])
            .prop_map(|reference| ("$dynamicRef".to_owned(), json!(reference))),
        1 => vec("[a-c]", 0..3).prop_map(|names| ("dependentRequired".to_owned(), json!({"a": names}))),
    ]
    .boxed()
}

/// Generates a schema of a version of OpenAPI.
fn schema(modern: bool) -> BoxedStrategy<Value> {
    let object = |keywords: Vec<(String, Value)>| Value::Object(keywords.into_iter().collect());
    let leaf = prop_oneof![3 => vec(plain(modern), 0..4).prop_map(object), 1 => reference()];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let inner = inner.boxed();
        let mixed = (vec(plain(modern), 0..4), vec(applicator(modern, inner.clone()), 1..3)).prop_map(
            move |(mut plain, applicators)| {
                plain.extend(applicators);
                object(plain)
            },
        );
        let beside = (reference(), vec(plain(modern), 1..3)).prop_map(|(mut reference, plain)| {
            if let Value::Object(map) = &mut reference {
                map.extend(plain);
            }
            reference
        });
        prop_oneof![6 => mixed, 1 => reference(), 1 => beside]
    })
    .boxed()
}

/// A document that is shown on one line.
struct Document(Value);

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Returns a small document with schemas in every place that can have one.
fn document() -> impl Strategy<Value = Document> {
    let levels = prop_oneof![3 => Just(0_usize), 1 => 0_usize..60];
    (any::<bool>(), levels).prop_flat_map(|(modern, levels)| {
        vec(schema(modern), 6).prop_map(move |mut schemas| {
            schemas = schemas.into_iter().map(|schema| buried(schema, levels)).collect();
            Document(assembled(modern, schemas))
        })
    })
}

/// Nests a schema in others, beyond every limit on nesting.
fn buried(schema: Value, levels: usize) -> Value {
    (0..levels).fold(schema, |schema, level| match level % 3 {
        0 => json!({"type": "array", "items": schema}),
        1 => json!({"properties": {"a": schema}}),
        _ => json!({"allOf": [schema], "nullable": true}),
    })
}

fn assembled(modern: bool, mut schemas: Vec<Value>) -> Value {
    let mut next = || schemas.pop().unwrap_or_default();
    let components: Map<String, Value> = COMPONENTS.iter().map(|name| ((*name).to_owned(), next())).collect();
    let content = |schema: Value| json!({"application/json": {"schema": schema}});
    let operation = |id: &str, schema: Value, body: Value, response: Value| {
        json!({
            "operationId": id,
            "parameters": [{"name": "a[b]", "in": "query", "schema": schema}, {"name": "a.b", "in": "query", "schema": {}}],
            "requestBody": {"content": content(body)},
            "responses": {"200": {"description": "", "content": content(response)}},
        })
    };
    let (parameter, body, response) = (next(), next(), next());
    json!({
        "openapi": if modern { "3.1.0" } else { "3.0.3" },
        "info": {"title": "Laws", "version": "1"},
        "paths": {
            "/a": {"put": operation("put_a", parameter, body.clone(), response)},
            "/b": {"put": operation("putA", body.clone(), json!({"$ref": "#/components/schemas/A"}), body)},
        },
        "components": {"schemas": components},
    })
}

/// The maximum number of values in an emitted schema per value in its source: `dependentRequired` and tuples
/// repeat parts of the source.
const GROWTH: usize = 8;

fn size(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(size).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Reverses the keys of every object.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(reversed).collect(),
        Value::Object(map) => map.iter().rev().map(|(key, value)| (key.clone(), reversed(value))).collect(),
        other => other.clone(),
    }
}

/// Sorts the keys of every object, and lists whose order has no meaning.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(sorted).collect(),
        Value::Object(map) => {
            let mut entries: Vec<(String, Value)> =
                map.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            let unordered = |key: &str| matches!(key, "required" | "allOf" | "anyOf" | "enum" | "type");
            for (_, list) in entries.iter_mut().filter(|(key, _)| unordered(key)) {
                if let Value::Array(list) = list {
                    list.sort_by_key(ToString::to_string);
                }
            }
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
            entries.into_iter().collect()
        }
        other => other.clone(),
    }
}

fn converted(document: &Value, options: &Options) -> Result<Vec<u8>, String> {
    converted_bytes(document.to_string().into_bytes(), options)
}

fn converted_bytes(bytes: Vec<u8>, options: &Options) -> Result<Vec<u8>, String> {
    let input = Input::Bytes { name: "laws.json".to_owned(), bytes };
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let manifest = convert(&sources, &input, options, &sink).map_err(|fatal| fatal.message)?;
    let left_out: Vec<String> = sink
        .into_diagnostics()
        .into_iter()
        .filter(|diagnostic| diagnostic.code == apimint::diagnostic::Code::ToolInvalid)
        .map(|diagnostic| diagnostic.message)
        .collect();
    let mut bytes = Vec::new();
    manifest.write(&mut bytes).map_err(|error| error.to_string())?;
    if left_out.is_empty() { Ok(bytes) } else { Err(left_out.join("\n")) }
}

/// Returns the violations in the manifest of a document.
fn broken(manifest: &Value) -> Vec<String> {
    let mut found = sound::broken(manifest, SchemaDialect::Portable);
    let tools = manifest["tools"].as_array().map_or(0, Vec::len);
    if tools != 2 {
        found.push(format!("{tools} of 2 tools"));
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_emitted_is_sound(Document(document) in document(), flat in any::<bool>(), output_formats in any::<bool>()) {
        let body = if flat { BodyMode::Flattened } else { BodyMode::Nested };
        let options = Options { body, output_formats, ..Options::default() };
        let bytes = converted(&document, &options);
        prop_assert!(bytes.is_ok(), "{}", bytes.unwrap_err());
        let bytes = bytes.unwrap_or_default();
        prop_assert_eq!(&bytes, &converted(&document, &options).unwrap_or_default(), "the same input gives other bytes");
        let manifest: Value = serde_json::from_slice(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let found = broken(&manifest);
        prop_assert!(found.is_empty(), "{}\n{manifest}", found.join("\n"));
    }

    /// A second conversion changes nothing.
    #[test]
    fn conversion_is_idempotent(Document(document) in document(), flat in any::<bool>()) {
        let body = if flat { BodyMode::Flattened } else { BodyMode::Nested };
        let once = converted(&document, &Options { body, ..Options::default() }).unwrap_or_default();
        let again = converted_bytes(once.clone(), &Options::default()).unwrap_or_default();
        prop_assert_eq!(String::from_utf8(again), String::from_utf8(once));
    }

    /// Shortened texts do not change the instances that a schema accepts.
    #[test]
    fn texts_decide_nothing(Document(document) in document(), slim in select(vec![Slim::Redundant, Slim::Brief])) {
        let read = |slim| {
            // A schema that has become small may be inlined where it was shared.
            let options = Options { slim, references: ReferencePlacement::Share, ..Options::default() };
            let bytes = converted(&document, &options).unwrap_or_default();
            serde_json::from_slice::<Value>(&bytes).unwrap_or_default()
        };
        let (whole, cut) = (read(Slim::Off), read(slim));
        let tools = |manifest: &Value| manifest["tools"].as_array().cloned().unwrap_or_default();
        prop_assert_eq!(tools(&whole).len(), tools(&cut).len());
        for (whole, cut) in tools(&whole).iter().zip(&tools(&cut)) {
            for key in ["inputSchema", "outputSchema"] {
                prop_assert_eq!(bare::bare(&whole[key]), bare::bare(&cut[key]));
            }
            prop_assert!(!cut["inputSchema"].to_string().contains("$comment"));
        }
    }

    /// The order of keywords affects nothing but the order of properties.
    #[test]
    fn the_order_of_keys_says_nothing(schemas in any::<bool>().prop_flat_map(|modern| (Just(modern), vec(schema(modern), 6)))) {
        let (modern, schemas) = schemas;
        // The first of two schemas with the same anchor has it.
        if schemas.iter().any(|schema| schema.to_string().contains("\"here\"")) {
            return Ok(());
        }
        let turned = schemas.iter().map(reversed).collect();
        let read = |schemas| {
            let bytes = converted(&assembled(modern, schemas), &Options::default()).unwrap_or_default();
            serde_json::from_slice::<Value>(&bytes).unwrap_or_default()
        };
        let (one, other) = (sorted(&read(schemas)), sorted(&read(turned)));
        // The first of two definitions with the same name keeps it.
        let has_hash = |text: &str| ["A", "B", "C_d"].iter().any(|name| text.contains(&format!("#/$defs/{name}_")));
        if has_hash(&one.to_string()) || has_hash(&other.to_string()) {
            return Ok(());
        }
        prop_assert_eq!(one.to_string(), other.to_string());
    }

    /// Every tool is within the size that `docs/schemas.md` documents: the schemas it reaches, written once,
    /// and 2,000 values more.
    #[test]
    fn size_is_bounded_by_the_source(Document(document) in document()) {
        let manifest: Value = serde_json::from_slice(&converted(&document, &Options::default()).unwrap_or_default())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let bound = 2_000 + GROWTH * size(&document);
        for tool in manifest["tools"].as_array().into_iter().flatten() {
            for key in ["inputSchema", "outputSchema"] {
                let size = size(&tool[key]);
                prop_assert!(size <= bound, "{size} of {bound} in {}", tool[key]);
            }
        }
    }

    /// Clients accept every response that is valid under the source. Intended changes of outputs (write-only
    /// properties, base64 text for bytes) are excluded.
    #[test]
    fn no_answer_is_rejected(
        schemas in vec(schema(true), 6),
        answers in vec(value(), 24),
    ) {
        let document = Document(assembled(true, schemas));
        let text = document.0.to_string();
        if ["writeOnly", "binary", "$id", "$dynamicRef"].iter().any(|word| text.contains(word)) { return Ok(()); }
        let mut source = document.0["paths"]["/a"]["put"]["responses"]["200"]["content"]["application/json"]["schema"].clone();
        source["components"] = document.0["components"].clone();
        let Ok(by_the_letter) = jsonschema::draft202012::new(&source) else { return Ok(()) };
        let manifest: Value = serde_json::from_slice(&converted(&document.0, &Options::default()).unwrap_or_default())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let emitted = &manifest["tools"][0]["outputSchema"];
        let wrapped = emitted.get("x-fastmcp-wrap-result").is_some();
        let engines = [jsonschema::draft7::new(emitted), jsonschema::draft202012::new(emitted)];
        for answer in answers.into_iter().filter(|answer| by_the_letter.is_valid(answer)) {
            // A result is an object, or is wrapped in one.
            if !wrapped && !answer.is_object() {
                continue;
            }
            let result = if wrapped { json!({"result": answer}) } else { answer };
            for engine in engines.iter().flatten() {
                prop_assert!(engine.is_valid(&result), "{result} is rejected by {emitted}, but not by {source}");
            }
        }
    }
}

/// Regressions: documents on which these tests have failed.
#[test]
fn faults_that_were_found() {
    for schema in [
        json!({"not": {"oneOf": [{}, {}]}}),
        json!({"not": {"type": []}}),
        json!({"dependentRequired": {"a": ["c", "c"]}}),
    ] {
        let schemas = vec![schema.clone(), json!({}), json!({}), json!({}), json!({}), json!({})];
        let text = converted(&assembled(true, schemas), &Options::default()).unwrap_or_default();
        let manifest: Value = serde_json::from_slice(&text).unwrap_or_default();
        assert_eq!(broken(&manifest), Vec::<String>::new(), "{schema}");
        let output = &manifest["tools"][0]["outputSchema"];
        let result = &output["properties"]["result"];
        // What accepts any value is no output schema at all.
        let accepts = output.is_null() || result.is_object() && result.get("not").is_none();
        assert!(accepts, "{schema}: {output}");
    }
}

/// Returns a description with one operation whose request body and response have this schema.
fn with_schema(schema: &Value, components: &Value) -> Value {
    let content = json!({"application/json": {"schema": schema}});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Laws", "version": "1"},
        "paths": {"/a": {"put": {
            "operationId": "a",
            "requestBody": {"required": true, "content": content},
            "responses": {"200": {"description": "", "content": content}},
        }}},
        "components": {"schemas": components},
    })
}

/// Regressions from fuzzing (docs/fuzzing.md): documents, options, and the former failure.
fn documents_that_were_found() -> Vec<(&'static str, Value, Options)> {
    let usual = Options::default;
    let tuple = json!({"type": "object", "properties": {"a": {"type": "array", "prefixItems": [{"$ref": "#/components/schemas/A"}]}}});
    let password =
        json!({"type": "object", "properties": {"password": {"type": "string"}}, "required": ["password"]});
    let unmarked = json!({"properties": {"result": {"type": "integer"}}, "x-fastmcp-wrap-result": true});
    vec![
        (
            "a required name that no output may have became a property, which went the next time",
            json!({"tools": [{"name": "a", "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object", "properties": {"b": {}}, "required": ["constructor"]}}]}),
            usual(),
        ),
        (
            "a condition on a member that no output may have went the next time",
            json!({"tools": [{"name": "a", "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object", "dependentSchemas": {"constructor": {"minProperties": 2}}}}]}),
            usual(),
        ),
        (
            "a default beside a reference got its type only where the reference is written in place, the next time",
            with_schema(
                &json!({"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A", "default": 0}}}),
                &json!({"A": {"$ref": "#/components/schemas/B", "description": "d"}, "B": {"enum": ["0", "1"]}}),
            ),
            usual(),
        ),
        (
            "a path that ends in a blank was a description, which lost the blank",
            json!({"openapi": "3.0.0", "info": {"title": "A", "version": "1"}, "paths": {"/a ": {"post": {}}}}),
            usual(),
        ),
        (
            "the name of an argument was a URL with a password, and stood in `_meta`",
            json!({"tools": [{"name": "a", "inputSchema":
                {"type": "object", "properties": {"https://user:hunter2@example.com/a": {}}}}]}),
            usual(),
        ),
        (
            "a reference in a tuple of Draft 07 led nowhere",
            with_schema(&json!({"$ref": "#/components/schemas/A"}), &json!({"A": tuple})),
            Options { dialect: SchemaDialect::Draft07, ..usual() },
        ),
        (
            "an argument named `password` was taken out of the mapping of arguments",
            with_schema(&password, &json!({})),
            Options { body: BodyMode::Flattened, ..usual() },
        ),
        (
            "a mark that a result is wrapped stood inside the wrapped result",
            json!({"tools": [{"name": "a", "inputSchema": {"type": "object"}, "outputSchema": unmarked}]}),
            usual(),
        ),
        (
            "a tool whose name has no word got a title only when it was read again",
            json!([{"name": "#", "description": "A.", "schema": {}}]),
            usual(),
        ),
        (
            "titles and descriptions of nothing but invisible characters became empty ones",
            json!({"tools": [{
                "name": "a", "title": "\u{202E}", "description": "\u{200B}", "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object", "title": "\u{200B}", "properties": {"a": {"description": "\u{FEFF} "}}},
            }]}),
            usual(),
        ),
        (
            "a schema was measured larger than it is written where it refers to one that accepts anything",
            json!([{"name": "a", "description": "A.", "schema": {
                "oneOf": [{"$ref": "#/$defs/All"}],
                "$defs": {
                    "All": {"properties": {"of": {"items": {"oneOf": [{"$ref": "#/$defs/One"}, {"$ref": "#/$defs/All"}]}}}},
                    "One": {"title": "One", "required": ["b"], "properties": {"a": {"title": "A", "const": "a"}, "b": {"$ref": "#/$defs/Any"}}},
                    "Any": {},
                },
            }}]),
            usual(),
        ),
        (
            "a tuple of two schemas of which one was repaired had a union of equal ones",
            with_schema(&json!({"prefixItems": [{"type": "no such type"}, {}], "items": false}), &json!({})),
            usual(),
        ),
        (
            "properties that refer to where they stand were followed without end",
            json!({"tools": [{"name": "a", "description": "A.", "inputSchema": {
                "type": "object", "properties": {"x": {"type": "object", "properties": {"$ref": "#/$defs/Both"}}},
                "$defs": {"Both": {"one": {"properties": {"$ref": "#/$defs/Both"}}, "other": {"properties": {"$ref": "#/$defs/Both"}}}},
            }}]}),
            usual(),
        ),
    ]
}

#[test]
fn what_fuzzing_has_found_is_mended() {
    for (what, document, options) in documents_that_were_found() {
        let once = converted(&document, &options).unwrap_or_default();
        let manifest: Value = serde_json::from_slice(&once).unwrap_or_default();
        assert_eq!(sound::broken(&manifest, options.dialect), Vec::<String>::new(), "{what}");
        let again = converted_bytes(once.clone(), &options).unwrap_or_default();
        assert_eq!(String::from_utf8(again), String::from_utf8(once), "{what}");
    }
}

/// A thousand properties that many schemas extend: copies for each schema would be millions of values.
#[test]
fn a_schema_that_many_others_are_built_of_is_not_copied_without_end() {
    let properties: Map<String, Value> = (0..990)
        .map(|number| (format!("property{number}"), json!({"type": "string", "minLength": 1})))
        .collect();
    let mut components =
        Map::from_iter([("Big".to_owned(), json!({"type": "object", "properties": properties}))]);
    let more = (0..3_000).map(|number| {
        (format!("S{number}"), json!({"$ref": "#/components/schemas/Big", "required": ["property0"]}))
    });
    components.extend(more);
    let any_of: Vec<Value> =
        (0..3_000).map(|number| json!({"$ref": format!("#/components/schemas/S{number}")})).collect();
    let done =
        converted(&with_schema(&json!({"anyOf": any_of}), &Value::Object(components)), &Options::default());
    assert!(done.is_ok_and(|text| text.len() < 80_000_000));
}

/// Schemas that are each composed of all others, with exponentially many paths through them.
#[test]
fn schemas_that_are_built_of_one_another_take_no_long() {
    let name = |number: usize| format!("S{number}");
    let all: Vec<Value> =
        (0..14).map(|number| json!({"$ref": format!("#/components/schemas/{}", name(number))})).collect();
    let components: Map<String, Value> = (0..14)
        .map(|number| {
            let own = json!({"type": "object", "properties": {(name(number)): {"type": "string", "readOnly": number % 2 == 0}}});
            let parts = [all.clone(), vec![own]].concat();
            (name(number), json!({"allOf": parts, "required": [name(number)]}))
        })
        .collect();
    let union = json!({"oneOf": all, "discriminator": {"propertyName": "S1"}});
    let done = converted(&with_schema(&union, &Value::Object(components)), &Options::default());
    assert!(done.is_ok(), "{done:?}");
}
