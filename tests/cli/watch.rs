//! `--watch`: converts again when a file changes.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use super::run::{CLEAN, Run};

/// Far longer than any run takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that ends with its test.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a file has a text.
fn wait_for(path: &Path, text: &str) {
    let begin = Instant::now();
    while !fs::read_to_string(path).is_ok_and(|content| content.contains(text)) {
        assert!(begin.elapsed() < PATIENCE, "{} never has {text}", path.display());
        thread::sleep(Duration::from_millis(20));
    }
}

/// Replaces a file as editors do: by another one of its name.
fn replace(path: &Path, text: &str) {
    let new = path.with_extension("new");
    fs::write(&new, text).unwrap();
    fs::rename(new, path).unwrap();
}

#[test]
fn a_build_follows_its_files() {
    let text = CLEAN.replace("{type: string}", "{$ref: 'parts/pet.json'}");
    let config = "[[manifest]]\nsource = 'api/pets.yaml'\noutput = 'out/pets.json'\n";
    let run = Run::new("build").arg("--watch").file("apimint.toml", config).file("api/pets.yaml", &text);
    let run = run.file("api/parts/pet.json", r#"{"type": "string", "maxLength": 71}"#);
    let (child, directory) = run.started();
    let _watching = Watching(child);
    let path = |name: &str| directory.path().join(name);
    let output = path("out/pets.json");
    wait_for(&output, "71");
    // A file that a reference leads to, written in place.
    fs::write(path("api/parts/pet.json"), r#"{"type": "string", "maxLength": 72}"#).unwrap();
    wait_for(&output, "72");
    // A description that cannot be read for a while.
    replace(&path("api/pets.yaml"), "openapi: [");
    thread::sleep(Duration::from_millis(300));
    // A file that was not read before, in another directory.
    fs::create_dir(path("api/new")).unwrap();
    fs::write(path("api/new/pet.json"), r#"{"type": "string", "maxLength": 73}"#).unwrap();
    replace(&path("api/pets.yaml"), &text.replace("parts/pet.json", "new/pet.json"));
    wait_for(&output, "73");
    fs::write(path("api/new/pet.json"), r#"{"type": "string", "maxLength": 74}"#).unwrap();
    wait_for(&output, "74");
    // The configuration.
    replace(&path("apimint.toml"), "[[manifest]]\nwrong");
    thread::sleep(Duration::from_millis(300));
    replace(&path("apimint.toml"), &config.replace("out/pets", "out/other"));
    wait_for(&path("out/other.json"), "74");
}

#[test]
fn a_conversion_follows_its_input() {
    let errors = tempfile::NamedTempFile::new().unwrap();
    let run = Run::new("convert").args(&["api/pets.yaml", "-o", "pets.json", "--watch"]);
    let (child, directory) = run.stderr(errors.reopen().unwrap().into()).started();
    let _watching = Watching(child);
    let output = directory.path().join("pets.json");
    // Neither the file nor its directory is there yet.
    wait_for(errors.path(), "waiting for changes");
    let input = directory.path().join("api/pets.yaml");
    fs::create_dir(input.parent().unwrap()).unwrap();
    fs::write(&input, CLEAN).unwrap();
    wait_for(&output, "\"tools\"");
    fs::write(&input, CLEAN.replace("{type: string}", "{type: string, maxLength: 74}")).unwrap();
    wait_for(&output, "74");
    // The directory is replaced by another one, as version control does.
    let other = directory.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("pets.yaml"), CLEAN.replace("{type: string}", "{type: string, maxLength: 75}"))
        .unwrap();
    fs::rename(directory.path().join("api"), directory.path().join("old")).unwrap();
    fs::rename(&other, directory.path().join("api")).unwrap();
    wait_for(&output, "75");
    fs::write(&input, CLEAN.replace("{type: string}", "{type: string, maxLength: 76}")).unwrap();
    wait_for(&output, "76");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    for (arguments, expected) in [
        (&["-", "-o", "pets.json", "--watch"][..], "standard input can be read only once"),
        (&["http://127.0.0.1:1/pets.yaml", "-o", "pets.json", "--watch"], "no input is a file"),
        (
            &["pets.yaml", "--overlay", "-", "-o", "pets.json", "--watch"],
            "standard input can be read only once",
        ),
        (&["pets.yaml", "--watch"], "--output"),
        (&["pets.yaml", "-o", "pets.json", "--watch", "--check"], "cannot be used with"),
    ] {
        let done = Run::new("convert").args(arguments).file("pets.yaml", CLEAN).done().exits(2);
        assert!(done.stderr.contains(expected), "{}", done.stderr);
    }
}
