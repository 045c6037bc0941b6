//! `moonshot`: functions of Moonshot's API, in its own flavour of JSON Schema.

use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape, is_word};
use super::rules::{
    ConstantForm, EnumForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems,
    MapForm, NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};
use super::target_names::NameRule;
use crate::client_limits::{TOOL_NAME_CHARACTERS, begins_identifier};

pub(super) const PROFILE: TargetProfile = TargetProfile {
    tool_names: NameRule { first: begins_identifier, other: is_word, min: 2, max: TOOL_NAME_CHARACTERS },
    argument_names: Some(NameRule { first: |_| true, other: |_| true, min: 1, max: usize::MAX }),
    shape: ToolShape::Function,
    forms: &[SchemaForm {
        rules: Some(&RULES),
        last_step: LastStep::Nothing,
        is_strict: false,
        key: "parameters",
    }],
    most_tools: None,
    long_description: None,
};

static RULES: TargetRules = TargetRules {
    null: NullForm::Union,
    several_types: SeveralTypes::Union,
    any_value: FreeValue::Keep,
    enums: EnumRules {
        strings: EnumForm::Keep,
        numbers: EnumForm::Keep,
        booleans: EnumForm::Describe,
        mixed: EnumForm::Describe,
    },
    constant: ConstantForm::Enum,
    formats: FormatRule::Only(&[]),
    pattern: PatternRule::Describe,
    exclusive_bounds: ExclusiveBounds::Inclusive,
    least_items: LeastItems::Keep,
    kept: &["title", "minimum", "maximum", "minLength", "maxLength", "maxItems", "default"],
    all_required: false,
    empty_items: false,
    free_object: FreeValue::Keep,
    no_empty_objects: false,
    map: MapForm::Keep,
    further_properties: FurtherProperties::Keep,
    reserved_properties: &["$defs", "$ref", "anyOf", "required", "additionalProperties"],
    unions: UnionForm::Alone,
    references: ReferenceForm::Bare,
    grammar_bounds: false,
};
