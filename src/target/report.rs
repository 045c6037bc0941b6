//! The diagnostics of lowering (docs/diagnostics.md, family W).

use std::collections::BTreeMap;

use super::decode_plan::DecodeForm;
use super::note::NoteKind;
use super::obstacle::Obstacle;
use super::profile::TargetProfile;
use super::{Diagnostic, LoweredTool, LoweringFacts, Place, Sink};
use crate::diagnostic::Code;
use crate::model::{ArgumentName, Target, Tool};

/// Most places that one line names.
const MOST_NAMED: usize = 5;

/// Collects what was done to all tools: one line per tool where something is to be done, and one per keyword.
pub(super) struct TargetReport {
    target: Target,
    profile: &'static TargetProfile,
    said: Vec<Diagnostic>,
    weakened: BTreeMap<(String, bool), Weakening>,
}

/// Where a keyword went.
struct Weakening {
    places: usize,
    tools: usize,
    first: Place,
    last_tool: String,
}

impl TargetReport {
    pub(super) fn new(target: Target, profile: &'static TargetProfile) -> Self {
        Self { target, profile, said: Vec::new(), weakened: BTreeMap::new() }
    }

    /// Adds what was done to a tool.
    pub(super) fn add(
        &mut self,
        tool: &Tool,
        new_name: &str,
        outcome: &Result<(LoweredTool, LoweringFacts), Obstacle>,
        has_prefix: bool,
    ) {
        let target = self.target.as_str();
        let name = tool.name.as_ref().map_or("", |name| name.as_str());
        let lowered = match outcome {
            Ok((_, lowered)) => lowered,
            Err(obstacle) => {
                let message = format!("{target}: the tool `{name}` is left out: {obstacle}");
                return self.say(Code::TargetRefused, tool.place, message);
            }
        };
        for obstacle in &lowered.obstacles {
            let how = match lowered.form.key {
                "parametersJsonSchema" => "written with `parametersJsonSchema`",
                _ => "not strict",
            };
            let message = format!("{target}: the tool `{name}` is {how}: {obstacle}");
            self.say(Code::TargetNotStrict, tool.place, message);
        }
        let is_plain = !has_prefix && new_name != name;
        if is_plain || (has_prefix && !new_name.ends_with(name)) {
            let message = format!("{target}: the tool `{name}` is named `{new_name}`");
            self.say(Code::TargetRenamed, tool.place, message);
        }
        for (new, old) in &lowered.renamed {
            let message = format!("{target}: the argument `{old}` of `{name}` is named `{new}`");
            self.say(Code::TargetRenamed, place_of(tool, old), message);
        }
        let length = tool.description.chars().count();
        if let Some(most) = self.profile.long_description.filter(|most| length > *most) {
            let message = format!(
                "{target}: the description of `{name}` has {length} characters; some endpoints take {most}"
            );
            self.say(Code::TargetLong, tool.place, message);
        }
        self.add_notes(tool, name, lowered);
    }

    /// Adds the notes of a tool: one line per kind.
    fn add_notes(&mut self, tool: &Tool, name: &str, lowered: &LoweringFacts) {
        let target = self.target.as_str();
        let mut by_kind: Vec<(&NoteKind, Place, Vec<String>)> = Vec::new();
        for (path, note) in lowered.notes.iter() {
            let place = path.first().map_or(tool.place, |first| place_of(tool, first));
            if let NoteKind::Weakened { keyword, is_moved } = note {
                self.weaken(keyword, *is_moved, place, name);
                continue;
            }
            let shown = path.join("/");
            match by_kind.iter_mut().find(|(kind, ..)| *kind == note) {
                Some((_, _, paths)) if !paths.contains(&shown) => paths.push(shown),
                Some(_) => {}
                None => by_kind.push((note, place, vec![shown])),
            }
        }
        for (kind, place, paths) in by_kind {
            let places = listed(&paths);
            let (code, what) = match kind {
                NoteKind::Encoded(DecodeForm::Json) => (Code::TargetEncoded, "sent as JSON text"),
                NoteKind::Encoded(DecodeForm::Entries) => (Code::TargetEncoded, "sent as a list of entries"),
                NoteKind::Closed => (Code::TargetClosed, "closed: further properties cannot be sent"),
                NoteKind::NullMeansAbsent => {
                    (Code::TargetNull, "left out where the model sends null, which cannot be sent itself")
                }
                NoteKind::AnnotationMoved => {
                    (Code::TargetAnnotation, "a reference whose text moved to the enclosing description")
                }
                NoteKind::Weakened { .. } => continue,
            };
            self.say(code, place, format!("{target}: in the tool `{name}`, {places}: {what}"));
        }
    }

    fn say(&mut self, code: Code, place: Place, message: String) {
        self.said.push(Diagnostic::new(code, message).at(place));
    }

    fn weaken(&mut self, keyword: &str, is_moved: bool, place: Place, tool: &str) {
        let entry = self.weakened.entry((keyword.to_owned(), is_moved)).or_insert_with(|| Weakening {
            places: 0,
            tools: 0,
            first: place,
            last_tool: String::new(),
        });
        entry.places += 1;
        if entry.last_tool != tool {
            entry.tools += 1;
            tool.clone_into(&mut entry.last_tool);
        }
    }

    /// Reports everything, with what concerns the whole list.
    pub(super) fn finish(self, tools: usize, sink: &Sink) {
        let target = self.target.as_str();
        for diagnostic in self.said {
            sink.push(diagnostic);
        }
        for ((keyword, is_moved), found) in self.weakened {
            let what = if is_moved { "moved to the description" } else { "is left out" };
            let Weakening { places, tools, first, .. } = found;
            let message = format!("{target}: `{keyword}` {what}, {places} times in {tools} tools");
            sink.push(Diagnostic::new(Code::TargetWeakened, message).at(first));
        }
        if let Some(most) = self.profile.most_tools.filter(|most| tools > *most) {
            let message = format!("{target}: the list has {tools} tools, and one request takes {most}");
            sink.push(Diagnostic::new(Code::TargetBudget, message));
        }
    }
}

/// Returns places as a list, of which the first ones are named.
fn listed(paths: &[String]) -> String {
    let named: Vec<String> = paths.iter().take(MOST_NAMED).map(|path| format!("`{path}`")).collect();
    match paths.len().saturating_sub(MOST_NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Returns the place of an argument in the source, or else that of the tool.
fn place_of(tool: &Tool, argument: &str) -> Place {
    let is_it = |name: Option<&str>| name == Some(argument);
    let found = tool.arguments.iter().find(|one| is_it(one.name.as_ref().map(ArgumentName::as_str)));
    found.map_or(tool.place, |argument| argument.place)
}
