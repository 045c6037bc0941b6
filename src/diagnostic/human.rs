//! The report for people: a source line with a label, the message and the help. Diagnostics of one kind are folded into
//! one block.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};

use miette::{
    LabeledSpan, MietteError, MietteHandler, MietteHandlerOpts, MietteSpanContents, ReportHandler,
    SourceCode, SourceSpan, SpanContents,
};

use super::code::Code;
use super::diagnostic::Diagnostic;
use super::escape::escape;
use super::excerpt::Excerpt;
use super::location;
use super::location::{Locate, SourceLocation};
use super::secret_spans::{SecretSpans, secrets};
use super::severity::Severity;

/// Number of places of a folded block that are listed after the first.
const NAMED_PLACES: usize = 3;

/// Number of places that are listed after the first for findings that are listed in full: 50 with the first.
const NAMED_IN_FULL: usize = 49;

/// Style and scope of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportStyle {
    /// Uses the colours of terminals.
    pub colours: bool,
    /// Draws boxes, and wraps lines to the width of the terminal; otherwise text is ASCII, each sentence on one line.
    pub boxes: bool,
    /// Shows each finding in a block of its own, instead of one block per kind.
    pub verbose: bool,
    /// Lowest severity that is shown.
    pub least: Severity,
}

/// Writes the diagnostics, in the order in which each kind was first raised.
pub fn write(
    out: &mut dyn Write,
    diagnostics: &[Diagnostic],
    places: &dyn Locate,
    style: ReportStyle,
) -> io::Result<()> {
    let report = HumanReport {
        places,
        style,
        handler: handler(style),
        // Collected from all diagnostics, shown or not: a frame of one may contain the credential of another.
        secrets: secrets(diagnostics, places),
    };
    for group in fold(diagnostics, style) {
        report.write_group(out, &group)?;
    }
    Ok(())
}

fn handler(style: ReportStyle) -> MietteHandler {
    let options = MietteHandlerOpts::new()
        .force_graphical(true)
        .terminal_links(false)
        .context_lines(0)
        .color(style.colours)
        .unicode(style.boxes);
    if style.boxes {
        options.build()
    } else {
        // Piped output is also read by tools, which expect each sentence on one line.
        options.wrap_lines(false).width(usize::from(u16::MAX)).build()
    }
}

/// Number of different messages of one kind that are shown.
const MESSAGES: usize = 5;

/// Findings of one kind, by their messages.
struct FindingGroup<'a> {
    messages: Vec<MessageGroup<'a>>,
}

/// Findings with the same message: the first is shown, the others are counted.
struct MessageGroup<'a> {
    first: &'a Diagnostic,
    more: Vec<&'a Diagnostic>,
}

fn fold(diagnostics: &[Diagnostic], style: ReportStyle) -> Vec<FindingGroup<'_>> {
    let mut groups: Vec<FindingGroup<'_>> = Vec::new();
    // The severity is part of the key: an error must not be folded into a warning of the same code.
    let mut by_kind: HashMap<(Code, Severity), usize> = HashMap::new();
    let mut by_message: HashMap<(Code, Severity, &str), usize> = HashMap::new();
    for diagnostic in diagnostics {
        if diagnostic.severity < style.least {
            continue;
        }
        let alone = MessageGroup { first: diagnostic, more: Vec::new() };
        let kind = (diagnostic.code, diagnostic.severity);
        let Some(group) = by_kind.get(&kind).filter(|_| !style.verbose).and_then(|&at| groups.get_mut(at))
        else {
            by_message.insert((kind.0, kind.1, message_key(diagnostic)), 0);
            by_kind.insert(kind, groups.len());
            groups.push(FindingGroup { messages: vec![alone] });
            continue;
        };
        let at = *by_message.entry((kind.0, kind.1, message_key(diagnostic))).or_insert(group.messages.len());
        match group.messages.get_mut(at) {
            Some(same) => same.more.push(diagnostic),
            None => group.messages.push(alone),
        }
    }
    groups
}

/// Returns the text by which findings of one kind are told apart; empty for a kind that is counted, or listed in full.
fn message_key(diagnostic: &Diagnostic) -> &str {
    let is_one = diagnostic.in_full || diagnostic.code.of_several(1).is_some();
    if is_one { "" } else { &diagnostic.message }
}

/// State that all blocks of one report share.
struct HumanReport<'a> {
    places: &'a dyn Locate,
    style: ReportStyle,
    handler: MietteHandler,
    secrets: SecretSpans,
}

