//! `agentcore`: the `inlinePayload` of an Amazon Bedrock `AgentCore` Gateway, whose schemas have five keywords: `type`, `properties`,
//! `required`, `items` and `description`.

use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape, is_word};
use super::rules::{
    ConstantForm, EnumForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems,
    MapForm, NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};
use super::target_names::NameRule;
use crate::client_limits::TOOL_NAME_CHARACTERS;

pub(super) const PROFILE: TargetProfile = TargetProfile {
    tool_names: NameRule { first: is_word, other: is_word, min: 1, max: TOOL_NAME_CHARACTERS },
    argument_names: None,
    shape: ToolShape::Plain,
    forms: &[SchemaForm {
        rules: Some(&RULES),
        last_step: LastStep::Nothing,
        is_strict: false,
        key: "inputSchema",
    }],
    most_tools: None,
    long_description: None,
};

static RULES: TargetRules = TargetRules {
    null: NullForm::Gone,
    several_types: SeveralTypes::JsonText,
    any_value: FreeValue::JsonText,
    enums: EnumRules {
        strings: EnumForm::Describe,
        numbers: EnumForm::Describe,
        booleans: EnumForm::Describe,
        mixed: EnumForm::Describe,
    },
    constant: ConstantForm::Enum,
    formats: FormatRule::Only(&[]),
    pattern: PatternRule::Describe,
    exclusive_bounds: ExclusiveBounds::Describe,
    least_items: LeastItems::Describe,
    kept: &[],
    all_required: false,
    empty_items: true,
    free_object: FreeValue::Keep,
    no_empty_objects: false,
    map: MapForm::Describe,
    further_properties: FurtherProperties::Describe,
    reserved_properties: &[],
    unions: UnionForm::None,
    references: ReferenceForm::InPlace,
    grammar_bounds: false,
};
