//! Passes: functions that change a catalogue, one decision each. [`all`] runs them in order.

mod annotations;
mod argument_names;
mod argument_routing;
mod argument_rules;
mod ascii_folding;
mod body_flattening;
mod catalog_schemas;
mod clients;
mod descriptions;
mod hidden_text;
mod identifier_words;
mod inputs;
mod join;
mod lints;
mod meta;
mod mirrored_headers;
mod operation_verb;
mod outputs;
mod phrase;
mod protocol;
mod root_values;
mod schema_walk;
mod schemas;
mod secrets;
mod slim_schemas;
mod tool_names;
mod tool_rules;
mod tool_selection;

#[cfg(test)]
mod fixture;

use crate::diagnostic::Sink;
use crate::model::Catalog;
use crate::options::Options;

pub use annotations::set_annotations;
pub use argument_names::name_arguments;
pub use argument_rules::apply_argument_rules;
pub use body_flattening::flatten_bodies;
pub use clients::clients;
pub use descriptions::describe_tools;
pub use hidden_text::strip_hidden_text;
pub use inputs::split_inputs;
pub use join::join;
pub use lints::lint_inputs;
pub use meta::restore_meta;
pub use mirrored_headers::deduplicate_mirrored_headers;
pub use outputs::wrap_outputs;
pub use protocol::drop_unsupported_fields;
pub use root_values::name_root_values;
pub use schemas::normalize_schemas;
pub use secrets::remove_secrets;
pub use slim_schemas::slim_schemas;
pub use tool_names::name_tools;
pub use tool_rules::apply_tool_rules;
pub use tool_selection::select_tools;

/// Runs every pass. The order matters: a pass relies on the decisions of the passes before it.
pub fn all(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    apply_tool_rules(catalog, options, sink);
    normalize_schemas(catalog, sink);
    split_inputs(catalog, sink);
    wrap_outputs(catalog, options, sink);
    flatten_bodies(catalog, sink);
    name_arguments(catalog, options, sink);
    apply_argument_rules(catalog, options, sink);
    name_root_values(catalog);
    deduplicate_mirrored_headers(catalog, sink);
    name_tools(catalog, options, sink);
    set_annotations(catalog, sink);
    select_tools(catalog, options, sink);
    drop_unsupported_fields(catalog, options, sink);
    describe_tools(catalog, sink);
    strip_hidden_text(catalog, sink);
    remove_secrets(catalog, sink);
    restore_meta(catalog, sink);
    clients(catalog, sink);
    lint_inputs(catalog, options, sink);
    slim_schemas(catalog, options, sink);
}
