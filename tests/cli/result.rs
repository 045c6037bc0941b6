//! Results of tools: the response mapping, row by row, and the checks against a manifest.

use serde_json::{Value, json};

use super::run::{Done, Run, codes, diagnostics};

/// A manifest with three tools: one whose output is an object, one whose output stands under `result`, one without.
const MANIFEST: &str = r#"{"tools": [
  {"name": "get_weather", "inputSchema": {"type": "object"}, "outputSchema": {
    "type": "object", "properties": {"temp": {"type": "number"}, "days": {"type": "array", "items": {"type": "string"}}},
    "required": ["temp"]}},
  {"name": "list_cities", "inputSchema": {"type": "object"}, "outputSchema": {
    "type": "object", "properties": {"result": {"type": ["array", "object"]}}, "required": ["result"],
    "x-fastmcp-wrap-result": true}, "_meta": {"dev.apimint/origin": {"name": "listCities"}}},
  {"name": "send_mail", "inputSchema": {"type": "object"}}
]}"#;

/// Turns one result, read from standard input.
#[track_caller]
fn result(text: &str) -> Done {
    Run::new("result").arg("-").json().stdin(text).done()
}

/// The same, checked against [`MANIFEST`].
#[track_caller]
fn checked(result: &Value) -> Done {
    let run = Run::new("result").file("tools.json", MANIFEST).args(&["-", "--manifest", "tools.json"]);
    run.json().stdin(&result.to_string()).done()
}

