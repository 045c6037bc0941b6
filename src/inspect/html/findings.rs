//! The diagnostics of the conversion: those of a tool are written with it, the others in a section of their own.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::diagnostic::{Code, Finding, Severity, SourceLine};

use super::text::{HtmlText, counted};

/// Maximum number of findings listed per kind. `--report` has all.
const LISTED: usize = 500;

/// Severities, the most severe first.
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// The findings of a page, by kind and by tool.
pub(super) struct FindingIndex<'f, 'd> {
    /// More severe kinds first, otherwise in the order in which each kind was first raised.
    kinds: Vec<FindingKind<'f, 'd>>,
    of_tools: HashMap<usize, ToolFindings<'f, 'd>>,
}

/// The findings with one code and severity.
struct FindingKind<'f, 'd> {
    severity: Severity,
    code: Code,
    /// Number of findings that tools have.
    on_tools: usize,
    /// Number of tools that have some.
    tools: usize,
    /// Number of findings that no tool has.
    elsewhere: usize,
    /// Those of them that are listed.
    others: Vec<&'f Finding<'d>>,
}

/// The findings of a tool.
#[derive(Default)]
pub(super) struct ToolFindings<'f, 'd> {
    /// Number of findings of each of [`SEVERITIES`].
    counts: [usize; SEVERITIES.len()],
    /// Codes, each once.
    codes: Vec<Code>,
    listed: Vec<&'f Finding<'d>>,
}

impl<'f, 'd> FindingIndex<'f, 'd> {
    /// Sorts findings in one walk over them. Of each kind, the first [`LISTED`] are listed.
    pub(super) fn of(findings: &'f [Finding<'d>]) -> Self {
        let (mut kinds, mut numbers) = (Vec::new(), HashMap::new());
        let mut of_tools: HashMap<usize, ToolFindings<'f, 'd>> = HashMap::new();
        for finding in findings {
            let (severity, code) = (finding.diagnostic.severity, finding.diagnostic.code);
            let number = *numbers.entry((severity, code)).or_insert_with(|| {
                kinds.push(FindingKind::new(severity, code));
                kinds.len() - 1
            });
            let Some(kind) = kinds.get_mut(number) else { continue };
            let is_listed = kind.places() < LISTED;
            match finding.tool {
                Some(tool) => {
                    kind.on_tools += 1;
                    kind.tools += usize::from(of_tools.entry(tool).or_default().add(finding, is_listed));
                }
                None => {
                    kind.elsewhere += 1;
                    kind.others.extend(is_listed.then_some(finding));
                }
            }
        }
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.severity));
        Self { kinds, of_tools }
    }

    /// Returns the findings of a tool, if it has any.
    pub(super) fn of_tool(&self, position: usize) -> Option<&ToolFindings<'f, 'd>> {
        self.of_tools.get(&position)
    }

    /// Writes the options of a filter by findings, if any tool has some.
    pub(super) fn write_filter(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.of_tools.is_empty() {
            return Ok(());
        }
        out.write_all(b"<label>Findings <select id=\"found\">\n<option value=\"\">all tools</option>\n")?;
        writeln!(out, "<option value=\"any\">any ({})</option>", self.of_tools.len())?;
        for (number, severity) in SEVERITIES.iter().enumerate() {
            let tools = self.of_tools.values().filter(|found| found.counts[number] > 0).count();
            if tools > 0 {
                writeln!(out, "<option value=\"{0}\">{0}s ({tools})</option>", severity.as_str())?;
            }
        }
        for kind in self.kinds.iter().filter(|kind| kind.tools > 0) {
            let (code, name) = (kind.code, kind.code.name());
            writeln!(out, "<option value=\"{code}\">{code} {name} ({})</option>", kind.tools)?;
        }
        out.write_all(b"</select></label>\n")
    }

    /// Writes the section: every kind with its meaning, and the findings that no tool has.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"<section id=\"findings\" aria-labelledby=\"findings-head\">\n")?;
        out.write_all(b"<h2 id=\"findings-head\">Diagnostics of the conversion</h2>\n")?;
        if self.kinds.is_empty() {
            out.write_all(b"<p class=\"quiet\">None: everything was converted.</p>\n")?;
        }
        self.kinds.iter().try_for_each(|kind| kind.write(out))?;
        out.write_all(b"</section>\n")
    }
}

impl FindingKind<'_, '_> {
    fn new(severity: Severity, code: Code) -> Self {
        Self { severity, code, on_tools: 0, tools: 0, elsewhere: 0, others: Vec::new() }
    }

