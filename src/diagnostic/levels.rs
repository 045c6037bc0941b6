//! Levels of diagnostics: the rules of the caller for codes, families and all warnings, and the allowances of
//! documents.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;

use super::code::Code;
use super::code::Family;
use super::diagnostic::Diagnostic;
use super::place::{DocumentId, NodeId};
use super::severity::Severity;

/// Level that a rule gives to a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The diagnostic is neither shown nor counted.
    Allow,
    /// The diagnostic is a warning.
    Warn,
    /// The diagnostic is an error.
    Deny,
}

/// Selects the diagnostics that a rule applies to. The variants are ordered by precision: the more precise rule wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeSelector {
    /// `warnings`: everything that is a warning by default.
    Warnings,
    /// A family, by its letter or name: `J`, `schema`.
    Family(Family),
    /// One code, by its number or name: `J001`, `schema-weakened`.
    Code(Code),
}

impl CodeSelector {
    fn matches(self, diagnostic: &Diagnostic) -> bool {
        match self {
            Self::Warnings => diagnostic.severity == Severity::Warning,
            Self::Family(family) => diagnostic.code.family() == family,
            Self::Code(code) => diagnostic.code == code,
        }
    }
}

impl FromStr for CodeSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("warnings") {
            return Ok(Self::Warnings);
        }
        if let Some(code) = Code::find(text) {
            return Ok(Self::Code(code));
        }
        let is_family = |family: &Family| {
            family.name().eq_ignore_ascii_case(text) || family.letter().to_string().eq_ignore_ascii_case(text)
        };
        Code::ALL.iter().map(|code| code.family()).find(is_family).map(Self::Family).ok_or_else(|| {
            "expected a code (R001), a name (dangling-reference), a family (R, reference) or `warnings`"
                .to_owned()
        })
    }
}

/// Request of a document to silence diagnostics at one place and below it. Documents are not trusted: such a request
/// never silences the safety family, nor what the caller denies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceAllowance {
    /// Document that makes the request.
    pub document: DocumentId,
    /// Values that the request covers.
    pub nodes: Range<NodeId>,
    /// Diagnostics to silence.
    pub selector: CodeSelector,
}

/// Allowances of documents, by place. A document can have one at each of its values.
struct AllowedPlaces(Vec<AllowedPart>);

/// A range of values with the selectors that are allowed there.
struct AllowedPart {
    document: DocumentId,
    nodes: Range<NodeId>,
    selectors: BTreeSet<CodeSelector>,
    /// Index of the smallest enclosing range.
    around: Option<usize>,
}

impl AllowedPlaces {
    fn of(allowances: &[SourceAllowance]) -> Self {
        let mut sorted: Vec<&SourceAllowance> = allowances.iter().collect();
        sorted.sort_by_key(|one| (one.document, one.nodes.start, Reverse(one.nodes.end)));
        let mut parts: Vec<AllowedPart> = Vec::new();
        for one in sorted {
            if let Some(same) = parts.last_mut()
                && (same.document, &same.nodes) == (one.document, &one.nodes)
            {
                same.selectors.insert(one.selector);
                continue;
            }
            // The nodes below a value follow it directly, so two ranges are either disjoint or nested.
            let mut around = parts.len().checked_sub(1);
            while let Some(part) = around.and_then(|index| parts.get(index)) {
                if part.document == one.document && one.nodes.start < part.nodes.end {
                    break;
                }
                around = part.around;
            }
            parts.push(AllowedPart {
                document: one.document,
                nodes: one.nodes.clone(),
                selectors: BTreeSet::from([one.selector]),
                around,
            });
        }
        Self(parts)
    }

    fn covers(&self, diagnostic: &Diagnostic) -> bool {
        let Some(place) = diagnostic.place.filter(|_| diagnostic.code.family() != Family::Safety) else {
            return false;
        };
        let behind =
            self.0.partition_point(|part| (part.document, part.nodes.start) <= (place.document, place.node));
        let part_at = |index: Option<usize>| self.0.get(index?);
        std::iter::successors(part_at(behind.checked_sub(1)), |part| part_at(part.around)).any(|part| {
            part.document == place.document
                && part.nodes.contains(&place.node)
                && part.selectors.iter().any(|selector| selector.matches(diagnostic))
        })
    }
}

/// Levels that the caller sets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    rules: Vec<(CodeSelector, Level)>,
}

impl Levels {
    /// Creates levels from rules. The most precise matching selector decides; of two equally precise ones, the stricter
    /// level wins.
    pub fn new(rules: impl IntoIterator<Item = (CodeSelector, Level)>) -> Self {
        let mut rules: Vec<(CodeSelector, Level)> = rules.into_iter().collect();
        rules.sort_unstable();
        Self { rules }
    }

