//! References, and the keywords beside them.

use crate::diagnostic::Code;
use crate::json::{Map, Value};
use crate::source::Node;

use super::keywords::{SchemaKeywords, is_describing};
use super::{
    ANNOTATIONS, BuiltSchema, Composition, SourceDialect, TranslationContext, Translator, accept_null,
};

impl<'s> Translator<'s> {
    /// Translates a schema with a `$ref`, `$dynamicRef` or `$recursiveRef`.
    pub(super) fn reference(
        &mut self,
        node: Node<'s>,
        keywords: &mut SchemaKeywords<'s>,
        context: TranslationContext<'s>,
    ) -> Map {
        // They stay among the keywords: what is beside a reference is not all that applies.
        let dynamic = keywords.dynamic_reference.or(keywords.recursive_reference);
        let Some(reference) = keywords.reference.or(dynamic) else {
            return Map::new();
        };
        self.mirrored_header(keywords, context, &mut BuiltSchema::default());
        let is_combined = !context.dialect.reference_stands_alone()
            && node.entries().any(|(key, _)| !key.starts_with('$') && !is_describing(key));
        let composition =
            is_combined.then(|| Composition::below(context.composition, node, None)).or(context.composition);
        let target = self.target(reference, node, TranslationContext { composition, ..context });
        if context.dialect.reference_stands_alone() {
            self.reference_alone(node, target, keywords, context)
        } else {
            let rest = SchemaKeywords { mcp_header: None, ..std::mem::take(keywords) };
            self.reference_beside(node, target, &rest, context)
        }
    }

    /// Translates the reference itself; one that does not resolve becomes the schema that accepts everything.
    fn target(
        &mut self,
        reference: Node<'s>,
        holder: Node<'s>,
        context: TranslationContext<'s>,
    ) -> BuiltSchema {
        let broken = || BuiltSchema { weak: true, ..BuiltSchema::default() };
        let Some(text) = reference.as_str() else {
            let message = format!(
                "`{}` is {}, not a URI in a string; any value is accepted there",
                reference.key(),
                reference.kind()
            );
            self.sink.report(Code::MalformedReference, reference.place(), message);
            return broken();
        };
        // `$recursiveRef: "#"` (JSON Schema 2019-09 core, section 8.2.4.2.1) refers to the outermost schema,
        // not to the document that contains it. So does `$ref: "#"` inside a description, unless it is itself
        // that schema.
        let in_description = context.root.document().root().get("paths").is_some() && context.root != holder;
        if text == "#" && (reference.key() != "$ref" || in_description) {
            return BuiltSchema { map: self.reference_to(context.root, context), ..BuiltSchema::default() };
        }
        let mut target = match self.sources.resolve_as_written(holder, text, self.sink) {
            Ok(target) => target,
            Err(error) => match holder.nearby_definition(text) {
                Some(target) => {
                    let message = format!(
                        "`{text}` does not exist in the document; the definition of the schema around it is meant"
                    );
                    self.sink.report(Code::ReferenceNearby, reference.place(), message);
                    target
                }
                None => {
                    let message = format!("{}; any value is accepted there", error.message);
                    self.sink.report(error.code, reference.place(), message);
                    return broken();
                }
            },
        };
        if target == target.document().root()
            && (target.get("openapi").is_some() || target.get("swagger").is_some())
        {
            let message = format!(
                "`{text}` points to the whole description, which is not a schema; any value is accepted there"
            );
            self.sink.report(Code::MalformedReference, reference.place(), message);
            return broken();
        }
        if reference.key() == "$dynamicRef" {
            match self.dynamic_target(text, target, context) {
                Some(meant) => target = meant,
                None => {
                    let message = "leads to different schemas, depending on where it is used; any value is accepted there";
                    let mut built = broken();
                    self.weakened(reference, message, &mut built);
                    return built;
                }
            }
        }
        // A component that consists of nothing but a reference is an alias of its target.
        match self.sources.follow_those(target, |target| target.len() == 1, self.sink) {
            Ok(last) => target = last,
            Err(error) => {
                let message = format!("{}; any value is accepted there", error.message);
                self.sink.report(error.code, reference.place(), message);
                return broken();
            }
        }
        // A document that declares a dialect is read in it, whichever document refers to it.
        let elsewhere = target.document().id() != holder.document().id();
        let declared = SourceDialect::of_document(target.document().root()).filter(|_| elsewhere);
        let context = TranslationContext {
            dialect: declared.unwrap_or(context.dialect),
            dynamic_scope: context.dynamic_scope.or_else(|| target.dynamic_resource()),
            ..context
        };
        // All referrers share a definition; where this one has to require less, the schema is inlined.
        let map = if self.requires_dropped(target, context) {
            self.schema(
                target,
                TranslationContext { is_inlined: true, is_part_of_nullable: false, ..context },
            )
        } else {
            self.reference_to(target, context)
        };
        // A definition of answers loses formats and write-only properties, which a condition would turn around.
        let weak = context.is_output() && context.is_condition && self.scope.is_none();
        BuiltSchema { map, weak, ..BuiltSchema::default() }
    }

