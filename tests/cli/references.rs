//! What references may reach from a file.

use super::run::{CLEAN, Run, assert_manifest};

/// A description in `api/` whose items are described somewhere else.
fn referring_to(reference: &str) -> Run {
    let text = CLEAN.replace("{type: string}", &format!("{{$ref: '{reference}'}}"));
    Run::new("convert").file("api/pets.yaml", &text).arg("api/pets.yaml")
}

#[test]
fn files_below_the_description_are_read() {
    let done = referring_to("schemas/pet.yaml#/Pet")
        .file("api/schemas/pet.yaml", "Pet: {$ref: '../lengths.json'}\n")
        .file("api/lengths.json", r#"{"type": "string", "maxLength": 77}"#)
        .done()
        .exits(0);
    assert_manifest(&done.stdout);
    assert!(done.stdout.contains("77"), "{}", done.stdout);
}

#[test]
fn files_outside_are_refused_unless_allowed() {
    let outside =
        || referring_to("../pet.json").file("pet.json", r#"{"type": "string", "title": "outside text"}"#);
    let done = outside().json().done().exits(1);
    assert_manifest(&done.stdout);
    assert!(!done.stdout.contains("outside text"));
    let error = done.only_diagnostic("R002");
    assert!(error["help"].as_str().unwrap().contains("--allow-outside"), "{error}");
    // What is there and what is not are refused alike.
    referring_to("../not-there.json").json().done().exits(1).only_diagnostic("R002");

    let done = outside().arg("--allow-outside").done().exits(0);
    assert!(done.stdout.contains("outside text"), "{}", done.stdout);
}

#[cfg(unix)]
#[test]
fn a_link_is_judged_by_where_it_leads() {
    let run = referring_to("pet.json").file("pet.json", r#"{"title": "outside text"}"#).json();
    std::os::unix::fs::symlink("../pet.json", run.path("api/pet.json")).unwrap();
    let done = run.done().exits(1);
    done.only_diagnostic("R002");
    assert!(!done.stdout.contains("outside text"));
}

#[test]
fn the_network_is_refused_unless_allowed() {
    // The name is reserved and never resolves (RFC 6761).
    let network = || referring_to("http://pets.invalid/pet.json").json();
    let done = network().done().exits(1);
    assert_manifest(&done.stdout);
    let error = done.only_diagnostic("R003");
    assert!(error["help"].as_str().unwrap().contains("--allow-net"), "{error}");
    network().arg("--allow-net").done().exits(1).only_diagnostic("R004");
}

#[test]
fn a_file_that_is_missing_or_broken_costs_what_needs_it() {
    let done = referring_to("pet.json").json().done().exits(1);
    assert_manifest(&done.stdout);
    let error = done.only_diagnostic("R004");
    assert_eq!(error["file"], "api/pets.yaml");
    assert!(error["message"].as_str().unwrap().contains("pet.json"), "{error}");
    let done = referring_to("pet.json").file("api/pet.json", "{").json().done().exits(1);
    done.only_diagnostic("R004");
}
