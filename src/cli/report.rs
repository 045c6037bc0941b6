//! What is said on standard error: diagnostics in the form that was asked for, and the closing line.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use spec2mcp::diagnostic::{
    Allowance, Code, Diagnostic, Fatal, Held, Level, Levels, Locate, Location, Place, Severity, TextPlace,
    github, human, json, sarif,
};
use spec2mcp::inspect::tokens;
use spec2mcp::source::{Position, Sources};

use super::arguments::{DiagnosticsArgument, ReportArguments};
use super::output::{Destination, Opened, Text, is_source};

/// What goes to a file, for messages.
const REPORT: &str = "report";

/// How diagnostics are shown in this run, and where else they go.
#[derive(Debug)]
pub(super) struct Reporter {
    form: Form,
    /// The file that gets all of them, and in which form.
    file: Option<(PathBuf, Form)>,
    levels: Levels,
    quiet: bool,
    text: Option<ConfigText>,
    /// Set if the file is one that was read.
    overwrites: OnceLock<()>,
}

/// The text of a configuration, by the name of its file.
#[derive(Debug, Clone)]
pub(super) struct ConfigText {
    pub(super) file: String,
    pub(super) text: String,
}

impl ConfigText {
    /// The same diagnostics, where those that are about something that stands here, and not in a document, say so.
    fn placed<'d>(&self, diagnostics: &'d [Diagnostic], sources: &Sources) -> Cow<'d, [Diagnostic]> {
        let mut known: HashMap<&Held, Option<usize>> = HashMap::new();
        let mut placed = Cow::Borrowed(diagnostics);
        for (index, diagnostic) in diagnostics.iter().enumerate() {
            let Some(held) = &diagnostic.held else { continue };
            let node = diagnostic.exact.or(diagnostic.place).and_then(|place| sources.node(place));
            let is_there = node.is_some_and(|node| {
                [Some(node.key()), node.as_str()].into_iter().flatten().any(|text| held.is_in(text))
            });
            if is_there {
                continue;
            }
            let Some(at) = *known.entry(held).or_insert_with(|| held.find_in(&self.text)) else { continue };
            if let Some(diagnostic) = placed.to_mut().get_mut(index) {
                diagnostic.position = Some(self.place(at));
                (diagnostic.place, diagnostic.exact) = (None, None);
            }
        }
        placed
    }

    /// Where a byte of the text is, as people count.
    pub(super) fn place(&self, at: usize) -> TextPlace {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let before = self.text.get(..at).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        let column = 1 + before.get(line_start..).map_or(0, |line| line.chars().count());
        TextPlace { file: self.file.clone(), line: Some(line), column: Some(column) }
    }
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Human(human::Style),
    Json { least: Severity },
    Github { least: Severity },
    Sarif { least: Severity },
}

impl Form {
    /// The form that the name of a file asks for.
    fn of_file(path: &Path) -> Option<Self> {
        let least = Severity::Note;
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "sarif" => Self::Sarif { least },
            "json" | "jsonl" | "ndjson" => Self::Json { least },
            "txt" | "log" => Self::Human(human::Style { rich: false, verbose: true, least }),
            _ => return None,
        })
    }

    fn write(
        self,
        diagnostics: &[Diagnostic],
        places: Places<'_>,
        config: Option<&ConfigText>,
    ) -> io::Result<Vec<u8>> {
        match places {
            Places::Given(places) => self.write_at(diagnostics, &WithConfig { places, config }),
            // People see a few places, programs all of them.
            Places::Sources(sources) if matches!(self, Self::Human(_)) => {
                self.write_at(diagnostics, &WithConfig { places: &SourcePlaces(sources), config })
            }
            Places::Sources(sources) => self.write_at(diagnostics, &AllPlaces::of(diagnostics, sources)),
        }
    }

    fn write_at(self, diagnostics: &[Diagnostic], places: &dyn Locate) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match self {
            Self::Human(style) => human::write(&mut out, diagnostics, places, style)?,
            Self::Json { least } => json::write(&mut out, diagnostics, places, least)?,
            Self::Github { least } => github::write(&mut out, diagnostics, places, least)?,
            Self::Sarif { least } => sarif::write_run(&mut out, diagnostics, places, least)?,
        }
        Ok(out)
    }

    /// The pieces of all inputs as one text.
    fn join<'r>(self, pieces: impl Iterator<Item = &'r [u8]>) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match self {
            Self::Sarif { .. } => sarif::write_log(&mut out, pieces)?,
            _ => pieces.for_each(|piece| out.extend_from_slice(piece)),
        }
        Ok(out)
    }
}

