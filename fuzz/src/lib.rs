//! What the fuzz targets share: the laws that hold for every input, and a mutator that knows JSON. See docs/fuzzing.md.

mod laws;
mod mutate;
mod pairs;
mod schemas;
// The same laws that the property tests hold generated schemas against.
#[path = "../../tests/laws/calls.rs"]
mod calls;
#[path = "../../tests/laws/sound.rs"]
mod sound;

pub use laws::{conversion, reading, result};
pub use mutate::mutate;
pub use pairs::{call, difference, overlaid};
pub use schemas::documents;
