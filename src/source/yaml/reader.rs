//! Reader of YAML parser events, which builds the tree with an explicit stack.

use std::borrow::Cow;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, Span, StructureStyle, Tag};

use crate::diagnostic::Code;
use crate::limits::Limits;

use super::super::builder::copy::DetachedValue;
use super::super::builder::{BuildError, DuplicateKey, TreeBuilder};
use super::super::entry::{NodeData, TextRange};
use super::super::parse_error::{ParseError, TextPoint};
use super::super::scalar::{self, Scalar};
use super::super::tree::Tree;

/// Target of an alias.
pub(super) enum AliasTarget {
    /// A value that is not complete yet.
    Open,
    /// The value that begins at this node.
    Node(usize),
    /// A scalar that occurred as a key, so that it has no node.
    Key(TextRange, NodeData),
    /// A value that was removed from the tree.
    Kept(DetachedValue),
}

/// Result of parsing a YAML text, with the positions of what was left out.
pub(in super::super) struct ParsedYaml {
    pub(in super::super) tree: Tree,
    pub(in super::super) duplicates: Vec<DuplicateKey>,
    /// Positions of keys that are collections.
    pub(in super::super) complex_keys: Vec<TextPoint>,
    /// Position of a second document.
    pub(in super::super) second: Option<TextPoint>,
}

/// End of the first document, and the markers around it (YAML 1.2.2, section 9.1).
pub(super) struct DocumentBounds {
    pub(super) end: TextPoint,
    /// Position of a second document.
    pub(super) second: Option<TextPoint>,
    /// True if the document begins with `---`.
    pub(super) starts: bool,
    /// True if the document ends with `...`.
    pub(super) ends: bool,
}

pub(super) fn point(span: &Span) -> TextPoint {
    TextPoint { line: span.start.line().max(1), column: span.start.col() + 1 }
}

pub(super) enum YamlFault {
    Build(BuildError),
    /// An alias inside the value that its anchor belongs to.
    Recursive,
}

impl YamlFault {
    pub(super) fn at(self, at: TextPoint) -> ParseError {
        match self {
            Self::Build(fault) => ParseError::from_build(fault, at),
            Self::Recursive => ParseError {
                code: Code::AliasExpansion,
                message: "the alias refers to a value that contains it".to_owned(),
                at,
            },
        }
    }
}

impl From<BuildError> for YamlFault {
    fn from(fault: BuildError) -> Self {
        Self::Build(fault)
    }
}

/// An open array or object.
pub(super) struct OpenFrame {
    pub(super) start: usize,
    pub(super) anchor: usize,
    /// Column of all keys of a block mapping, from 0.
    pub(super) column: Option<usize>,
    /// Next item that is expected in an object; `None` for an array.
    pub(super) expect: Option<ExpectedNext>,
    pub(super) merged: Vec<DetachedValue>,
}

/// Next item that is expected in an object.
#[derive(Clone, Copy)]
pub(super) enum ExpectedNext {
    Key,
    /// The end of a key that is a collection, which begins at the mark.
    ComplexKey(ValueMark),
    Value,
    /// The value of a merge key, which begins at the mark.
    Merged(ValueMark),
    /// A value that is left out, which begins at the mark.
    Dropped(ValueMark),
}

/// Beginning of a value that will be removed from the tree.
#[derive(Clone, Copy)]
pub(super) struct ValueMark {
    pub(super) node: usize,
    /// Number of anchors before the value. Anchors are numbered in document order.
    pub(super) anchors: usize,
}

pub(super) struct YamlReader<'t> {
    pub(super) builder: TreeBuilder<'t>,
    pub(super) frames: Vec<OpenFrame>,
    /// Number of innermost frames that have ended. They are closed only when more content follows, because at the end
    /// of a piece of the text all frames end.
    pub(super) ended: usize,
    /// Targets of aliases, by the parser's number of the anchor.
    pub(super) anchors: Vec<Option<AliasTarget>>,
    pub(super) complex_keys: Vec<TextPoint>,
}

