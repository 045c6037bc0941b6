//! `anthropic-strict`: tools of Anthropic's Messages API, as many of them strict as one request takes ("Structured outputs",
//! "JSON Schema limitations").

use super::anthropic::{self, LOOSE};
use super::profile::{LastStep, SchemaForm, TargetProfile};
use super::rules::{
    ConstantForm, EnumRules, ExclusiveBounds, FormatRule, FreeValue, FurtherProperties, LeastItems, MapForm,
    NullForm, PatternRule, ReferenceForm, SeveralTypes, TargetRules, UnionForm,
};

pub(super) const STRICT: SchemaForm =
    SchemaForm { rules: Some(&RULES), last_step: LastStep::Nothing, is_strict: true, key: "input_schema" };

pub(super) const PROFILE: TargetProfile = TargetProfile { forms: &[STRICT, LOOSE], ..anthropic::PROFILE };

pub(super) static RULES: TargetRules = TargetRules {
    null: NullForm::Union,
    several_types: SeveralTypes::Union,
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
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    pattern: PatternRule::Describe,
    exclusive_bounds: ExclusiveBounds::Describe,
    least_items: LeastItems::UpToOne,
    kept: &["title"],
    all_required: false,
    empty_items: true,
    free_object: FreeValue::JsonText,
    no_empty_objects: false,
    map: MapForm::Entries,
    further_properties: FurtherProperties::Close,
    reserved_properties: &[],
    unions: UnionForm::Alone,
    references: ReferenceForm::BareAcyclic,
    grammar_bounds: false,
};
