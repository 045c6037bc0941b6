//! Invariants of every manifest, shared by the property tests and the fuzz targets (`fuzz/`).

use apimint::model::SchemaDialect;
use apimint::schema::compile;
use serde_json::Value;

/// Returns the violations of the invariants in a manifest whose schemas are written in this dialect.
pub(crate) fn broken(manifest: &Value, dialect: SchemaDialect) -> Vec<String> {
    let mut found = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for tool in manifest["tools"].as_array().into_iter().flatten() {
        let name = tool["name"].as_str().unwrap_or_default();
        if !is_legal(name) {
            found.push(format!("the name {name:?} is not legal"));
        }
        if names.contains(&name) {
            found.push(format!("the name {name:?} is taken"));
        }
        names.push(name);
        for key in ["inputSchema", "outputSchema"] {
            if let Some(schema) = tool.get(key) {
                let wrong = unsound(schema, dialect);
                found.extend(wrong.into_iter().map(|fault| format!("{name} {key}: {fault}")));
            }
        }
    }
    found
}

/// Returns whether every client accepts a name.
fn is_legal(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.len() <= 64
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Returns the violations of the invariants in one schema.
fn unsound(schema: &Value, dialect: SchemaDialect) -> Vec<String> {
    let mut found = Vec::new();
    if schema["type"] != "object" {
        found.push("the root is no object".to_owned());
    }
    // A `$ref_uri` that may not be loaded stays a reference to another document.
    if schema["$ref"].as_str().is_some_and(|reference| !reference.starts_with('#')) {
        return found;
    }
    let compiled = match dialect {
        SchemaDialect::Portable => compile(&schema.clone().into()).map_err(|fault| fault.to_string()),
        SchemaDialect::Draft07 => {
            jsonschema::draft7::new(schema).map(drop).map_err(|fault| fault.to_string())
        }
        SchemaDialect::Draft202012 => {
            jsonschema::draft202012::new(schema).map(drop).map_err(|fault| fault.to_string())
        }
    };
    found.extend(compiled.err());
    if dialect != SchemaDialect::Draft202012 && !jsonschema::draft7::meta::is_valid(schema) {
        found.push("not valid under the meta-schema of Draft 07".to_owned());
    }
    if dialect != SchemaDialect::Draft07 && !jsonschema::draft202012::meta::is_valid(schema) {
        found.push("not valid under the meta-schema of 2020-12".to_owned());
    }
    faults(schema, schema, "", &mut found);
    found
}

/// Returns constructs that are not allowed in an emitted schema: keywords of OpenAPI, and references that do
/// not resolve.
fn faults(schema: &Value, root: &Value, at: &str, found: &mut Vec<String>) {
    let Value::Object(map) = schema else { return };
    let leads_inside = |reference: &Value| {
        let target = reference.as_str().and_then(|text| text.strip_prefix('#'));
        target.is_some_and(|pointer| root.pointer(pointer).is_some())
    };
    for (keyword, value) in map {
        let at = format!("{at}/{keyword}");
        match (keyword.as_str(), value) {
            ("x-fastmcp-wrap-result" | "x-mcp-header", _) => {}
            // Lists of tools have it too, with pointers into the schema itself.
            ("discriminator", value)
                if value["propertyName"].is_string()
                    && value.get("mapping").is_none_or(|mapping| {
                        let mapping = mapping.as_object();
                        mapping.is_some_and(|all| !all.is_empty() && all.values().all(leads_inside))
                    }) => {}
            ("nullable" | "discriminator" | "example" | "xml" | "externalDocs", _) => found.push(at),
            (other, _) if other.starts_with("x-") => found.push(at),
            ("$ref", reference) => {
                if !leads_inside(reference) {
                    found.push(format!("{at}: {reference}"));
                }
            }
            (
                "properties" | "patternProperties" | "dependentSchemas" | "dependencies" | "$defs"
                | "definitions",
                Value::Object(map),
            ) => {
                map.iter().for_each(|(name, schema)| faults(schema, root, &format!("{at}/{name}"), found));
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems" | "items", Value::Array(list)) => {
                for schema in list {
                    faults(schema, root, &at, found);
                }
            }
            ("enum" | "const" | "default" | "examples" | "dependentRequired", _) => {}
            (_, value) => faults(value, root, &at, found),
        }
    }
}
