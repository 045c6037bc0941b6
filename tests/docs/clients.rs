//! The tables of `docs/clients.md` on lists with one oddity each: what `apimint check` reports, and what each client did
//! when `tests/clients/matrix/record.py` ran.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::options::compare_table;
use super::{files_below, read};

const FOLDER: &str = "tests/clients/matrix";

/// A list with one oddity: a row of `probes.tsv`.
struct Probe<'t> {
    name: &'t str,
    /// The version of MCP that the oddity concerns; empty if that is every version.
    protocol: &'t str,
    oddity: &'t str,
}

/// What one client did with one probe: a line of `record.tsv`.
struct Observation<'t> {
    probe: &'t str,
    client: &'t str,
    version: &'t str,
    protocol: &'t str,
    outcome: &'t str,
}

#[test]
fn the_page_on_clients_has_every_probe() {
    let (probes, record) = (read(&format!("{FOLDER}/probes.tsv")), read(&format!("{FOLDER}/record.tsv")));
    let probes: Vec<Probe<'_>> =
        cells(&probes).map(|row| Probe { name: row[0], protocol: row[1], oddity: row[3] }).collect();
    let record: Vec<Observation<'_>> = cells(&record)
        .map(|row| Observation {
            probe: row[0],
            client: row[1],
            version: row[2],
            protocol: row[3],
            outcome: row[4],
        })
        .collect();
    let files: BTreeSet<String> = files_below(&format!("{FOLDER}/probes"))
        .iter()
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let described: BTreeSet<String> = probes.iter().map(|probe| probe.name.to_owned()).collect();
    let observed: BTreeSet<String> = record.iter().map(|one| one.probe.to_owned()).collect();
    assert_eq!(files, described);
    assert_eq!(observed, described, "{FOLDER}/record.py has to run again");

    compare_table("docs/clients.md", "versions of clients", &versions(&record));
    let mut refused =
        "| what is odd | `check` | the list is refused | a tool is lost or altered | calls are refused |\n\
                       |---|---|---|---|---|\n"
            .to_owned();
    let mut accepted = "| what is odd | `check` |\n|---|---|\n".to_owned();
    for probe in &probes {
        let codes = reported(probe);
        let seen: Vec<&Observation<'_>> = record.iter().filter(|one| one.probe == probe.name).collect();
        let labelled = |outcomes: [(&str, &str); 2]| {
            let parts = outcomes.map(|(outcome, label)| (label, clients_with(&seen, outcome)));
            let parts = parts.iter().filter(|(_, clients)| !clients.is_empty());
            parts.map(|(label, clients)| format!("{label}{clients}")).collect::<Vec<_>>().join("; ")
        };
        let oddity = probe.oddity.replace('|', "\\|");
        if seen.iter().all(|one| one.outcome == "ok") {
            let _ = writeln!(accepted, "| {oddity} | {codes} |");
        } else {
            let list = clients_with(&seen, "list");
            let tool = labelled([("tool", "lost: "), ("altered", "altered: ")]);
            let calls = labelled([("calls", "of the plain tool: "), ("call", "")]);
            let _ = writeln!(refused, "| {oddity} | {codes} | {list} | {tool} | {calls} |");
        }
    }
    compare_table("docs/clients.md", "what clients refuse", &refused);
    compare_table("docs/clients.md", "what clients accept", &accepted);
}

/// The rows of a table whose cells are separated by tabs, without its head.
fn cells(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

/// Returns the codes that `apimint check` reports for a probe, those of warnings in parentheses.
fn reported(probe: &Probe<'_>) -> String {
    let mut list = read(&format!("{FOLDER}/probes/{}.json", probe.name));
    if let Some((before, (length, after))) =
        list.split_once("@PADDING ").and_then(|(before, rest)| Some((before, rest.split_once('@')?)))
    {
        list = format!("{before}{}{after}", "x".repeat(length.parse().unwrap()));
    }
    let protocol = if probe.protocol.is_empty() { "any" } else { probe.protocol };
    let mut program = Command::new(env!("CARGO_BIN_EXE_apimint"))
        .args(["check", "--diagnostics", "json", "--protocol", protocol, "-"])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    let mut codes = BTreeSet::new();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        let diagnostic: Value = serde_json::from_str(line).unwrap();
        let code = diagnostic["code"].as_str().unwrap();
        match diagnostic["severity"].as_str().unwrap() {
            "error" => codes.insert(format!("`{code}`")),
            "warning" => codes.insert(format!("(`{code}`)")),
            _ => false,
        };
    }
    if codes.is_empty() { "none".to_owned() } else { Vec::from_iter(codes).join(", ") }
}

/// Returns the table of all versions of clients that were run.
fn versions(record: &[Observation<'_>]) -> String {
    let mut table = "| client | versions |\n|---|---|\n".to_owned();
    for client in unique(record.iter().map(|one| one.client)) {
        let own = record.iter().filter(|one| one.client == client);
        let versions = unique(own.map(|one| one.version));
        let _ = writeln!(table, "| {client} | {} |", versions.join(", "));
    }
    table
}

/// Returns the clients with an outcome, such as `TypeScript 1.13–1.32, 2.4 (2026-07-28)`. A client without versions stands
/// for all of them.
fn clients_with(seen: &[&Observation<'_>], outcome: &str) -> String {
    let mut texts = Vec::new();
    for client in unique(seen.iter().map(|one| one.client)) {
        let own: Vec<&Observation<'_>> = seen.iter().copied().filter(|one| one.client == client).collect();
        if own.iter().all(|one| one.outcome == outcome) {
            texts.push(client.to_owned());
            continue;
        }
        // Runs of successive versions in which the same versions of MCP are concerned: first, last, and these.
        let mut runs: Vec<(&str, &str, String)> = Vec::new();
        let mut goes_on = false;
        for version in unique(own.iter().map(|one| one.version)) {
            let (with, without): (Vec<&Observation<'_>>, Vec<&Observation<'_>>) = own
                .iter()
                .copied()
                .filter(|one| one.version == version)
                .partition(|one| one.outcome == outcome);
            if with.is_empty() {
                goes_on = false;
                continue;
            }
            let protocols = unique(with.iter().map(|one| one.protocol)).join(", ");
            let protocols = if without.is_empty() { String::new() } else { format!(" ({protocols})") };
            match runs.last_mut() {
                Some(run) if goes_on && run.2 == protocols => run.1 = version,
                _ => runs.push((version, version, protocols)),
            }
            goes_on = true;
        }
        let runs: Vec<String> = runs
            .iter()
            .map(|(first, last, protocols)| match (short(first), short(last)) {
                (first, last) if first == last => format!("{first}{protocols}"),
                (first, last) => format!("{first}–{last}{protocols}"),
            })
            .collect();
        if !runs.is_empty() {
            texts.push(format!("{client} {}", runs.join(", ")));
        }
    }
    texts.join(", ")
}

/// Returns `1.32` for `1.32.2`.
fn short(version: &str) -> &str {
    version.rsplit_once('.').map_or(version, |(short, _)| short)
}

/// Returns the different texts in the order of their first appearance.
fn unique<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(*text)).collect()
}
