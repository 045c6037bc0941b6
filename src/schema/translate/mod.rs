//! From the dialects that descriptions are written in to the portable schema: valid under both Draft 07
//! and 2020-12, and never stricter than its source.
//!
//! The one place where schemas are translated. A reference becomes `#/$defs/NAME` and its target waits in
//! a queue, so that recursion in the document is no recursion here. What cannot be said portably is only
//! ever dropped so that the result accepts more; such a schema is marked, and [`super::Settled`] draws the
//! consequences for what stands around it.

mod annotation;
mod array;
mod combinator;
mod contradiction;
mod data;
mod definition;
mod dialect;
mod direction;
mod discriminator;
mod keywords;
mod mirrored;
mod number;
mod object;
mod reference;
mod search;
mod short_form;
mod string;
mod types;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use crate::diagnostic::{Code, DocumentId, Place, Sink};
use crate::json::{Map, Value};
use crate::model::{Direction, Schema, SchemaDialect};
use crate::source::{Node, Sources};

pub(super) use self::data::coerce;
use self::definition::DefinitionRegistry;
pub use self::dialect::SourceDialect;
use self::keywords::SchemaKeywords;
pub use self::short_form::is_short_form;
use super::WEAK;
use super::portable_pattern::PatternVerdict;

/// Schema levels below which a subschema becomes a definition of its own, so that neither our recursion
/// nor the nesting of the result grows with the source.
const MAX_LEVELS: usize = 12;

/// The same for schemas of tools that were written out once, as they nest: at most two levels of JSON a level.
const MAX_LEVELS_IN_SCOPE: usize = 56;

/// The same for schemas that this program wrote, which nest no deeper than every client takes.
const MAX_OWN_LEVELS: usize = 120;

/// Where in the work a schema is translated.
#[derive(Debug, Clone, Copy)]
pub(super) struct TranslationContext<'s> {
    pub(super) dialect: SourceDialect,
    pub(super) direction: Direction,
    pub(super) level: usize,
    /// The argument, property or definition that the schema describes, for messages.
    pub(super) owner: &'s str,
    /// The definition, or the argument's schema, that everything here is part of.
    pub(super) root: Node<'s>,
    /// Whether the schema stands under `not` or `if`, where narrowing it would change the whole.
    pub(super) is_condition: bool,
    /// Whether the schema is a part of an `allOf`.
    pub(super) is_part: bool,
    /// The outermost schema that this one is a part of by `allOf`.
    pub(super) whole: Option<Node<'s>>,
    /// Whether `properties` alone lead here from the root of a tool's input.
    pub(super) is_argument: bool,
    /// Whether a definition that `whole` changes is being written in place; no second one is, in the first.
    pub(super) is_in_place: bool,
    /// Whether the schema may be written in the short form, or holds schemas that are.
    pub(super) is_short_form: bool,
    /// Whether a reference in place of `properties` led here.
    pub(super) is_borrowed: bool,
}

impl<'s> TranslationContext<'s> {
    /// For a definition, or an argument's or output's own schema.
    fn outermost(root: Node<'s>, dialect: SourceDialect, direction: Direction, owner: &'s str) -> Self {
        Self {
            dialect,
            direction,
            level: 0,
            owner,
            root,
            is_condition: false,
            is_part: false,
            whole: None,
            is_argument: false,
            is_in_place: false,
            is_short_form: false,
            is_borrowed: false,
        }
    }

    fn deeper(self) -> Self {
        Self { level: self.level + 1, is_part: false, whole: None, is_argument: false, ..self }
    }

    fn property(self, name: &'s str) -> Self {
        Self { owner: name, is_argument: self.is_argument, ..self.deeper() }
    }

    /// A part of the `allOf` of `node`. One part with nothing beside it is the schema itself.
    fn part(self, node: Node<'s>, several: bool) -> Self {
        Self { is_part: several, whole: self.whole.or(Some(node)), ..self.deeper() }
    }

    fn condition(self) -> Self {
        Self { is_condition: true, ..self.deeper() }
    }

