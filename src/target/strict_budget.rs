//! How many tools of one request can be strict (docs/targets.md, "Anthropic's budget").

use glob::MatchOptions;

use super::profile::TargetProfile;
use super::strict_limits::StrictNeeds;
use super::{PortableTool, lower_tool};
use crate::client_limits::strict::{OPTIONAL_PROPERTIES, STRICT_TOOLS, UNION_PROPERTIES};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::Target;
use crate::options::TargetOptions;
use crate::parallel;
use crate::writer::Manifest;

/// Returns for each tool whether it may be strict: in the order of the list, as long as the request has room.
pub(super) fn choose(
    manifest: &Manifest,
    names: &[&str],
    profile: &'static TargetProfile,
    options: &TargetOptions,
    sink: &Sink,
) -> Vec<bool> {
    let is_asked = |name: &str| {
        let exact = MatchOptions::new();
        options.strict_tools.is_empty()
            || options.strict_tools.iter().any(|pattern| pattern.matches_with(name, exact))
    };
    let asked: Vec<bool> = names.iter().map(|name| is_asked(name)).collect();
    if !matches!(manifest.options.target, Target::AnthropicStrict | Target::Bedrock) {
        return asked;
    }
    let positions: Vec<usize> = (0..names.len()).filter(|&position| asked[position]).collect();
    let needs = parallel::map(positions.clone(), |position| {
        let tool = PortableTool::of(manifest, position);
        let lowered = lower_tool(&tool, tool.name(), profile, true, options).ok()?;
        lowered.form.is_strict.then(|| StrictNeeds::of(&lowered.schema))
    });
    let mut chosen = vec![false; names.len()];
    let (mut spent, mut tools) = (StrictNeeds::default(), 0);
    let mut left = 0;
    for (position, needs) in positions.into_iter().zip(needs) {
        let Some(needs) = needs else {
            // Lowering says later why it cannot be strict.
            chosen[position] = true;
            continue;
        };
        let optional = spent.optional + needs.optional;
        let unions = spent.unions + needs.unions;
        if tools < STRICT_TOOLS && optional <= OPTIONAL_PROPERTIES && unions <= UNION_PROPERTIES {
            (spent, tools) = (StrictNeeds { optional, unions }, tools + 1);
            chosen[position] = true;
        } else {
            left += 1;
        }
    }
    if left > 0 {
        let target = manifest.options.target.as_str();
        let message = format!(
            "{target}: {left} tools are not strict, since one request takes {STRICT_TOOLS} strict tools with \
             {OPTIONAL_PROPERTIES} optional properties and {UNION_PROPERTIES} unions in all; {tools} are strict"
        );
        sink.push(Diagnostic::new(Code::TargetBudget, message));
    }
    chosen
}