impl HumanReport<'_> {
    /// Writes a block for the first message of a group, and a line for each of the others.
    fn write_group(&self, out: &mut dyn Write, group: &FindingGroup<'_>) -> io::Result<()> {
        let [first, others @ ..] = group.messages.as_slice() else { return Ok(()) };
        let location = location::of(first.first, self.places);
        let mut block = self.block(first.first, location.as_ref());
        let several = Some(first.more.len() + 1).filter(|&count| count > 1);
        if let Some(together) = several.and_then(|count| first.first.code.of_several(count)) {
            block.message = format!("{together}; the first: {}", block.message);
        }
        let rendered = RenderedBlock { handler: &self.handler, block: &block }.to_string();
        // miette pads some lines with spaces, which show only when the text is copied or compared.
        for line in rendered.trim_end().lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        if !first.more.is_empty() {
            writeln!(out, "{}", self.more(first, location.as_ref()))?;
        }
        let shown = MESSAGES - 1;
        for other in others.iter().take(shown) {
            let place = location::of(other.first, self.places);
            let place = place.map_or_else(String::new, |place| format!("{}: ", whereabouts(&place)));
            write!(out, "  {} {place}{}", self.ellipsis(), escape(&other.first.message))?;
            match other.more.len() {
                0 => writeln!(out)?,
                more => writeln!(out, ", and {more} more like this")?,
            }
        }
        let hidden: usize = others.iter().skip(shown).map(|other| 1 + other.more.len()).sum();
        if hidden > 0 {
            let code = first.first.code;
            writeln!(out, "  {} and {hidden} more of {code}; -v shows all", self.ellipsis())?;
        }
        writeln!(out)
    }

    fn ellipsis(&self) -> &'static str {
        if self.style.boxes { "…" } else { "..." }
    }

    fn block(&self, diagnostic: &Diagnostic, location: Option<&SourceLocation<'_>>) -> FindingBlock {
        let excerpt = location.and_then(|location| {
            let secrets = self.secrets.get(&location.file).map_or(&[][..], Vec::as_slice);
            Excerpt::new(location, secrets, self.ellipsis())
        });
        let message = escape(&diagnostic.message);
        FindingBlock {
            head: format!("{}[{}] {}", diagnostic.severity.as_str(), diagnostic.code, diagnostic.code.name()),
            severity: diagnostic.severity,
            message: match location {
                Some(location) if excerpt.is_none() => format!("{}: {message}", whereabouts(location)),
                _ => message.into_owned(),
            },
            help: escape(diagnostic.help.as_deref().unwrap_or_else(|| diagnostic.code.help())).into_owned(),
            label: location
                .and_then(|location| location.pointer.as_deref())
                .filter(|pointer| !pointer.is_empty())
                .map(|pointer| escape(pointer).into_owned()),
            excerpt,
        }
    }

    /// Formats the line for all findings with one message but the first.
    fn more(&self, group: &MessageGroup<'_>, first: Option<&SourceLocation<'_>>) -> String {
        let mut line = format!("  {} and {} more like this", self.ellipsis(), group.more.len());
        let places: Vec<String> = group
            .more
            .iter()
            .take(if group.first.in_full { NAMED_IN_FULL } else { NAMED_PLACES })
            .filter_map(|diagnostic| location::of(diagnostic, self.places))
            .map(|location| short_place(&location, first))
            .collect();
        if !places.is_empty() {
            line.push_str(": ");
            line.push_str(&places.join(", "));
            if group.more.len() > places.len() {
                line.push(' ');
                line.push_str(self.ellipsis());
            }
        }
        line
    }
}

/// Formats a place as compilers do, for findings without a frame: `file:line:column`.
fn whereabouts(location: &SourceLocation<'_>) -> String {
    let mut text = escape(&location.file).into_owned();
    for number in [location.line, location.column].into_iter().flatten() {
        text.push(':');
        text.push_str(&number.to_string());
    }
    if let Some(pointer) = location.pointer.as_deref().filter(|pointer| !pointer.is_empty()) {
        text.push_str(" at ");
        text.push_str(&escape(pointer));
    }
    text
}

/// Formats a place in a list of places: the pointer, preceded by the file if it differs from that of the first place.
fn short_place(location: &SourceLocation<'_>, first: Option<&SourceLocation<'_>>) -> String {
    match location.pointer.as_deref() {
        None => whereabouts(location),
        Some(pointer) if first.is_some_and(|first| first.file == location.file) && !pointer.is_empty() => {
            escape(pointer).into_owned()
        }
        Some(pointer) => format!("{}#{}", escape(&location.file), escape(pointer)),
    }
}

/// One finding in the form that miette renders. All text in it is escaped.
#[derive(Debug)]
struct FindingBlock {
    head: String,
    severity: Severity,
    message: String,
    help: String,
    label: Option<String>,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for FindingBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FindingBlock {}

impl miette::Diagnostic for FindingBlock {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.head))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Note => miette::Severity::Advice,
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.help))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        let label = LabeledSpan::new_with_span(self.label.clone(), excerpt.label());
        Some(Box::new(std::iter::once(label)))
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        _context_lines_before: usize,
        _context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // The column is that of the label: miette prints it in the head of the frame.
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes(),
            SourceSpan::from(0..self.text.len()),
            self.line,
            self.column,
            1,
        )))
    }
}

/// Adapter that renders a block as text, since miette's handlers write only to a formatter.
struct RenderedBlock<'a> {
    handler: &'a MietteHandler,
    block: &'a FindingBlock,
}

impl fmt::Display for RenderedBlock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handler.debug(self.block, f)
    }
}

#[cfg(test)]
mod tests;
