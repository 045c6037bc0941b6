//! Catalogue → catalogue: one decision each, in the order in which [`all`] lists them.

mod annotations;
mod arguments;
mod bodies;
mod chosen;
mod clients;
mod constants;
mod descriptions;
mod fingerprint;
mod hidden;
mod inputs;
mod join;
mod lints;
mod mirrored;
mod names;
mod outputs;
mod overrides;
mod phrase;
mod protocol;
mod routes;
mod schemas;
mod secrets;
mod slim;
mod verb;
mod walk;
mod words;

#[cfg(test)]
mod fixture;

use crate::diagnostic::Sink;
use crate::model::Catalog;
use crate::options::Options;

pub use annotations::annotations;
pub use arguments::arguments;
pub use bodies::bodies;
pub use chosen::chosen;
pub use clients::clients;
pub use constants::constants;
pub use descriptions::descriptions;
pub use hidden::hidden_text;
pub use inputs::inputs;
pub use join::join;
pub use lints::lints;
pub use mirrored::mirrored_headers;
pub use names::names;
pub use outputs::outputs;
pub use overrides::overrides;
pub use protocol::protocol;
pub use schemas::schemas;
pub use secrets::secrets;
pub use slim::slim;

/// Every pass, in order. Each relies on what those before it have settled.
pub fn all(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    overrides(catalog, options, sink);
    schemas(catalog, sink);
    inputs(catalog, sink);
    outputs(catalog, options, sink);
    bodies(catalog, sink);
    arguments(catalog, options, sink);
    constants(catalog, options, sink);
    mirrored_headers(catalog, sink);
    names(catalog, options, sink);
    annotations(catalog, sink);
    chosen(catalog, options, sink);
    protocol(catalog, options, sink);
    descriptions(catalog, sink);
    hidden_text(catalog, sink);
    secrets(catalog, sink);
    clients(catalog, sink);
    lints(catalog, options, sink);
    slim(catalog, options, sink);
}
