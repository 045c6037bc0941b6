//! Reading several descriptions that become one manifest.

use indexmap::IndexMap;

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink, TextPlace};
use crate::model::Catalog;
use crate::options::Options;
use crate::source::{Input, Sources};

use super::operation_choice::common_rules;
use super::read::read;

/// One of the descriptions that become one manifest.
#[derive(Debug, Clone, Copy)]
pub struct DescriptionPart<'p> {
    /// The description.
    pub input: &'p Input,
    /// Prefix of the names of its tools.
    pub prefix: Option<&'p str>,
    /// Options of this description alone; without them, the options of the whole list apply. Its `rules` apply to its own
    /// tools only, after the rules of the list. Options that concern the list as a whole are ignored here: `max_tools`, names,
    /// limits, and the form of the output.
    pub options: Option<&'p Options>,
}

impl<'p> DescriptionPart<'p> {
    /// Makes a part that is read with the options of the list, and whose tools get no prefix.
    pub fn new(input: &'p Input) -> Self {
        Self { input, prefix: None, options: None }
    }
}

/// Reads each description into a catalogue. The returned options are for the passes: their `rules` are those of the list,
/// followed by those of each description.
///
/// A rule of the list that matches nothing in one description may match in another. It is reported only if it matches in
/// none of them.
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
        let (own, said) = (part_options(part, options), Sink::new());
        let document = sources.load(part.input, &said);
        let document = document.and_then(|document| sources.overlay(document, &own.overlays, &said));
        let catalog = document.and_then(|document| read(sources, document, &own, &said));
        let found = said.take(|diagnostic| diagnostic.code == Code::RuleUnmatched);
        sink.absorb(said);
        unmatched.add(found, common_rules(options, &own), sink);
        let mut catalog = catalog?;
        // Its own rules follow those of the parts before it.
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

/// The options with which a part is read.
fn part_options(part: &DescriptionPart<'_>, all: &Options) -> Options {
    let Some(own) = part.options else { return all.clone() };
    Options { rules: all.rules.iter().chain(&own.rules).cloned().collect(), ..own.clone() }
}

/// Diagnostics about rules that match nothing.
#[derive(Default)]
struct UnmatchedRules {
    /// Diagnostics about rules that several descriptions have in common, each with true if the rule matched in one of them.
    shared: IndexMap<MessageKey, (Diagnostic, bool)>,
}

/// Identifies a rule in diagnostics: the message, and the place in the configuration file.
type MessageKey = (String, Option<TextPlace>);

impl UnmatchedRules {
    /// Adds the diagnostics of one description. `shared` holds one for every rule that it has in common with the others, as if
    /// none of them had matched.
    fn add(&mut self, found: Vec<Diagnostic>, shared: Vec<Diagnostic>, sink: &Sink) {
        let key = |one: &Diagnostic| (one.message.clone(), one.position.clone());
        let mut found: IndexMap<MessageKey, Vec<Diagnostic>> =
            found.into_iter().fold(IndexMap::new(), |mut all, one| {
                all.entry(key(&one)).or_default().push(one);
                all
            });
        for rule in shared {
            let key = key(&rule);
            // The same rule may be written twice, and is then reported twice.
            let said = found.get_mut(&key).and_then(Vec::pop);
            let is_matched = said.is_none();
            match self.shared.get_mut(&key) {
                Some((known, matched)) => {
                    *matched |= is_matched;
                    // Keep the place of the first report.
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
