//! The options of a list for a model API.

use apimint::Options;
use apimint::model::Target;
use apimint::options::{NamePrefix, TargetOptions};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use glob::Pattern;

use super::headings::MODEL_APIS;

/// Options that say for whom a list is written. Fields have the types of `Options`.
#[derive(Debug, Clone, Args)]
pub(crate) struct TargetArguments {
    /// Write the tools for MCP clients, or in the form of a model API
    ///
    /// Beside a list for a model API, FILE.map.json leads from the calls of a model back to the tools. The page on targets says
    /// what each takes.
    #[arg(long, value_name = "TARGET", default_value = "mcp", value_parser = targets(), help_heading = MODEL_APIS)]
    to: Target,

    /// Put the name of the server, or this text, before the names of tools for a model API
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", value_parser = prefix, help_heading = MODEL_APIS, hide_short_help = true)]
    prefix: Option<NamePrefix>,

    /// Put the tools for `openai-responses` into one namespace per tag
    #[arg(long, help_heading = MODEL_APIS, hide_short_help = true)]
    namespace: bool,

    /// Let the model find tools by the tool search of `openai-responses` or `anthropic`
    #[arg(long, help_heading = MODEL_APIS, hide_short_help = true)]
    defer: bool,

    /// Write `openai-strict` in the form of the Responses API
    #[arg(long, help_heading = MODEL_APIS, hide_short_help = true)]
    responses: bool,

    /// Let only tools whose name matches be strict; can be repeated
    ///
    /// For `bedrock`, tools are strict only with this option: Claude models alone take it.
    #[arg(long, value_name = "PATTERN", help_heading = MODEL_APIS, hide_short_help = true)]
    strict_tools: Vec<Pattern>,

    /// Write for `openai` what grammars of constrained decoding can hold, as in llama.cpp and vLLM
    #[arg(long, help_heading = MODEL_APIS, hide_short_help = true)]
    grammar: bool,

    /// Say in descriptions what the API has no keyword for, or do not
    #[arg(long, value_name = "WHETHER", default_value = "keep", action = ArgAction::Set, value_parser = hints(), help_heading = MODEL_APIS, hide_short_help = true)]
    lowered_hints: bool,
}

impl TargetArguments {
    /// Sets the options of a conversion. A field without a line here does not compile.
    pub(super) fn set(self, options: &mut Options) {
        let Self { to, prefix, namespace, defer, responses, strict_tools, grammar, lowered_hints } = self;
        options.target = to;
        options.target_options = TargetOptions {
            prefix,
            namespaces: namespace,
            defer,
            responses,
            strict_tools,
            grammar,
            sentences: lowered_hints,
        };
    }
}

fn targets() -> impl TypedValueParser<Value = Target> {
    let words = Target::ALL.iter().map(|target| target.as_str());
    PossibleValuesParser::new(words).map(|word| Target::from_word(&word).unwrap_or_default())
}

fn hints() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["keep", "none"]).map(|word| word == "keep")
}

/// Parses a prefix: a text, or nothing for the name of the server.
fn prefix(text: &str) -> Result<NamePrefix, String> {
    match text {
        "" => Ok(NamePrefix::Server),
        _ if text.chars().any(|one| one.is_ascii_alphanumeric()) => Ok(NamePrefix::Text(text.to_owned())),
        _ => Err("a prefix needs a letter or digit".to_owned()),
    }
}