    fn is_output(self) -> bool {
        self.direction == Direction::Output
    }
}

/// A schema under construction.
#[derive(Default)]
pub(super) struct BuiltSchema {
    map: Map,
    /// Whether it accepts more than its source.
    weak: bool,
    /// Sentences to add to the description.
    notes: Vec<String>,
}

impl BuiltSchema {
    fn set(&mut self, keyword: &str, value: impl Into<Value>) {
        self.map.insert(keyword, value.into());
    }

    fn has(&self, keyword: &str) -> bool {
        self.map.contains_key(keyword)
    }

    /// Adds a schema that must hold too.
    fn and(&mut self, schema: Map) {
        if let Value::Array(all) = self.map.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
            all.push(Value::Object(schema));
        }
    }

    fn finish(mut self) -> Map {
        if !self.notes.is_empty() {
            let notes = self.notes.join("\n");
            let text = match self.map.get("description").and_then(Value::as_str) {
                Some(text) if !text.is_empty() => format!("{text}\n{notes}"),
                _ => notes,
            };
            self.set("description", text);
        }
        if self.weak {
            self.set(WEAK, true);
        }
        self.map
    }
}

/// Formats, how often each was met, and where first.
type FormatCounts = BTreeMap<String, (usize, Place)>;

/// Names of properties.
type PropertyNames<'s> = Arc<HashSet<&'s str>>;

/// A parent with a discriminator but no union: the schema, the discriminator, and what to say of it.
type PlainParent = (Place, Place, String);

/// Translates schemas of one description, and keeps what they refer to.
pub struct Translator<'s> {
    sources: &'s Sources,
    sink: &'s Sink,
    keep_output_formats: bool,
    target: SchemaDialect,
    /// Which tools may share definitions: those of the same scope.
    scope: Option<usize>,
    input: DefinitionRegistry<'s>,
    output: DefinitionRegistry<'s>,
    /// Formats that left output schemas.
    dropped_formats: FormatCounts,
    /// Whether this program wrote the schemas.
    is_own: bool,
    /// The subtypes of each schema, by document.
    subtypes: HashMap<DocumentId, discriminator::Subtypes>,
    plain_parents: Vec<PlainParent>,
    /// Schemas that are used otherwise than as a part of an `allOf`.
    used_directly: HashSet<Place>,
    /// The texts of enums that were asked for.
    listed: RefCell<HashMap<Place, Arc<HashSet<String>>>>,
    /// Names of properties without a place in inputs (`false`) or outputs, of schemas that are built of others.
    hidden: RefCell<HashMap<(Place, bool), PropertyNames<'s>>>,
    /// What becomes of each pattern that was met.
    patterns: RefCell<HashMap<&'s str, PatternVerdict>>,
    /// Each boolean `required` that stands on a property, so that the object has answered for it.
    flags_of_properties: HashSet<Place>,
}

impl<'s> Translator<'s> {
    /// A translator with nothing translated, that writes the dialect `target`. With `keep_output_formats`,
    /// output schemas keep `format`.
    pub fn new(
        sources: &'s Sources,
        sink: &'s Sink,
        target: SchemaDialect,
        keep_output_formats: bool,
    ) -> Self {
        Self {
            sources,
            sink,
            keep_output_formats,
            target,
            scope: None,
            input: DefinitionRegistry::default(),
            output: DefinitionRegistry::default(),
            dropped_formats: BTreeMap::new(),
            is_own: false,
            subtypes: HashMap::default(),
            plain_parents: Vec::new(),
            used_directly: HashSet::default(),
            listed: RefCell::default(),
            hidden: RefCell::default(),
            patterns: RefCell::default(),
            flags_of_properties: HashSet::default(),
        }
    }

    /// From here on the schemas are such that this program wrote: what it left without a type, or with a default
    /// from elsewhere, means to be so.
    pub fn expect_own(&mut self) {
        self.is_own = true;
    }

    /// Begins a scope of its own for the definitions of what is translated from here on, so that their names
    /// need not differ from those of other tools.
    pub fn begin_scope(&mut self) {
        self.scope = Some(self.scope.map_or(0, |scope| scope + 1));
    }

