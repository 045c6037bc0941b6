//! `gemini-parameters`: functions of the Gemini API with `parameters`, a subset of `OpenAPI`'s Schema Object, for the Live API,
//! old Vertex clients and the typed declarations of google-genai. A tool that is too large for it gets `parametersJsonSchema`.

use super::gemini::{self, JSON_SCHEMA};
use super::profile::{LastStep, SchemaForm, TargetProfile};
use super::rules::{
    ConstantForm, EnumForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems,
    MapForm, NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};

pub(super) const PROFILE: TargetProfile = TargetProfile {
    forms: &[
        SchemaForm {
            rules: Some(&RULES),
            last_step: LastStep::OpenApiSpelling,
            is_strict: false,
            key: "parameters",
        },
        JSON_SCHEMA,
    ],
    ..gemini::PROFILE
};

static RULES: TargetRules = TargetRules {
    null: NullForm::Nullable,
    several_types: SeveralTypes::Union,
    any_value: FreeValue::JsonText,
    enums: EnumRules {
        strings: EnumForm::KeepWithoutEmpty,
        numbers: EnumForm::AsText,
        booleans: EnumForm::Describe,
        mixed: EnumForm::Describe,
    },
    constant: ConstantForm::Enum,
    formats: FormatRule::Only(&["date-time", "int32", "int64", "float", "double", "enum"]),
    pattern: PatternRule::Keep,
    exclusive_bounds: ExclusiveBounds::Inclusive,
    least_items: LeastItems::Keep,
    kept: &[
        "title",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "maxItems",
        "minProperties",
        "maxProperties",
        "default",
    ],
    all_required: false,
    empty_items: true,
    free_object: FreeValue::JsonText,
    no_empty_objects: true,
    map: MapForm::JsonText,
    further_properties: FurtherProperties::Describe,
    reserved_properties: &[],
    unions: UnionForm::AloneWithTexts,
    references: ReferenceForm::InPlace,
    grammar_bounds: false,
};
