//! Numeric keywords (JSON Schema 2020-12 validation, section 6.2; OpenAPI 3.0's boolean `exclusiveMinimum`
//! and `exclusiveMaximum`).

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::json::Number;
use crate::source::Node;

use super::data::number;
use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator};

impl<'s> Translator<'s> {
    /// Translates `minimum`, `maximum`, their exclusive forms and `multipleOf`.
    pub(super) fn numbers(
        &self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let (lower, upper) = (["minimum", "exclusiveMinimum"], ["maximum", "exclusiveMaximum"]);
        self.bound(lower, keywords.minimum, keywords.exclusive_minimum, context, built);
        self.bound(upper, keywords.maximum, keywords.exclusive_maximum, context, built);
        let Some(node) = keywords.multiple_of else { return };
        match self.number(node) {
            Some(value) if value.as_f64().is_some_and(|value| value > 0.0) => {
                let whole = value.as_f64().is_some_and(|value| value.fract() == 0.0);
                if context.is_output() && !whole {
                    self.weakened(
                        node,
                        "is not a whole number; clients would reject valid results for rounding errors; it is dropped",
                        built,
                    );
                } else {
                    built.set("multipleOf", value);
                }
            }
            _ => self.bad_bound(node, built),
        }
    }

    /// Translates one bound. In OpenAPI 3.0 the exclusive keyword is a boolean that modifies the bound; from
    /// 3.1 on it is a bound of its own. Both forms are read in every version, since documents mix them.
    fn bound(
        &self,
        [inclusive_keyword, exclusive_keyword]: [&str; 2],
        inclusive: Option<Node<'s>>,
        exclusive: Option<Node<'s>>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let mut is_exclusive = false;
        match exclusive {
            Some(node) if node.as_bool().is_some() => is_exclusive = node.as_bool() == Some(true),
            Some(node) => match self.number(node) {
                Some(value) => self.set_bound(exclusive_keyword, value, node, context, built),
                None => self.bad_bound(node, built),
            },
            None => {}
        }
        match inclusive {
            Some(node) => match self.number(node) {
                Some(value) if is_exclusive => {
                    self.set_bound(exclusive_keyword, value, exclusive.unwrap_or(node), context, built);
                }
                Some(value) => self.set_bound(inclusive_keyword, value, node, context, built),
                None => self.bad_bound(node, built),
            },
            None => {
                if let Some(node) = exclusive.filter(|_| is_exclusive) {
                    let message = format!(
                        "`{exclusive_keyword}: true` has no `{inclusive_keyword}` to modify; it is dropped"
                    );
                    self.sink.report(Code::BoundRepaired, node.place(), message);
                }
            }
        }
    }

    /// Sets a bound. An integer at or beyond those of a signed 64-bit integer is dropped: it says nothing, and some engines
    /// that constrain what a model writes fail on it.
    fn set_bound(
        &self,
        keyword: &str,
        value: Number,
        node: Node<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        let spelling = value.as_str();
        let is_integer = spelling.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let is_widest = is_integer
            && spelling.parse::<i64>().map_or(true, |bound| bound.unsigned_abs() >= i64::MAX as u64);
        if !is_widest {
            built.set(keyword, value);
            return;
        }
        built.weak |= context.is_condition;
        let message = format!("`{keyword}` is beyond 64-bit integers, which says nothing; it is dropped");
        let mut diagnostic = Diagnostic::new(Code::BoundRepaired, message).at(node.place());
        diagnostic.severity = Severity::Note;
        self.sink.push(diagnostic);
    }

    /// Returns the number at `node`; one that is written as text is reported.
    fn number(&self, node: Node<'s>) -> Option<Number> {
        let value = number(node)?;
        if let Some(text) = node.as_str() {
            let message = format!("`{}` is the text `{text}`; it is read as a number", node.key());
            self.sink.report(Code::BoundRepaired, node.place(), message);
        }
        Some(value)
    }

    fn bad_bound(&self, node: Node<'s>, built: &mut BuiltSchema) {
        built.weak = true;
        let found = node.scalar_text().map_or_else(|| node.kind().to_string(), |text| format!("`{text}`"));
        let message = format!("`{}` is {found}, which is not a usable number; it is dropped", node.key());
        self.sink.report(Code::BoundRepaired, node.place(), message);
    }
}
