//! Lowers the tools of a manifest to what one model API takes (docs/targets.md).
//!
//! Each target has a file with its rules as data. MCP clients accept the portable form as it is, so that nothing is lowered for
//! them. Lowering comes after the check, since the bounds of schemas hold for the portable form; each target checks its own limits.

mod agentcore;
mod ambiguity;
mod anthropic;
mod anthropic_strict;
mod bedrock;
mod decode_plan;
mod gemini;
mod gemini_cycles;
mod gemini_parameters;
mod lowering;
mod moonshot;
mod note;
mod obstacle;
mod openai;
mod openai_responses;
mod openai_strict;
mod openapi_spelling;
mod portable_form;
mod profile;
mod report;
mod rules;
mod shape;
mod side_table;
mod strict_budget;
mod strict_limits;
mod strict_unions;
mod target_names;
mod walk;

use crate::diagnostic::{Code, Diagnostic, Fatal, Place, Sink};
use crate::json::{Map, Value};
use crate::model::{LoweredTool, Target};
use crate::options::{NamePrefix, Options, TargetOptions};
use crate::parallel;
use crate::writer::Manifest;

use decode_plan::{ArgumentPlan, DecodePlan};
use note::LoweringNotes;
use obstacle::Obstacle;
use profile::{SchemaForm, TargetProfile};
pub use side_table::{SideTable, SideTableError};

/// The number of tools that are lowered before they are reported, which bounds what is kept for the report.
const BATCH: usize = 256;

/// Writes every tool of a manifest in the form of its target. A tool that cannot be said there is left out. For MCP, nothing is
/// done. The error is for a list that is larger than [`Limits::lowered_bytes`](crate::Limits::lowered_bytes).
pub fn lower(manifest: &mut Manifest, sink: &Sink) -> Result<(), Fatal> {
    let Some(profile) = chosen_profile(&manifest.options) else { return Ok(()) };
    let options = manifest.options.target_options.clone();
    let target = manifest.options.target;
    let tools = manifest.tools.iter().map(|listed| manifest.tool(listed));
    let names: Vec<&str> = tools.map(|tool| tool.name.as_ref().map_or("", |name| name.as_str())).collect();
    let server = manifest.server.as_ref().map(|server| server.name.as_str());
    let prefix = match &options.prefix {
        None => None,
        Some(NamePrefix::Server) => server,
        Some(NamePrefix::Text(text)) => Some(text.as_str()),
    };
    let new_names = target_names::tool_names(&names, prefix, profile.tool_names);
    let strict = strict_budget::choose(manifest, &names, profile, &options, sink);
    let jobs: Vec<LoweringJob<'_>> = new_names
        .iter()
        .enumerate()
        .map(|(position, name)| LoweringJob { position, name, may_be_strict: strict[position] })
        .collect();
    let mut report = report::TargetReport::new(target, profile);
    let mut outcomes: Vec<Option<LoweredTool>> = Vec::with_capacity(jobs.len());
    let mut bytes = 0_u64;
    for batch in jobs.chunks(BATCH) {
        let lowered = parallel::map(batch.iter().collect(), |job: &LoweringJob<'_>| {
            let tool = PortableTool::of(manifest, job.position);
            let lowered = lower_tool(&tool, job.name, profile, job.may_be_strict, &options);
            (job.position, lowered.map(|lowered| lowered.finished(&tool, profile, &options)))
        });
        for (position, outcome) in lowered {
            let tool = manifest.tool(&manifest.tools[position]);
            report.add(tool, &new_names[position], &outcome, prefix.is_some());
            let lowered = outcome.ok().map(|(tool, _)| tool);
            bytes += lowered.as_ref().map_or(0, |tool| (tool.text.len() + tool.map_entry.len()) as u64);
            outcomes.push(lowered);
        }
        let most = manifest.options.limits.lowered_bytes;
        if bytes > most {
            let message = format!("the list for {} has more than {most} bytes", target.as_str());
            let help =
                "Select tools with --include and --exclude, or raise the limit with --limit lowered_bytes=N.";
            return Err(Box::new(Diagnostic::new(Code::TooLarge, message).help(help)));
        }
    }
    report.finish(outcomes.iter().flatten().count(), sink);
    let mut outcomes = outcomes.into_iter();
    manifest.tools.retain_mut(|listed| {
        listed.lowered = outcomes.next().flatten();
        listed.lowered.is_some()
    });
    Ok(())
}

/// Returns what the target is made of, by the options; `None` for MCP, whose form is the portable one.
fn chosen_profile(options: &Options) -> Option<&'static TargetProfile> {
    let of_target = &options.target_options;
    match options.target {
        Target::OpenAi if of_target.grammar => Some(&openai::GRAMMAR_PROFILE),
        Target::OpenAiStrict if of_target.responses => Some(&openai_strict::RESPONSES_PROFILE),
        Target::Bedrock if !of_target.strict_tools.is_empty() => Some(&bedrock::STRICT_PROFILE),
        Target::Mcp => None,
        Target::OpenAi => Some(&openai::PROFILE),
        Target::OpenAiResponses => Some(&openai_responses::PROFILE),
        Target::OpenAiStrict => Some(&openai_strict::PROFILE),
        Target::Anthropic => Some(&anthropic::PROFILE),
        Target::AnthropicStrict => Some(&anthropic_strict::PROFILE),
        Target::Gemini => Some(&gemini::PROFILE),
        Target::GeminiParameters => Some(&gemini_parameters::PROFILE),
        Target::Bedrock => Some(&bedrock::PROFILE),
        Target::AgentCore => Some(&agentcore::PROFILE),
        Target::Moonshot => Some(&moonshot::PROFILE),
    }
}

