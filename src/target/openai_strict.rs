//! `openai-strict`: functions in `OpenAI`'s strict mode ("Structured Outputs", "Supported schemas"). A tool that it cannot say is
//! written with strict mode off.

use super::openai::{LOOSE, NAMES};
use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape};
use super::rules::{
    ConstantForm, EnumForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems,
    MapForm, NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};
use crate::client_limits::{DESCRIPTION_CHARACTERS, TOOL_COUNTS};

pub(super) static PROFILE: TargetProfile = TargetProfile {
    tool_names: NAMES,
    argument_names: None,
    shape: ToolShape::Function,
    forms: &[
        SchemaForm {
            rules: Some(&RULES),
            last_step: LastStep::StrictOpenAi,
            is_strict: true,
            key: "parameters",
        },
        LOOSE,
    ],
    most_tools: Some(TOOL_COUNTS[2]),
    long_description: Some(DESCRIPTION_CHARACTERS[0]),
};

/// The same in the form of the Responses API.
pub(super) static RESPONSES_PROFILE: TargetProfile = TargetProfile {
    tool_names: NAMES,
    argument_names: None,
    shape: ToolShape::FlatFunction,
    forms: PROFILE.forms,
    most_tools: PROFILE.most_tools,
    long_description: PROFILE.long_description,
};

static RULES: TargetRules = TargetRules {
    null: NullForm::TypeList,
    several_types: SeveralTypes::Keep,
    any_value: FreeValue::JsonText,
    enums: EnumRules {
        strings: EnumForm::Keep,
        numbers: EnumForm::Keep,
        booleans: EnumForm::Keep,
        mixed: EnumForm::Keep,
    },
    constant: ConstantForm::Keep,
    formats: FormatRule::Only(&[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    pattern: PatternRule::KeepPlain,
    exclusive_bounds: ExclusiveBounds::Keep,
    least_items: LeastItems::Keep,
    kept: &["title", "minimum", "maximum", "multipleOf", "maxItems"],
    all_required: true,
    empty_items: true,
    free_object: FreeValue::JsonText,
    no_empty_objects: false,
    map: MapForm::Entries,
    further_properties: FurtherProperties::Close,
    reserved_properties: &[],
    unions: UnionForm::Alone,
    references: ReferenceForm::Bare,
    grammar_bounds: false,
};