    fn places(&self) -> usize {
        self.on_tools + self.elsewhere
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (code, word) = (self.code, self.severity.as_str());
        let open = if self.severity == Severity::Error { " open" } else { "" };
        write!(
            out,
            "<details class=\"kind {word}\" id=\"{word}-{code}\"{open}>\n<summary><span class=\"head\">"
        )?;
        write!(
            out,
            "<span class=\"badge {word}\">{word}</span><span class=\"name\">{code} {}</span>",
            code.name()
        )?;
        writeln!(out, "<span class=\"cost\">{}</span></span>", counted(self.places() as u64, "place"))?;
        writeln!(
            out,
            "<span class=\"brief\">{}</span></summary>\n<div class=\"body\">",
            HtmlText(code.summary())
        )?;
        if self.tools > 0 {
            let (places, tools) =
                (counted(self.on_tools as u64, "place"), counted(self.tools as u64, "tool"));
            writeln!(out, "<p>{places} in <a href=\"#found={code}\">{tools}</a>.</p>")?;
        }
        help(out, Some(self.code.help()))?;
        if !self.others.is_empty() {
            out.write_all(b"\n<ol>\n")?;
            for finding in &self.others {
                out.write_all(b"<li>")?;
                one(out, finding)?;
                help(out, finding.diagnostic.help.as_deref())?;
                out.write_all(b"</li>\n")?;
            }
            out.write_all(b"</ol>")?;
        }
        out.write_all(b"\n")?;
        if self.places() > LISTED {
            let more = counted((self.places() - LISTED) as u64, "more place");
            writeln!(out, "<p class=\"quiet\">And {more}, which <code>--report</code> lists.</p>")?;
        }
        out.write_all(b"</div>\n</details>\n")
    }
}

impl<'f, 'd> ToolFindings<'f, 'd> {
    /// Adds a finding. Returns true if it is the first one of its kind.
    fn add(&mut self, finding: &'f Finding<'d>, is_listed: bool) -> bool {
        let Finding { diagnostic, .. } = finding;
        for (count, severity) in self.counts.iter_mut().zip(SEVERITIES) {
            *count += usize::from(severity == diagnostic.severity);
        }
        if is_listed {
            self.listed.push(finding);
        }
        let is_new = !self.codes.contains(&diagnostic.code);
        if is_new {
            self.codes.push(diagnostic.code);
        }
        is_new
    }

    /// Returns the words by which the filter finds the tool: `any`, severities and codes.
    pub(super) fn words(&self) -> String {
        let counted = SEVERITIES.iter().zip(self.counts).filter(|(_, count)| *count > 0);
        let severities = counted.map(|(severity, _)| severity.as_str().to_owned());
        let words = std::iter::once("any".to_owned()).chain(severities);
        words.chain(self.codes.iter().map(ToString::to_string)).collect::<Vec<_>>().join(" ")
    }

    /// Writes the number of findings of each severity.
    pub(super) fn write_badges(&self, out: &mut dyn Write) -> io::Result<()> {
        for (severity, count) in SEVERITIES.iter().zip(self.counts).filter(|(_, count)| *count > 0) {
            let word = severity.as_str();
            write!(out, "<span class=\"badge {word}\">{}</span>", counted(count as u64, word))?;
        }
        Ok(())
    }

    /// Writes the list of the findings. The script adds the general help of a code from the section of its kind.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"<ul class=\"found\" aria-label=\"Findings\">\n")?;
        for finding in &self.listed {
            let Finding { diagnostic, .. } = finding;
            let (word, code) = (diagnostic.severity.as_str(), diagnostic.code);
            write!(out, "<li><a href=\"#{word}-{code}\">{word} {code} {}</a>", code.name())?;
            one(out, finding)?;
            help(out, diagnostic.help.as_deref())?;
            out.write_all(b"</li>\n")?;
        }
        let all: usize = self.counts.iter().sum();
        if all > self.listed.len() {
            let more = counted((all - self.listed.len()) as u64, "more finding");
            writeln!(out, "<li class=\"quiet\">and {more}, which <code>--report</code> lists</li>")?;
        }
        out.write_all(b"</ul>\n")
    }
}

/// Writes a finding without its help.
fn one(out: &mut dyn Write, finding: &Finding<'_>) -> io::Result<()> {
    write!(out, "<p>{}</p>", HtmlText(&finding.diagnostic.message))?;
    if let Some(file) = &finding.file {
        write!(out, "<p class=\"place\"><code>{}", HtmlText(file))?;
        for number in [finding.line, finding.column].into_iter().flatten() {
            write!(out, ":{number}")?;
        }
        out.write_all(b"</code>")?;
        if let Some(pointer) = finding.pointer.as_deref().filter(|pointer| !pointer.is_empty()) {
            write!(out, " <code class=\"quiet\">{}</code>", HtmlText(pointer))?;
        }
        out.write_all(b"</p>")?;
    }
    if let Some(SourceLine { before, label, after }) = &finding.source {
        write!(out, "<pre class=\"source\" tabindex=\"0\">")?;
        if let Some(line) = finding.line {
            write!(out, "<span class=\"line\">{line}</span>")?;
        }
        // Indentation would move the line off a small screen.
        write!(
            out,
            "{}<mark>{}</mark>{}</pre>",
            HtmlText(before.trim_start()),
            HtmlText(label),
            HtmlText(after)
        )?;
    }
    Ok(())
}

