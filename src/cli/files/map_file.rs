//! The file beside a list for a model API: its side table.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use apimint::Manifest;
use apimint::model::Target;
use apimint::options::{Envelope, Options};

use super::destination::Destination;
use super::writable::Writable;

/// The side table of a list.
pub(crate) struct MapOf<'m>(pub(crate) &'m Manifest);

impl Writable for MapOf<'_> {
    fn what(&self) -> &'static str {
        "side table"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write_map(out)
    }
}

/// Returns where the side table of a list goes: beside the list, `pets.json` → `pets.map.json`. There is none for MCP, on
/// standard output and devices, and where the list contains it.
pub(crate) fn map_path(destination: &Destination, options: &Options) -> Option<PathBuf> {
    let is_beside = options.target != Target::Mcp && options.envelope != Envelope::Mapped;
    match destination {
        Destination::File(path) if is_beside && !is_device(path) => Some(path.with_extension("map.json")),
        _ => None,
    }
}

fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}