/// Who knows where the places of diagnostics are.
#[derive(Clone, Copy)]
pub(super) enum Places<'a> {
    /// The documents of one run.
    Sources(&'a Sources),
    /// Somebody else.
    Given(&'a dyn Locate),
}

/// What is to be said about one input: on standard error, and in the file.
#[derive(Debug, Default)]
pub(super) struct Piece {
    shown: Vec<u8>,
    filed: Vec<u8>,
}

impl Reporter {
    /// The form is typed; whether there are colours depends on where standard error goes.
    pub(super) fn new(arguments: &ReportArguments) -> Result<Self, String> {
        let (verbose, quiet) = (arguments.verbose, arguments.quiet);
        let least = |usual| if quiet { Severity::Error } else { usual };
        let file = match &arguments.report {
            None => None,
            Some(path) => {
                let form = Form::of_file(path).ok_or_else(|| {
                    format!("the report {} ends in none of .sarif, .json, .jsonl and .txt", path.display())
                })?;
                Some((path.clone(), form))
            }
        };
        let usual = if verbose { Severity::Note } else { Severity::Warning };
        Ok(Self {
            form: match arguments.diagnostics {
                DiagnosticsArgument::Json => Form::Json { least: least(Severity::Note) },
                DiagnosticsArgument::Github => Form::Github { least: least(usual) },
                DiagnosticsArgument::Sarif => Form::Sarif { least: least(Severity::Note) },
                DiagnosticsArgument::Human => {
                    Form::Human(human::Style { rich: wants_colours(), verbose, least: least(usual) })
                }
            },
            file,
            levels: arguments.levels(),
            quiet,
            text: None,
            overwrites: OnceLock::new(),
        })
    }

    /// Gives each diagnostic the severity that was asked for, and takes away what is allowed.
    pub(super) fn level(&self, diagnostics: &mut Vec<Diagnostic>, allowances: &[Allowance]) {
        self.levels.apply(diagnostics, allowances);
    }

    /// Whether any of these diagnostics, which have not got their severities yet, is to be an error.
    pub(super) fn denies(&self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics.iter().any(|diagnostic| self.levels.of(diagnostic) == Some(Level::Deny))
    }

    /// The file that the report goes to.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// What is to be said about one input, while its documents are at hand. If the report would overwrite one of them, it
    /// will not be published.
    pub(super) fn render(&self, diagnostics: &[Diagnostic], places: Places<'_>) -> io::Result<Piece> {
        if let (Places::Sources(sources), Some(path)) = (places, self.file())
            && is_source(sources, path)
        {
            let _ = self.overwrites.set(());
        }
        let diagnostics = match (places, &self.text) {
            (Places::Sources(sources), Some(text)) => &*text.placed(diagnostics, sources),
            _ => diagnostics,
        };
        Ok(Piece {
            shown: self.form.write(diagnostics, places, self.text.as_ref())?,
            filed: self
                .file
                .as_ref()
                .map_or(Ok(Vec::new()), |(_, form)| form.write(diagnostics, places, self.text.as_ref()))?,
        })
    }

    /// The same reporter, which also heeds what a configuration says of that of which the command line says nothing, and
    /// shows lines of its text.
    pub(super) fn with(self, levels: Levels, text: ConfigText) -> Self {
        Self { levels: self.levels.or(levels), text: Some(text), ..self }
    }

    /// Makes sure, before anything is written, that the file can be.
    pub(super) fn open(&self, make_parent: bool) -> Result<Option<Opened>, Fatal> {
        let destination = self.file().map(|path| Destination::File { path: path.to_owned(), make_parent });
        destination.map(|destination| destination.open(REPORT)).transpose()
    }

    /// Prints what is to be said about all inputs, and writes the file. Nobody is left to hear that standard error is
    /// closed; that the file could not be written is the error.
    pub(super) fn publish<'p>(
        &self,
        file: Option<Opened>,
        pieces: impl Iterator<Item = &'p Piece> + Clone,
    ) -> Result<(), Fatal> {
        let shown = self.form.join(pieces.clone().map(|piece| piece.shown.as_slice()));
        let _ = shown.and_then(|shown| io::stderr().lock().write_all(&shown));
        let (Some((path, form)), Some(file)) = (&self.file, file) else { return Ok(()) };
        if self.overwrites.get().is_some() {
            let message = format!(
                "the report would overwrite {}, which the description refers to; it is not written",
                path.display()
            );
            return Err(Box::new(Diagnostic::new(Code::Unwritable, message)));
        }
        let bytes = form.join(pieces.map(|piece| piece.filed.as_slice())).unwrap_or_default();
        file.write(&Text { name: REPORT, bytes }, u64::MAX).map(drop)
    }

    /// Whether somebody reads along who wants to hear more than errors.
    pub(super) fn is_chatty(&self) -> bool {
        matches!(self.form, Form::Human(_)) && !self.quiet
    }

    /// Whether standard error has lines for people, and not one document for programs.
    pub(super) fn speaks_to_people(&self) -> bool {
        matches!(self.form, Form::Human(_) | Form::Github { .. })
    }

    /// The closing line, if there is something to close.
    pub(super) fn summary(&self, totals: &Totals) -> Option<String> {
        (self.is_chatty() && totals.are_worth_a_line()).then(|| totals.to_string())
    }
}

