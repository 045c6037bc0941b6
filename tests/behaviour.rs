//! Every rule in the tables of `docs/schemas.md` and `docs/mapping.md`, by an example of its own.
//!
//! A table whose first header cell is `rule` names a rule per row. The rule `some-id` on the page `schemas` has the
//! example `testdata/behaviour/schemas/some-id.yaml`, and may have variants: `some-id+variant.yaml`. The examples run in
//! this process, so that all of them take a few seconds. `tests/behaviour/example.rs` has the form of an example.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends at the first thing it does not expect"
)]

#[cfg(test)]
mod behaviour {
    mod compare;
    mod example;
    mod options;
    mod pages;

    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::{Path, PathBuf};

    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

    use example::Example;

    /// The pages with rules; each has a folder of the same name under `testdata/behaviour/`.
    const PAGES: [&str; 2] = ["schemas", "mapping"];

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    /// The example files of a page, sorted.
    fn examples(page: &str) -> Vec<PathBuf> {
        let folder = root().join("testdata/behaviour").join(page);
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .map(|entry| entry.expect("the examples can be listed").path())
            .collect();
        files.sort();
        files
    }

    /// The rule that an example shows, by the name of its file.
    fn rule_of(file: &Path) -> Option<&str> {
        let name = file.file_name()?.to_str()?.strip_suffix(".yaml")?;
        Some(name.split_once('+').map_or(name, |(rule, _)| rule))
    }

    fn shown(file: &Path) -> String {
        file.strip_prefix(root()).unwrap_or(file).display().to_string().replace('\\', "/")
    }

    fn report(faults: &[String]) {
        assert!(faults.is_empty(), "{} faults:\n\n{}", faults.len(), faults.join("\n\n"));
    }

    /// `BEHAVIOUR=part-of-a-name` runs the examples with such a name only, and prints what each becomes.
    #[test]
    fn examples_become_what_they_say() {
        let only = std::env::var("BEHAVIOUR").ok();
        let mut files: Vec<PathBuf> = PAGES.iter().flat_map(|page| examples(page)).collect();
        files.retain(|file| only.as_ref().is_none_or(|only| shown(file).contains(only)));
        assert!(!files.is_empty(), "there are no examples");
        let faults = files.par_iter().filter_map(|file| {
            let run = || Example::read(file).and_then(|example| example.run(only.is_some()));
            let outcome = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("it panics".to_owned()));
            outcome.err().map(|fault| format!("{}\n{fault}", shown(file)))
        });
        report(&faults.collect::<Vec<_>>());
    }

    #[test]
    fn rules_and_examples_belong_together() {
        let mut faults = Vec::new();
        for page in PAGES {
            let rules = pages::rules(page, &mut faults);
            let mut raised: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
            let files = examples(page);
            for file in &files {
                let Some(rule) = rule_of(file).filter(|rule| pages::is_id(rule)) else {
                    faults
                        .push(format!("{}: not named `rule-id.yaml` or `rule-id+variant.yaml`", shown(file)));
                    continue;
                };
                if !rules.contains_key(rule) {
                    faults.push(format!("{}: docs/{page}.md has no rule `{rule}`", shown(file)));
                }
                let codes = Example::read(file).map(|example| example.codes()).unwrap_or_default();
                raised.entry(rule).or_default().extend(codes);
            }
            for (rule, codes) in &rules {
                match raised.get(rule.as_str()) {
                    None => faults.push(format!("docs/{page}.md: the rule `{rule}` has no example")),
                    Some(raised) => faults.extend(codes.difference(raised).map(|code| {
                        format!("docs/{page}.md: no example of the rule `{rule}` raises {code}")
                    })),
                }
            }
        }
        report(&faults);
    }
}