    /// Translates the schema at `node`. Any value is accepted: one that is no schema is reported and
    /// becomes the schema that accepts everything.
    pub fn translate(
        &mut self,
        node: Node<'s>,
        dialect: SourceDialect,
        direction: Direction,
        owner: &'s str,
    ) -> Schema {
        let context = TranslationContext::outermost(node, dialect, direction, owner);
        Schema(
            self.schema(node, TranslationContext { is_argument: direction == Direction::Input, ..context }),
        )
    }

    /// Translates a parameter that is its own schema: Swagger 2.0's "Parameter Object" outside the body.
    pub fn translate_parameter(&mut self, node: Node<'s>, direction: Direction) -> Schema {
        let owner = node.get("name").and_then(Node::as_str).unwrap_or_default();
        let context = TranslationContext::outermost(node, SourceDialect::OpenApi30, direction, owner);
        let context = TranslationContext { is_argument: direction == Direction::Input, ..context };
        let mut keywords = SchemaKeywords::read(node);
        // The parameter's own.
        keywords.required = None;
        keywords.unknown.retain(|unknown| {
            !matches!(unknown.key(), "name" | "in" | "style" | "explode" | "allowReserved")
        });
        Schema(self.sorted(node, keywords, context))
    }

    /// Notes that a format left outputs so often.
    fn note_dropped_format(&mut self, format: &str, times: usize, place: Place) {
        match self.dropped_formats.get_mut(format) {
            Some((count, _)) => *count += times,
            None => {
                self.dropped_formats.insert(format.to_owned(), (times, place));
            }
        }
    }

    /// Reports formats once: they leave every output for the same reason.
    fn report_formats(&self) {
        let Some(&(_, place)) = self.dropped_formats.values().min_by_key(|(_, place)| *place) else { return };
        let formats = self.dropped_formats.iter().map(|(format, (count, _))| format!("{format} ({count})"));
        let formats: Vec<String> = formats.collect();
        let message =
            format!("`format` leaves output schemas, since clients assert it: {}", formats.join(", "));
        self.sink.report(Code::FormatsDropped, place, message);
    }

