//! `bedrock`: the `toolConfig` of Amazon Bedrock's Converse.

use super::anthropic::ARGUMENT_NAMES;
use super::anthropic_strict;
use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape, is_word};
use super::target_names::NameRule;
use crate::client_limits::TOOL_NAME_CHARACTERS;

const NAMES: NameRule = NameRule { first: is_word, other: is_word, min: 1, max: TOOL_NAME_CHARACTERS };

const LOOSE: SchemaForm =
    SchemaForm { rules: None, last_step: LastStep::Nothing, is_strict: false, key: "json" };

const STRICT: SchemaForm = SchemaForm {
    rules: Some(&anthropic_strict::RULES),
    last_step: LastStep::Nothing,
    is_strict: true,
    key: "json",
};

pub(super) const PROFILE: TargetProfile = TargetProfile {
    tool_names: NAMES,
    argument_names: Some(ARGUMENT_NAMES),
    shape: ToolShape::ToolSpec,
    forms: &[LOOSE],
    most_tools: None,
    long_description: None,
};

/// `--strict-tools`: Claude models alone take `strict`, with Anthropic's limits.
pub(super) const STRICT_PROFILE: TargetProfile = TargetProfile { forms: &[STRICT, LOOSE], ..PROFILE };
