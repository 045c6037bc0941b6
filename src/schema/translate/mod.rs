//! Translates schemas from the dialects of descriptions to the emitted dialect. The portable one is valid under
//! both Draft 07 and 2020-12, and never rejects a value that the source accepts.
//!
//! All schemas are translated here. A reference becomes `#/$defs/NAME`, and its target is queued as a definition, so
//! that recursion in the document is not recursion in the program. A keyword that the emitted dialect does not
//! have is dropped only where the result then accepts more. Such a schema is marked as weakened, and
//! [`super::normalize()`] adapts the schemas around it.

mod annotation;
mod array;
mod built;
mod combinator;
mod composition;
mod conditional;
mod context;
mod contradiction;
mod data;
mod definition;
mod dialect;
mod direction;
mod discriminator;
mod dynamic_reference;
mod enumeration;
mod kept_discriminator;
mod keywords;
mod map;
mod mirrored;
mod nullable;
mod number;
mod object;
mod parent_discriminator;
mod reference;
mod search;
mod short_form;
mod string;
mod type_word;
mod types;
mod unevaluated;
mod value_text;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use crate::diagnostic::{Code, DocumentId, Place, Sink};
use crate::json::Map;
use crate::model::{Direction, Schema, SchemaDialect};
use crate::source::{Node, Sources};

use self::built::{ANNOTATIONS, BuiltSchema, accept_null, boolean_schema};
use self::composition::CompositionUses;
use self::context::{Composition, TranslationContext};
pub(super) use self::data::coerce;
use self::definition::DefinitionRegistry;
pub use self::dialect::SourceDialect;
use self::keywords::{SchemaKeywords, is_content};
pub use self::short_form::is_short_form;
use super::WEAK;
use super::portable_pattern::PatternVerdict;

/// Maximum nesting of a schema. A deeper subschema becomes a definition, so that neither the recursion of the
/// translator nor the nesting of the result grows with the source.
const MAX_LEVELS: usize = 12;

/// Maximum nesting of a schema in a format where each tool has schemas of its own. They were emitted as nested
/// schemas before; one level of nesting is at most two levels of JSON.
const MAX_LEVELS_IN_SCOPE: usize = 56;

/// Maximum nesting of a schema that apimint has emitted, which every client accepts already.
const MAX_EMITTED_LEVELS: usize = 120;

/// The number of uses of each format, and the first place.
type FormatCounts = BTreeMap<String, (usize, Place)>;

/// Shared names of properties.
type PropertyNames<'s> = Arc<HashSet<&'s str>>;

/// A parent with a discriminator but no union: the place of the schema and its direction, as in
/// [`Translator::used_directly`], the place of the discriminator, and the message.
type PlainParent = ((Place, bool), Place, String);

/// Translates the schemas of one description, and queues the definitions that they refer to.
pub struct Translator<'s> {
    sources: &'s Sources,
    sink: &'s Sink,
    keep_output_formats: bool,
    keeps_discriminators: bool,
    target: SchemaDialect,
    /// The scope of new definitions: only tools of the same scope share definitions.
    scope: Option<usize>,
    input: DefinitionRegistry<'s>,
    output: DefinitionRegistry<'s>,
    /// Formats that were dropped from output schemas.
    dropped_formats: FormatCounts,
    /// True if apimint has emitted the source schemas.
    is_emitted: bool,
    /// True if a `required` without a name is written as it is.
    keeps_empty_required: bool,
    /// The subtypes of each component schema, per document.
    subtypes: HashMap<DocumentId, parent_discriminator::Subtypes<'s>>,
    plain_parents: Vec<PlainParent>,
    /// Schemas that are used other than as a part of an `allOf`, in inputs (`false`) or outputs (`true`).
    used_directly: HashSet<(Place, bool)>,
    /// The uses of definitions where other schemas apply to the same value.
    composition_uses: CompositionUses,
    /// A cache of the strings in each `enum` that constrains a discriminating property.
    enum_strings: RefCell<HashMap<Place, Arc<HashSet<String>>>>,
    /// A cache of the properties that are dropped from inputs (`false`) or outputs (`true`), for schemas with
    /// `allOf`.
    dropped_names: RefCell<HashMap<(Place, bool), PropertyNames<'s>>>,
    /// A cache of the schemas from which a `$dynamicRef` is reached.
    dynamic_references: RefCell<HashMap<Place, bool>>,
    /// A cache of the verdicts on patterns.
    patterns: RefCell<HashMap<&'s str, PatternVerdict>>,
    /// The places of boolean `required` flags on properties, which were applied to the object.
    required_flags: HashSet<Place>,
}

