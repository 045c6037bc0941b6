//! Names every tool (the naming rules in docs/mapping.md).

mod collision;
mod copied;
mod draft;
mod fastapi_ids;
mod locked;
#[cfg(test)]
mod tests;

use foldhash::{HashMap, HashSet};

use crate::credential;
use crate::diagnostic::{Code, Diagnostic, Sink, TextDigest, brief};
use crate::lock::Lock;
use crate::model::{Catalog, NameSource, Tool, ToolName};
use crate::options::Options;
use crate::parallel::{each, map};

use collision::{SHORTEST_LIMIT, SettledName};
use draft::NameDraft;
use fastapi_ids::cut_generated_ids;
use locked::LockedNames;

/// Names every tool. Names depend on the set of tools and never on their order. A tool whose explicit name is illegal
/// or taken is left out, with an error.
pub fn name_tools(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    let max = options.name_max.max(SHORTEST_LIMIT);
    each(&mut catalog.tools, sink, mask_name);
    cut_generated_ids(&mut catalog.tools);
    let nothing = Lock::default();
    let locked = LockedNames::new(&catalog.tools, options.lock.as_ref().unwrap_or(&nothing), max);
    let owners = owners(&catalog.tools, &locked, max);

    let repeated = copied::repeated_names(&catalog.tools);
    let drafts: Vec<Option<NameDraft>> =
        map(catalog.tools.iter().enumerate().collect(), |(index, tool): (usize, &Tool)| {
            if locked.name(index).is_some() { None } else { draft(tool, &repeated) }
        });
    let mut taken: HashSet<String> = owners.keys().map(|name| name.to_ascii_lowercase()).collect();
    taken.extend(locked.reserved());
    let copied = copied::legal_names(&catalog.tools, &repeated, taken.clone(), max);
    taken.extend(copied.values().map(|name| name.as_str().to_ascii_lowercase()));
    let sharing = ToolsByBase::new(&catalog.tools, &drafts);
    let mut settled = collision::resolve(&drafts, taken, max).into_iter();

    let names: Vec<Option<ToolName>> = catalog
        .tools
        .iter()
        .enumerate()
        .zip(&drafts)
        .map(|((index, tool), draft)| match (&tool.name_source, draft) {
            _ if locked.name(index).is_some() => locked.keep(index, tool, max, sink),
            (NameSource::Explicit(name), _) => explicit(name, index, &owners, &catalog.tools, max, sink),
            (NameSource::Copied(name), _) if ToolName::new(name, max).is_some() => {
                explicit(name, index, &owners, &catalog.tools, max, sink)
            }
            (NameSource::Verbatim(name), _) => verbatim(name, index, &owners, &catalog.tools, max, sink),
            (NameSource::Copied(name) | NameSource::Words(name), None) => {
                changed(tool, name, copied.get(&index), max, sink)
            }
            (_, Some(draft)) => generated(tool, draft, &settled.next()?, &sharing, max, sink),
            (_, None) => None,
        })
        .collect();
    for (tool, name) in catalog.tools.iter_mut().zip(names) {
        tool.name = name;
    }
    catalog.tools.retain(|tool| tool.name.is_some());
    if let Some(lock) = &options.lock {
        locked::report(lock, catalog, max, sink);
    }
}

/// Drafts the name of an operation, or of a tool whose name another tool has as well.
fn draft<'t>(tool: &'t Tool, repeated: &HashSet<&str>) -> Option<NameDraft<'t>> {
    match &tool.name_source {
        NameSource::Words(name) if repeated.contains(name.as_str()) => Some(NameDraft::repeated(tool, name)),
        _ => NameDraft::new(tool),
    }
}

/// Masks credentials in the name that the source gives a tool. A masked name is not copied; a new one is made from its
/// words.
fn mask_name(tool: &mut Tool, sink: &Sink) {
    if let NameSource::Operation { operation_id, path, .. } = &mut tool.name_source {
        // The pass that removes credentials reports both with the HTTP call.
        for text in operation_id.iter_mut().chain([path]).filter(|text| credential::contains(text)) {
            let mut own = text.to_string();
            credential::mask(&mut own);
            *text = own.into();
        }
    } else if let Some(name) = tool.name_source.given().filter(|name| credential::contains(name)) {
        let (held, mut words) = (TextDigest::credential(name), name.to_owned());
        credential::mask(&mut words);
        let message = format!("removed a credential from the name `{words}`");
        let diagnostic = Diagnostic::new(Code::SecretRemoved, message).at(tool.place);
        sink.push(diagnostic.below(["name"]).digest(held));
        tool.name_source = NameSource::Words(words);
    }
}