#[test]
fn success_data_is_content_and_structured_content() {
    let done = result(r#"{"tool": "get_weather", "data": {"temp": 72, "conditions": "sunny"}}"#).exits(0);
    assert_eq!(
        done.manifest(),
        json!({
            "content": [{"type": "text", "text": r#"{"temp":72,"conditions":"sunny"}"#}],
            "structuredContent": {"temp": 72, "conditions": "sunny"},
            "resultType": "complete",
        })
    );
    assert_eq!(done.stderr, "");
}

#[test]
fn error_is_content_with_is_error() {
    let done = result(r#"{"tool": "get_weather", "error": "City not found"}"#).exits(0);
    assert_eq!(
        done.manifest(),
        json!({
            "content": [{"type": "text", "text": "Error: City not found"}],
            "isError": true,
            "resultType": "complete",
        })
    );
    assert_eq!(done.stderr, "");
}

#[test]
fn fetched_at_is_kept_in_meta() {
    let done = result(r#"{"tool": "a", "fetchedAt": "2026-11-28T04:00:00Z", "data": {}}"#).exits(0);
    assert_eq!(done.only_diagnostic("T003")["pointer"], "/fetchedAt");
    assert_eq!(done.manifest()["_meta"], json!({"dev.apimint/fetchedAt": "2026-11-28T04:00:00Z"}));
    let failed = result(r#"{"tool": "a", "fetchedAt": "now", "error": "b"}"#).exits(0);
    assert_eq!(failed.manifest()["_meta"], json!({"dev.apimint/fetchedAt": "now"}));
    let done = result(r#"{"tool": "a", "fetchedAt": {"b": 1}, "data": {}}"#).exits(0);
    assert_eq!(done.only_diagnostic("O011")["pointer"], "/fetchedAt");
    assert_eq!(done.manifest().get("_meta"), None);
}

#[test]
fn text_is_content_as_it_is() {
    let done = result(r#"{"tool": "a", "data": "21 °C,\n\"sunny\""}"#).exits(0);
    assert_eq!(done.manifest()["content"], json!([{"type": "text", "text": "21 °C,\n\"sunny\""}]));
    assert_eq!(done.manifest()["structuredContent"], json!({"result": "21 °C,\n\"sunny\""}));
}

#[test]
fn data_that_is_no_object_stands_under_result() {
    for data in [json!([1, 2]), json!(7), json!(true), json!(null)] {
        let done = result(&json!({"tool": "a", "data": data}).to_string()).exits(0);
        assert_eq!(done.manifest()["structuredContent"], json!({"result": data}));
        assert_eq!(done.manifest()["content"][0]["text"], data.to_string());
    }
}

#[test]
fn neither_or_both_is_refused() {
    for text in
        [r#"{"tool": "a"}"#, r#"{"tool": "a", "error": null}"#, r#"{"tool": "a", "data": 1, "error": "x"}"#]
    {
        let done = result(text).exits(2);
        assert_eq!(done.only_diagnostic("T001")["severity"], "error");
        assert_eq!(done.stdout, "");
    }
}

#[test]
fn null_beside_the_other_counts_as_absent() {
    let done = result(r#"{"tool": "a", "data": null, "error": "x"}"#).exits(0);
    assert_eq!(done.manifest()["isError"], true);
    let done = result(r#"{"tool": "a", "data": {"b": 1}, "error": null}"#).exits(0);
    assert_eq!(done.manifest()["structuredContent"], json!({"b": 1}));
}

#[test]
fn numbers_keep_their_spelling() {
    let done = result(r#"{"data": {"price": 1.10, "id": 12345678901234567890123, "big": 1E+2}}"#).exits(0);
    let spelled = r#"{"price":1.10,"id":12345678901234567890123,"big":1E+2}"#;
    assert!(done.stdout.contains(&format!(r#""structuredContent":{spelled}"#)), "{}", done.stdout);
    assert_eq!(done.manifest()["content"][0]["text"], spelled);
}

#[test]
fn unknown_fields_are_dropped_and_reported() {
    let done = result(r#"{"tool": "a", "data": {}, "took": 12}"#).exits(0);
    assert_eq!(done.only_diagnostic("O006")["pointer"], "/took");
}

#[test]
fn an_error_that_is_no_text_is_written_as_json() {
    let done = result(r#"{"tool": "a", "error": {"code": 404}}"#).exits(0);
    assert_eq!(done.manifest()["content"][0]["text"], r#"Error: {"code":404}"#);
    done.only_diagnostic("O011");
}

#[test]
fn what_is_no_result_is_refused() {
    assert_eq!(codes(&result("[]").exits(2).stderr), ["S016"]);
    assert_eq!(codes(&result("{").exits(2).stderr), ["S004"]);
    Run::new("result").arg("not-there.json").done().exits(2);
}

#[test]
fn data_that_fits_is_only_written() {
    let done = checked(&json!({"tool": "get_weather", "data": {"temp": 21.5, "days": ["mo"]}})).exits(0);
    assert_eq!(done.stderr, "");
    assert_eq!(done.manifest()["structuredContent"]["temp"], 21.5);
}

#[test]
fn data_that_does_not_fit_is_written_and_reported_by_place() {
    let done = checked(&json!({"tool": "get_weather", "data": {"temp": "warm", "days": ["mo", 2]}})).exits(1);
    assert_eq!(done.manifest()["structuredContent"]["temp"], "warm");
    let found = diagnostics(&done.stderr);
    let places: Vec<&Value> = found.iter().map(|one| &one["pointer"]).collect();
    assert_eq!(places, ["/data/temp", "/data/days/1"]);
    assert!(found.iter().all(|one| one["code"] == "T002" && one["severity"] == "error"));
    assert!(found[1]["message"].as_str().unwrap().starts_with("`/days/1` of the data"));
}

#[test]
fn data_is_checked_as_it_is_wrapped() {
    let done = checked(&json!({"tool": "list_cities", "data": {"cities": []}})).exits(0);
    assert_eq!(done.manifest()["structuredContent"], json!({"result": {"cities": []}}));
    let done = checked(&json!({"tool": "listCities", "data": "none"})).exits(1);
    assert_eq!(done.only_diagnostic("T002")["pointer"], "/data");
    let done = checked(&json!({"tool": "get_weather", "data": [1]})).exits(1);
    assert_eq!(done.only_diagnostic("T002")["pointer"], "/data");
}

#[test]
fn what_cannot_be_checked_is_said() {
    assert_eq!(codes(&checked(&json!({"tool": "send_mail", "data": {}})).exits(0).stderr), ["T005"]);
    assert_eq!(codes(&checked(&json!({"tool": "nobody", "data": {}})).exits(0).stderr), ["T004"]);
    assert_eq!(codes(&checked(&json!({"data": {}})).exits(0).stderr), ["T004"]);
    assert_eq!(checked(&json!({"tool": "nobody", "error": "x"})).exits(0).stderr, "");
}

#[test]
fn a_manifest_must_be_one_and_sound() {
    let run = |manifest: &str| {
        let run = Run::new("result").file("m.json", manifest).args(&["-", "--manifest", "m.json"]);
        run.json().stdin(r#"{"tool": "a", "data": {}}"#).done()
    };
    assert_eq!(codes(&run("{}").exits(2).stderr), ["T006"]);
    let unsound = r#"{"tools": [{"name": "a", "outputSchema": {"$ref": "https://example.com/x.json"}}]}"#;
    assert_eq!(codes(&run(unsound).exits(1).stderr), ["T007"]);
}

/// A short schema by which a validator comes to the innermost of these data by a million ways.
#[test]
fn data_that_nobody_would_wait_for_are_not_checked() {
    let tree =
        r##"{"properties": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"allOf": [{"$ref": "#/$defs/a"}]}]}}}"##;
    let output =
        format!(r##"{{"type": "object", "allOf": [{{"$ref": "#/$defs/a"}}], "$defs": {{"a": {tree}}}}}"##);
    let manifest =
        format!(r#"{{"tools": [{{"name": "a", "inputSchema": {{}}, "outputSchema": {output}}}]}}"#);
    let run = |data: &str| {
        let run = Run::new("result").file("m.json", &manifest).args(&["-", "--manifest", "m.json"]);
        run.json().stdin(&format!(r#"{{"tool": "a", "data": {data}}}"#)).done()
    };
    let nested =
        |levels: usize| format!("{}{}", r#"{"a":"#.repeat(levels), "}".repeat(levels)).replace(":}", ":{}}");
    assert_eq!(run(&nested(4)).exits(0).stderr, "");
    assert_eq!(codes(&run(&nested(40)).exits(0).stderr), ["T008"]);
}

#[test]
fn our_own_manifest_checks_the_results_of_its_tools() {
    let manifest = Run::converting(super::run::CLEAN).done().exits(0).stdout;
    let run = |data: &str| {
        let run = Run::new("result").file("m.json", &manifest).args(&["-", "--manifest", "m.json"]);
        run.json().stdin(&format!(r#"{{"tool": "list_pets", "data": {data}}}"#)).done()
    };
    run(r#"{"pets": ["a"]}"#).exits(0);
    assert_eq!(run(r#"{"pets": [1]}"#).exits(1).only_diagnostic("T002")["pointer"], "/data/pets/0");
}

#[test]
fn a_file_is_replaced_as_a_whole_or_not_at_all() {
    let run = |text: &str| {
        let run = Run::new("result").file("result.json", text).file("out.json", "old");
        run.args(&["result.json", "-o", "out.json"]).done()
    };
    let done = run(r#"{"data": {}}"#).exits(0);
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("", ""));
    assert!(done.read("out.json").ends_with("\"resultType\":\"complete\"}\n"));
    assert_eq!(done.list(""), ["out.json", "result.json"]);
    assert_eq!(run("{}").exits(2).read("out.json"), "old");
    let done = Run::new("result").file("r.json", "{}").args(&["r.json", "-o", "r.json"]).done().exits(2);
    assert_eq!(done.read("r.json"), "{}");
    Run::new("result").args(&["-", "--manifest", "-"]).done().exits(2);
}

#[test]
fn quiet_and_verbose_say_less_and_more() {
    let text = r#"{"tool": "a", "fetchedAt": "now", "took": 1, "data": {}}"#;
    let said = |flags: &[&str]| Run::new("result").arg("-").args(flags).stdin(text).done().exits(0).stderr;
    assert!(said(&[]).contains("O006") && !said(&[]).contains("T003"));
    assert!(said(&["-v"]).contains("T003"));
    assert_eq!(said(&["-q"]), "");
}
