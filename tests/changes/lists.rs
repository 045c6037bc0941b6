//! The documents and lists that the laws are tried on.

use std::fs;
use std::path::{Path, PathBuf};

/// Documents of more bytes take long in a debug build.
const LARGEST: u64 = 24 << 10;

/// Returns the files in a folder and those inside it whose names end in one of these ways, sorted.
pub(super) fn files_in(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() && !matches!(name, "behaviour" | "targets") {
                folders.push(path);
            } else if endings.iter().any(|end| name.ends_with(end))
                && path.metadata().is_ok_and(|data| data.len() <= LARGEST)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the folder of the documents of this project.
pub(super) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}
