//! Every rule in the tables of `docs/targets.md`, by tools and what each target makes of them.
//!
//! The rule `some-id` has the example `testdata/targets/some-id.yaml`, and may have variants: `some-id+variant.yaml`. An example is
//! one of
//!
//! * `property`: the schema of the argument `a`, which is required unless `optional: true`; `definitions` has shared schemas.
//!   `expect` has, by target, what becomes of it; `null` stands for no property;
//! * `input`: the whole input schema, and `expect` what becomes of that;
//! * `calls`: a list of `args` of a side table, the arguments that a model gives, and those of the tool.
//!
//! `args` has, by target, the `args` of the side table. `options` has command line options as `convert` has them, in the words of
//! `apimint.toml`; `tools` other names for the tool; `names` the expected ones; `notes` by target the codes of all diagnostics
//! of the family W. `not-strict` names targets for which the tool is not strict.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

#[cfg(test)]
mod targets {
    mod example;
    #[path = "../behaviour/pages.rs"]
    mod pages;

    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    fn files() -> Vec<PathBuf> {
        let entries = fs::read_dir(root().join("testdata/targets")).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    fn rule_of(file: &Path) -> String {
        let name = file.file_stem().unwrap().to_str().unwrap();
        name.split_once('+').map_or(name, |(rule, _)| rule).to_owned()
    }

    #[test]
    fn rules_and_examples_belong_together() {
        let mut faults = Vec::new();
        let rules: BTreeSet<String> = pages::rules("targets", &mut faults).into_keys().collect();
        let shown: BTreeSet<String> = files().iter().map(|file| rule_of(file)).collect();
        faults.extend(rules.difference(&shown).map(|rule| format!("the rule `{rule}` has no example")));
        faults.extend(shown.difference(&rules).map(|rule| format!("docs/targets.md has no rule `{rule}`")));
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// `TARGETS=part-of-a-name` runs the examples with such a name only.
    #[test]
    fn tools_become_what_the_examples_say() {
        let only = std::env::var("TARGETS").ok();
        let is_meant =
            |file: &PathBuf| only.as_ref().is_none_or(|only| file.to_string_lossy().contains(only.as_str()));
        let files: Vec<PathBuf> = files().into_iter().filter(is_meant).collect();
        assert!(!files.is_empty());
        let faults = files.iter().flat_map(|file| {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            example::faults(&fs::read_to_string(file).unwrap())
                .into_iter()
                .map(move |fault| format!("{name}: {fault}"))
        });
        let faults: Vec<String> = faults.collect();
        assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    }
}