/// Returns the tool that owns each legal explicit name. Of several tools, the first by path and method owns it, so that
/// the order of the document does not matter.
fn owners<'t>(tools: &'t [Tool], locked: &LockedNames<'t>, max: usize) -> HashMap<&'t str, usize> {
    let rank = |index: usize| {
        let call = tools.get(index).and_then(|tool| tool.call.as_ref());
        call.map(|call| (&*call.path, call.method.as_str()))
    };
    let mut owners: HashMap<&str, usize> = HashMap::default();
    owners.extend((0..tools.len()).filter_map(|index| Some((locked.name(index)?, index))));
    for (index, tool) in tools.iter().enumerate() {
        let name = match &tool.name_source {
            NameSource::Explicit(name) | NameSource::Copied(name) => {
                Some(name).filter(|name| ToolName::new(name, max).is_some())
            }
            NameSource::Verbatim(name) => Some(name),
            NameSource::Operation { .. } | NameSource::Words(_) => None,
        };
        if let Some(name) = name {
            let owner = owners.entry(name).or_insert(index);
            if locked.name(*owner).is_none() && rank(index) < rank(*owner) {
                *owner = index;
            }
        }
    }
    owners
}

/// Returns an explicit name unchanged; reports an error if it is illegal or another tool owns it.
fn explicit(
    name: &str,
    index: usize,
    owners: &HashMap<&str, usize>,
    tools: &[Tool],
    max: usize,
    sink: &Sink,
) -> Option<ToolName> {
    let tool = tools.get(index)?;
    match owners.get(name).and_then(|&owner| Some((owner, tools.get(owner)?))) {
        Some((owner, _)) if owner == index => return ToolName::new(name, max),
        Some((_, other)) => {
            let message = format!("the name `{name}` is already given to {other}; the tool is left out");
            report(Code::NameIllegal, message, tool, sink);
        }
        None => {
            let message = format!(
                "the name `{name}` is not allowed: it must begin with a letter, hold only letters, digits, \
                 `_` and `-`, and have at most {max} characters; the tool is left out"
            );
            report(Code::NameIllegal, message, tool, sink);
        }
    }
    None
}

/// Reports a diagnostic at the name that the source gives a tool, or at the tool if the source gives none.
fn report(code: Code, message: String, tool: &Tool, sink: &Sink) {
    sink.push(at_name(code, message, tool));
}

fn at_name(code: Code, message: String, tool: &Tool) -> Diagnostic {
    let diagnostic = Diagnostic::new(code, message).at(tool.place);
    match &tool.name_source {
        NameSource::Operation { operation_id: Some(_), .. } => diagnostic.below(["operationId"]),
        NameSource::Copied(name) | NameSource::Verbatim(name) | NameSource::Words(name) => {
            diagnostic.below(["name"]).digest(TextDigest::text(name))
        }
        // An explicit name can come from an extension or from the caller.
        NameSource::Operation { .. } | NameSource::Explicit(_) => diagnostic,
    }
}

/// Returns a name as its source has it, with a warning if clients refuse it; reports an error if another tool has it.
fn verbatim(
    name: &str,
    index: usize,
    owners: &HashMap<&str, usize>,
    tools: &[Tool],
    max: usize,
    sink: &Sink,
) -> Option<ToolName> {
    let tool = tools.get(index)?;
    if owners.get(name) != Some(&index) {
        let message = format!("the name `{name}` is already given to another tool; the tool is left out");
        report(Code::NameIllegal, message, tool, sink);
        return None;
    }
    if ToolName::new(name, max).is_none() {
        let why = why_refused(name, max);
        let message = format!("{why}, so that some clients refuse it; it is kept as it is");
        report(Code::NameVerbatim, message, tool, sink);
    }
    Some(ToolName::verbatim(name))
}

