//! The destinations of the manifests of `apimint convert`.

use std::path::Path;

use apimint::source::Input;
use clap::error::ErrorKind;

use crate::cli::arguments::{shown, usage_error};
use crate::cli::files::destination::Destination;
use crate::cli::files::manifest_names::{manifest_name, manifest_names};

/// Returns the destination of each manifest. `several` is the option that makes a manifest several files, which always go
/// into a directory.
pub(super) fn destinations(
    inputs: &[Input],
    output: Option<&Path>,
    several: Option<&str>,
) -> Result<Vec<Destination>, clap::Error> {
    let Some(output) = output else {
        return match inputs {
            [_] => Ok(vec![Destination::Stdout]),
            [input, Input::File(other)] if !other.exists() => Err(conflict(format_args!(
                "`{0}` does not exist, and several inputs need --output DIR; `apimint convert {1} -o {0}` writes the manifest to it",
                other.display(),
                shown(input)
            ))),
            _ => Err(conflict("several inputs need --output DIR")),
        };
    };
    if output.as_os_str().is_empty() {
        return Err(invalid("--output is empty"));
    }
    if let Some(option) = several
        && (output == Path::new("-") || output.exists() && !output.is_dir())
    {
        return Err(conflict(format_args!(
            "{option} needs a directory, and --output {} is not one",
            output.display()
        )));
    }
    match inputs {
        [input] if several.is_some() || is_directory(output) => {
            Ok(vec![in_directory(output, &manifest_name(input))])
        }
        [_] => Ok(vec![Destination::named(Some(output))]),
        _ if output == Path::new("-") || output.exists() && !output.is_dir() => Err(conflict(format_args!(
            "several inputs need a directory, and --output {} is not one",
            output.display()
        ))),
        _ => match manifest_names(inputs) {
            Ok(names) => Ok(names.iter().map(|name| in_directory(output, name)).collect()),
            Err((one, other)) => Err(conflict(format_args!(
                "the manifests of {} and {} would have the same name; convert one of them separately",
                shown(&inputs[one]),
                shown(&inputs[other])
            ))),
        },
    }
}

/// Returns true if a path is a directory, or ends in a slash.
fn is_directory(path: &Path) -> bool {
    path.is_dir()
        || path
            .as_os_str()
            .as_encoded_bytes()
            .last()
            .is_some_and(|&last| std::path::is_separator(char::from(last)))
}

pub(super) fn in_directory(directory: &Path, name: &str) -> Destination {
    Destination::File(directory.join(format!("{name}.json")))
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    usage_error("convert", ErrorKind::ArgumentConflict, message)
}

fn invalid(message: impl std::fmt::Display) -> clap::Error {
    usage_error("convert", ErrorKind::InvalidValue, message)
}
