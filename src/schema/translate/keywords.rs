//! The keywords of one source schema, sorted in one pass over its entries.

use crate::source::Node;

macro_rules! keywords {
    ($($field:ident $key:literal),* $(,)?) => {
        /// The keywords a schema has, and what is left over.
        #[derive(Default)]
        pub(super) struct Keywords<'s> {
            $(pub(super) $field: Option<Node<'s>>,)*
            /// Entries that are no keyword of any dialect, extensions (`x-…`) excepted.
            pub(super) unknown: Vec<Node<'s>>,
            /// Keywords whose value is `null` though they cannot have it.
            pub(super) nulls: Vec<Node<'s>>,
        }

        impl<'s> Keywords<'s> {
            /// Sorts the entries of a schema object.
            pub(super) fn read(node: Node<'s>) -> Self {
                let mut keywords = Self::default();
                for (key, value) in node.entries() {
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

impl<'s> Keywords<'s> {
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

    /// Takes the keywords that OpenAPI 3.0's schema object does not have (they are read with no dialect
    /// older than 2019-09), in a fixed order.
    pub(super) fn take_newer_than_openapi_30(&mut self) -> Vec<Node<'s>> {
        [
            &mut self.dynamic_reference,
            &mut self.recursive_reference,
            &mut self.constant,
            &mut self.content_encoding,
            &mut self.content_media_type,
            &mut self.content_schema,
            &mut self.prefix_items,
            &mut self.additional_items,
            &mut self.contains,
            &mut self.min_contains,
            &mut self.max_contains,
            &mut self.unevaluated_items,
            &mut self.property_names,
            &mut self.dependent_required,
            &mut self.dependent_schemas,
            &mut self.dependencies,
            &mut self.unevaluated_properties,
            &mut self.condition,
            &mut self.then,
            &mut self.otherwise,
        ]
        .into_iter()
        .filter_map(Option::take)
        .collect()
    }
}
