//! Lowers one portable input schema by the rules of a target (docs/targets.md, "How a schema is lowered").
//!
//! The order is that of the page: a reference is kept or written in place; `allOf` is merged; `oneOf` becomes `anyOf`; null is
//! taken out; unions; values, formats and bounds; arrays and objects; null is put back.

mod all_of;
mod array;
mod keywords;
mod null;
mod object;
mod reference;
mod sentences;
mod union;
mod values;

use foldhash::HashMap;

use crate::json::{Map, Value, json};
use crate::model::referenced;
use crate::schema::order;

use super::ambiguity::{BranchComparison, DecodedBranch};
use super::decode_plan::{ArgumentPlan, DecodeForm, DecodePlan};
use super::note::{LoweringNotes, NoteKind};
use super::obstacle::Obstacle;
use super::rules::{FreeValue, SeveralTypes, TargetRules};
use sentences::{SentencePlace, Sentences};

/// Most schemas of one tool, with those that are written in place.
const MOST_SCHEMAS: usize = 2_000;

/// Most levels of schemas inside one another, which bound the stack of the program.
const MOST_DEPTH: usize = 128;

/// Keywords that only describe, in the order in which they are written; those that no target has are not among them.
const ANNOTATIONS: [&str; 2] = ["title", "description"];

/// Keywords that speak of members.
const STRUCTURE: [&str; 5] = ["properties", "required", "additionalProperties", "items", "prefixItems"];

/// A lowered input schema.
#[derive(Debug)]
pub(super) struct LoweredInput {
    pub(super) schema: Map,
    pub(super) plan: ArgumentPlan,
    pub(super) notes: LoweringNotes,
}

/// Lowers an input schema whose root is an object. `with_sentences` says whether what goes is said in descriptions.
pub(super) fn lower(
    input: &Map,
    rules: &'static TargetRules,
    with_sentences: bool,
) -> Result<LoweredInput, Obstacle> {
    let empty = Map::new();
    let definitions = input.get("$defs").and_then(Value::as_object).unwrap_or(&empty);
    let mut lowering = Lowering {
        rules,
        with_sentences,
        definitions,
        cycles: reference::cycles(definitions),
        lowered: Vec::new(),
        started: HashMap::default(),
        stack: Vec::new(),
        undecided: Vec::new(),
        notes: LoweringNotes::default(),
        path: Vec::new(),
        is_required: true,
        schemas: 0,
    };
    let mut root = lowering.root(input)?;
    lowering.decide()?;
    let mut plan = ArgumentPlan { arguments: root.plan, definitions: Vec::new() };
    let mut written = Map::new();
    for (name, node) in lowering.lowered {
        if let Some(node) = node {
            written.insert(name.clone(), Value::Object(node.schema));
            plan.definitions.push((name, node.plan));
        }
    }
    if !written.is_empty() {
        root.schema.insert("$defs", Value::Object(written));
    }
    plan.prune();
    Ok(LoweredInput { schema: root.schema, plan, notes: lowering.notes })
}

/// Returns true if a schema has texts alone, so that it takes any value.
fn only_describes(schema: &Map) -> bool {
    schema.keys().all(|keyword| ANNOTATIONS.contains(&keyword.as_str()))
}

/// The state of lowering one tool.
struct Lowering<'t> {
    rules: &'static TargetRules,
    with_sentences: bool,
    /// The shared schemas of the tool.
    definitions: &'t Map,
    /// For each shared schema whether it refers to itself.
    cycles: HashMap<&'t str, bool>,
    /// The shared schemas that were lowered, in the order of the first reference; `None` while one is being lowered.
    lowered: Vec<(String, Option<LoweredNode>)>,
    started: HashMap<String, usize>,
    /// The shared schemas that the present one is part of, where they are written in place.
    stack: Vec<&'t str>,
    /// Unions that refer to schemas that were not lowered yet, each with its place: whether their branches can be told apart.
    undecided: Vec<(String, Vec<LoweredNode>)>,
    notes: LoweringNotes,
    /// The names that lead to the value.
    path: Vec<String>,
    /// True if the value is not an optional property.
    is_required: bool,
    schemas: usize,
}

/// A lowered schema.
#[derive(Debug, Clone, Default)]
struct LoweredNode {
    schema: Map,
    plan: DecodePlan,
    /// Texts that could not stand beside a reference.
    hoisted: Vec<String>,
}

impl LoweredNode {
    fn decoded(&self) -> DecodedBranch<'_> {
        DecodedBranch { schema: &self.schema, plan: &self.plan }
    }

    /// Returns true if the schema takes any value.
    fn takes_anything(&self) -> bool {
        only_describes(&self.schema)
    }
}

