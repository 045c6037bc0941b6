//! `gemini`: functions of the Gemini API with `parametersJsonSchema`.

use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape, is_dotted_word};
use super::rules::{
    ConstantForm, EnumForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems,
    MapForm, NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};
use super::target_names::NameRule;
use crate::client_limits::{
    GEMINI_ARGUMENT_CHARACTERS, TOOL_NAME_CHARACTERS, begins_identifier, is_identifier,
};

/// Function names; the reference allows `:` and 128 characters, but servers answer that 64 is the maximum.
pub(super) const NAMES: NameRule =
    NameRule { first: begins_identifier, other: is_dotted_word, min: 1, max: TOOL_NAME_CHARACTERS };

/// Names of arguments: identifiers.
pub(super) const ARGUMENT_NAMES: NameRule =
    NameRule { first: begins_identifier, other: is_identifier, min: 1, max: GEMINI_ARGUMENT_CHARACTERS };

/// Most functions in one request.
pub(super) const MOST_TOOLS: usize = 512;

pub(super) const JSON_SCHEMA: SchemaForm = SchemaForm {
    rules: Some(&RULES),
    last_step: LastStep::OptionalCycles,
    is_strict: false,
    key: "parametersJsonSchema",
};

pub(super) const PROFILE: TargetProfile = TargetProfile {
    tool_names: NAMES,
    argument_names: Some(ARGUMENT_NAMES),
    shape: ToolShape::Plain,
    forms: &[JSON_SCHEMA],
    most_tools: Some(MOST_TOOLS),
    long_description: None,
};

static RULES: TargetRules = TargetRules {
    null: NullForm::TypeListOrUnion,
    several_types: SeveralTypes::Keep,
    any_value: FreeValue::Keep,
    enums: EnumRules {
        strings: EnumForm::Keep,
        numbers: EnumForm::Keep,
        booleans: EnumForm::Describe,
        mixed: EnumForm::Describe,
    },
    constant: ConstantForm::Enum,
    formats: FormatRule::All,
    pattern: PatternRule::Describe,
    exclusive_bounds: ExclusiveBounds::Inclusive,
    least_items: LeastItems::Keep,
    kept: &["title", "minimum", "maximum", "maxItems", "prefixItems"],
    all_required: false,
    empty_items: true,
    free_object: FreeValue::Keep,
    no_empty_objects: false,
    map: MapForm::Keep,
    further_properties: FurtherProperties::Keep,
    reserved_properties: &[],
    unions: UnionForm::Beside,
    references: ReferenceForm::BareOptionalCycles,
    grammar_bounds: false,
};