/// One tool to lower.
struct LoweringJob<'n> {
    position: usize,
    name: &'n str,
    may_be_strict: bool,
}

/// A tool as it is written for MCP clients.
struct PortableTool {
    value: Value,
}

impl PortableTool {
    fn of(manifest: &Manifest, position: usize) -> Self {
        Self { value: manifest.tool_value(position) }
    }

    fn name(&self) -> &str {
        self.value["name"].as_str().unwrap_or_default()
    }

    fn input(&self) -> Map {
        self.value["inputSchema"].as_object().cloned().unwrap_or_default()
    }
}

/// A tool whose schema has the form of the target.
struct LoweredSchemaOfTool {
    name: String,
    schema: Map,
    plan: ArgumentPlan,
    notes: LoweringNotes,
    form: &'static SchemaForm,
    /// Why forms before this one did not do.
    obstacles: Vec<Obstacle>,
}

/// The changes that lowering made to a tool, for the report.
struct LoweringFacts {
    notes: LoweringNotes,
    form: &'static SchemaForm,
    obstacles: Vec<Obstacle>,
    /// The new and the old name of each argument that was renamed.
    renamed: Vec<(String, String)>,
}

/// Lowers one tool: the first form of the target that can say it.
fn lower_tool(
    tool: &PortableTool,
    name: &str,
    profile: &'static TargetProfile,
    may_be_strict: bool,
    options: &TargetOptions,
) -> Result<LoweredSchemaOfTool, Obstacle> {
    let mut obstacles = Vec::new();
    let forms = profile.forms.iter().filter(|form| may_be_strict || !form.is_strict);
    for form in forms {
        match in_form(tool, profile, form, options) {
            Ok((schema, plan, notes)) => {
                return Ok(LoweredSchemaOfTool {
                    name: name.to_owned(),
                    schema,
                    plan,
                    notes,
                    form,
                    obstacles,
                });
            }
            Err(obstacle) => obstacles.push(obstacle),
        }
    }
    Err(obstacles.pop().unwrap_or_else(|| Obstacle::Refused("the target has no form for it".to_owned())))
}

/// Lowers the schema of a tool to one form.
fn in_form(
    tool: &PortableTool,
    profile: &TargetProfile,
    form: &SchemaForm,
    options: &TargetOptions,
) -> Result<(Map, ArgumentPlan, LoweringNotes), Obstacle> {
    let mut input = tool.input();
    let reserved = form.rules.map_or(&[][..], |rules| rules.reserved_properties);
    let renamed = match profile.argument_names {
        Some(rule) => target_names::rename_arguments(&mut input, rule, |name| reserved.contains(&name)),
        None => Vec::new(),
    };
    let (mut schema, mut plan, mut notes) = match form.rules {
        None => {
            (portable_form::without_mcp_keywords(input), ArgumentPlan::default(), LoweringNotes::default())
        }
        Some(rules) => {
            let lowered = lowering::lower(&input, rules, options.sentences)?;
            (lowered.schema, lowered.plan, lowered.notes)
        }
    };
    form.last_step.finish(&mut schema, &mut notes)?;
    for (new, old) in renamed {
        match plan.arguments.properties.iter_mut().find(|(name, _)| *name == new) {
            Some((_, property)) => property.name = Some(old),
            None => {
                let property = DecodePlan { name: Some(old), ..DecodePlan::default() };
                plan.arguments.properties.push((new, property));
            }
        }
    }
    Ok((schema, plan, notes))
}

impl LoweredSchemaOfTool {
    /// Writes the tool and its entry in the side table.
    fn finished(
        self,
        tool: &PortableTool,
        profile: &TargetProfile,
        options: &TargetOptions,
    ) -> (LoweredTool, LoweringFacts) {
        let has_strict = profile.forms.iter().any(|form| form.is_strict);
        let strict = has_strict.then_some(self.form.is_strict);
        let written = shape::write(&self, tool, profile, options);
        let entry = side_table::entry(tool, strict, &self.plan);
        let lowered = LoweredTool {
            name: self.name,
            text: written.into(),
            map_entry: entry.into(),
            is_strict: self.form.is_strict,
        };
        let renamed = |(new, plan): (String, DecodePlan)| plan.name.map(|old| (new, old));
        let renamed = self.plan.arguments.properties.into_iter().filter_map(renamed).collect();
        (lowered, LoweringFacts { notes: self.notes, form: self.form, obstacles: self.obstacles, renamed })
    }
}
