//! `apimint completions` and `apimint man`.

use std::fs;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;

fn printed(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("apimint").unwrap().args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_shell_learns_the_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("max-tools") && script.contains("explain"), "{shell}");
    }
}

#[test]
fn manual_pages_are_printed_or_written() {
    assert!(printed(&["man"]).contains(".TH apimint 1"));
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("man");
    printed(&["man", "--output", pages.to_str().unwrap()]);
    let convert = fs::read_to_string(pages.join("apimint-convert.1")).unwrap();
    assert!(convert.contains(".TH apimint-convert 1"), "{}", &convert[..200]);
    assert!(convert.contains("max\\-tools"));
    assert!(pages.join("apimint.1").exists() && pages.join("apimint-check.1").exists());
}