/// Returns the new name for a name that could not be copied, and reports the change; reports an error if another tool
/// has the same name.
fn changed(tool: &Tool, name: &str, settled: Option<&ToolName>, max: usize, sink: &Sink) -> Option<ToolName> {
    match settled {
        None => {
            let message = format!("the name `{name}` is already given to another tool; the tool is left out");
            report(Code::NameIllegal, message, tool, sink);
        }
        Some(settled) if settled.as_str() != name && is_respelled(tool, name, settled) => {
            let message = format!("the name `{name}` is written in snake_case: `{settled}`");
            report(Code::NameRespelled, message, tool, sink);
        }
        Some(settled) if settled.as_str() != name => {
            let why = why_refused(name, max);
            let message = format!("{why}, so that some clients refuse it; the tool is named `{settled}`");
            report(Code::NameChanged, message, tool, sink);
        }
        Some(_) => {}
    }
    settled.cloned()
}

/// Says what is wrong with a name that some clients refuse.
fn why_refused(name: &str, max: usize) -> String {
    let illegal = name.chars().find(|other| !other.is_ascii_alphanumeric() && !matches!(other, '_' | '-'));
    let what = match illegal {
        Some(illegal) => format!("has the character `{}`", illegal.escape_debug()),
        None if name.len() > max => format!("is longer than {max} characters"),
        None => "does not begin with a letter".to_owned(),
    };
    format!("the name `{}` {what}", brief(name))
}

/// The tools whose drafted names are equal.
struct ToolsByBase<'t>(HashMap<&'t str, Vec<&'t Tool>>);

impl<'t> ToolsByBase<'t> {
    fn new(tools: &'t [Tool], drafts: &'t [Option<NameDraft<'t>>]) -> Self {
        let mut by_base: HashMap<&str, Vec<&Tool>> = HashMap::default();
        for (tool, draft) in tools.iter().zip(drafts) {
            if let Some(draft) = draft {
                by_base.entry(&draft.base).or_default().push(tool);
            }
        }
        Self(by_base)
    }

    /// Says which tools would have a name: `GET /a and POST /a would both`.
    fn named(&self, tool: &Tool, base: &str) -> String {
        let all = self.0.get(base).map(Vec::as_slice).unwrap_or_default();
        let others: Vec<&&Tool> = all.iter().filter(|other| other.place != tool.place).collect();
        match others.as_slice() {
            [] => format!("{tool} and another tool would both"),
            [other] if other.to_string() == tool.to_string() => {
                format!("{tool} and another of that name would both")
            }
            [other] => format!("{tool} and {other} would both"),
            [other, rest @ ..] => format!("{tool}, {other} and {} more would all", rest.len()),
        }
    }
}

/// Returns true if a name differs from the source's name only in the case of letters and in separators.
fn is_respelled(tool: &Tool, name: &str, settled: &ToolName) -> bool {
    let letters = |name: &str| name.to_ascii_lowercase().replace(['_', '-'], "");
    matches!(tool.name_source, NameSource::Words(_)) && letters(name) == letters(settled.as_str())
}

/// Returns a generated name, and reports how it differs from the operationId.
fn generated(
    tool: &Tool,
    draft: &NameDraft,
    settled: &SettledName,
    sharing: &ToolsByBase<'_>,
    max: usize,
    sink: &Sink,
) -> Option<ToolName> {
    let name = &settled.name;
    let id = draft.id;
    let report = |code: Code, message: String| report(code, message, tool, sink);
    for &code in &draft.codes {
        let message = match code {
            Code::NameFromPath => format!("without an operationId the tool is named `{name}`"),
            Code::NameUnreadable => {
                format!(
                    "no readable ASCII word is left of the operationId `{id}`; the tool is named `{name}`"
                )
            }
            Code::NamePrefixed => {
                format!("the operationId `{id}` does not begin with a letter; the tool is named `{name}`")
            }
            _ => format!(
                "the operationId `{id}` has characters that a tool name cannot have; the tool is named `{name}`"
            ),
        };
        report(code, message);
    }
    if settled.collided {
        let who = sharing.named(tool, &draft.base);
        let message = format!("{who} be named `{}`; this one is named `{name}`", draft.base);
        let collision = at_name(Code::NameCollision, message, tool);
        sink.push(match tool.name_source {
            NameSource::Words(_) => collision.help("Give each definition a name of its own."),
            _ => collision,
        });
    }
    if let Some(full) = &settled.shortened {
        report(
            Code::NameShortened,
            format!("`{full}` is longer than {max} characters; the tool is named `{name}`"),
        );
    }
    let legal = ToolName::new(name, max);
    if legal.is_none() {
        report(Code::NameIllegal, format!("no legal name could be made; `{name}` is not legal"));
    }
    legal
}