fn wants_colours() -> bool {
    io::stderr().is_terminal() && allows_colours()
}

/// Whether colours are welcome on a terminal.
pub(super) fn allows_colours() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    !is_set("NO_COLOR") && !is_dumb
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Totals {
    /// Inputs that were given.
    pub(super) inputs: usize,
    /// Inputs that were converted.
    pub(super) converted: usize,
    /// Whether inputs are only looked at.
    pub(super) checks: bool,
    /// Whether a file was written.
    pub(super) files: bool,
    /// Tools in all manifests.
    pub(super) tools: usize,
    /// What the diagnostics say is left out of them.
    pub(super) left_out: usize,
    /// Length of all manifests.
    pub(super) bytes: u64,
    /// Length of what a model reads of them, where that is known.
    pub(super) seen: Option<u64>,
    /// Diagnostics of each severity.
    pub(super) warnings: usize,
    pub(super) errors: usize,
}

impl Totals {
    /// Counts the diagnostics of one input.
    pub(super) fn count(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Note => {}
                Severity::Warning => self.warnings += 1,
                Severity::Error => self.errors += 1,
            }
        }
    }

    /// Adds what another input came to.
    pub(super) fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.converted += other.converted;
        self.checks |= other.checks;
        self.files |= other.files;
        self.tools += other.tools;
        self.left_out += other.left_out;
        self.bytes += other.bytes;
        self.seen = self.seen.map_or(other.seen, |seen| Some(seen + other.seen.unwrap_or(0)));
        self.warnings += other.warnings;
        self.errors += other.errors;
    }

    fn are_worth_a_line(&self) -> bool {
        // After a single error that stopped everything, a count adds nothing.
        let stopped = self.converted == 0 && self.inputs == 1;
        self.files || self.warnings > 0 || (self.errors > 0 && !stopped)
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        if self.inputs > 1 {
            let done = if self.checks { "checked" } else { "converted" };
            parts.push(format!("{} of {} inputs {done}", self.converted, self.inputs));
        }
        if self.converted > 0 {
            parts.push(format!("{} ({})", counted(self.tools, "tool"), length(self.bytes, self.seen)));
            if self.left_out > 0 {
                parts.push(format!("{} left out", self.left_out));
            }
        } else if !self.checks {
            parts.push("nothing written".to_owned());
        }
        for (count, what) in [(self.warnings, "warning"), (self.errors, "error")] {
            if count > 0 {
                parts.push(counted(count, what));
            }
        }
        f.write_str(&parts.join(", "))
    }
}

/// How long a manifest is, for people and for models.
fn length(bytes: u64, seen: Option<u64>) -> String {
    const UNITS: [(u64, &str); 2] = [(1 << 20, "MiB"), (1 << 10, "KiB")];
    let size = match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} bytes"),
    };
    match seen {
        Some(seen) => format!("{size}; a model reads about {} tokens", tokens(seen)),
        None => size,
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// Places resolved one by one, by the documents of one run.
struct SourcePlaces<'a>(&'a Sources);

impl Locate for SourcePlaces<'_> {
    fn locate(&self, place: Place) -> Option<Location<'_>> {
        Some(location(self.0.position(place)?, place, self.0))
    }
}

