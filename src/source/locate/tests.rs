//! References between files, with directories on disk.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::super::input::{Access, Input};
use super::super::sources::Sources;
use crate::diagnostic::{Code, Sink};
use crate::limits::Limits;

/// Creates a directory `api` with files, and a file outside it that must stay unreachable.
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files.iter().chain(&[("secret.yaml", "key: secret"), ("api2/x.yaml", "a: 1")]) {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    directory
}

struct LocateRun {
    sources: Sources,
    sink: Sink,
}

impl LocateRun {
    fn new(access: Access) -> Self {
        Self { sources: Sources::new(access, Limits::default()), sink: Sink::new() }
    }

    /// Returns the string that a reference in the root of `api/root.yaml` leads to, or code and message.
    fn resolve(&self, directory: &Path, reference: &str) -> Result<String, (Code, String)> {
        let input = Input::File(directory.join("api/root.yaml"));
        let root = match self.sources.document(crate::diagnostic::DocumentId(0)) {
            Some(document) => document.root(),
            None => self.sources.load(&input, &self.sink).unwrap().root(),
        };
        let found = self.sources.resolve(root, reference, &self.sink);
        let found = found.and_then(|node| self.sources.follow(node, &self.sink));
        found.map(|node| node.to_value().to_string()).map_err(|error| (error.code, error.message))
    }
}

#[track_caller]
fn refused(run: &LocateRun, directory: &Path, reference: &str, code: Code) {
    let (found, message) = run.resolve(directory, reference).unwrap_err();
    assert_eq!(found, code, "{reference}: {message}");
    assert!(message.contains(reference), "{message}");
}

#[test]
fn files_in_and_below_the_directory_are_reached() {
    let directory = directory(&[
        ("api/root.yaml", "here: 1"),
        (
            "api/sub/a b.yaml",
            "A: {$ref: '../c.json#/C'}\nB: {$ref: '../root.yaml#/here'}\nD: {$ref: '#/E'}\nE: e",
        ),
        ("api/c.json", "{\"C\": \"c\"}"),
    ]);
    let run = LocateRun::new(Access::default());
    for (reference, value) in [
        ("sub/a%20b.yaml#/A", "\"c\""),
        ("sub/a b.yaml#/A", "\"c\""),
        ("./sub/../sub/a%20b.yaml#/B", "1"),
        ("sub\\a b.yaml#/D", "\"e\""),
        ("c.json#/C", "\"c\""),
        ("c.json", "{\"C\":\"c\"}"),
        ("root.yaml#/here", "1"),
        ("../api/c.json#/C", "\"c\""),
    ] {
        assert_eq!(run.resolve(directory.path(), reference).as_deref(), Ok(value), "{reference}");
    }
    let inside = format!("{}#/C", directory.path().canonicalize().unwrap().join("api/c.json").display());
    assert!(run.resolve(directory.path(), &inside).is_ok());
    assert_eq!(run.sources.len(), 3);
    let shown = run.sources.document(crate::diagnostic::DocumentId(1)).unwrap().origin().to_string();
    assert!(Path::new(&shown).ends_with("api/sub/a b.yaml"), "{shown}");
}

#[test]
fn nothing_outside_is_reached() {
    let directory = directory(&[("api/root.yaml", "a: 1"), ("api/s/x.yaml", "a: {$ref: ../../secret.yaml}")]);
    let secret = directory.path().join("secret.yaml");
    let run = LocateRun::new(Access::default());
    let absolute = secret.display().to_string();
    let url = format!("file://{absolute}#/key");
    for reference in [
        "../secret.yaml",
        "../secret.yaml#/key",
        "%2e%2e/secret.yaml",
        "..%2Fsecret.yaml",
        "s/../../secret.yaml",
        "..\\secret.yaml",
        "../api2/x.yaml",
        "../nowhere/at/all.yaml",
        "../../../../../../../../etc/passwd",
        "/etc/passwd",
        "//host/share/x.yaml",
        "\\\\host\\share\\x.yaml",
        "file:///etc/passwd",
        "file://host/etc/passwd",
        &absolute,
        &url,
    ] {
        refused(&run, directory.path(), reference, Code::ReferenceOutside);
    }
    let (code, _) = run.resolve(directory.path(), "s/x.yaml#/a").unwrap_err();
    assert_eq!(code, Code::ReferenceOutside);
    let run = LocateRun::new(Access { outside: true, ..Access::default() });
    assert_eq!(run.resolve(directory.path(), "../secret.yaml#/key").as_deref(), Ok("\"secret\""));
}

