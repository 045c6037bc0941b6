//! Contradictory source schemas, which no value satisfies.
//!
//! Reports only certain contradictions, and only those that take no search, since every schema is checked.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::diagnostic::Code;
use crate::source::Node;

use super::keywords::SchemaKeywords;
use super::type_word::is_type;
use super::{TranslationContext, Translator};

impl<'s> Translator<'s> {
    /// Reports a schema of these types that no value satisfies, or only null. Under `not` and `if` that may
    /// be intended.
    pub(super) fn contradictions(
        &self,
        node: Node<'s>,
        keywords: &SchemaKeywords<'s>,
        types: &[&'static str],
        context: TranslationContext<'s>,
    ) {
        if context.is_condition {
            return;
        }
        if types == ["null"] {
            self.report_null_type(keywords);
        } else if let Some(all) = keywords.all_of.filter(|all| all.is_array()) {
            self.report_closed_parts(node, all, context);
        }
    }

    fn report_null_type(&self, keywords: &SchemaKeywords<'s>) {
        for union in [keywords.one_of, keywords.any_of].into_iter().flatten() {
            if union.is_array() && !union.is_empty() && union.items().all(|branch| self.refuses_null(branch))
            {
                let message = format!(
                    "no value satisfies the schema: its type is null, and no branch of `{}` accepts null",
                    union.key()
                );
                self.sink.report(Code::Unsatisfiable, union.place(), message);
            }
        }
        if let Some(properties) = keywords.properties.filter(|properties| !properties.is_empty()) {
            let message = "only null satisfies the schema, though it describes `properties`";
            self.sink.report(Code::Unsatisfiable, properties.place(), message);
        }
    }

    fn refuses_null(&self, branch: Node<'s>) -> bool {
        // `nullable` beside a reference is honoured in every version.
        if is_nullable(branch) {
            return false;
        }
        let Ok(schema) = self.sources.follow(branch, self.sink) else { return false };
        let Some(kind) = schema.get("type") else { return false };
        let words: Vec<Node<'s>> = if kind.is_array() { kind.items().collect() } else { vec![kind] };
        let is_other = |word: &Node<'s>| word.as_str().is_some_and(|word| word != "null" && is_type(word));
        !words.is_empty() && words.iter().all(is_other) && !is_nullable(schema)
    }

    /// Reports a part of `allOf` that allows its own properties only, beside another that requires one more.
    fn report_closed_parts(&self, node: Node<'s>, all: Node<'s>, context: TranslationContext<'s>) {
        let mut parts = vec![node];
        let written = all.items().filter(|part| !is_nullable(*part));
        parts.extend(written.filter_map(|part| self.sources.follow(part, self.sink).ok()));
        if !parts.iter().any(|part| is_closed(*part)) || !parts.iter().any(|part| accepts_only_objects(*part))
        {
            return;
        }
        let hidden = self.dropped_names(context.outermost_all_of.unwrap_or(node), context.direction);
        // Each required name, with the part that requires it if there is only one.
        let mut required: IndexMap<&str, Option<Node<'s>>> = IndexMap::new();
        for part in &parts {
            let names = part.get("required").into_iter().flat_map(Node::items).filter_map(Node::as_str);
            for name in names.filter(|name| !hidden.contains(name)) {
                let by = required.entry(name).or_insert(Some(*part));
                *by = by.filter(|by| by == part);
            }
        }
        for closed in parts.iter().filter(|part| is_closed(**part)) {
            let own: HashSet<&str> =
                closed.get("properties").into_iter().flat_map(Node::entries).map(|(name, _)| name).collect();
            // What the closed part alone requires, and no other describes, is made a property of it.
            let is_elsewhere = |name: &str| {
                let described = |part: &Node<'s>| part.get("properties")?.get(name);
                parts.iter().any(|part| part != closed && described(part).is_some())
            };
            let mut missing = required
                .iter()
                .filter(|(name, by)| !own.contains(**name) && (**by != Some(*closed) || is_elsewhere(name)));
            if let Some((name, _)) = missing.next() {
                let message = format!(
                    "no value satisfies `allOf`: `{name}` is required, and {} allows no property that it does not \
                     describe",
                    match closed.key() {
                        _ if *closed == node => "the schema itself".to_owned(),
                        "" => "another part".to_owned(),
                        key => format!("the part `{key}`"),
                    }
                );
                self.sink.report(Code::Unsatisfiable, all.place(), message);
                return;
            }
        }
    }
}

fn is_nullable(schema: Node<'_>) -> bool {
    ["nullable", "x-nullable"]
        .iter()
        .any(|key| schema.get(key).is_some_and(|flag| flag.as_bool() != Some(false)))
}

fn is_closed(part: Node<'_>) -> bool {
    part.get("additionalProperties").and_then(Node::as_bool) == Some(false)
        && part.get("patternProperties").is_none()
        // `properties` with a `$ref` has its properties in another file.
        && part.get("properties").is_none_or(|properties| properties.is_object() && properties.get("$ref").is_none())
}

/// Returns whether a part accepts objects only.
fn accepts_only_objects(part: Node<'_>) -> bool {
    part.get("type").and_then(Node::as_str) == Some("object") && !is_nullable(part)
}
