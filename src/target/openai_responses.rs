//! `openai-responses`: functions of `OpenAI`'s Responses API. `strict` is always written, since the API tries strict mode where
//! it is absent.

use super::openai::{LOOSE, NAMES};
use super::profile::{TargetProfile, ToolShape};
use crate::client_limits::{DESCRIPTION_CHARACTERS, TOOL_COUNTS};

pub(super) static PROFILE: TargetProfile = TargetProfile {
    tool_names: NAMES,
    argument_names: None,
    shape: ToolShape::FlatFunction,
    forms: &[LOOSE],
    most_tools: Some(TOOL_COUNTS[2]),
    long_description: Some(DESCRIPTION_CHARACTERS[0]),
};
