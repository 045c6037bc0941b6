//! `anthropic`: tools of Anthropic's Messages API.

use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape, is_dotted_word, is_word};
use super::target_names::NameRule;
use crate::client_limits::TOOL_NAME_CHARACTERS;

pub(super) const NAMES: NameRule =
    NameRule { first: is_word, other: is_word, min: 1, max: TOOL_NAME_CHARACTERS };

/// Property names at the root: `^[a-zA-Z0-9_.-]{1,64}$`.
pub(super) const ARGUMENT_NAMES: NameRule =
    NameRule { first: is_dotted_word, other: is_dotted_word, min: 1, max: 64 };

pub(super) const LOOSE: SchemaForm =
    SchemaForm { rules: None, last_step: LastStep::Nothing, is_strict: false, key: "input_schema" };

pub(super) const PROFILE: TargetProfile = TargetProfile {
    tool_names: NAMES,
    argument_names: Some(ARGUMENT_NAMES),
    shape: ToolShape::Plain,
    forms: &[LOOSE],
    most_tools: None,
    long_description: None,
};
