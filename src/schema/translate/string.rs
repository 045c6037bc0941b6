//! String keywords: length, `pattern`, content.

use crate::diagnostic::Code;
use crate::model::SchemaDialect;
use crate::source::Node;

use super::super::portable_pattern::{LONGEST_PATTERN, PatternVerdict, judge};
use super::data::length;
use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator};

impl<'s> Translator<'s> {
    /// Translates `minLength`, `maxLength`, `pattern` and the content keywords (JSON Schema 2020-12
    /// validation, sections 6.3 and 8).
    pub(super) fn strings(
        &self,
        keywords: &SchemaKeywords<'s>,
        context: TranslationContext<'s>,
        built: &mut BuiltSchema,
    ) {
        self.length("minLength", keywords.min_length, built);
        self.length("maxLength", keywords.max_length, built);
        if let Some(node) = keywords.pattern {
            self.pattern(node, context, built);
        }
        let content_keywords = [
            ("contentEncoding", keywords.content_encoding),
            ("contentMediaType", keywords.content_media_type),
        ];
        for (keyword, node) in content_keywords {
            match node.map(|node| (node, node.as_str())) {
                // JSON has no binary strings: bytes are written as base64 text.
                Some((_, Some("binary"))) if keyword == "contentEncoding" => built.set(keyword, "base64"),
                Some((_, Some(text))) => built.set(keyword, text),
                Some((node, None)) => {
                    let message = format!("`{keyword}` is not a string; it is dropped");
                    self.sink.report(Code::KeywordRepaired, node.place(), message);
                }
                None => {}
            }
        }
        if let Some(node) = keywords.content_schema.filter(|_| self.target != SchemaDialect::Draft202012) {
            self.drop_keyword(node, "is newer than Draft 07");
        }
    }

    /// Translates a keyword whose value is a non-negative integer.
    pub(super) fn length(&self, keyword: &str, node: Option<Node<'s>>, built: &mut BuiltSchema) {
        let Some(node) = node else { return };
        match length(node) {
            Some(value) => {
                if node.as_number() != Some(value.to_string().as_str()) {
                    let message = format!("`{keyword}` is written as {}", node.to_value());
                    self.sink.report(
                        Code::KeywordRepaired,
                        node.place(),
                        format!("{message}; it is read as {value}"),
                    );
                }
                built.set(keyword, value);
            }
            None => {
                built.weak = true;
                let found =
                    node.scalar_text().map_or_else(|| node.kind().to_string(), |text| format!("`{text}`"));
                let message = format!("`{keyword}` is {found}, which is not a length; it is dropped");
                self.sink.report(Code::KeywordRepaired, node.place(), message);
            }
        }
    }

    fn pattern(&self, node: Node<'s>, context: TranslationContext<'s>, built: &mut BuiltSchema) {
        let Some(pattern) = node.as_str() else {
            built.weak = true;
            self.sink.report(Code::KeywordRepaired, node.place(), "`pattern` is not a string; it is dropped");
            return;
        };
        match self.verdict_at(node, pattern) {
            PatternVerdict::Sound => built.set("pattern", pattern),
            PatternVerdict::Repaired(repaired) => {
                let message =
                    format!("the pattern of `{}`, {pattern}, is written as {repaired}", context.owner);
                self.sink.report(Code::PatternRepaired, node.place(), message);
                built.set("pattern", repaired);
            }
            PatternVerdict::Unsafe(reason) => {
                built.weak = true;
                // A pattern that is too long to be checked is too long for a description.
                let what = if pattern.len() > LONGEST_PATTERN {
                    "it is dropped"
                } else {
                    built.notes.push(format!("Pattern: {pattern}"));
                    "it is moved into the description"
                };
                let message = format!("the pattern of `{}` {reason}; {what}", context.owner);
                self.sink.report(Code::PatternMoved, node.place(), message);
            }
        }
    }

    /// Checks a pattern, with a cache: descriptions repeat a few patterns hundreds of times, and compiling
    /// one is slow.
    fn verdict(&self, pattern: &'s str) -> PatternVerdict {
        self.patterns.borrow_mut().entry(pattern).or_insert_with(|| judge(pattern)).clone()
    }

    /// Checks a pattern of the source. With U+FFFD in place of an unpaired surrogate, it could refuse what the source accepts.
    fn verdict_at(&self, node: Node<'s>, pattern: &'s str) -> PatternVerdict {
        if pattern.contains(char::REPLACEMENT_CHARACTER) && node.document().has_unpaired_surrogates() {
            return PatternVerdict::Unsafe("has an unpaired surrogate, or U+FFFD");
        }
        self.verdict(pattern)
    }

    /// Translates a pattern that is a key of `patternProperties`; `None`, with a diagnostic, if it has to be
    /// dropped.
    pub(super) fn key_pattern(&self, node: Node<'s>) -> Option<String> {
        match self.verdict_at(node, node.key()) {
            PatternVerdict::Sound => Some(node.key().to_owned()),
            PatternVerdict::Repaired(repaired) => Some(repaired),
            PatternVerdict::Unsafe(reason) => {
                let message = format!(
                    "the pattern `{}` {reason}; the properties that match it accept any value",
                    node.key()
                );
                self.sink.report(Code::Weakened, node.place(), message);
                None
            }
        }
    }
}
