//! What the fuzz targets share: the laws that hold for every input, and a mutator that knows JSON. See docs/fuzzing.md.

mod channel;
mod laws;
mod mutate;
mod pairs;
mod program;
mod schemas;
// The whole program but its start.
#[path = "../../src/cli/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod cli;
// The same laws that the property tests hold generated schemas against.
#[path = "../../tests/laws/calls.rs"]
mod calls;
#[path = "../../tests/laws/mcp_shape.rs"]
mod mcp_shape;
#[path = "../../tests/laws/sound.rs"]
mod sound;

pub use laws::{conversion, reading, result};
pub use mutate::mutate;
pub use pairs::{call, difference, overlaid};
pub use program::{check, configuration, files, init, inspect, lock, request, targets};
pub use schemas::documents;
