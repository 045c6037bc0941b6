//! Unsatisfiable schemas: their constraints contradict one another, or they require a value that contains
//! itself.

mod condition;
mod forbidden;

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{Definitions, label};

use super::graph;
use super::root::SchemaRoot;

use condition::{ConditionReader, Contradiction, SatisfiabilityCondition};
use forbidden::{ForbiddenProperties, forbidden_properties};

/// Reports definitions and roots that no finite value satisfies; they are emitted unchanged. A schema that
/// only refers to such a definition is not reported.
pub(super) fn report_unsatisfiable(definitions: &Definitions, roots: &[SchemaRoot<'_>], sink: &Sink) {
    let mut reader = ConditionReader::new(definitions);
    let conditions: Vec<SatisfiabilityCondition> =
        definitions.iter().map(|definition| reader.of(&definition.schema.0)).collect();
    for (definition, condition) in definitions.iter().zip(&conditions) {
        if let Some(found) = condition.contradiction() {
            sink.push(contradictory(&format!("`{}`", label(&definition.name)), found).at(definition.place));
        }
    }
    for (definition, is_infinite) in definitions.iter().zip(requires_itself(&conditions)) {
        if is_infinite {
            let name = label(&definition.name);
            let message = format!(
                "no value satisfies `{name}`: every value would have to contain another value of `{name}`, without end"
            );
            sink.report(Code::Unsatisfiable, definition.place, message);
        }
    }
    for definition in definitions.iter() {
        for found in forbidden_properties(&definition.schema.0, definitions) {
            sink.push(forbidden(&found).at(definition.place));
        }
    }
    for root in roots {
        for found in forbidden_properties(&root.schema.0, definitions) {
            let root_sink = Sink::new();
            root_sink.push(forbidden(&found).at(root.place));
            sink.absorb_at(root_sink, root.place, root.further_places);
        }
        if let Some(found) = reader.of(&root.schema.0).contradiction() {
            let root_sink = Sink::new();
            root_sink.push(contradictory("the schema", found).at(root.place));
            sink.absorb_at(root_sink, root.place, root.further_places);
        }
    }
}

/// Names the properties that no value can have.
fn forbidden(found: &ForbiddenProperties<'_>) -> Diagnostic {
    /// The number of names that are shown.
    const SHOWN: usize = 5;
    let (first, more) = found.names.split_at(found.names.len().min(SHOWN));
    let list = first.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    let message = format!(
        "no value can have {list}{more}: another part of the `allOf` has `additionalProperties: false`"
    );
    Diagnostic::new(Code::Unsatisfiable, message).below(&found.keys)
}

fn contradictory(what: &str, found: &Contradiction) -> Diagnostic {
    let message = format!("no value satisfies {what}: {}", found.why);
    Diagnostic::new(Code::Unsatisfiable, message).below(&found.keys)
}

/// Returns, for each definition, whether the definitions that it lacks a value of lead back to it.
fn requires_itself(conditions: &[SatisfiabilityCondition]) -> Vec<bool> {
    let has_value = has_finite_value(conditions);
    let edges = conditions.iter().map(|condition| {
        let mut targets = Vec::new();
        condition.holds(&has_value, &mut targets);
        targets
    });
    graph::on_cycle(&edges.collect::<Vec<_>>())
}

/// Returns, for each definition, whether a finite value may satisfy it: the least fixed point of the
/// conditions, in time linear in their size.
fn has_finite_value(conditions: &[SatisfiabilityCondition]) -> Vec<bool> {
    let mut pending = PendingConditions {
        missing: vec![0; conditions.len()],
        dependents: vec![Vec::new(); conditions.len()],
    };
    for (index, condition) in conditions.iter().enumerate() {
        pending.add(index, condition);
    }
    let mut settled: Vec<usize> =
        (0..pending.missing.len()).filter(|&index| pending.missing[index] == 0).collect();
    while let Some(index) = settled.pop() {
        for next in std::mem::take(&mut pending.dependents[index]) {
            if pending.missing[next] > 0 {
                pending.missing[next] -= 1;
                settled.extend((pending.missing[next] == 0).then_some(next));
            }
        }
    }
    pending.missing.iter().take(conditions.len()).map(|&missing| missing == 0).collect()
}

/// Conditions that depend on others. The first are those of the definitions.
struct PendingConditions {
    /// For each condition, the number of others that have yet to hold.
    missing: Vec<usize>,
    /// For each condition, the others that depend on it.
    dependents: Vec<Vec<usize>>,
}

impl PendingConditions {
    fn add(&mut self, index: usize, condition: &SatisfiabilityCondition) {
        let (missing, others) = match condition {
            SatisfiabilityCondition::All(conditions) => (conditions.len(), conditions.as_slice()),
            SatisfiabilityCondition::Any(conditions) => (1, conditions.as_slice()),
            SatisfiabilityCondition::Definition(_) => (1, std::slice::from_ref(condition)),
            SatisfiabilityCondition::Contradiction(_) => (usize::MAX, [].as_slice()),
        };
        self.missing[index] = missing;
        for other in others {
            let before = match other {
                SatisfiabilityCondition::Definition(index) => *index,
                _ => {
                    self.missing.push(0);
                    self.dependents.push(Vec::new());
                    let inner = self.missing.len() - 1;
                    self.add(inner, other);
                    inner
                }
            };
            self.dependents[before].push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{Value, json};

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::{Definition, Schema};

    /// Returns the diagnostics about definitions with these names.
    fn reported(schemas: &[(&str, Value)]) -> Vec<Diagnostic> {
        let mut definitions = Definitions::default();
        for (number, (name, schema)) in (0..).zip(schemas) {
            let place = Place { document: DocumentId(0), node: NodeId(number) };
            let Value::Object(map) = schema.clone() else { panic!("no schema") };
            definitions.insert(Definition { name: (*name).to_owned(), schema: Schema(map), place });
        }
        let sink = Sink::new();
        report_unsatisfiable(&definitions, &[], &sink);
        sink.into_diagnostics()
    }

    /// Returns the names of the definitions that are reported.
    fn endless(schemas: &[(&str, Value)]) -> Vec<String> {
        reported(schemas).iter().filter_map(|one| Some(one.message.split('`').nth(1)?.to_owned())).collect()
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

    #[test]
    fn a_union_is_no_way_out_where_every_branch_leads_back() {
        let requires =
            |schema: Value| json!({"type": "object", "properties": {"a": schema}, "required": ["a"]});
        let both = json!({"anyOf": [reference("A"), reference("B")]});
        assert_eq!(endless(&[("A", requires(both)), ("B", requires(reference("A")))]), ["A", "B"]);
        let out = json!({"anyOf": [reference("A"), reference("B")]});
        assert_eq!(endless(&[("A", requires(out)), ("B", json!({"type": "object"}))]), [""; 0]);
    }

    #[test]
    fn what_contradicts_itself_is_told_of_where_it_does() {
        let text = json!({"type": "string"});
        let list = json!({"type": "array", "items": reference("Text")});
        for (schema, keys) in [
            (json!({"allOf": [{"allOf": [reference("Text")]}, {"type": "integer"}]}), "allOf"),
            (json!({"allOf": [reference("Chain"), {"type": "integer"}]}), "allOf"),
            (json!({"type": "integer", "enum": [1, 2], "minimum": 3}), "enum"),
            (json!({"type": "string", "const": "abc", "maxLength": 2}), "const"),
            (json!({"allOf": [{"enum": ["a", "b"]}, {"enum": ["c"]}]}), "enum"),
            (json!({"type": "number", "minimum": 2, "maximum": 1.5}), "minimum"),
            (
                json!({"type": "object", "required": ["a"], "properties": {
                    "a": {"allOf": [reference("Text"), {"type": "null"}]}}}),
                "properties/a/allOf",
            ),
            (
                json!({"type": "array", "minItems": 1, "items": {"allOf": [reference("Text"), list]}}),
                "items/allOf",
            ),
            (json!({"type": "string", "oneOf": [{"type": "integer"}, {"enum": [1, true]}]}), "oneOf"),
        ] {
            let all = [("X", schema.clone()), ("Text", text.clone()), ("Chain", reference("Text"))];
            let reported = reported(&all);
            assert_eq!(reported.len(), 1, "{schema}");
            assert!(reported[0].message.starts_with("no value satisfies `X`: "), "{schema}");
            assert_eq!(reported[0].below.join("/"), keys, "{schema}");
        }
    }

    #[test]
    fn what_may_hold_is_no_contradiction() {
        for schema in [
            json!({"allOf": [{"type": "number"}, {"type": "integer"}]}),
            json!({"type": "number", "enum": [1.0], "const": 1}),
            json!({"type": ["string", "null"], "enum": ["a", null], "minLength": 3}),
            json!({"allOf": [reference("Text"), {"type": ["string", "integer"]}]}),
            json!({"type": "array", "items": false}),
            json!({"properties": {"a": false}}),
            json!({"type": "object", "properties": {"a": {"type": "string", "enum": []}}, "required": ["a"]}),
            json!({"type": "string", "minimum": 3, "maximum": 2}),
            json!({"anyOf": [{"allOf": [{"type": "string"}, {"type": "null"}]}, {"type": "null"}]}),
            json!({"not": {"allOf": [{"type": "string"}, {"type": "null"}]}}),
        ] {
            let all = [("X", schema.clone()), ("Text", json!({"type": "string"}))];
            assert_eq!(reported(&all), [], "{schema}");
        }
    }

    #[test]
    fn hostile_schemas_take_no_long() {
        let names: Vec<String> = (0..20_000).map(|number| format!("D{number}")).collect();
        let chain = |number: usize| match names.get(number + 1) {
            Some(next) => json!({"allOf": [reference(next), reference(next)], "type": "object",
                "properties": {"a": reference(next)}, "required": ["a"]}),
            None => json!({"type": "string"}),
        };
        let all: Vec<_> =
            names.iter().enumerate().map(|(number, name)| (name.as_str(), chain(number))).collect();
        assert!(!reported(&all).is_empty());
        let list = |from: u32| json!({"enum": (from..from + 50_000).collect::<Vec<u32>>(), "maximum": 99});
        let both = json!({"type": "integer", "allOf": [list(0), list(100)]});
        assert_eq!(reported(&[("Two lists", both), ("One list", list(100))]).len(), 1);
    }
}
