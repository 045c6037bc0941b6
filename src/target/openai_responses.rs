//! `openai-responses`: functions of `OpenAI`'s Responses API. `strict` is always written, since the API tries strict mode where
//! it is absent.

use super::openai;
use super::profile::{TargetProfile, ToolShape};

pub(super) const PROFILE: TargetProfile = TargetProfile { shape: ToolShape::FlatFunction, ..openai::PROFILE };