#[cfg(unix)]
#[test]
fn links_are_resolved_before_they_are_judged() {
    use std::os::unix::fs::symlink;
    let directory = directory(&[("api/root.yaml", "a: 1"), ("api/in.yaml", "a: 2")]);
    let api = directory.path().join("api");
    symlink(directory.path().join("secret.yaml"), api.join("link.yaml")).unwrap();
    symlink(directory.path(), api.join("up")).unwrap();
    symlink("in.yaml", api.join("alias.yaml")).unwrap();
    let run = LocateRun::new(Access::default());
    refused(&run, directory.path(), "link.yaml", Code::ReferenceOutside);
    refused(&run, directory.path(), "up/secret.yaml", Code::ReferenceOutside);
    assert_eq!(run.resolve(directory.path(), "up/api/in.yaml#/a").as_deref(), Ok("2"));
    assert_eq!(run.resolve(directory.path(), "alias.yaml#/a").as_deref(), Ok("2"));
    assert_eq!(run.sources.len(), 2);
}

#[test]
fn what_cannot_be_used_is_said_with_its_reason() {
    let directory = directory(&[
        ("api/root.yaml", "a: 1"),
        ("api/bad.yaml", "a: 1\nb: [\n"),
        ("api/empty.yaml", ""),
        ("api/sub/x.yaml", "a: 1"),
    ]);
    let run = LocateRun::new(Access::default());
    for (reference, reason) in [
        ("none.yaml#/a", "does not exist"),
        ("bad.yaml#/a", "line"),
        ("bad.yaml#/b", "bad.yaml"),
        ("empty.yaml", "is empty"),
        ("sub", "is a directory"),
        ("ftp://example.com/a", "scheme `ftp`"),
        ("a%00b.yaml", "cannot be read"),
    ] {
        let (code, message) = run.resolve(directory.path(), reference).unwrap_err();
        assert_eq!(code, Code::ReferenceUnreadable, "{reference}");
        assert!(message.contains(reference) && message.contains(reason), "{message}");
    }
    assert_eq!(run.sources.len(), 1);
}

#[test]
fn the_network_needs_permission_and_stays_public() {
    let directory = directory(&[("api/root.yaml", "a: 1")]);
    let run = LocateRun::new(Access::default());
    for reference in ["https://example.com/a.yaml#/b", "http://127.0.0.1:9/a"] {
        refused(&run, directory.path(), reference, Code::ReferenceNetwork);
    }
    let run = LocateRun::new(Access { network: true, ..Access::default() });
    for reference in
        ["http://127.0.0.1:9/a", "http://[::1]:9/a", "http://localhost:9/a", "http://169.254.169.254/"]
    {
        let (code, message) = run.resolve(directory.path(), reference).unwrap_err();
        assert_eq!(code, Code::ReferenceUnreadable);
        assert!(message.contains("private network"), "{message}");
    }
}

#[test]
fn the_number_of_documents_is_bounded() {
    let directory = directory(&[("api/root.yaml", "a: 1"), ("api/1.yaml", "a: 1"), ("api/2.yaml", "a: 1")]);
    let mut run = LocateRun::new(Access::default());
    run.sources.limits.documents = 2;
    assert!(run.resolve(directory.path(), "1.yaml#/a").is_ok());
    let (code, message) = run.resolve(directory.path(), "2.yaml#/a").unwrap_err();
    assert_eq!(code, Code::ReferenceUnreadable);
    assert!(message.contains("more than 2"), "{message}");
}

#[test]
fn bytes_at_hand_are_relative_to_a_base() {
    let directory = directory(&[("api/x.yaml", "a: 5")]);
    let input = Input::Bytes { name: "<stdin>".to_owned(), bytes: b"a: 1".to_vec() };
    let load = |base: Option<String>, reference: &str| {
        let sources = Sources::new(Access { base, ..Access::default() }, Limits::default());
        let sink = Sink::new();
        let root = sources.load(&input, &sink).map_err(|fatal| (fatal.code, fatal.message))?.root();
        let found = sources.resolve(root, reference, &sink);
        found.map(|node| node.to_value().to_string()).map_err(|error| (error.code, error.message))
    };
    let (code, message) = load(None, "x.yaml#/a").unwrap_err();
    assert_eq!(code, Code::ReferenceUnreadable);
    assert!(message.contains("--base"), "{message}");
    assert_eq!(load(None, "#/a").as_deref(), Ok("1"));
    let base = directory.path().join("api");
    let given = Some(base.display().to_string());
    assert_eq!(load(given.clone(), "x.yaml#/a").as_deref(), Ok("5"));
    assert_eq!(load(given, "../secret.yaml").unwrap_err().0, Code::ReferenceOutside);
    let nowhere = Some(base.join("none").display().to_string());
    assert_eq!(load(nowhere, "#/a").unwrap_err().0, Code::Unreadable);
    let web = Some("https://example.com/api/".to_owned());
    assert_eq!(load(web.clone(), "../x.yaml").unwrap_err().0, Code::ReferenceNetwork);
    assert_eq!(load(web, "file:///etc/passwd").unwrap_err().0, Code::ReferenceOutside);
}