fn help(out: &mut dyn Write, help: Option<&str>) -> io::Result<()> {
    help.map_or(Ok(()), |help| write!(out, "<p class=\"help\">{}</p>", HtmlText(help)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    fn section(findings: &[Finding<'_>]) -> String {
        let mut out = Vec::new();
        FindingIndex::of(findings).write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Returns the text of a tool: the words for the filter, badges and list.
    fn tool(findings: &[Finding<'_>], position: usize) -> String {
        let index = FindingIndex::of(findings);
        let Some(found) = index.of_tool(position) else { return String::new() };
        let mut out = format!("{}\n", found.words()).into_bytes();
        found.write_badges(&mut out).unwrap();
        found.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn errors_come_first_and_hostile_text_is_text() {
        let all = [
            Diagnostic::new(Code::NoDescription, "<script>alert(1)</script>"),
            Diagnostic::new(Code::NoDescription, "again"),
            Diagnostic::new(Code::Syntax, "x").in_text("<img src=x>", Some(3), Some(4)),
        ];
        let line =
            SourceLine { before: "<b>".to_owned(), label: "</mark>".to_owned(), after: "&".to_owned() };
        let mut findings = crate::diagnostic::findings(&all, &crate::diagnostic::Nowhere);
        findings[2].source = Some(line);
        let text = section(&findings);
        assert!(text.find("kind error").unwrap() < text.find("kind warning").unwrap(), "{text}");
        assert!(text.contains("2 places"), "{text}");
        for finding in &mut findings {
            finding.tool = Some(4);
        }
        for text in [text, tool(&findings, 4)] {
            for hostile in ["<script", "<img", "<b>", "</mark></mark>"] {
                assert!(!text.contains(hostile), "{text}");
            }
            assert!(text.contains("&lt;b&gt;<mark>&lt;/mark&gt;</mark>&amp;</pre>"), "{text}");
        }
    }

    #[test]
    fn a_tool_has_its_findings_and_the_section_the_others() {
        let all = [
            Diagnostic::new(Code::NoDescription, "first"),
            Diagnostic::new(Code::NoDescription, "second"),
            Diagnostic::new(Code::Syntax, "third"),
            Diagnostic::new(Code::NoDescription, "fourth"),
        ];
        let mut findings = crate::diagnostic::findings(&all, &crate::diagnostic::Nowhere);
        for (finding, tool) in findings.iter_mut().zip([Some(1), Some(1), Some(1), None]) {
            finding.tool = tool;
        }
        let (text, code) = (tool(&findings, 1), Code::NoDescription);
        assert!(text.starts_with(&format!("any error warning {code} {}\n", Code::Syntax)), "{text}");
        assert!(text.contains("\">1 error</span>") && text.contains("\">2 warnings</span>"), "{text}");
        assert!(text.contains("first") && text.contains("second") && !text.contains("fourth"), "{text}");
        assert!(!text.contains(code.help()), "{text}");
        assert_eq!(tool(&findings, 0), "");
        let text = section(&findings);
        assert!(text.contains("3 places") && text.contains("fourth") && !text.contains("first"), "{text}");
        assert!(text.contains(&format!("2 places in <a href=\"#found={code}\">1 tool</a>")), "{text}");
        assert!(text.contains(&format!("id=\"warning-{code}\"")), "{text}");
        assert_eq!(text.matches(code.help()).count(), 1, "{text}");
    }

    #[test]
    fn of_very_many_only_some_are_listed() {
        let all: Vec<Diagnostic> =
            (0..LISTED + 3).map(|number| Diagnostic::new(Code::NoDescription, number.to_string())).collect();
        let mut findings = crate::diagnostic::findings(&all, &crate::diagnostic::Nowhere);
        let places = format!("{} places", LISTED + 3);
        let text = section(&findings);
        assert!(text.contains("3 more places") && text.contains(&places), "{text}");
        for finding in &mut findings {
            finding.tool = Some(0);
        }
        assert!(section(&findings).contains("3 more places"));
        let text = tool(&findings, 0);
        assert!(text.contains("503 warnings") && text.contains("3 more findings"), "{text}");
        assert_eq!(text.matches("<li><a ").count(), LISTED);
    }
}
