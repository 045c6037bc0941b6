//! The keywords of one source schema, sorted in one pass over its entries.

use crate::source::Node;

use super::SourceDialect;

macro_rules! keywords {
    ($($field:ident $key:literal),* $(,)?) => {
        /// The keywords a schema has, and what is left over.
        #[derive(Default)]
        pub(super) struct SchemaKeywords<'s> {
            $(pub(super) $field: Option<Node<'s>>,)*
            /// Entries that are no keyword of any dialect, extensions (`x-…`) excepted.
            pub(super) unknown: Vec<Node<'s>>,
            /// Keywords whose value is `null` though they cannot have it.
            pub(super) nulls: Vec<Node<'s>>,
        }

        /// Every keyword.
        const ALL: &[&str] = &[$($key),*];

        impl<'s> SchemaKeywords<'s> {
            /// Sorts the entries of a schema object.
            pub(super) fn read(node: Node<'s>) -> Self {
                Self::of(node.entries())
            }

            /// Sorts some entries of a schema object.
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
    x_enum_varnames "x-enum-varnames", x_enum_descriptions "x-enum-descriptions",
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

/// Whether this is a keyword of some dialect, extensions included.
pub(super) fn is_keyword(key: &str) -> bool {
    key.starts_with("x-") || ALL.contains(&key)
}

impl<'s> SchemaKeywords<'s> {
    /// Whether the schema is built from others, so that its own keywords do not tell all of it.
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

    /// Takes the keywords that a dialect does not have yet, in a fixed order.
    pub(super) fn take_newer_than(&mut self, dialect: SourceDialect) -> Vec<Node<'s>> {
        use SourceDialect::{Draft04, Draft06, Draft07, Draft201909, Draft202012};
        [
            (Draft202012, &mut self.dynamic_reference),
            (Draft201909, &mut self.recursive_reference),
            (Draft06, &mut self.constant),
            // Both only describe: in an older draft they do no harm.
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