#[test]
fn a_document_is_found_by_the_name_it_gives_itself() {
    let directory = directory(&[
        ("api/root.yaml", "$self: https://example.com/v1/openapi\na: {$ref: other#/b}\nc: 3"),
        ("api/file.yaml", "$self: https://example.com/v1/other\nb: {$ref: openapi#/c}"),
        ("api/sub/near.yaml", "d: 4"),
        ("api/near.yaml", "d: 5"),
    ]);
    let run = LocateRun::new(Access::default());
    // The document's own URI, before and after the other document is read.
    assert_eq!(run.resolve(directory.path(), "openapi#/c").as_deref(), Ok("3"));
    assert_eq!(run.resolve(directory.path(), "https://example.com/v1/openapi#/c").as_deref(), Ok("3"));
    assert_eq!(run.resolve(directory.path(), "near.yaml#/d").as_deref(), Ok("5"));
    assert!(run.resolve(directory.path(), "file.yaml").is_ok());
    assert_eq!(run.resolve(directory.path(), "other#/b").as_deref(), Ok("3"));
    assert_eq!(run.resolve(directory.path(), "https://example.com/v1/other#/b").as_deref(), Ok("3"));
    // With a relative `$self`, files next to that come first, then files next to the document itself.
    fs::write(directory.path().join("api/root.yaml"), "$self: sub/openapi.yaml").unwrap();
    let run = LocateRun::new(Access::default());
    assert_eq!(run.resolve(directory.path(), "near.yaml#/d").as_deref(), Ok("4"));
    assert!(run.resolve(directory.path(), "file.yaml").is_ok());
}

#[test]
fn roots_that_cannot_be_read_say_why() {
    let directory = directory(&[("api/root.yaml", "a: 1")]);
    let sources = Sources::new(Access::default(), Limits { bytes: 100, ..Limits::default() });
    let load = |input: &Input| sources.load(input, &Sink::new()).map(|_| ()).unwrap_err();
    let fatal = load(&Input::File(directory.path().join("none.yaml")));
    assert_eq!(fatal.code, Code::Unreadable);
    assert!(fatal.message.contains("does not exist"), "{}", fatal.message);
    let fatal = load(&Input::File(directory.path().join("api")));
    assert_eq!(fatal.code, Code::Unreadable);
    assert!(fatal.message.contains("is a directory"), "{}", fatal.message);
    fs::write(directory.path().join("large.yaml"), "x".repeat(101)).unwrap();
    assert_eq!(load(&Input::File(directory.path().join("large.yaml"))).code, Code::TooLarge);
    let bytes = Input::Bytes { name: "x".to_owned(), bytes: vec![b'x'; 101] };
    assert_eq!(load(&bytes).code, Code::TooLarge);
    let fatal = load(&Input::Url("ftp://example.com/".parse().unwrap()));
    assert_eq!(fatal.code, Code::Unreadable);
    let fatal = load(&Input::Url("http://127.0.0.1:1/".parse().unwrap()));
    assert!(!fatal.message.contains("private"), "{}", fatal.message);
}

#[test]
fn below_a_url_only_its_directory_is_covered() {
    let scope = super::ReferenceScope {
        url: "https://example.com/api/v1/openapi.yaml".parse().ok(),
        ..super::ReferenceScope::default()
    };
    let covers = |url: &str| scope.covers(&url.parse().unwrap());
    assert!(covers("https://example.com/api/v1/x.yaml"));
    assert!(covers("https://example.com:443/api/v1/a/x.yaml?y"));
    for url in [
        "https://example.com/api/v2/x.yaml",
        "https://example.com/api/v1/../x.yaml",
        "https://example.com/api/v1/%2e%2e/x.yaml",
        "https://example.com/api/v1/..%2Fx.yaml",
        "https://example.com/api/v1/a%5c..%5cx.yaml",
        "https://example.com:444/api/v1/x.yaml",
        "http://example.com/api/v1/x.yaml",
        "https://example.org/api/v1/x.yaml",
        "https://example.com/api/v1",
    ] {
        assert!(!covers(url), "{url}");
    }
}