    /// Adds the rules of `others` for diagnostics that no rule of these levels matches.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        // The last matching rule decides.
        Self { rules: others.rules.into_iter().chain(self.rules).collect() }
    }

    /// Returns the level of a diagnostic, if a rule matches it.
    pub fn of(&self, diagnostic: &Diagnostic) -> Option<Level> {
        let mut fitting = self.rules.iter().filter(|(selector, _)| selector.matches(diagnostic));
        fitting.next_back().map(|&(_, level)| level)
    }

    /// Sets the severity of each diagnostic, and removes those that the caller or the document allows.
    pub fn apply(&self, diagnostics: &mut Vec<Diagnostic>, allowances: &[SourceAllowance]) {
        if self.rules.is_empty() && allowances.is_empty() {
            return;
        }
        let allowed = AllowedPlaces::of(allowances);
        diagnostics.retain_mut(|diagnostic| {
            let level = self.of(diagnostic);
            let is_allowed = allowed.covers(diagnostic);
            match level {
                Some(Level::Allow) => return false,
                Some(Level::Deny) => diagnostic.severity = Severity::Error,
                _ if is_allowed => return false,
                Some(Level::Warn) => diagnostic.severity = Severity::Warning,
                None => {}
            }
            true
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(rules: &[(&str, Level)]) -> Levels {
        Levels::new(rules.iter().map(|&(selector, level)| (selector.parse().unwrap(), level)))
    }

    fn severity(levels: &Levels, code: Code) -> Option<Severity> {
        let mut diagnostics = vec![Diagnostic::new(code, "")];
        levels.apply(&mut diagnostics, &[]);
        diagnostics.first().map(|diagnostic| diagnostic.severity)
    }

    #[test]
    fn what_is_said_first_counts_whatever_its_precision() {
        let first = levels(&[("reference", Level::Allow)]);
        let both = first.or(levels(&[("R001", Level::Deny), ("C005", Level::Deny)]));
        assert_eq!(severity(&both, Code::DanglingReference), None);
        assert_eq!(severity(&both, Code::LargeSchema), Some(Severity::Error));
    }

    #[test]
    fn selectors_are_codes_names_families_and_warnings() {
        assert_eq!("r001".parse(), Ok(CodeSelector::Code(Code::DanglingReference)));
        assert_eq!("Dangling-Reference".parse(), Ok(CodeSelector::Code(Code::DanglingReference)));
        assert_eq!("R".parse(), Ok(CodeSelector::Family(Family::Reference)));
        assert_eq!("reference".parse(), Ok(CodeSelector::Family(Family::Reference)));
        assert_eq!("warnings".parse(), Ok(CodeSelector::Warnings));
        assert!("R1".parse::<CodeSelector>().is_err());
    }

    #[test]
    fn the_most_precise_selector_decides() {
        let all = levels(&[("warnings", Level::Deny), ("J", Level::Allow), ("J001", Level::Warn)]);
        assert_eq!(severity(&all, Code::Weakened), Some(Severity::Warning));
        assert_eq!(severity(&all, Code::KeywordDropped), None);
        assert_eq!(severity(&all, Code::NoDescription), Some(Severity::Error));
        assert_eq!(severity(&all, Code::HeadersDropped), Some(Severity::Note));
    }

    #[test]
    fn a_document_is_heeded_at_its_places_and_below() {
        let allowed = |document, nodes: Range<u32>, selector: &str| SourceAllowance {
            document: DocumentId(document),
            nodes: NodeId(nodes.start)..NodeId(nodes.end),
            selector: selector.parse().unwrap(),
        };
        let allowances = [
            allowed(0, 5..9, "J001"),
            allowed(0, 2..20, "R"),
            allowed(0, 6..7, "J001"),
            allowed(0, 5..9, "N"),
            allowed(0, 30..31, "J001"),
            allowed(1, 0..4, "J001"),
        ];
        let covered = AllowedPlaces::of(&allowances);
        for document in 0..3 {
            for node in 0..40 {
                for code in [Code::Weakened, Code::DanglingReference, Code::SecretRemoved] {
                    let place = super::super::Place { document: DocumentId(document), node: NodeId(node) };
                    let diagnostic = Diagnostic::new(code, "").at(place);
                    let is_meant = |one: &SourceAllowance| {
                        one.document == place.document
                            && one.nodes.contains(&place.node)
                            && one.selector.matches(&diagnostic)
                    };
                    assert_eq!(
                        covered.covers(&diagnostic),
                        allowances.iter().any(is_meant),
                        "{diagnostic:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_document_silences_neither_safety_nor_what_is_denied() {
        let place = |node| super::super::Place { document: DocumentId(0), node: NodeId(node) };
        let allowances = ["warnings", "X", "R"].map(|selector| SourceAllowance {
            document: DocumentId(0),
            nodes: NodeId(3)..NodeId(7),
            selector: selector.parse().unwrap(),
        });
        let left = |levels: &Levels, code: Code, node: u32| {
            let mut diagnostics = vec![Diagnostic::new(code, "").at(place(node))];
            levels.apply(&mut diagnostics, &allowances);
            diagnostics.len()
        };
        let none = Levels::default();
        assert_eq!(left(&none, Code::Weakened, 3), 0);
        assert_eq!(left(&none, Code::DanglingReference, 6), 0);
        assert_eq!(left(&none, Code::Weakened, 7), 1);
        assert_eq!(left(&none, Code::SecretRemoved, 4), 1);
        assert_eq!(left(&levels(&[("J", Level::Deny)]), Code::Weakened, 3), 1);
    }

    #[test]
    fn of_equals_the_stricter_decides_whatever_the_order() {
        for rules in [[("C", Level::Allow), ("C", Level::Deny)], [("C", Level::Deny), ("C", Level::Allow)]] {
            assert_eq!(severity(&levels(&rules), Code::ManyTools), Some(Severity::Error));
        }
    }
}