impl<'t> YamlReader<'t> {
    pub(super) fn new(builder: TreeBuilder<'t>) -> Self {
        Self { builder, frames: Vec::new(), ended: 0, anchors: Vec::new(), complex_keys: Vec::new() }
    }

    /// Parses the first document of a text. Values that are open at its end stay open.
    pub(super) fn read(&mut self, text: &str, limits: &Limits) -> Result<DocumentBounds, ParseError> {
        // The limit of the builder applies first; that of the parser only has to be higher.
        let nesting = limits.depth.saturating_add(2);
        let options = granit_parser::options! {
            flow_nesting_limit: nesting,
            block_nesting_limit: nesting,
        };
        let mut begun = false;
        let mut bounds = DocumentBounds {
            end: TextPoint { line: 1, column: 1 },
            second: None,
            starts: false,
            ends: false,
        };
        for event in Parser::new_from_str_with_options(text, options) {
            let (event, span) = event.map_err(|error| {
                let marker = error.marker();
                ParseError {
                    code: match error.kind() {
                        ErrorKind::RecursionLimitExceeded => Code::TooDeep,
                        _ => Code::Syntax,
                    },
                    message: error.info(),
                    at: TextPoint { line: marker.line().max(1), column: marker.col() + 1 },
                }
            })?;
            match event {
                Event::DocumentStart(..) if begun => {
                    bounds.second = Some(point(&span));
                    break;
                }
                Event::DocumentStart(marked, _) => {
                    begun = true;
                    bounds.starts = marked;
                }
                Event::DocumentEnd => {
                    bounds.end = point(&span);
                    bounds.ends = span.end.index() > span.start.index();
                }
                Event::StreamStart | Event::StreamEnd => {}
                _ => self.event(event, &span).map_err(|fault| fault.at(point(&span)))?,
            }
        }
        Ok(bounds)
    }

