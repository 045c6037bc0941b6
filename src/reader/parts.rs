//! Several descriptions that become one list.

use indexmap::IndexMap;

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink, TextPlace};
use crate::model::Catalog;
use crate::options::Options;
use crate::source::{Input, Sources};

use super::{choice, read};

/// One of several descriptions that become one manifest.
#[derive(Debug, Clone, Copy)]
pub struct DescriptionPart<'p> {
    /// The description.
    pub input: &'p Input,
    /// What stands before the name of each of its tools.
    pub prefix: Option<&'p str>,
    /// How it is read, where that is not as all are. Its `rules` stand behind those of all, and are for its tools only.
    /// What is decided of the list as a whole is not asked of it: `max_tools`, names, limits, and how the list is written.
    pub options: Option<&'p Options>,
}

impl<'p> DescriptionPart<'p> {
    /// A description that is read as all are, and whose tools have their own names.
    pub fn new(input: &'p Input) -> Self {
        Self { input, prefix: None, options: None }
    }
}

/// Reads descriptions into a catalogue each. The options for what follows come with them: they have the rules of all, and
/// behind them those of each.
///
/// A rule of all that matches nothing in one of them may match in another, so that is said only where it matches in none.
pub fn read_parts(
    sources: &Sources,
    parts: &[DescriptionPart<'_>],
    options: &Options,
    sink: &Sink,
) -> Result<(Vec<Catalog>, Options), Fatal> {
    let mut catalogs = Vec::with_capacity(parts.len());
    let mut joined = options.clone();
    let mut unmatched = UnmatchedRules::default();
    for part in parts {
        let (own, said) = (of(part, options), Sink::new());
        let document = sources.load(part.input, &said);
        let document = document.and_then(|document| sources.overlay(document, &own.overlays, &said));
        let catalog = document.and_then(|document| read(sources, document, &own, &said));
        let found = said.take(|diagnostic| diagnostic.code == Code::RuleUnmatched);
        sink.absorb(said);
        unmatched.add(found, choice::shared(options, &own), sink);
        let mut catalog = catalog?;
        // Rules of its own have their places behind those of the parts before it.
        let (all, before) = (options.rules.len(), joined.rules.len());
        for rule in catalog.tools.iter_mut().flat_map(|tool| &mut tool.rules).filter(|rule| **rule >= all) {
            *rule += before - all;
        }
        joined.rules.extend(own.rules.into_iter().skip(all));
        catalogs.push(catalog);
    }
    unmatched.report(sink);
    Ok((catalogs, joined))
}

/// How a part is read.
fn of(part: &DescriptionPart<'_>, all: &Options) -> Options {
    let Some(own) = part.options else { return all.clone() };
    Options { rules: all.rules.iter().chain(&own.rules).cloned().collect(), ..own.clone() }
}

/// What is said of rules that match nothing in a description.
#[derive(Default)]
struct UnmatchedRules {
    /// Of rules that are for several, and whether one of those has something that matches.
    shared: IndexMap<MessageKey, (Diagnostic, bool)>,
}

/// By what the same thing said twice is known: its message, and its place in a configuration.
type MessageKey = (String, Option<TextPlace>);

impl UnmatchedRules {
    /// Adds what is said of one description; `shared` is what could be said of rules that it has with others.
    fn add(&mut self, found: Vec<Diagnostic>, shared: Vec<Diagnostic>, sink: &Sink) {
        let key = |one: &Diagnostic| (one.message.clone(), one.position.clone());
        let mut found: IndexMap<MessageKey, Vec<Diagnostic>> =
            found.into_iter().fold(IndexMap::new(), |mut all, one| {
                all.entry(key(&one)).or_default().push(one);
                all
            });
        for rule in shared {
            let key = key(&rule);
            // One that is said twice is said of two rules.
            let said = found.get_mut(&key).and_then(Vec::pop);
            let is_matched = said.is_none();
            match self.shared.get_mut(&key) {
                Some((known, matched)) => {
                    *matched |= is_matched;
                    // The first that was said has a place.
                    known.place = known.place.or(said.and_then(|said| said.place));
                }
                None => {
                    self.shared.insert(key, (said.unwrap_or(rule), is_matched));
                }
            }
        }
        for own in found.into_values().flatten() {
            sink.push(own);
        }
    }

    fn report(self, sink: &Sink) {
        for (diagnostic, _) in self.shared.into_values().filter(|(_, matched)| !matched) {
            sink.push(diagnostic);
        }
    }
}
