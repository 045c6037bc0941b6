//! Lints: advice on inputs that are valid but hard for models to use. They run on request only (docs/guide.md,
//! "Lints").

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::json::{Map, Value};
use crate::model::{Argument, ArgumentLocation, Catalog, Definitions, Schema, referenced};
use crate::options::Options;
use crate::schema::{inline_root_reference, required};

use super::catalog_schemas::{CatalogSchemaKind, schemas_of};
use super::schema_walk::walk;

/// Reports lints for the inputs of every tool. The catalogue is not changed.
pub fn lint_inputs(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    if !options.lint {
        return;
    }
    let definitions = catalog.input_definitions.clone();
    for tool in &mut catalog.tools {
        let is_wrapped = tool.input.as_ref().is_some_and(|input| input.wrapped);
        let of = |argument: &Argument| {
            let is_property = argument.location == ArgumentLocation::Input && !is_wrapped;
            let lint = Lint { sink, place: argument.place, keys: Vec::new(), definitions: &definitions };
            if is_property { lint.under(["properties", &argument.true_name]) } else { lint }
        };
        for argument in &tool.arguments {
            let lint = of(argument);
            let kind = CatalogSchemaKind::Argument(&argument.true_name);
            lint.property(&argument.schema.0, argument.required, &kind);
            if argument.required && matches!(&*argument.true_name, "args" | "kwargs") {
                let name = &argument.true_name;
                let message =
                    format!("the required argument `{name}` of {tool} stands for arguments of any name");
                lint.report(Code::VariadicArgument, message);
            }
            if !lint.is_described(&argument.schema.0) {
                let message =
                    format!("{kind} of {tool} has no description; a model learns from it what to pass");
                lint.report(Code::ArgumentUndescribed, message);
            }
        }
        for argument in &tool.arguments {
            let lint = of(argument);
            let kind = CatalogSchemaKind::Argument(&argument.true_name);
            walk(&mut Schema::clone(&argument.schema), None, |map, spot| {
                lint.under(spot.keys()).schema(map, &spot.of(&kind));
            });
        }
        for (root, schema) in
            schemas_of(tool).filter(|(root, _)| !matches!(root.kind, CatalogSchemaKind::Output))
        {
            let lint = Lint { sink, place: root.place, keys: Vec::new(), definitions: &definitions };
            walk(schema, None, |map, spot| lint.under(spot.keys()).schema(map, &spot.of(&root.kind)));
        }
    }
    for definition in catalog.input_definitions.iter_mut() {
        let lint = Lint { sink, place: definition.place, keys: Vec::new(), definitions: &definitions };
        let kind = CatalogSchemaKind::Shared(&definition.name);
        walk(&mut definition.schema, None, |map, spot| {
            lint.under(spot.keys()).schema(map, &spot.of(&kind));
        });
    }
}

/// The context of the lints for one schema.
struct Lint<'a> {
    sink: &'a Sink,
    place: Place,
    /// The keys that lead from the place to the schema.
    keys: Vec<String>,
    definitions: &'a Definitions,
}

