//! Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2: each operation becomes a tool.
//!
//! One reader serves all versions. Where versions differ, the function that reads the field documents the difference.

mod base64_text;
mod credential_parameters;
mod document;
mod empty_body;
mod extensions;
mod form_body;
mod form_part;
mod media_type;
mod methods;
mod operation;
mod operation_parameters;
mod parallel;
mod parameter;
mod part_header;
mod path_item;
mod path_item_layers;
mod path_placeholders;
mod placeholder_patterns;
mod reader;
mod reference_object;
mod repeated_parameters;
mod request_body;
mod response;
mod runtime_cookie;
mod schema_annotations;
mod security;
mod security_scheme;
mod server_name;
mod servers;
mod tags;
mod unknown_fields;

pub(super) use document::read;
