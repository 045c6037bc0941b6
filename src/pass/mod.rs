//! Catalogue → catalogue: one decision each, in the order in which `lib.rs` lists them.

mod annotations;
mod arguments;
mod bodies;
mod clients;
mod descriptions;
mod fingerprint;
mod hidden;
mod inputs;
mod lints;
mod mirrored;
mod names;
mod outputs;
mod phrase;
mod routes;
mod schemas;
mod secrets;
mod verb;
mod walk;
mod words;

#[cfg(test)]
mod fixture;

pub use annotations::annotations;
pub use arguments::arguments;
pub use bodies::bodies;
pub use clients::clients;
pub use descriptions::descriptions;
pub use hidden::hidden_text;
pub use inputs::inputs;
pub use lints::lints;
pub use mirrored::mirrored_headers;
pub use names::names;
pub use outputs::outputs;
pub use schemas::schemas;
pub use secrets::secrets;
