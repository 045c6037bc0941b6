//! The section with the diagnostics of the conversion and their source lines.

use std::io::{self, Write};

use crate::diagnostic::{Code, Finding, Severity, SourceLine};

use super::text::{HtmlText, counted};

/// Maximum number of findings listed per kind. `--report` has all.
const LISTED: usize = 500;

/// Writes the section: more severe kinds first, otherwise in the order in which each kind was first raised.
pub(super) fn write(out: &mut dyn Write, findings: &[Finding<'_>]) -> io::Result<()> {
    out.write_all(b"<section id=\"findings\" aria-labelledby=\"findings-head\">\n")?;
    out.write_all(b"<h2 id=\"findings-head\">Diagnostics of the conversion</h2>\n")?;
    if findings.is_empty() {
        out.write_all(b"<p class=\"quiet\">None: everything was converted.</p>\n")?;
    }
    for (_, findings) in kinds(findings) {
        kind(out, &findings)?;
    }
    out.write_all(b"</section>\n")
}

type FindingKind = (Severity, Code);

fn kinds<'f, 'd>(findings: &'f [Finding<'d>]) -> Vec<(FindingKind, Vec<&'f Finding<'d>>)> {
    let mut kinds: Vec<(FindingKind, Vec<&'f Finding<'d>>)> = Vec::new();
    for finding in findings {
        let kind = (finding.diagnostic.severity, finding.diagnostic.code);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, list)) => list.push(finding),
            None => kinds.push((kind, vec![finding])),
        }
    }
    kinds.sort_by_key(|((severity, _), _)| std::cmp::Reverse(*severity));
    kinds
}

fn kind(out: &mut dyn Write, findings: &[&Finding<'_>]) -> io::Result<()> {
    let Some(first) = findings.first() else { return Ok(()) };
    let (code, severity) = (first.diagnostic.code, first.diagnostic.severity);
    let open = if severity == Severity::Error { " open" } else { "" };
    let word = severity.as_str();
    write!(out, "<details class=\"kind {word}\"{open}>\n<summary><span class=\"head\">")?;
    write!(
        out,
        "<span class=\"badge {word}\">{word}</span><span class=\"name\">{code} {}</span>",
        code.name()
    )?;
    writeln!(out, "<span class=\"cost\">{}</span></span>", counted(findings.len() as u64, "place"))?;
    writeln!(
        out,
        "<span class=\"brief\">{}</span></summary>\n<ol class=\"body\">",
        HtmlText(code.summary())
    )?;
    let mut help = "";
    for finding in findings.iter().take(LISTED) {
        // Help that is common to all findings is written once.
        let own = finding.help();
        one(out, finding, Some(own).filter(|own| *own != help))?;
        help = own;
    }
    if findings.len() > LISTED {
        let more = counted((findings.len() - LISTED) as u64, "more place");
        writeln!(out, "<li class=\"quiet\">and {more}, which <code>--report</code> lists</li>")?;
    }
    out.write_all(b"</ol>\n</details>\n")
}

fn one(out: &mut dyn Write, finding: &Finding<'_>, help: Option<&str>) -> io::Result<()> {
    write!(out, "<li><p>{}</p>", HtmlText(&finding.diagnostic.message))?;
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
    if let Some(help) = help {
        write!(out, "<p class=\"help\">{}</p>", HtmlText(help))?;
    }
    out.write_all(b"</li>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

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
        let mut out = Vec::new();
        write(&mut out, &findings).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.find("kind error").unwrap() < text.find("kind warning").unwrap(), "{text}");
        assert!(text.contains("2 places"), "{text}");
        for hostile in ["<script", "<img", "<b>", "</mark></mark>"] {
            assert!(!text.contains(hostile), "{text}");
        }
        assert!(text.contains("&lt;b&gt;<mark>&lt;/mark&gt;</mark>&amp;</pre>"), "{text}");
    }

    #[test]
    fn of_very_many_only_some_are_listed() {
        let all: Vec<Diagnostic> =
            (0..LISTED + 3).map(|number| Diagnostic::new(Code::NoDescription, number.to_string())).collect();
        let mut out = Vec::new();
        write(&mut out, &crate::diagnostic::findings(&all, &crate::diagnostic::Nowhere)).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("and 3 more places"));
    }
}
