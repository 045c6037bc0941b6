//! Logic applicators: `allOf`, `anyOf`, `oneOf`, `not`, and their discriminators.

use foldhash::HashSet;

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::json::{Map, Value};
use crate::schema::DISCRIMINATOR;
use crate::schema::subschemas::applicator_row;
use crate::source::Node;

use super::discriminator::property_of;
use super::keywords::{SchemaKeywords, is_built_upon, is_describing, is_keyword};
use super::nullable::has_several_nulls;
use super::{BuiltSchema, SourceDialect, TranslationContext, Translator};

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
                is_part_of_nullable: keywords.nullable_part(node).is_some(),
                ..context.all_of_part(node, all.len() > 1 || is_built_upon(node))
            };
            for branch in all {
                let schema = self.schema(branch, context);
                built.add_part(schema);
            }
        }
        let any = self.branches(keywords.any_of, built);
        let one = self.branches(keywords.one_of, built);
        let selectors = self.discriminator(keywords, any.as_deref().or(one.as_deref()), context);
        if any.is_none() && one.is_none() {
            self.subtypes(node, keywords, context, built);
        }
        let one_of_selectors = match (&any, &one) {
            (Some(_), Some(one)) => self.discriminator(keywords, Some(one), context),
            _ => selectors.clone(),
        };
        let single = match (&any, &one) {
            (Some(branches), None) | (None, Some(branches)) => Some(branches.clone()),
            _ => None,
        };
        if let Some(any) = any {
            let inner = context.in_place(node, keywords.any_of);
            let schemas = self.union(&any, &selectors, inner);
            if !(context.is_output() && say_nothing(&schemas)) {
                built.set("anyOf", schemas);
            }
        }
        if let Some(one) = one {
            let inner = context.in_place(node, keywords.one_of);
            let schemas = self.union(&one, &one_of_selectors, inner);
            // In outputs, dropped keywords could make two branches of `oneOf` match the same value, and
            // clients would reject every result. `anyOf` accepts more, so the schema is marked for `not` and
            // `if` around it.
            let is_wider = if context.is_output() {
                !self.keeps_one_of(keywords, context.dialect, &one)
            } else {
                keywords.one_of.is_some_and(|union| self.overlaps(union, &one))
            };
            let keyword = if is_wider { "anyOf" } else { "oneOf" };
            built.weak |= is_wider && schemas.len() > 1;
            if context.is_output() && say_nothing(&schemas) {
                built.weak = true;
            } else if is_wider && built.has("anyOf") {
                built.add_part(Map::from_iter([("anyOf".to_owned(), Value::Array(schemas))]));
            } else {
                built.set(keyword, schemas);
            }
        }
        if !built.has(DISCRIMINATOR) {
            self.keep_discriminator(keywords, single.as_deref(), context.dialect, built);
        }
        if let Some(not) = keywords.not {
            let schema = self.schema(not, context.condition(node));
            built.set("not", schema);
        }
        self.condition(node, keywords, context, built);
    }

    /// Returns whether the `oneOf` of an output stays beside a kept discriminator, in a format where each tool has schemas of
    /// its own: the property tells its branches apart, or they lose nothing on which that could depend.
    fn keeps_one_of(
        &self,
        keywords: &SchemaKeywords<'s>,
        dialect: SourceDialect,
        branches: &[Node<'s>],
    ) -> bool {
        let property = keywords.discriminator.and_then(property_of);
        let is_lost = |node: Node<'s>| {
            let is_format = node.key() == "format" && node.as_str().is_some();
            is_format && !self.keep_output_formats || node.key() == "multipleOf" && !node.is_object()
        };
        self.keeps_discriminators
            && self.scope.is_some()
            && keywords.any_of.is_none()
            && property.is_some_and(|property| {
                self.are_told_apart(branches, property, dialect)
                    || !branches.iter().any(|&branch| self.reaches(branch, &is_lost))
            })
    }

    /// Returns whether branches of a `oneOf` of inputs accept the same values, so that it would refuse them; reports why.
    fn overlaps(&self, union: Node<'s>, branches: &[Node<'s>]) -> bool {
        let nothing = Sink::new();
        let follow = |&branch: &Node<'s>| self.sources.follow(branch, &nothing).unwrap_or(branch);
        let targets: Vec<Node<'s>> = branches.iter().map(follow).collect();
        let several_nulls = has_several_nulls(branches, &targets);
        if several_nulls {
            self.report_null(Some(union));
        }
        let by_format = differ_by_format(&targets);
        if by_format {
            let message = "`oneOf` is written as `anyOf`: only `format` tells its branches apart, which not all clients assert";
            // Who sends a value that one branch accepts notices no difference.
            self.sink.push(Diagnostic::new(Code::Weakened, message).at(union.place()).note());
        }
        several_nulls || by_format
    }

    /// Translates the branches of a union, each in this context.
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
                let schema = self.schema(branch, context);
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

/// Returns whether all branches of a union have lost their keywords, as formats leave outputs.
fn say_nothing(branches: &[Value]) -> bool {
    branches.iter().all(|branch| branch.as_object().is_some_and(Map::is_empty))
}

/// Returns whether two branches have the same keywords but for annotations and `format`, which is an annotation too for many
/// validators (JSON Schema 2020-12 validation, section 7.2.1). References are followed already.
fn differ_by_format(branches: &[Node<'_>]) -> bool {
    let mut forms = HashSet::default();
    branches.iter().any(|branch| branch.get("format").is_some())
        && branches.iter().filter_map(|branch| form_without_format(*branch)).any(|form| !forms.insert(form))
}

/// Returns the keywords of a schema without subschemas, sorted, but for annotations, `format` and members that no dialect has,
/// which are dropped.
fn form_without_format(schema: Node<'_>) -> Option<Vec<String>> {
    let mut form = Vec::new();
    let constrains = |key: &str| key != "format" && is_keyword(key) && !is_describing(key);
    for (key, value) in schema.entries().filter(|(key, _)| constrains(key)) {
        if applicator_row(key).is_some() {
            return None;
        }
        form.push(format!("{key}: {}", value.to_value()));
    }
    form.sort();
    Some(form)
}
