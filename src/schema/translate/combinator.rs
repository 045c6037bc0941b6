//! Logic applicators: `allOf`, `anyOf`, `oneOf`, `not`, and their discriminators.

use crate::diagnostic::Code;
use crate::json::{Map, Value};
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator};

impl<'s> Translator<'s> {
    /// Translates the logic applicators and the conditional ones (JSON Schema 2020-12 core, sections 10.2.1
    /// and 10.2.2).
    pub(super) fn combinators(
        &mut self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        if let Some(all) = self.branches(keywords.all_of, built) {
            let context = TranslationContext {
                is_part_of_nullable: self.nullable_part(node, keywords).is_some(),
                ..context.all_of_part(node, all.len() > 1 || is_built_upon(node))
            };
            for branch in all {
                let schema = self.schema(branch, context);
                built.add_part(schema);
            }
        }
        let any = self.branches(keywords.any_of, built);
        let one = self.branches(keywords.one_of, built);
        let selectors = self.discriminator(node, keywords, any.as_deref().or(one.as_deref()), context);
        let one_of_selectors = match (&any, &one) {
            (Some(_), Some(one)) => self.discriminator(node, keywords, Some(one), context),
            _ => selectors.clone(),
        };
        if let Some(any) = any {
            let schemas = self.union(&any, &selectors, context);
            built.set("anyOf", schemas);
        }
        if let Some(one) = one {
            let schemas = self.union(&one, &one_of_selectors, context);
            // In outputs, dropped keywords could make two branches of `oneOf` match the same value, and
            // clients would reject every result. `anyOf` accepts more, so the schema is marked for `not` and
            // `if` around it.
            let several_nulls = !context.is_output() && self.has_several_nulls(&one);
            if several_nulls {
                self.report_null(keywords.one_of);
            }
            let is_wider = context.is_output() || several_nulls;
            let keyword = if is_wider { "anyOf" } else { "oneOf" };
            built.weak |= is_wider && schemas.len() > 1;
            if is_wider && built.has("anyOf") {
                built.add_part(Map::from_iter([("anyOf".to_owned(), Value::Array(schemas))]));
            } else {
                built.set(keyword, schemas);
            }
        }
        if let Some(not) = keywords.not {
            let schema = self.schema(not, context.condition());
            built.set("not", schema);
        }
        self.condition(keywords, context, built);
    }

    fn union(
        &mut self,
        branches: &[Node<'s>],
        selectors: &[Option<Vec<String>>],
        context: TranslationContext<'s>,
    ) -> Vec<Value> {
        let has_selector = selectors.iter().any(Option::is_some);
        branches
            .iter()
            .enumerate()
            .map(|(index, &branch)| {
                if let Some(null) = self.null_branch(branch) {
                    return Value::Object(null);
                }
                let schema = self.schema(branch, context.deeper());
                match selectors.get(index).and_then(Option::as_ref) {
                    Some(selector) if has_selector => {
                        super::discriminator::constrain_branch(schema, selector)
                    }
                    _ => Value::Object(schema),
                }
            })
            .collect()
    }

    /// Returns the branches of an applicator; `None`, with a diagnostic, if there are none.
    fn branches(&self, node: Option<Node<'s>>, built: &mut BuiltSchema) -> Option<Vec<Node<'s>>> {
        let node = node?;
        let branches: Vec<Node<'s>> = if node.is_array() {
            node.items().filter(|branch| !branch.is_null()).collect()
        } else if node.is_object() {
            let message = format!("`{}` is not a list; it is read as a list of one", node.key());
            self.sink.report(Code::KeywordRepaired, node.place(), message);
            vec![node]
        } else {
            Vec::new()
        };
        if branches.is_empty() {
            built.weak = true;
            let message = format!("`{}` has no schemas; it is dropped", node.key());
            self.sink.report(Code::KeywordRepaired, node.place(), message);
            return None;
        }
        Some(branches)
    }
}

/// Returns whether a schema has other keywords than `allOf` and annotations.
pub(super) fn is_built_upon(schema: Node<'_>) -> bool {
    const DESCRIBING: [&str; 11] = [
        "allOf",
        "title",
        "description",
        "default",
        "example",
        "examples",
        "deprecated",
        "nullable",
        "readOnly",
        "writeOnly",
        "externalDocs",
    ];
    schema.entries().any(|(key, _)| !DESCRIBING.contains(&key) && !key.starts_with("x-"))
}