impl Lowering<'_> {
    /// Compares the branches of unions that could not be compared before. An error names one whose branches have different forms
    /// for the same value.
    fn decide(&self) -> Result<(), Obstacle> {
        let resolve = |name: &str| {
            let node = self.lowered.get(*self.started.get(name)?)?.1.as_ref()?;
            Some(node.decoded())
        };
        for (place, branches) in &self.undecided {
            let compared: Vec<DecodedBranch<'_>> = branches.iter().map(LoweredNode::decoded).collect();
            if BranchComparison::new(resolve).are_in_conflict(&compared).unwrap_or(true) {
                return Err(Obstacle::Ambiguous(place.clone()));
            }
        }
        Ok(())
    }

    /// Lowers any schema but the root.
    fn node(&mut self, schema: &Map) -> Result<LoweredNode, Obstacle> {
        self.schemas += 1;
        if self.schemas > MOST_SCHEMAS || self.path.len() + self.stack.len() > MOST_DEPTH {
            return Err(Obstacle::TooLarge(MOST_SCHEMAS));
        }
        if let Some(name) = referenced(schema) {
            return self.reference(schema, name);
        }
        let (schema, names) = self.merged(schema);
        let demands_null: Vec<&str> = ["type", "enum", "const", "anyOf"]
            .into_iter()
            .filter(|keyword| schema.contains_key(*keyword))
            .collect();
        let (schema, is_nullable) = self.without_null(schema);
        self.stack.extend(&names);
        let mut lowered = match schema.get("type").and_then(Value::as_str) {
            Some("null") => {
                LoweredNode { schema: self.null_alone(&schema, &demands_null), ..LoweredNode::default() }
            }
            _ if schema.contains_key("anyOf") => self.union(&schema)?,
            _ => self.plain(&schema)?,
        };
        self.stack.truncate(self.stack.len() - names.len());
        if is_nullable {
            null::restore(&mut lowered.schema, self.rules.null);
        }
        order(&mut lowered.schema);
        Ok(lowered)
    }

    /// Lowers a schema, or a boolean, which is a schema too.
    fn value(&mut self, schema: &Value) -> Result<LoweredNode, Obstacle> {
        let empty = Map::new();
        self.node(schema.as_object().unwrap_or(&empty))
    }

    /// Lowers a schema under a name of the path.
    fn at(&mut self, step: &str, schema: &Value) -> Result<LoweredNode, Obstacle> {
        self.path.push(step.to_owned());
        let lowered = self.value(schema);
        self.path.pop();
        lowered
    }

    /// Lowers a schema that is no union, reference or null.
    fn plain(&mut self, schema: &Map) -> Result<LoweredNode, Obstacle> {
        let kinds = keywords::kinds(schema);
        match kinds.as_slice() {
            [] => Ok(self.anything(schema)),
            [kind] => self.of_kind(kind, schema),
            several => {
                let are_scalars = !several.iter().any(|kind| matches!(*kind, "object" | "array"));
                match self.rules.several_types {
                    SeveralTypes::Keep if are_scalars => Ok(self.of_kinds(several, schema)),
                    SeveralTypes::JsonText => Ok(self.json_text(schema, "any value", Sentences::default())),
                    SeveralTypes::Keep | SeveralTypes::Union => {
                        let branches = several.iter().filter_map(|kind| keywords::only_of_kind(schema, kind));
                        let mut union = keywords::annotations(schema);
                        union.insert("anyOf", branches.map(Value::Object).collect());
                        self.union(&union)
                    }
                }
            }
        }
    }

    /// Lowers a schema that names no type.
    fn anything(&mut self, schema: &Map) -> LoweredNode {
        if self.rules.any_value == FreeValue::JsonText {
            return self.json_text(schema, "any value", Sentences::default());
        }
        // What is said of members would need a type.
        for keyword in STRUCTURE {
            if schema.contains_key(keyword) {
                self.lose(keyword);
            }
        }
        self.of_kinds(&[], schema)
    }

    /// Makes the string that holds a value as JSON text.
    fn json_text(&mut self, schema: &Map, what: &str, mut sentences: Sentences) -> LoweredNode {
        self.note(NoteKind::Encoded(DecodeForm::Json));
        let mut text = keywords::annotations(schema);
        text.retain(|keyword, _| *keyword == "description" || self.rules.kept.contains(&keyword.as_str()));
        text.insert("type", json!("string"));
        sentences.add(SentencePlace::JsonText, format!("JSON text of {what}."));
        // Without this sentence the string could not be understood, so that it does not depend on an option.
        sentences.write(&mut text);
        let plan = DecodePlan { form: Some(DecodeForm::Json), ..DecodePlan::default() };
        LoweredNode { schema: text, plan, hoisted: Vec::new() }
    }

    /// Notes something about the present value.
    fn note(&mut self, kind: NoteKind) {
        self.notes.add(&self.path, kind);
    }

    /// Notes that a keyword of the present value went, and that nothing says it.
    fn lose(&mut self, keyword: &str) {
        self.note(NoteKind::Weakened { keyword: keyword.to_owned(), is_moved: false });
    }

    /// Moves what a keyword says to the description, or drops it if nothing can be said, and notes that.
    fn describe(&mut self, keyword: &str, value: &Value, sentences: &mut Sentences) {
        let is_moved = self.with_sentences && sentences.add_keyword(keyword, value);
        self.note(NoteKind::Weakened { keyword: keyword.to_owned(), is_moved });
    }
}
