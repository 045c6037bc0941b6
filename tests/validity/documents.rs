//! The documents of this project, and public ones where they are present, in every protocol, envelope and target.

use std::fs;
use std::path::{Path, PathBuf};

use apimint::Options;
use apimint::model::Target;
use apimint::options::{Envelope, Protocol};
use apimint::source::Input;
use rayon::prelude::*;

use super::written::{ENVELOPES, PROTOCOLS, WrittenList};

/// Documents of more bytes take long in a debug build.
const LARGEST: u64 = 64 << 10;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the documents in a folder and those inside it, sorted. Examples of rules are not documents.
fn documents_in(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_document =
                [".json", ".yaml", ".yml", ".jsonl", ".ndjson"].iter().any(|end| name.ends_with(end))
                    && !name.contains("expected");
            if path.is_dir() && !matches!(name, "behaviour" | "targets") {
                folders.push(path);
            } else if is_document && path.metadata().is_ok_and(|data| data.len() <= LARGEST) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns what is wrong with the lists of a document, and how many there are.
fn faults(file: &Path) -> (Vec<String>, usize) {
    let mcp = PROTOCOLS
        .into_iter()
        .flat_map(|protocol| ENVELOPES.map(|envelope| Options { protocol, envelope, ..Options::default() }));
    let of_apis = Target::ALL.iter().filter(|target| **target != Target::Mcp);
    let of_apis = of_apis.map(|&target| Options { target, envelope: Envelope::Mapped, ..Options::default() });
    let (mut found, mut lists) = (Vec::new(), 0);
    for options in mcp.chain(of_apis) {
        let written = WrittenList::of(&Input::File(file.to_owned()), &options);
        lists += usize::from(written.text.is_some());
        let said = written.faults(&options).into_iter();
        let (protocol, envelope, target) = (options.protocol, options.envelope, options.target.as_str());
        found.extend(
            said.map(|fault| format!("{} {protocol:?} {envelope:?} {target}: {fault}", file.display())),
        );
        if written.text.is_none() && options.protocol == Protocol::Any {
            break;
        }
    }
    (found, lists)
}

fn assert_valid(files: &[PathBuf]) -> usize {
    let done: Vec<(Vec<String>, usize)> = files.par_iter().map(|file| faults(file)).collect();
    let lists = done.iter().map(|(_, lists)| lists).sum();
    let found: Vec<String> = done.into_iter().flat_map(|(found, _)| found).collect();
    assert!(
        found.is_empty(),
        "{} faults of {lists} lists:\n{}",
        found.len(),
        found[..found.len().min(40)].join("\n")
    );
    lists
}

#[test]
fn lists_of_the_documents_are_valid() {
    let lists = assert_valid(&documents_in(root().join("testdata")));
    assert!(lists > 2_000, "{lists}");
}

/// The smaller ones of a collection of public descriptions, if it is present.
#[test]
fn lists_of_public_documents_are_valid() {
    let mut files = documents_in(root().join("../shared/corpus"));
    files.retain(|file| file.parent().is_some_and(|folder| folder.ends_with("corpus")));
    assert_valid(&files);
}