    /// Returns the result, with the position of a second document.
    pub(super) fn finish(self, second: Option<TextPoint>) -> ParsedYaml {
        let (tree, duplicates) = self.builder.finish();
        ParsedYaml { tree, duplicates, complex_keys: self.complex_keys, second }
    }

    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), YamlFault> {
        if matches!(event, Event::SequenceEnd | Event::MappingEnd) {
            self.ended += 1;
            return Ok(());
        }
        self.close_ended()?;
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                if matches!(self.expect(), Some(ExpectedNext::Key)) {
                    self.key(&value, style, anchor, tag.as_deref());
                    return Ok(());
                }
                let start = self.builder.position();
                self.value(&value, style, tag.as_deref())?;
                self.define(anchor, AliasTarget::Node(start));
                self.completed()
            }
            Event::Alias(anchor) => self.alias(anchor, span),
            Event::SequenceStart(_, anchor, _) => self.open(anchor, None, None, span),
            Event::MappingStart(style, anchor, _) => {
                let column = (style == StructureStyle::Block).then_some(span.start.col());
                self.open(anchor, Some(ExpectedNext::Key), column, span)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn expect(&self) -> Option<ExpectedNext> {
        self.frames.last().and_then(|frame| frame.expect)
    }

    pub(super) fn set_expect(&mut self, expect: ExpectedNext) {
        if let Some(frame) = self.frames.last_mut() {
            frame.expect = Some(expect);
        }
    }

    pub(super) fn mark(&self) -> ValueMark {
        ValueMark { node: self.builder.position(), anchors: self.anchors.len() }
    }

    /// Reads a scalar as a key: its spelling, regardless of its type.
    fn key(&mut self, value: &str, style: ScalarStyle, anchor: usize, tag: Option<&Tag>) {
        let text = self.builder.key(value);
        if anchor > 0 {
            let data = match meaning(value, style, tag) {
                Scalar::Null => NodeData::Null,
                Scalar::Boolean(value) => NodeData::Boolean(value),
                Scalar::Number(Cow::Borrowed(_)) => NodeData::Number(text),
                Scalar::Number(Cow::Owned(number)) => NodeData::Number(self.builder.intern(&number)),
                Scalar::String => NodeData::String(text),
            };
            self.define(anchor, AliasTarget::Key(text, data));
        }
        let merges = value == "<<"
            && style == ScalarStyle::Plain
            && tag
                .is_none_or(|tag| tag.suffix_in_namespace("tag:yaml.org,2002:").as_deref() == Some("merge"));
        self.set_expect(if merges { ExpectedNext::Merged(self.mark()) } else { ExpectedNext::Value });
    }

    fn value(&mut self, value: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<(), BuildError> {
        match meaning(value, style, tag) {
            Scalar::Null => self.builder.null(),
            Scalar::Boolean(flag) => self.builder.spelled_boolean(flag, value),
            Scalar::Number(number) => self.builder.number(&number),
            Scalar::String => self.builder.string(value).map(drop),
        }
    }

    fn open(
        &mut self,
        anchor: usize,
        expect: Option<ExpectedNext>,
        column: Option<usize>,
        span: &Span,
    ) -> Result<(), YamlFault> {
        let start = self.builder.position();
        if matches!(self.expect(), Some(ExpectedNext::Key)) {
            self.complex_keys.push(point(span));
            self.set_expect(ExpectedNext::ComplexKey(self.mark()));
        }
        self.define(anchor, AliasTarget::Open);
        if expect.is_some() {
            self.builder.open_object()?;
        } else {
            self.builder.open_array()?;
        }
        self.frames.push(OpenFrame { start, anchor, column, expect, merged: Vec::new() });
        Ok(())
    }

    /// Closes the frames that have ended.
    pub(super) fn close_ended(&mut self) -> Result<(), YamlFault> {
        while let Some(ended) = self.ended.checked_sub(1) {
            self.ended = ended;
            self.close()?;
        }
        Ok(())
    }

    /// Closes the innermost frame.
    pub(super) fn close(&mut self) -> Result<(), YamlFault> {
        if let Some(frame) = self.frames.last_mut()
            && !frame.merged.is_empty()
        {
            let merged = std::mem::take(&mut frame.merged);
            self.builder.merge(&merged)?;
        }
        self.builder.close();
        if let Some(frame) = self.frames.pop() {
            self.define(frame.anchor, AliasTarget::Node(frame.start));
        }
        self.completed()
    }

    /// Processes the end of a value, depending on the context.
    pub(super) fn completed(&mut self) -> Result<(), YamlFault> {
        match self.expect() {
            None | Some(ExpectedNext::Key) => return Ok(()),
            Some(ExpectedNext::ComplexKey(mark)) => {
                self.detach(mark)?;
                self.set_expect(ExpectedNext::Dropped(self.mark()));
                return Ok(());
            }
            Some(ExpectedNext::Value) => {}
            Some(ExpectedNext::Merged(mark)) => {
                // Any other value of this key is an ordinary entry.
                if self.builder.is_mergeable(mark.node) {
                    let value = self.detach(mark)?;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.merged.push(value);
                    }
                }
            }
            Some(ExpectedNext::Dropped(mark)) => {
                self.detach(mark)?;
            }
        }
        self.set_expect(ExpectedNext::Key);
        Ok(())
    }
}

/// Resolves a scalar by its style and tag. A tag outside the core schema (YAML 1.2.2, section 10.3) is ignored.
fn meaning<'a>(value: &'a str, style: ScalarStyle, tag: Option<&Tag>) -> Scalar<'a> {
    let plain = style == ScalarStyle::Plain;
    match tag.map(|tag| (tag.core_suffix(), tag)) {
        Some((Some("str"), _)) => Scalar::String,
        Some((Some("null" | "bool" | "int" | "float"), _)) => scalar::resolve(value),
        // JSON represents `!!binary`, `!!timestamp` and the like as strings; the tag `!` makes a scalar a string (YAML
        // 1.2.2, section 6.9.1).
        Some((None, tag))
            if tag.suffix_in_namespace("tag:yaml.org,2002:").is_some()
                || (tag.handle() == "!" && tag.suffix().is_empty())
                || (tag.handle().is_empty() && tag.suffix() == "!") =>
        {
            Scalar::String
        }
        _ if plain => scalar::resolve(value),
        _ => Scalar::String,
    }
}
