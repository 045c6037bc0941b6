//! YAML text → tree, from parser events with an explicit stack; aliases and merge keys are expanded.

mod alias;
mod pieces;

use std::borrow::Cow;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, Span, StructureStyle, Tag};

use crate::diagnostic::Code;
use crate::limits::Limits;
use crate::parallel;

use super::builder::{BuildError, DetachedValue, DuplicateKey, TreeBuilder};
use super::entry::NodeData;
use super::scalar::{self, Scalar};
use super::tree::Tree;
use super::{ParseError, TextPoint};
use alias::AliasTarget;

/// What a YAML text gave, and what was left out of it.
pub(super) struct ParsedYaml {
    pub(super) tree: Tree,
    pub(super) duplicates: Vec<DuplicateKey>,
    /// Where mappings have a key that is a collection.
    pub(super) complex_keys: Vec<TextPoint>,
    /// Where a second document begins.
    pub(super) second: Option<TextPoint>,
}

/// Reads the first document of a YAML 1.2 stream; `None` if the stream holds none. A long text is read in pieces, on
/// several cores.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<Option<ParsedYaml>, ParseError> {
    match pieces::parse(text, limits, parallel::pieces(text.len())) {
        Some(parsed) => Ok(Some(parsed)),
        None => whole(text, limits),
    }
}

fn whole(text: &str, limits: &Limits) -> Result<Option<ParsedYaml>, ParseError> {
    let mut reader = YamlReader::new(TreeBuilder::new(text, limits));
    let bounds = reader.read(text, limits)?;
    reader.close_ended().map_err(|fault| fault.at(bounds.end))?;
    let parsed = reader.finish(bounds.second);
    Ok((!parsed.tree.entries.is_empty()).then_some(parsed))
}

/// Where the document of a text ends, and how it is marked off.
struct DocumentBounds {
    end: TextPoint,
    /// Where a second document begins.
    second: Option<TextPoint>,
    /// Whether `---` stands before it.
    starts: bool,
    /// Whether `...` stands behind it.
    ends: bool,
}

fn point(span: &Span) -> TextPoint {
    TextPoint { line: span.start.line().max(1), column: span.start.col() + 1 }
}

enum YamlFault {
    Build(BuildError),
    /// An alias inside the value that it stands for.
    Recursive,
}

impl YamlFault {
    fn at(self, at: TextPoint) -> ParseError {
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
struct OpenFrame {
    start: usize,
    anchor: usize,
    /// The column of a block mapping, in which all its keys stand; from 0.
    column: Option<usize>,
    /// `None` in an array.
    expect: Option<ExpectedNext>,
    merged: Vec<DetachedValue>,
}

/// What comes next in an object.
#[derive(Clone, Copy)]
enum ExpectedNext {
    Key,
    /// The end of a key that is a collection and begins here.
    ComplexKey(ValueMark),
    Value,
    /// The value of a merge key, which begins here.
    Merged(ValueMark),
    /// A value that is left out and begins here.
    Dropped(ValueMark),
}

/// Where a value begins that is taken off the tree again.
#[derive(Clone, Copy)]
struct ValueMark {
    node: usize,
    /// How many anchors came before it: they are numbered in document order.
    anchors: usize,
}

struct YamlReader<'t> {
    builder: TreeBuilder<'t>,
    frames: Vec<OpenFrame>,
    /// How many of the innermost frames have come to their end. They are closed when something follows: where a piece of a
    /// text ends, everything does.
    ended: usize,
    /// By the parser's number of the anchor.
    anchors: Vec<Option<AliasTarget>>,
    complex_keys: Vec<TextPoint>,
}

impl<'t> YamlReader<'t> {
    fn new(builder: TreeBuilder<'t>) -> Self {
        Self { builder, frames: Vec::new(), ended: 0, anchors: Vec::new(), complex_keys: Vec::new() }
    }

    /// Reads the first document of a text. What is open where it ends is left open.
    fn read(&mut self, text: &str, limits: &Limits) -> Result<DocumentBounds, ParseError> {
        // The builder's bound comes first; the parser's own only has to lie above it.
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

    /// What was read, and where a second document begins.
    fn finish(self, second: Option<TextPoint>) -> ParsedYaml {
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

    fn expect(&self) -> Option<ExpectedNext> {
        self.frames.last().and_then(|frame| frame.expect)
    }

    fn set_expect(&mut self, expect: ExpectedNext) {
        if let Some(frame) = self.frames.last_mut() {
            frame.expect = Some(expect);
        }
    }

    fn mark(&self) -> ValueMark {
        ValueMark { node: self.builder.position(), anchors: self.anchors.len() }
    }

    /// A scalar as key: whatever it means, its spelling is the key.
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
            Scalar::Boolean(value) => self.builder.boolean(value),
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

    /// Closes what has come to its end.
    fn close_ended(&mut self) -> Result<(), YamlFault> {
        while let Some(ended) = self.ended.checked_sub(1) {
            self.ended = ended;
            self.close()?;
        }
        Ok(())
    }

    /// Closes the innermost frame.
    fn close(&mut self) -> Result<(), YamlFault> {
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

    /// A value came to its end; what that means depends on where it stands.
    fn completed(&mut self) -> Result<(), YamlFault> {
        match self.expect() {
            None | Some(ExpectedNext::Key) => return Ok(()),
            Some(ExpectedNext::ComplexKey(mark)) => {
                self.detach(mark)?;
                self.set_expect(ExpectedNext::Dropped(self.mark()));
                return Ok(());
            }
            Some(ExpectedNext::Value) => {}
            Some(ExpectedNext::Merged(mark)) => {
                // Anything else under this key is an entry like every other.
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

/// What a scalar means by its style and tag. A tag that is not of the core schema (YAML 1.2.2, section
/// 10.3) says nothing to us: the value counts as if it were not there.
fn meaning<'a>(value: &'a str, style: ScalarStyle, tag: Option<&Tag>) -> Scalar<'a> {
    let plain = style == ScalarStyle::Plain;
    match tag.map(|tag| (tag.core_suffix(), tag)) {
        Some((Some("str"), _)) => Scalar::String,
        Some((Some("null" | "bool" | "int" | "float"), _)) => scalar::resolve(value),
        // `!!binary`, `!!timestamp` and the like have no counterpart in JSON but text; the lone `!`
        // says that a scalar is text (YAML 1.2.2, section 6.9.1).
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
