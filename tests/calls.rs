//! Every rule in the tables of `docs/calls.md`, by calls with the requests that they become, or by responses with their results.
//!
//! The rule `some-id` has the file `testdata/calls/some-id.yaml`, which any runtime can read:
//!
//! * `call`: `_meta["dev.apimint/http"]`. `method: GET`, `path: /` and the server `https://h.example` are the defaults.
//! * `input`: the `inputSchema`, if the rule needs one.
//! * `cases`: each has `arguments`, and where they matter `credentials`, `server` (a number or URL), `variables`, `base`,
//!   `validate`, and a `call` whose members replace those above. The request is `method`, `url`, `headers` (`null`: absent),
//!   and `body`: text, `{base64: …}`, or `null` for none. Where `error` is present, there is none: the error contains this text.
//!   In bodies, the boundary is written `BOUNDARY`, and CR LF as a line end.
//! * A case with a `response` (`status`, 200 by default; `mediaType`, if it has one; `body`, a text) is about the answer instead:
//!   its result has the members of `result`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

#[cfg(test)]
mod calls {
    #[path = "../behaviour/pages.rs"]
    mod pages;
    mod request_case;
    mod schema;

    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use request_case::faults_of;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    fn files() -> Vec<PathBuf> {
        let entries = fs::read_dir(root().join("testdata/calls")).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    fn name(file: &Path) -> String {
        file.file_stem().unwrap().to_str().unwrap().to_owned()
    }

    #[test]
    fn rules_and_calls_belong_together() {
        let mut faults = Vec::new();
        let rules: BTreeSet<String> = pages::rules("calls", &mut faults).into_keys().collect();
        let shown: BTreeSet<String> = files().iter().map(|file| name(file)).collect();
        faults.extend(rules.difference(&shown).map(|rule| format!("the rule `{rule}` has no calls")));
        faults.extend(shown.difference(&rules).map(|rule| format!("docs/calls.md has no rule `{rule}`")));
        faults.extend(
            shown.iter().filter(|rule| !pages::is_id(rule)).map(|rule| format!("{rule} is not an id")),
        );
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn calls_become_the_requests_that_are_shown() {
        let faults: Vec<String> = files()
            .iter()
            .flat_map(|file| faults_of(file).into_iter().map(|fault| format!("{}: {fault}", name(file))))
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