    /// Translates a reference in Swagger 2.0, OpenAPI 3.0 and JSON Schema up to Draft 07: annotations and
    /// `nullable` beside `$ref` are kept, as authors intend them; other keywords are ignored, as those
    /// specifications require (OpenAPI 3.0, "Reference Object"; Draft 07 core, section 8.3).
    fn reference_alone(
        &mut self,
        node: Node<'s>,
        target: BuiltSchema,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
    ) -> Map {
        let mut built = target;
        self.annotations(keywords, &super::types::DeclaredTypes::default(), context, &mut built);
        for (key, value) in node.entries() {
            let honoured = key.starts_with("x-")
                || matches!(
                    key,
                    "$ref"
                        | "title"
                        | "description"
                        | "default"
                        | "example"
                        | "examples"
                        | "deprecated"
                        | "nullable"
                        | "readOnly"
                        | "writeOnly"
                        | "externalDocs"
                        | "xml"
                        | "summary"
                        | "$schema"
                        | "$id"
                        | "id"
                        | "$anchor"
                        | "$comment"
                        | "$defs"
                        | "definitions"
                );
            // `type` beside a reference usually repeats the target's, so it is not reported.
            if key == "required" && value.as_bool().is_some() {
                self.report_misplaced_required(value, context);
            } else if !honoured && key != "type" {
                let message = format!(
                    "`{key}` beside `$ref` has no meaning in {}; it is dropped",
                    context.dialect.name()
                );
                self.sink.report(Code::ReferenceSibling, value.place(), message);
            }
        }
        // Draft 07 validators ignore everything beside `$ref`, and only annotations may be lost.
        built.map.shift_remove("writeOnly");
        if self.is_nullable(keywords) {
            self.report_null(keywords.nullable.or(keywords.x_nullable));
            built = accept_null(built);
        }
        built.finish()
    }

    /// Translates a reference in OpenAPI 3.1 and JSON Schema from 2019-09 on: all keywords beside `$ref`
    /// apply (2020-12 core, section 8.2.3.1). Draft 07 validators ignore them, so assertions move into an
    /// `allOf`.
    fn reference_beside(
        &mut self,
        node: Node<'s>,
        target: BuiltSchema,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
    ) -> Map {
        let BuiltSchema { map: reference, weak, .. } = target;
        let mut rest = self.assertions_and_annotations(node, keywords, context);
        let mut outside = Map::new();
        for keyword in ANNOTATIONS {
            if let Some(value) = rest.shift_remove(keyword) {
                outside.insert(keyword, value);
            }
        }
        rest.shift_remove("writeOnly");
        // They see what the parts of an `allOf` evaluate, and not what is beside it in a part of its own.
        let unevaluated = ["unevaluatedProperties", "unevaluatedItems"]
            .map(|keyword| rest.shift_remove(keyword).map(|value| (keyword, value)));
        if unevaluated.iter().any(Option::is_some) {
            let parts = [reference, rest].into_iter().filter(|part| !part.is_empty()).map(Value::Object);
            outside.insert("allOf", Value::Array(parts.collect()));
            outside.extend(unevaluated.into_iter().flatten());
        } else if reference.is_empty() {
            outside.append(&mut rest);
        } else if rest.is_empty() {
            let mut map = reference;
            map.append(&mut outside);
            outside = map;
        } else {
            outside.insert(
                "allOf".to_owned(),
                Value::Array(vec![Value::Object(reference), Value::Object(rest)]),
            );
        }
        let mut built = BuiltSchema { map: outside, weak, ..BuiltSchema::default() };
        if keywords.says_nullable() {
            built = accept_null(built);
        }
        built.finish()
    }
}
