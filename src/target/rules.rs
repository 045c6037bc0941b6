//! What a target takes, as data: each target has a table of these rules in its file.

/// How a target says that a value may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NullForm {
    /// `null` in the list of types, and among the values of an `enum`.
    TypeList,
    /// `null` in the list of types; beside an `enum`, a union with null.
    TypeListOrUnion,
    /// A union with null.
    Union,
    /// `nullable: true`.
    Nullable,
    /// Not at all: null is not taken.
    Gone,
}

/// What becomes of a schema with several types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeveralTypes {
    /// It is kept.
    Keep,
    /// It becomes a union with one branch per type.
    Union,
    /// It becomes JSON text.
    JsonText,
}

/// What becomes of a value that can be anything, or of an object that can have any keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FreeValue {
    /// It is kept.
    Keep,
    /// It becomes JSON text.
    JsonText,
}

/// What becomes of an `enum`, by the type of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EnumRules {
    pub(super) strings: EnumForm,
    pub(super) numbers: EnumForm,
    pub(super) booleans: EnumForm,
    /// Scalars of several types.
    pub(super) mixed: EnumForm,
}

impl EnumRules {
    /// All are kept.
    pub(super) const KEPT: Self = Self {
        strings: EnumForm::Keep,
        numbers: EnumForm::Keep,
        booleans: EnumForm::Keep,
        mixed: EnumForm::Keep,
    };
}

/// What becomes of one kind of `enum`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EnumForm {
    /// It is kept.
    Keep,
    /// It is kept without the empty string, which the target refuses; described if the property is required.
    KeepWithoutEmpty,
    /// Its values become strings, with `format: enum`.
    AsText,
    /// It moves to the description.
    Describe,
}

/// What becomes of `const`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConstantForm {
    /// It is kept.
    Keep,
    /// It becomes an `enum` with one value.
    Enum,
}

/// Which formats are kept; the others move to the description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormatRule {
    /// All.
    All,
    /// Those in the list.
    Only(&'static [&'static str]),
}

/// What becomes of `pattern`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PatternRule {
    /// It is kept.
    Keep,
    /// It is kept without word boundaries and without anchors inside, which grammars of constrained decoding lack.
    KeepPlain,
    /// It is kept if it is anchored at both ends, and plain.
    KeepAnchored,
    /// It moves to the description.
    Describe,
}

/// What becomes of `exclusiveMinimum` and `exclusiveMaximum`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExclusiveBounds {
    /// They are kept.
    Keep,
    /// Those of an integer become inclusive bounds; others move to the description.
    Inclusive,
    /// They move to the description.
    Describe,
}

/// What becomes of `minItems`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeastItems {
    /// It is kept.
    Keep,
    /// 0 and 1 are kept; others move to the description.
    UpToOne,
    /// It moves to the description.
    Describe,
}

/// What becomes of an object without named properties whose values have a schema: a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MapForm {
    /// It is kept.
    Keep,
    /// It becomes a list of objects with `key` and `value`.
    Entries,
    /// It becomes JSON text.
    JsonText,
    /// It becomes a free object; the schema of the values moves to the description.
    Describe,
}

/// What becomes of `additionalProperties` beside named properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FurtherProperties {
    /// It is kept.
    Keep,
    /// Every object is closed.
    Close,
    /// `false` goes; a schema moves to the description.
    Describe,
}

/// What becomes of unions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnionForm {
    /// They are kept, with what stands beside them.
    Beside,
    /// They are kept; what stands beside them moves into each branch.
    Alone,
    /// The same, and nothing but texts may stand beside them.
    AloneWithTexts,
    /// There are none: objects are united, others become JSON text.
    None,
}

/// What becomes of references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceForm {
    /// They are kept, with nothing beside them.
    Bare,
    /// The same, but a cycle cannot be said.
    BareAcyclic,
    /// They are kept; a cycle goes through optional properties only.
    BareOptionalCycles,
    /// The schema is written in place.
    InPlace,
}

/// The rules by which a portable schema is lowered for one target.
#[derive(Debug)]
pub(super) struct TargetRules {
    pub(super) null: NullForm,
    pub(super) several_types: SeveralTypes,
    pub(super) any_value: FreeValue,
    pub(super) enums: EnumRules,
    pub(super) constant: ConstantForm,
    pub(super) formats: FormatRule,
    pub(super) pattern: PatternRule,
    pub(super) exclusive_bounds: ExclusiveBounds,
    pub(super) least_items: LeastItems,
    /// The keywords without a rule of their own that are kept; the others move to the description, or go.
    pub(super) kept: &'static [&'static str],
    /// True if every property is required, so that an optional one has to be nullable.
    pub(super) all_required: bool,
    /// True if an array of anything has an empty `items`, and not none.
    pub(super) empty_items: bool,
    pub(super) free_object: FreeValue,
    /// True if an object without properties has no form of its own.
    pub(super) no_empty_objects: bool,
    pub(super) map: MapForm,
    pub(super) further_properties: FurtherProperties,
    /// Names that a property cannot have: an object with one loses its `properties`.
    pub(super) reserved_properties: &'static [&'static str],
    pub(super) unions: UnionForm,
    pub(super) references: ReferenceForm,
    /// The bounds that grammars of constrained decoding can hold.
    pub(super) grammar_bounds: bool,
}