impl Lint<'_> {
    /// Returns the context of a schema below.
    fn under<K: Into<String>>(&self, keys: impl IntoIterator<Item = K>) -> Self {
        let keys = self.keys.iter().cloned().chain(keys.into_iter().map(Into::into)).collect();
        Self { keys, ..*self }
    }

    fn report(&self, code: Code, message: String) {
        self.sink.push(Diagnostic::new(code, message).at(self.place).below(self.keys.iter().cloned()));
    }

    /// Reports lints for one schema.
    fn schema(&self, map: &Map, at: &dyn Display) {
        let required: HashSet<&str> = required(map).collect();
        for (name, property) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if let Value::Object(property) = property {
                let is_required = required.contains(name.as_str());
                let lint = self.under(["properties", name.as_str()]);
                lint.property(property, is_required, &format_args!("the property `{name}` in {at}"));
            }
        }
        let is_list = map.get("type").is_some_and(|kind| kind == "array");
        let says_nothing = |items: &Value| items.as_object().is_none_or(has_no_type);
        if is_list && !map.contains_key("prefixItems") && map.get("items").is_none_or(says_nothing) {
            let message = format!("{at} is a list of anything; a model has to guess what is in it");
            self.report(Code::ItemsUntyped, message);
        }
        if is_free_form(map) {
            let message = format!("{at} is an object of any kind; a model has to guess what is in it");
            self.report(Code::FreeFormMap, message);
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = map.get(keyword) else { continue };
            let objects = self.objects(branches);
            match self.discriminators(&objects) {
                _ if objects.len() < 2 => {}
                tags if tags.is_empty() => {
                    let message = format!(
                        "the branches of `{keyword}` in {at} are objects that no property tells apart"
                    );
                    self.report(Code::UnionNotDiscriminated, message);
                }
                tags => {
                    if let [tag] = self.never_required(&tags, &objects).as_slice() {
                        let message = format!(
                            "the property `{tag}`, which tells the branches of `{keyword}` in {at} apart, is not required"
                        );
                        self.report(Code::TagOptional, message);
                    }
                }
            }
        }
    }

    /// Reports lints for the schema of an argument or property.
    fn property(&self, map: &Map, required: bool, what: &dyn Display) {
        if has_no_type(map) {
            let message = format!("{what} has no type; a model can pass anything");
            self.report(Code::Untyped, message);
        }
        // The tag of a union has one value, so that its default says nothing wrong.
        let has_one_value = map.contains_key("const")
            || map.get("enum").and_then(Value::as_array).is_some_and(|values| values.len() == 1);
        if required && map.contains_key("default") && !has_one_value {
            let message = format!("{what} is required and has a default, which is never used");
            self.report(Code::RequiredWithDefault, message);
        }
    }

    fn is_described(&self, map: &Map) -> bool {
        let described = |map: &Map| map.get("description").is_some_and(Value::is_string);
        let target = referenced(map).and_then(|name| self.definitions.get(name));
        described(map) || target.is_some_and(|target| described(&target.schema.0))
    }

    /// Returns the branches that are objects.
    fn objects(&self, branches: &[Value]) -> Vec<Map> {
        branches
            .iter()
            .filter_map(Value::as_object)
            .map(|branch| inline_root_reference(&Schema(branch.clone()), self.definitions).0)
            .filter(|branch| branch.contains_key("properties") || branch.contains_key("allOf"))
            .collect()
    }

    /// Returns the properties that list values in each branch that differ from branch to branch, by name.
    fn discriminators(&self, objects: &[Map]) -> Vec<String> {
        let Some((first, others)) = objects.split_first() else { return Vec::new() };
        let mut discriminators = self.listed_values(first);
        for other in others {
            let own = self.listed_values(other);
            discriminators.retain(|name, seen| {
                let own = own.get(name).filter(|own| seen.is_disjoint(own));
                own.map(|own| seen.extend(own.iter().cloned())).is_some()
            });
        }
        let mut names: Vec<String> = discriminators.into_keys().collect();
        names.sort();
        names
    }

    /// Returns the first of these properties, unless one of them is required in every branch.
    fn never_required(&self, tags: &[String], objects: &[Map]) -> Vec<String> {
        let requires = |branch: &Map, tag: &str| {
            let parts = branch.get("allOf").and_then(Value::as_array).into_iter().flatten();
            let parts = parts.filter_map(Value::as_object).cloned();
            let parts = parts.map(|part| inline_root_reference(&Schema(part), self.definitions).0);
            required(branch).any(|name| name == tag)
                || parts.into_iter().any(|part| required(&part).any(|name| name == tag))
        };
        let is_required = |tag: &&String| objects.iter().all(|branch| requires(branch, tag));
        if tags.iter().any(|tag| is_required(&tag)) {
            Vec::new()
        } else {
            tags.iter().take(1).cloned().collect()
        }
    }

    /// Returns the properties for which a schema, or a part of its `allOf`, lists values (`const`, `enum`), with the
    /// values as JSON text.
    fn listed_values(&self, map: &Map) -> HashMap<String, HashSet<String>> {
        let mut found: HashMap<String, HashSet<String>> = HashMap::new();
        for (name, property) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let values = match (property.get("const"), property.get("enum")) {
                (Some(value), _) => std::slice::from_ref(value),
                (None, Some(Value::Array(values))) => values,
                _ => continue,
            };
            found.insert(name.to_string(), values.iter().map(Value::to_string).collect());
        }
        for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            if let Value::Object(part) = part {
                let part = inline_root_reference(&Schema(part.clone()), self.definitions).0;
                if !part.contains_key("allOf") {
                    let mut all = self.listed_values(&part);
                    all.extend(found);
                    found = all;
                }
            }
        }
        found
    }
}

