//! The manifests of a configuration that `apimint build NAME…` builds.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use apimint::diagnostic::nearest;
use apimint::source::Input;

use crate::cli::arguments::shown;
use crate::cli::config::ManifestConfig;
use crate::cli::files::path_identity::path_key;

/// The largest number of names that a message lists.
const NAMED: usize = 10;

/// Returns whether each manifest has one of these names; without names, all of them are chosen. The error says which name no
/// manifest has. `directory` is that of the configuration.
pub(super) fn chosen(
    manifests: &[ManifestConfig],
    names: &[String],
    directory: &Path,
) -> Result<Vec<bool>, String> {
    let chosen_by = |name: &String| {
        let has_name = |manifest| words(manifest).contains(name) || has_path(manifest, name, directory);
        let chosen: Vec<bool> = manifests.iter().map(has_name).collect();
        if chosen.contains(&true) { Ok(chosen) } else { Err(unknown(name, manifests)) }
    };
    let mut chosen = vec![names.is_empty(); manifests.len()];
    for name in names {
        for (one, also) in chosen.iter_mut().zip(chosen_by(name)?) {
            *one |= also;
        }
    }
    Ok(chosen)
}

/// Returns the names of a manifest: of `mcp/pets.tools.json` from `api/openapi.yaml`, these are `pets.tools`, `pets` and `openapi`.
fn words(manifest: &ManifestConfig) -> BTreeSet<String> {
    let text = |stem: Option<&OsStr>| Some(stem?.to_str()?.to_owned());
    let output = text(manifest.output.file_stem());
    // `init` writes `NAME.tools.json`.
    let short = output.as_deref().and_then(|name| Some(name.split_once('.')?.0.to_owned()));
    let sources = manifest.sources.iter().filter_map(|source| match &source.input {
        Input::File(path) => text(path.file_stem()),
        Input::Url(url) => text(Path::new(url.path()).file_stem()),
        Input::Stdin | Input::Bytes { .. } => None,
    });
    let mut words: BTreeSet<String> = sources.chain(output).chain(short).collect();
    words.remove("");
    words
}

/// Returns true if a name is the path of the output or of a source, seen from the working directory or from the configuration, or
/// the URL of a source.
fn has_path(manifest: &ManifestConfig, name: &str, directory: &Path) -> bool {
    let keys = [path_key(Path::new(name)), path_key(&directory.join(name))];
    let is_source = |input: &Input| match input {
        Input::File(path) => keys.contains(&path_key(path)),
        other => shown(other) == name,
    };
    keys.contains(&path_key(&manifest.output)) || manifest.sources.iter().any(|one| is_source(&one.input))
}

fn unknown(name: &str, manifests: &[ManifestConfig]) -> String {
    let known: BTreeSet<String> = manifests.iter().flat_map(words).collect();
    let help = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let listed: Vec<String> = known.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
            let more = known.len().saturating_sub(NAMED);
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("there are {}{rest}", listed.join(", "))
        }
    };
    format!("no manifest of the configuration is called `{name}`; {help}")
}