    fn registry(&mut self, direction: Direction) -> &mut DefinitionRegistry<'s> {
        match direction {
            Direction::Input => &mut self.input,
            Direction::Output => &mut self.output,
        }
    }

    /// The one way from a source schema to an emitted one.
    fn schema(&mut self, node: Node<'s>, context: TranslationContext<'s>) -> Map {
        let most = match self.scope {
            None => MAX_LEVELS,
            Some(_) if self.is_own => MAX_OWN_LEVELS,
            Some(_) => MAX_LEVELS_IN_SCOPE,
        };
        if context.level >= most && node.is_object() && !node.is_empty() {
            return self.shared(node, context);
        }
        if let Some(accepts) = node.as_bool() {
            return boolean_schema(accepts);
        }
        if context.is_short_form
            && let Some(schema) = self.short_form(node, context)
        {
            return schema;
        }
        if !node.is_object() {
            let message = format!("expected a schema, found {}; any value is accepted", node.kind());
            self.sink.report(Code::MalformedSchema, node.place(), message);
            return BuiltSchema { weak: true, ..BuiltSchema::default() }.finish();
        }
        self.sorted(node, SchemaKeywords::read(node), context)
    }

    /// A schema object whose keywords are sorted.
    fn sorted(
        &mut self,
        node: Node<'s>,
        mut keywords: SchemaKeywords<'s>,
        mut context: TranslationContext<'s>,
    ) -> Map {
        context.dialect = self.declared_dialect(keywords.schema, context.dialect);
        for null in std::mem::take(&mut keywords.nulls) {
            let message = format!("`{}` is null; it is read as absent", null.key());
            self.sink.report(Code::KeywordRepaired, null.place(), message);
        }
        for newer in keywords.take_newer_than(context.dialect) {
            self.drop_keyword(newer, &format!("is no schema keyword of {}", context.dialect.name()));
        }
        if context.dialect == SourceDialect::Draft04 {
            keywords.unknown.retain(|unknown| unknown.key() != "id");
        }
        for unknown in std::mem::take(&mut keywords.unknown) {
            if context.is_short_form && short_form::is_flag(unknown) {
                continue;
            }
            self.drop_keyword(unknown, "is no schema keyword");
        }
        if keywords.reference.is_some()
            || keywords.dynamic_reference.is_some()
            || keywords.recursive_reference.is_some()
        {
            return self.reference(node, &mut keywords, context);
        }
        self.assertions_and_annotations(node, &keywords, context)
    }

    /// Everything but references.
    fn assertions_and_annotations(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
    ) -> Map {
        // Most keywords become one: a map that grows would take more room than it needs.
        let mut built = BuiltSchema { map: Map::with_capacity(node.len()), ..BuiltSchema::default() };
        let types = self.types(node, keywords, context, &mut built);
        if !types.nullable_outside {
            self.contradictions(node, keywords, &types.names, context);
        }
        self.annotations(keywords, &types, context, &mut built);
        self.mirrored_header(keywords, context, &mut built);
        self.numbers(keywords, context, &mut built);
        self.strings(keywords, context, &mut built);
        if let Some(node) = keywords.content_schema.filter(|_| self.target == SchemaDialect::Draft202012) {
            let schema = self.schema(node, context.deeper());
            built.set("contentSchema", schema);
        }
        self.arrays(keywords, &types, context, &mut built);
        self.objects(node, keywords, context, &mut built);
        self.combinators(node, keywords, context, &mut built);
        wrap_marker(keywords, context, &mut built);
        if types.nullable_outside {
            built = accept_null(built);
        }
        built.finish()
    }

    fn drop_keyword(&self, keyword: Node<'s>, why: &str) {
        self.sink.report(
            Code::KeywordDropped,
            keyword.place(),
            format!("`{}` {why}; it is dropped", keyword.key()),
        );
    }

    fn weakened(&self, keyword: Node<'s>, what: &str, built: &mut BuiltSchema) {
        built.weak = true;
        self.sink.report(Code::Weakened, keyword.place(), format!("`{}` {what}", keyword.key()));
    }
}

/// FastMCP's mark on an output that is no object and stands under `result`: kept at the root of an object, so that what is
/// marked is not wrapped again. Anything else is wrapped, and then the mark would stand inside.
fn wrap_marker(keywords: &SchemaKeywords<'_>, context: TranslationContext<'_>, built: &mut BuiltSchema) {
    let marked = keywords.wrap_result.and_then(Node::as_bool) == Some(true);
    let is_object = built.map.get("type").is_some_and(|kind| kind == "object");
    if marked && is_object && context.is_output() && context.level == 0 {
        built.set("x-fastmcp-wrap-result", true);
    }
}

/// `true` and `false` as schemas, in a form that every client reads (JSON Schema 2020-12, section 4.3.2).
fn boolean_schema(accepts: bool) -> Map {
    let mut map = Map::new();
    if !accepts {
        map.insert("not", Value::Object(Map::new()));
    }
    map
}

/// Keywords that only describe, and stay outside when a schema becomes one alternative of several.
const ANNOTATIONS: [&str; 4] = ["title", "description", "default", "examples"];

/// `nullable` without a type: the schema as it is, or null.
fn accept_null(mut built: BuiltSchema) -> BuiltSchema {
    let mut outside = Map::new();
    for keyword in ANNOTATIONS {
        if let Some(value) = built.map.shift_remove(keyword) {
            outside.insert(keyword, value);
        }
    }
    let null = crate::json::json!({"type": "null"});
    let only_any_of = built.map.len() == 1 && built.has("anyOf");
    match built.map.get_mut("anyOf") {
        Some(Value::Array(branches)) if only_any_of => branches.push(null),
        _ => {
            let inner = Value::Object(std::mem::take(&mut built.map));
            built.set("anyOf", Value::Array(vec![inner, null]));
        }
    }
    outside.append(&mut built.map);
    BuiltSchema { map: outside, ..built }
}
