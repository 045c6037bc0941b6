//! The names of manifests, which come from the names of their inputs and are unique.

use std::collections::HashMap;
use std::path::{Component, Path};

use apimint::source::Input;

/// The parts of a name: that of the input, and those of its directories.
#[derive(Debug)]
struct NameWords {
    stem: String,
    extension: Option<String>,
    /// The innermost directory first.
    parents: Vec<String>,
}

/// Returns a name for each input, without `.json`. The error has two inputs whose names cannot be made different.
///
/// A name does not depend on the order of inputs: all inputs with the same name get one more directory in front, until
/// the names differ. Names that differ only in case count as the same, as they are on some file systems.
pub(crate) fn manifest_names(inputs: &[Input]) -> Result<Vec<String>, (usize, usize)> {
    let words: Vec<NameWords> = inputs.iter().map(words).collect();
    let mut levels = vec![0; words.len()];
    // Files that differ only in their extension keep it, since their directories are the same.
    let mut twins: HashMap<(String, &[String]), usize> = HashMap::new();
    for words in &words {
        *twins.entry((words.stem.to_lowercase(), &words.parents)).or_default() += 1;
    }
    let with_extension: Vec<bool> = words
        .iter()
        .map(|words| {
            twins.get(&(words.stem.to_lowercase(), words.parents.as_slice())).is_some_and(|&count| count > 1)
        })
        .collect();
    loop {
        let names: Vec<String> = words
            .iter()
            .zip(&levels)
            .zip(&with_extension)
            .map(|((words, &level), &with_extension)| words.name(level, with_extension))
            .collect();
        let mut users: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            users.entry(name.to_lowercase()).or_default().push(index);
        }
        let mut deeper = Vec::new();
        let mut stuck = None;
        for index in 0..names.len() {
            let Some(sharing) = users.get(&names[index].to_lowercase()) else {
                continue;
            };
            if sharing.len() < 2 {
                continue;
            }
            if levels[index] < words[index].parents.len() {
                deeper.push(index);
            } else if stuck.is_none() {
                stuck = sharing.iter().find(|&&other| other != index).map(|&other| (index, other));
            }
        }
        if deeper.is_empty() {
            return stuck.map_or(Ok(names), Err);
        }
        for index in deeper {
            levels[index] += 1;
        }
    }
}

/// Returns the name of the manifest of a single input.
pub(crate) fn manifest_name(input: &Input) -> String {
    words(input).name(0, false)
}

impl NameWords {
    fn name(&self, level: usize, with_extension: bool) -> String {
        let mut name = String::new();
        for parent in self.parents.iter().take(level).rev() {
            name.push_str(parent);
            name.push('-');
        }
        name.push_str(&self.stem);
        if let Some(extension) = self.extension.as_deref().filter(|_| with_extension) {
            name.push('-');
            name.push_str(extension);
        }
        name
    }
}

fn words(input: &Input) -> NameWords {
    match input {
        Input::File(path) => path_words(path),
        Input::Stdin => NameWords { stem: "stdin".to_owned(), extension: None, parents: Vec::new() },
        Input::Url(url) => {
            // Only characters that every file system accepts, since a URL may contain any.
            let mut parents: Vec<String> = vec![tame(url.host_str().unwrap_or("url"))];
            parents.extend(
                url.path_segments().into_iter().flatten().filter(|segment| !segment.is_empty()).map(tame),
            );
            let last = parents.pop().unwrap_or_default();
            let (stem, extension) = match last.rsplit_once('.') {
                // A host has no extension.
                Some((stem, extension)) if !stem.is_empty() && !parents.is_empty() => {
                    (stem.to_owned(), Some(extension.to_owned()))
                }
                _ => (last, None),
            };
            parents.reverse();
            NameWords { stem, extension, parents }
        }
        Input::Bytes { name, .. } => path_words(Path::new(name)),
    }
}

fn path_words(path: &Path) -> NameWords {
    let lossy = |text: &std::ffi::OsStr| text.to_string_lossy().into_owned();
    // Only directories that were typed: those above differ from machine to machine.
    let mut parents: Vec<String> = Vec::new();
    for component in path.parent().into_iter().flat_map(Path::components) {
        match component {
            Component::Normal(name) => parents.push(lossy(name)),
            Component::ParentDir => {
                parents.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    parents.reverse();
    NameWords {
        stem: path.file_stem().map_or_else(|| "manifest".to_owned(), lossy),
        extension: path.extension().map(lossy),
        parents,
    }
}

fn tame(segment: &str) -> String {
    segment
        .chars()
        .map(|character| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '-' => character,
            _ => '_',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &[&str]) -> Result<Vec<String>, (usize, usize)> {
        let inputs: Vec<Input> = inputs
            .iter()
            .map(|input| match input.parse() {
                Ok(url) => Input::Url(url),
                Err(_) => Input::File((*input).into()),
            })
            .collect();
        manifest_names(&inputs)
    }

    fn named(inputs: &[&str], expected: &[&str]) {
        assert_eq!(names(inputs).unwrap(), expected);
        let reversed: Vec<&str> = inputs.iter().rev().copied().collect();
        let mut again = names(&reversed).unwrap();
        again.reverse();
        assert_eq!(again, expected, "the order of inputs matters");
    }

    #[test]
    fn manifests_are_called_like_their_inputs() {
        named(&["specs/pets.yaml", "users.openapi.json"], &["pets", "users.openapi"]);
    }

    #[test]
    fn directories_tell_namesakes_apart() {
        named(&["v1/api.yaml", "v2/api.yaml", "other.yaml"], &["v1-api", "v2-api", "other"]);
        named(&["a/v1/api.yaml", "b/v1/api.yaml"], &["a-v1-api", "b-v1-api"]);
        named(&["api.yaml", "v1/api.yaml"], &["api", "v1-api"]);
        named(&["./v1/../api.yaml", "v1/api.yaml"], &["api", "v1-api"]);
    }

    #[test]
    fn a_new_name_never_takes_that_of_another_input() {
        named(&["a/x.yaml", "b/x.yaml", "c/a-x.yaml"], &["a-x", "b-x", "c-a-x"]);
    }

    #[test]
    fn extensions_tell_twins_apart() {
        named(&["pets.yaml", "pets.json"], &["pets-yaml", "pets-json"]);
        named(&["v1/pets.yaml", "v1/pets.json", "v2/pets.json"], &["pets-yaml", "pets-json", "pets"]);
    }

    #[test]
    fn case_alone_does_not_tell_names_apart() {
        named(&["a/Pets.yaml", "b/pets.yaml"], &["a-Pets", "b-pets"]);
    }

    #[test]
    fn urls_are_named_by_their_last_segment() {
        named(
            &[
                "https://example.com/v1/openapi.json",
                "https://example.com/v2/openapi.json?x=1",
                "https://example.com/",
                "https://example.com/a%2Fb",
            ],
            &["v1-openapi", "v2-openapi", "example.com", "a_2Fb"],
        );
    }

    #[test]
    fn what_cannot_be_told_apart_is_named() {
        assert_eq!(names(&["a-b/c.yaml", "a/b/c.yaml", "y/b/c.yaml"]), Err((0, 1)));
    }
}
