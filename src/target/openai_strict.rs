//! `openai-strict`: functions in `OpenAI`'s strict mode ("Structured Outputs", "Supported schemas"). A tool that it cannot say is
//! written with strict mode off.

use super::openai::{self, LOOSE};
use super::profile::{LastStep, SchemaForm, TargetProfile, ToolShape};
use super::rules::{
    ConstantForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems, MapForm,
    NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};

pub(super) const PROFILE: TargetProfile = TargetProfile {
    forms: &[
        SchemaForm {
            rules: Some(&RULES),
            last_step: LastStep::StrictOpenAi,
            is_strict: true,
            key: "parameters",
        },
        LOOSE,
    ],
    ..openai::PROFILE
};

/// The same in the form of the Responses API.
pub(super) const RESPONSES_PROFILE: TargetProfile =
    TargetProfile { shape: ToolShape::FlatFunction, ..PROFILE };

static RULES: TargetRules = TargetRules {
    null: NullForm::TypeList,
    several_types: SeveralTypes::Keep,
    any_value: FreeValue::JsonText,
    enums: EnumRules::KEPT,
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
