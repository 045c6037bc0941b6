//! The keywords of one source schema, sorted into fields in one pass over its entries.

use crate::source::Node;

use super::SourceDialect;

macro_rules! keywords {
    ($($field:ident $key:literal),* $(,)?) => {
        /// The keywords of a schema, and its remaining entries.
        #[derive(Default)]
        pub(super) struct SchemaKeywords<'s> {
            $(pub(super) $field: Option<Node<'s>>,)*
            /// Entries that are not a keyword of any dialect; extensions (`x-…`) are ignored.
            pub(super) unknown: Vec<Node<'s>>,
            /// Keywords whose value is `null`, which is not allowed for them.
            pub(super) nulls: Vec<Node<'s>>,
        }

        /// Every keyword.
        const ALL: &[&str] = &[$($key),*];

        impl<'s> SchemaKeywords<'s> {
            /// Reads all entries of a Schema Object.
            pub(super) fn read(node: Node<'s>) -> Self {
                Self::of(node.entries())
            }

            /// Reads the given entries of a Schema Object.
            pub(super) fn of(entries: impl Iterator<Item = (&'s str, Node<'s>)>) -> Self {
                let mut keywords = Self::default();
                for (key, value) in entries {
                    if value.is_null() && !matches!(key, "default" | "example" | "const") {
                        if !key.starts_with("x-") {
                            keywords.nulls.push(value);
                        }
                        continue;
                    }
                    match key {
                        $($key => keywords.$field = Some(value),)*
                        _ if key.starts_with("x-") => {}
                        _ => keywords.unknown.push(value),
                    }
                }
                keywords
            }
        }
    };
}

keywords! {
    reference "$ref", dynamic_reference "$dynamicRef", recursive_reference "$recursiveRef",
    id "$id", anchor "$anchor", dynamic_anchor "$dynamicAnchor", schema "$schema", comment "$comment",
    defs "$defs", definitions "definitions", vocabulary "$vocabulary", recursive_anchor "$recursiveAnchor",
    kind "type", nullable "nullable", x_nullable "x-nullable", format "format",
    values "enum", constant "const",
    title "title", description "description", default "default", example "example", examples "examples",
    deprecated "deprecated", read_only "readOnly", write_only "writeOnly",
    collection_format "collectionFormat", allow_empty_value "allowEmptyValue",
    xml "xml", external_docs "externalDocs",
    mcp_header "x-mcp-header", wrap_result "x-fastmcp-wrap-result",
    x_enum_varnames "x-enum-varnames", x_enum_names "x-enumNames", x_extensible_enum "x-extensible-enum",
    x_enum_descriptions "x-enum-descriptions",
    x_enum_descriptions_camel "x-enumDescriptions", x_ms_enum "x-ms-enum",
    multiple_of "multipleOf", minimum "minimum", maximum "maximum",
    exclusive_minimum "exclusiveMinimum", exclusive_maximum "exclusiveMaximum",
    min_length "minLength", max_length "maxLength", pattern "pattern",
    content_encoding "contentEncoding", content_media_type "contentMediaType", content_schema "contentSchema",
    items "items", prefix_items "prefixItems", additional_items "additionalItems",
    min_items "minItems", max_items "maxItems", unique_items "uniqueItems",
    contains "contains", min_contains "minContains", max_contains "maxContains",
    unevaluated_items "unevaluatedItems",
    properties "properties", required "required", additional_properties "additionalProperties",
    pattern_properties "patternProperties", property_names "propertyNames",
    min_properties "minProperties", max_properties "maxProperties",
    dependent_required "dependentRequired", dependent_schemas "dependentSchemas",
    dependencies "dependencies", unevaluated_properties "unevaluatedProperties",
    all_of "allOf", any_of "anyOf", one_of "oneOf", not "not",
    condition "if", then "then", otherwise "else",
    discriminator "discriminator",
}

/// Returns whether this is a keyword of any dialect, or an extension.
pub(super) fn is_keyword(key: &str) -> bool {
    key.starts_with("x-") || ALL.contains(&key)
}

/// Returns true for a keyword that describes a schema and does not say which values it accepts.
pub(super) fn is_describing(key: &str) -> bool {
    let is_annotation = matches!(
        key,
        "title"
            | "description"
            | "default"
            | "example"
            | "examples"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "externalDocs"
    );
    is_annotation || key.starts_with("x-")
}

/// Returns true for a keyword about the content of a text, which constrains nothing by itself (JSON Schema 2020-12
/// validation, section 8).
pub(super) fn is_content(key: &str) -> bool {
    matches!(key, "contentEncoding" | "contentMediaType" | "contentSchema")
}

/// Returns whether a schema has other keywords than `allOf` and annotations.
pub(super) fn is_built_upon(schema: Node<'_>) -> bool {
    schema.entries().any(|(key, _)| !matches!(key, "allOf" | "nullable") && !is_describing(key))
}

impl<'s> SchemaKeywords<'s> {
    /// Returns whether the schema refers to or contains other schemas that apply in place, so that its own
    /// keywords are not all of its constraints.
    pub(super) fn has_combinator(&self) -> bool {
        self.reference.is_some()
            || self.dynamic_reference.is_some()
            || self.recursive_reference.is_some()
            || self.all_of.is_some()
            || self.any_of.is_some()
            || self.one_of.is_some()
            || self.not.is_some()
            || self.condition.is_some()
            || self.dependent_schemas.is_some()
    }

    /// Removes and returns the keywords that a dialect does not have yet, in a fixed order.
    pub(super) fn take_newer_than(&mut self, dialect: SourceDialect) -> Vec<Node<'s>> {
        use SourceDialect::{Draft04, Draft06, Draft07, Draft201909, Draft202012};
        [
            (Draft202012, &mut self.dynamic_reference),
            (Draft201909, &mut self.recursive_reference),
            (Draft06, &mut self.constant),
            // Both are annotations, which do no harm in an older draft.
            (Draft04, &mut self.content_encoding),
            (Draft04, &mut self.content_media_type),
            (Draft201909, &mut self.content_schema),
            (Draft202012, &mut self.prefix_items),
            (Draft04, &mut self.additional_items),
            (Draft06, &mut self.contains),
            (Draft201909, &mut self.min_contains),
            (Draft201909, &mut self.max_contains),
            (Draft201909, &mut self.unevaluated_items),
            (Draft06, &mut self.property_names),
            (Draft201909, &mut self.dependent_required),
            (Draft201909, &mut self.dependent_schemas),
            (Draft04, &mut self.dependencies),
            (Draft201909, &mut self.unevaluated_properties),
            (Draft07, &mut self.condition),
            (Draft07, &mut self.then),
            (Draft07, &mut self.otherwise),
        ]
        .into_iter()
        .filter_map(|(since, keyword)| if since > dialect { keyword.take() } else { None })
        .collect()
    }
}