impl<'s> Translator<'s> {
    /// Returns a translator for the dialect `target`. With `keep_output_formats`, output schemas keep
    /// `format`.
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
            keeps_discriminators: false,
            target,
            scope: None,
            input: DefinitionRegistry::default(),
            output: DefinitionRegistry::default(),
            dropped_formats: BTreeMap::new(),
            is_emitted: false,
            keeps_empty_required: false,
            subtypes: HashMap::default(),
            plain_parents: Vec::new(),
            used_directly: HashSet::default(),
            composition_uses: CompositionUses::default(),
            enum_strings: RefCell::default(),
            dropped_names: RefCell::default(),
            dynamic_references: RefCell::default(),
            patterns: RefCell::default(),
            required_flags: HashSet::default(),
        }
    }

    /// Declares that apimint has emitted the source schemas: a missing type, or a default of another type, is
    /// then kept as it is.
    pub fn expect_emitted(&mut self) {
        self.is_emitted = true;
        // It is in lists made of AgentHub manifests only.
        self.keeps_empty_required = true;
    }

    /// Keeps the discriminators of unions, which are left out otherwise.
    pub fn keep_discriminators(&mut self, keeps: bool) {
        self.keeps_discriminators = keeps;
    }

    /// Keeps a `required` without a name, which is left out otherwise.
    pub fn keep_empty_required(&mut self) {
        self.keeps_empty_required = true;
    }

    /// Begins a new scope for the definitions of the schemas that follow, so that their names need not differ
    /// from those of other tools.
    pub fn begin_scope(&mut self) {
        self.scope = Some(self.scope.map_or(0, |scope| scope + 1));
    }

    /// Translates the schema at `node`. A value that is not a schema is reported, and becomes the schema that
    /// accepts everything.
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

    /// Translates a parameter that is its own schema (Swagger 2.0, "Parameter Object", outside the body).
    pub fn translate_parameter(&mut self, node: Node<'s>, direction: Direction) -> Schema {
        let owner = node.get("name").and_then(Node::as_str).unwrap_or_default();
        let context = TranslationContext::outermost(node, SourceDialect::OpenApi30, direction, owner);
        let context = TranslationContext { is_argument: direction == Direction::Input, ..context };
        let mut keywords = SchemaKeywords::read(node);
        // In a parameter, `required` is a field of the parameter.
        keywords.required = None;
        keywords.unknown.retain(|unknown| {
            !matches!(unknown.key(), "name" | "in" | "style" | "explode" | "allowReserved")
        });
        Schema(self.translate_keywords(node, keywords, context))
    }

    /// Counts formats that were dropped from outputs.
    fn note_dropped_format(&mut self, format: &str, times: usize, place: Place) {
        match self.dropped_formats.get_mut(format) {
            Some((count, _)) => *count += times,
            None => {
                self.dropped_formats.insert(format.to_owned(), (times, place));
            }
        }
    }

    /// Reports the dropped formats in one diagnostic, since the reason is the same for all.
    fn report_formats(&self) {
        let Some(&(_, place)) = self.dropped_formats.values().min_by_key(|(_, place)| *place) else { return };
        let formats = self.dropped_formats.iter().map(|(format, (count, _))| format!("{format} ({count})"));
        let formats: Vec<String> = formats.collect();
        let message = format!(
            "`format` is dropped from output schemas, since clients assert it: {}",
            formats.join(", ")
        );
        self.sink.report(Code::FormatsDropped, place, message);
    }

    fn registry(&mut self, direction: Direction) -> &mut DefinitionRegistry<'s> {
        match direction {
            Direction::Input => &mut self.input,
            Direction::Output => &mut self.output,
        }
    }

    /// Translates a schema. Every subschema is translated through this function.
    fn schema(&mut self, node: Node<'s>, context: TranslationContext<'s>) -> Map {
        let most = match self.scope {
            None => MAX_LEVELS,
            Some(_) if self.is_emitted => MAX_EMITTED_LEVELS,
            Some(_) => MAX_LEVELS_IN_SCOPE,
        };
        if context.level >= most && node.is_object() && !node.is_empty() {
            return self.reference_to(node, context);
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
        self.translate_keywords(node, SchemaKeywords::read(node), context)
    }

    /// Translates a Schema Object whose keywords are sorted into fields.
    fn translate_keywords(
        &mut self,
        node: Node<'s>,
        mut keywords: SchemaKeywords<'s>,
        mut context: TranslationContext<'s>,
    ) -> Map {
        context.dialect = self.declared_dialect(keywords.schema, context.dialect);
        if keywords.id.is_some() {
            context.dynamic_scope = context.dynamic_scope.or_else(|| node.dynamic_resource());
        }
        for null in std::mem::take(&mut keywords.nulls) {
            let message = format!("`{}` is null; it is read as absent", null.key());
            self.sink.report(Code::KeywordRepaired, null.place(), message);
        }
        let mut loses_constraint = false;
        for newer in keywords.take_newer_than(context.dialect) {
            loses_constraint |= !is_content(newer.key());
            self.drop_keyword(newer, &format!("is not a schema keyword of {}", context.dialect.name()));
        }
        if context.dialect == SourceDialect::Draft04 {
            keywords.unknown.retain(|unknown| unknown.key() != "id");
        }
        for unknown in std::mem::take(&mut keywords.unknown) {
            if context.is_short_form && short_form::is_flag(unknown) {
                continue;
            }
            self.drop_keyword(unknown, "is not a schema keyword");
        }
        if keywords.reference.is_some()
            || keywords.dynamic_reference.is_some()
            || keywords.recursive_reference.is_some()
        {
            return self.reference(node, &mut keywords, context);
        }
        let mut schema = self.assertions_and_annotations(node, &keywords, context);
        // Authors mean what the dialect ignores.
        if loses_constraint {
            schema.insert(WEAK, true.into());
        }
        schema
    }

    /// Translates a Schema Object without references.
    fn assertions_and_annotations(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
    ) -> Map {
        // Most keywords translate to one keyword, and a map that grows would allocate more than it needs.
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
        self.arrays(node, keywords, &types, context, &mut built);
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

/// Keeps FastMCP's mark of an output that is wrapped in an object under `result`, at the root of an output
/// object: a marked output is not wrapped again. Anywhere else the mark would be wrong.
fn wrap_marker(keywords: &SchemaKeywords<'_>, context: TranslationContext<'_>, built: &mut BuiltSchema) {
    let marked = keywords.wrap_result.and_then(Node::as_bool) == Some(true);
    let is_object = built.map.get("type").is_some_and(|kind| kind == "object");
    if marked && is_object && context.is_output() && context.level == 0 {
        built.set("x-fastmcp-wrap-result", true);
    }
}