/// Places, and the text of a configuration.
struct WithConfig<'a> {
    places: &'a dyn Locate,
    config: Option<&'a ConfigText>,
}

impl Locate for WithConfig<'_> {
    fn locate(&self, place: Place) -> Option<Location<'_>> {
        self.places.locate(place)
    }

    fn text(&self, file: &str) -> Option<&str> {
        self.config.filter(|config| config.file == file).map(|config| config.text.as_str())
    }
}

/// Places resolved all at once.
pub(super) struct AllPlaces<'a> {
    sources: &'a Sources,
    positions: HashMap<Place, Position>,
}

impl<'a> AllPlaces<'a> {
    pub(super) fn of(diagnostics: &[Diagnostic], sources: &'a Sources) -> Self {
        let places: Vec<Place> = diagnostics
            .iter()
            .flat_map(|diagnostic| [diagnostic.place, diagnostic.exact])
            .flatten()
            .collect();
        let positions = sources.positions(&places);
        let positions =
            places.into_iter().zip(positions).filter_map(|(place, position)| Some((place, position?)));
        Self { sources, positions: positions.collect() }
    }
}

impl Locate for AllPlaces<'_> {
    fn locate(&self, place: Place) -> Option<Location<'_>> {
        Some(location(self.positions.get(&place)?.clone(), place, self.sources))
    }
}

fn location(position: Position, place: Place, sources: &Sources) -> Location<'_> {
    Location {
        file: position.file,
        pointer: Some(position.pointer),
        line: position.line,
        column: position.column,
        span: position.span,
        text: sources.document(sources.written(place).document).map(spec2mcp::source::Document::text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reporter(diagnostics: DiagnosticsArgument, quiet: bool) -> Reporter {
        let [deny, warn, allow] = [(); 3].map(|()| Vec::new());
        let arguments =
            ReportArguments { diagnostics, report: None, deny, warn, allow, verbose: false, quiet };
        Reporter::new(&arguments).unwrap()
    }

    fn summary(totals: Totals) -> Option<String> {
        reporter(DiagnosticsArgument::Human, false).summary(&totals)
    }

    #[test]
    fn the_name_of_a_report_says_its_form() {
        assert!(matches!(Form::of_file(Path::new("a.SARIF")), Some(Form::Sarif { .. })));
        assert!(matches!(Form::of_file(Path::new("a.jsonl")), Some(Form::Json { .. })));
        assert!(matches!(Form::of_file(Path::new("a.txt")), Some(Form::Human(_))));
        assert!(Form::of_file(Path::new("a.html")).is_none() && Form::of_file(Path::new("a")).is_none());
    }

    #[test]
    fn the_closing_line_counts() {
        let totals = Totals {
            inputs: 1,
            converted: 1,
            tools: 13,
            bytes: 2_100,
            seen: Some(1_200),
            warnings: 2,
            errors: 1,
            ..Totals::default()
        };
        assert_eq!(
            summary(totals).unwrap(),
            "13 tools (2.0 KiB; a model reads about 300 tokens), 2 warnings, 1 error"
        );
        let several = Totals { inputs: 3, converted: 2, left_out: 4, bytes: 800, seen: Some(400), ..totals };
        assert_eq!(
            summary(several).unwrap(),
            "2 of 3 inputs converted, 13 tools (800 bytes; a model reads about 100 tokens), 4 left out, 2 warnings, 1 error"
        );
    }

    #[test]
    fn there_is_no_closing_line_without_a_reason() {
        let clean = Totals { inputs: 1, converted: 1, tools: 1, ..Totals::default() };
        assert_eq!(summary(clean), None);
        assert_eq!(summary(Totals { files: true, ..clean }).unwrap(), "1 tool (0 bytes)");
        let stopped = Totals { inputs: 1, errors: 1, ..Totals::default() };
        assert_eq!(summary(stopped), None);
        let warned = Totals { warnings: 1, ..stopped };
        assert_eq!(summary(warned).unwrap(), "nothing written, 1 warning, 1 error");
    }

    #[test]
    fn quiet_and_programs_get_no_closing_line() {
        let totals = Totals { inputs: 1, converted: 1, files: true, warnings: 1, ..Totals::default() };
        let quiet = reporter(DiagnosticsArgument::Human, true);
        assert_eq!(quiet.summary(&totals), None);
        let json = reporter(DiagnosticsArgument::Json, false);
        assert_eq!(json.summary(&totals), None);
    }
}
