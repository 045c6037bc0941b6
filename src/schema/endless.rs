//! Schemas that require themselves: a value of one would have to hold a value of it, and that another, without end.

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::{Definitions, Names, label, referenced};

use super::graph;

/// Reports definitions of which no finite value is one. They are written as they are.
pub(super) fn report_endless(definitions: &Definitions, sink: &Sink) {
    let needs = |schema: &Map| {
        let mut needed = Vec::new();
        add_needed(schema, definitions.names(), &mut needed);
        needed
    };
    let edges: Vec<Vec<usize>> = definitions.iter().map(|definition| needs(&definition.schema.0)).collect();
    for (definition, is_endless) in definitions.iter().zip(graph::on_cycle(&edges)) {
        if is_endless {
            let name = label(&definition.name);
            let message = format!(
                "no value satisfies `{name}`: what it requires leads back to it, so that a value would have no end"
            );
            sink.report(Code::Unsatisfiable, definition.place, message);
        }
    }
}

/// Adds the definitions of which every value of a schema holds or is one. A union may have another way out.
fn add_needed(schema: &Map, names: &Names, needed: &mut Vec<usize>) {
    needed.extend(referenced(schema).and_then(|name| names.index(name)));
    let parts = schema.get("allOf").and_then(Value::as_array);
    let mut inner: Vec<&Value> = parts.into_iter().flatten().collect();
    let kind = schema.get("type").and_then(Value::as_str);
    if kind == Some("object") {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        inner.extend(required.filter_map(|name| properties?.get(name.as_str()?)));
    }
    let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or_default();
    if kind == Some("array") && least > 0 && !schema.contains_key("prefixItems") {
        inner.extend(schema.get("items"));
    }
    for schema in inner.into_iter().filter_map(Value::as_object) {
        add_needed(schema, names, needed);
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::{Definition, Schema};

    /// The definitions of which something is said, of those with these names.
    fn endless(schemas: &[(&str, Value)]) -> Vec<String> {
        let mut definitions = Definitions::default();
        for (number, (name, schema)) in (0..).zip(schemas) {
            let place = Place { document: DocumentId(0), node: NodeId(number) };
            let Value::Object(map) = schema.clone() else { panic!("no schema") };
            definitions.insert(Definition { name: (*name).to_owned(), schema: Schema(map), place });
        }
        let sink = Sink::new();
        report_endless(&definitions, &sink);
        let said = sink.into_diagnostics();
        said.iter().filter_map(|one| Some(one.message.split('`').nth(1)?.to_owned())).collect()
    }

    fn reference(name: &str) -> Value {
        json!({"$ref": format!("#/$defs/{name}")})
    }

    #[test]
    fn what_requires_itself_is_endless() {
        let object = |required: Value| json!({"type": "object", "properties": {"a": reference("B")}, "required": required});
        let back = |schema: Value| json!({"type": "object", "properties": {"b": schema}, "required": ["b"]});
        assert_eq!(endless(&[("A", object(json!(["a"]))), ("B", back(reference("A")))]), ["A", "B"]);
        let parts = json!({"allOf": [{"description": "x"}, back(reference("A"))]});
        assert_eq!(endless(&[("A", object(json!(["a"]))), ("B", parts), ("C", reference("A"))]), ["A", "B"]);
        let list = back(json!({"type": "array", "items": reference("B"), "minItems": 1}));
        assert_eq!(endless(&[("A", object(json!(["a"]))), ("B", list)]), ["B"]);
    }

    #[test]
    fn what_has_a_way_out_is_not() {
        let requires =
            |schema: Value| json!({"type": "object", "properties": {"a": schema}, "required": ["a"]});
        for way_out in [
            json!({"type": "object", "properties": {"a": reference("A")}}),
            requires(json!({"type": "array", "items": reference("A")})),
            requires(json!({"anyOf": [reference("A"), {"type": "null"}]})),
            json!({"type": ["object", "null"], "properties": {"a": reference("A")}, "required": ["a"]}),
            json!({"properties": {"a": reference("A")}, "required": ["a"]}),
            json!({"type": "object", "required": ["a"], "additionalProperties": reference("A")}),
        ] {
            assert_eq!(endless(&[("A", way_out.clone())]), Vec::<String>::new(), "{way_out}");
        }
    }
}
