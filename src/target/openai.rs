//! `openai`: functions of `OpenAI`'s Chat Completions with strict mode off. Azure `OpenAI`, Mistral, Groq, `DeepSeek`, xAI,
//! Cohere, Ollama, llama.cpp and vLLM take the same form.

use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape, is_word};
use super::rules::{
    ConstantForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems, MapForm,
    NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};
use super::target_names::NameRule;
use crate::client_limits::{DESCRIPTION_CHARACTERS, TOOL_COUNTS, TOOL_NAME_CHARACTERS};

pub(super) const NAMES: NameRule =
    NameRule { first: is_word, other: is_word, min: 1, max: TOOL_NAME_CHARACTERS };

/// The portable form, which the API takes when strict mode is off.
pub(super) const LOOSE: SchemaForm =
    SchemaForm { rules: None, last_step: LastStep::Nothing, is_strict: false, key: "parameters" };

pub(super) const PROFILE: TargetProfile = TargetProfile {
    tool_names: NAMES,
    argument_names: None,
    shape: ToolShape::Function,
    forms: &[LOOSE],
    most_tools: Some(TOOL_COUNTS[2]),
    long_description: Some(DESCRIPTION_CHARACTERS[0]),
};

/// `--grammar`: what the grammars of llama.cpp and llguidance can hold.
pub(super) const GRAMMAR_PROFILE: TargetProfile =
    TargetProfile { forms: &[SchemaForm { rules: Some(&GRAMMAR), ..LOOSE }], ..PROFILE };

static GRAMMAR: TargetRules = TargetRules {
    null: NullForm::Union,
    several_types: SeveralTypes::Union,
    any_value: FreeValue::Keep,
    enums: EnumRules::KEPT,
    constant: ConstantForm::Keep,
    formats: FormatRule::Only(&["date", "time", "date-time", "uuid"]),
    pattern: PatternRule::KeepAnchored,
    exclusive_bounds: ExclusiveBounds::Keep,
    least_items: LeastItems::Keep,
    kept: &["title", "minimum", "maximum", "multipleOf", "minLength", "maxLength", "maxItems", "default"],
    all_required: false,
    empty_items: true,
    free_object: FreeValue::Keep,
    no_empty_objects: false,
    map: MapForm::Keep,
    further_properties: FurtherProperties::Keep,
    reserved_properties: &[],
    unions: UnionForm::Alone,
    references: ReferenceForm::Bare,
    grammar_bounds: true,
};