/// Keywords that restrict the type or the values.
const TYPE_KEYWORDS: [&str; 9] = ["type", "$ref", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if"];

fn has_no_type(map: &Map) -> bool {
    !TYPE_KEYWORDS.iter().any(|keyword| map.contains_key(*keyword))
}

/// Returns true for an object schema without named properties that accepts members with any value.
fn is_free_form(map: &Map) -> bool {
    let is_object = map.get("type").is_some_and(|kind| kind == "object");
    let named = map.get("properties").and_then(Value::as_object).is_some_and(|all| !all.is_empty())
        || ["allOf", "anyOf", "oneOf", "patternProperties"].iter().any(|keyword| map.contains_key(*keyword));
    let anything = match map.get("additionalProperties") {
        None | Some(Value::Bool(true)) => true,
        Some(Value::Object(schema)) => has_no_type(schema),
        _ => false,
    };
    is_object && !named && anything
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;
    use crate::pass::fixture::{argument, catalog, raised, tool};

    fn advice(schema: Value, required: bool) -> Vec<Code> {
        let mut one = tool("GET", "/", Some("a"));
        one.arguments = vec![argument("a", schema)];
        one.arguments[0].required = required;
        let mut catalog = catalog(vec![one]);
        let sink = Sink::new();
        lint_inputs(&mut catalog, &Options { lint: true, ..Options::default() }, &sink);
        raised(sink).into_iter().map(|(code, _)| code).collect()
    }

    #[test]
    fn a_good_argument_needs_no_advice() {
        let schema = json!({"type": "object", "description": "d", "properties": {"a": {"type": "string"}}});
        assert_eq!(advice(schema, true), []);
        let nested = json!({"type": "string", "description": "d", "default": "x"});
        assert_eq!(advice(nested, false), []);
    }

    #[test]
    fn each_advice_is_given() {
        let described = |schema: Value| {
            let mut schema = schema;
            schema.as_object_mut().unwrap().insert("description", json!("d"));
            schema
        };
        assert_eq!(advice(json!({"type": "string"}), false), [Code::ArgumentUndescribed]);
        assert_eq!(advice(described(json!({})), false), [Code::Untyped]);
        let nested = json!({"type": "object", "properties": {"a": {}}});
        assert_eq!(advice(described(nested), false), [Code::Untyped]);
        assert_eq!(advice(described(json!({"type": "object"})), false), [Code::FreeFormMap]);
        let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
        assert_eq!(advice(described(map), false), []);
        let required = json!({"type": "string", "default": "x"});
        assert_eq!(advice(described(required), true), [Code::RequiredWithDefault]);
    }

    #[test]
    fn a_union_wants_a_property_that_tells_its_branches_apart() {
        let branch =
            |kind: Value| json!({"type": "object", "properties": {"kind": kind, "x": {"type": "string"}}});
        let branch = |kind: Value| {
            let mut branch = branch(kind);
            branch.as_object_mut().unwrap().insert("required", json!(["kind"]));
            branch
        };
        let union = |one: Value, other: Value| json!({"description": "d", "anyOf": [branch(one), branch(other), {"type": "null"}]});
        assert_eq!(advice(union(json!({"const": "a"}), json!({"enum": ["b", "c"]})), false), []);
        let overlapping = union(json!({"const": "a"}), json!({"enum": ["a", "c"]}));
        assert_eq!(advice(overlapping, false), [Code::UnionNotDiscriminated]);
        let untold = union(json!({"type": "string"}), json!({"type": "string"}));
        assert_eq!(advice(untold, false), [Code::UnionNotDiscriminated]);
    }

    #[test]
    fn a_tag_is_required_and_may_have_a_default() {
        let union = |required: Value| {
            let branch = |kind: &str| json!({"type": "object", "required": required, "properties": {"kind": {"const": kind, "default": kind}}});
            json!({"description": "d", "oneOf": [branch("a"), branch("b")]})
        };
        assert_eq!(advice(union(json!([])), false), [Code::TagOptional]);
        assert_eq!(advice(union(json!(["kind"])), false), []);
    }

    #[test]
    fn a_list_says_what_is_in_it() {
        for untyped in [json!({}), json!({"items": {}}), json!({"items": {"description": "Anything."}})] {
            let mut list = untyped;
            list.as_object_mut().unwrap().insert("type", json!("array"));
            list.as_object_mut().unwrap().insert("description", json!("d"));
            assert_eq!(advice(list, false), [Code::ItemsUntyped]);
        }
        assert_eq!(
            advice(json!({"type": "array", "description": "d", "items": {"type": "string"}}), false),
            []
        );
    }

    #[test]
    fn arguments_without_names_are_no_help() {
        let mut one = tool("GET", "/", Some("a"));
        let list = json!({"type": "array", "description": "d", "items": {"type": "string"}});
        one.arguments = vec![argument("args", list.clone()), argument("kwargs", list)];
        one.arguments[0].required = true;
        let sink = Sink::new();
        lint_inputs(&mut catalog(vec![one]), &Options { lint: true, ..Options::default() }, &sink);
        let codes: Vec<Code> = raised(sink).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, [Code::VariadicArgument]);
    }
}
