//! What `inspect` shows, and how it ends.

use serde_json::{Value, json};

use super::run::{CLEAN, DANGLING, Run, WARNED};

/// A manifest with three tools of different sizes.
const MANIFEST: &str = r#"{"tools": [
  {"name": "small", "description": "Does little.", "inputSchema": {"type": "object", "properties": {}},
   "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}},
  {"name": "large", "description": "Does a lot, and says so at length, since it takes a long time to explain.",
   "inputSchema": {"type": "object", "properties": {"what": {"type": "string", "description": "What to do"}},
   "required": ["what"]}, "annotations": {"readOnlyHint": false, "destructiveHint": true}},
  {"name": "Middle", "description": "Does a bit.", "inputSchema": {"type": "object", "properties": {
   "a": {"type": "string", "description": "A"}, "b": {"type": "integer", "description": "B"}}}}
]}"#;

fn inspecting(text: &str) -> Run {
    Run::new("inspect").file("tools.json", text).args(&["tools.json", "-q"])
}

/// The first words of the rows of a table.
fn names(table: &str) -> Vec<&str> {
    table
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split(' ').next())
        .collect()
}

#[test]
fn a_manifest_becomes_a_table() {
    let done = inspecting(MANIFEST).done().exits(0);
    assert_eq!(names(&done.stdout), ["small", "large", "Middle"]);
    let row: Vec<&str> = done.stdout.lines().nth(1).unwrap().split_whitespace().collect();
    // small + Does little. + the input schema, as it stands
    assert_eq!(row[..5], ["small", "R-I-", "0", "0", "50"]);
    assert!(done.stdout.contains("\n3 tools, "), "{}", done.stdout);
    assert!(done.stdout.contains("\nlargest: large, about "), "{}", done.stdout);
    assert!(
        done.stdout.contains("\n1 read-only, 1 destructive, 1 idempotent, 0 open world\n"),
        "{}",
        done.stdout
    );
    assert!(done.stdout.lines().all(|line| line.len() <= 100));
}

#[test]
fn a_description_is_converted_and_what_was_lost_is_said() {
    let done = Run::new("inspect").file("pets.yaml", CLEAN).arg("pets.yaml").done().exits(0);
    assert_eq!((names(&done.stdout), done.stderr.as_str()), (vec!["list_pets"], ""));
    let done = Run::new("inspect").file("pets.yaml", DANGLING).arg("pets.yaml").done().exits(1);
    assert!(done.stderr.contains("error[R001]") && done.stdout.contains("list_pets"), "{}", done.stderr);
    let done = Run::new("inspect").arg("-").stdin(WARNED).args(&["--deny", "O005"]).done().exits(1);
    assert!(done.stderr.contains("error[O005]"), "{}", done.stderr);
}

/// Every tool costs what it costs in the manifest that the same options of `convert` write.
#[test]
fn options_and_a_configuration_shape_what_is_shown() {
    let pets = CLEAN.replace("      responses:", "      parameters: [{name: page, in: query, schema: {type: integer, description: Which}}]\n      responses:");
    let config = "name-max = 16\n[[manifest]]\nsource = \"pets.yaml\"\noutput = \"x.json\"\n\
        [[manifest.rule]]\nmatch = \"id:listPets\"\nname = \"all\"\narguments.page.description = \"The number of the page\"\n";
    for (options, name) in [
        (&["--slim", "2", "--output-schema", "none", "--no-http"][..], "list_pets"),
        (&["--config", "apimint.toml"], "all"),
        (&["--config", "apimint.toml", "--max-input-schema", "none"], "all"),
    ] {
        let run = |command: &str| {
            let run = Run::new(command).file("pets.yaml", &pets).file("apimint.toml", config);
            run.arg("pets.yaml").args(options)
        };
        let shown = run("inspect").arg("--json").done().exits(0).manifest();
        let written = run("convert").done().exits(0).stdout;
        let listed = Run::new("inspect").file("tools.json", &written).args(&["tools.json", "--json"]);
        assert_eq!(shown["tools"], listed.done().exits(0).manifest()["tools"]);
        assert_eq!(shown["tools"][0]["name"], name);
    }
    let budget = "max-tokens = 1\n[[manifest]]\nsource = \"pets.yaml\"\noutput = \"x.json\"\n";
    let run = Run::new("inspect").file("pets.yaml", &pets).file("apimint.toml", budget).arg("pets.yaml");
    run.args(&["--config", "apimint.toml"]).done().exits(1);
    let run = Run::new("inspect").file("pets.yaml", &pets).file("a.toml", "wrong = 1").arg("pets.yaml");
    assert!(run.args(&["--config", "a.toml"]).done().exits(2).stderr.contains("error[S019]"));
}

#[test]
fn a_list_is_shown_as_it_stands_with_what_clients_refuse() {
    let secret = format!("ghp_{}", "a1B2c3D4".repeat(5).split_at(36).0);
    let list = json!({"tools": [
        {"name": "same", "description": format!("Takes {secret}."), "inputSchema": {"type": "object", "default": {}}},
        {"name": "same", "inputSchema": {"type": "object"}},
    ]});
    let done = inspecting(&list.to_string()).arg("--json").done().exits(1);
    // A conversion would have renamed the second.
    let tools = done.manifest()["tools"].clone();
    assert_eq!((&tools[0]["name"], &tools[1]["name"]), (&json!("same"), &json!("same")));
    assert_eq!(tools[0]["bytes"]["inputSchema"], r#"{"type":"object","default":{}}"#.len());
    assert_eq!(tools[0]["bytes"]["description"], "Takes [removed].".len());
    assert!(done.stderr.contains("two tools are named `same`"), "{}", done.stderr);
    assert!(!done.stderr.contains(&secret) && !done.stdout.contains(&secret));
    // It is not a list of MCP: nothing is to be said of how MCP clients read it.
    let functions =
        json!([{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]);
    let done = inspecting(&functions.to_string()).done().exits(0);
    assert_eq!((names(&done.stdout), done.stderr.as_str()), (vec!["f"], ""));
}

#[test]
fn tools_are_sorted_as_asked() {
    for (order, expected) in [
        ("source", ["small", "large", "Middle"]),
        ("name", ["large", "Middle", "small"]),
        ("tokens", ["large", "Middle", "small"]),
        ("arguments", ["Middle", "large", "small"]),
    ] {
        let done = inspecting(MANIFEST).args(&["--sort", order]).done().exits(0);
        assert_eq!(names(&done.stdout), expected, "{order}");
    }
    let done = inspecting(MANIFEST).args(&["--top", "1"]).done().exits(0);
    assert_eq!(names(&done.stdout), ["large"]);
    assert!(done.stdout.contains("3 tools (1 shown), "), "{}", done.stdout);
    let done = inspecting(MANIFEST).args(&["--top", "1", "--sort", "source"]).done().exits(0);
    assert_eq!(names(&done.stdout), ["small"]);
}

#[test]
fn programs_get_one_object() {
    let done = inspecting(MANIFEST).args(&["--json", "--max-tokens", "1000"]).done().exits(0);
    let object = done.manifest();
    assert_eq!(object["v"], 1);
    assert_eq!(object["tools"].as_array().unwrap().len(), 3);
    assert_eq!(object["tools"][0]["bytes"]["seen"], 50);
    assert_eq!(object["tools"][1]["arguments"][0]["type"], "string");
    assert_eq!(object["totals"]["largest"]["name"], "large");
    assert_eq!((&object["maxTokens"], &object["exceeded"]), (&json!(1000), &json!(false)));
    // Totals count every tool.
    let first = inspecting(MANIFEST).args(&["--json", "--top", "1"]).done().exits(0).manifest();
    assert_eq!((first["tools"].as_array().unwrap().len(), &first["totals"]["tools"]), (1, &json!(3)));
}

#[test]
fn a_budget_is_kept_or_the_run_fails() {
    let total = inspecting(MANIFEST).arg("--json").done().manifest()["totals"]["tokens"].as_u64().unwrap();
    inspecting(MANIFEST).args(&["--max-tokens", &total.to_string()]).done().exits(0);
    let least = (total - 1).to_string();
    let done = inspecting(MANIFEST).args(&["--max-tokens", &least]).done().exits(1);
    let line = format!("error: the tools take about {total} tokens, and --max-tokens allows {least}\n");
    assert_eq!(done.stderr, line);
    assert!(done.stdout.contains("large"));
    // What programs read stays what it is.
    let done = inspecting(MANIFEST).args(&["--max-tokens", "1", "--json"]).json().done().exits(1);
    assert_eq!((done.stderr.as_str(), &done.manifest()["exceeded"]), ("", &json!(true)));
}

#[test]
fn tokens_are_counted_exactly_where_the_build_can() {
    let counting = || inspecting(MANIFEST).args(&["--tokenizer", "o200k_base", "--max-tokens", "1"]);
    let done = counting().done();
    if !cfg!(feature = "token-count") {
        let done = done.exits(2);
        assert!(done.stderr.contains("--features token-count"), "{}", done.stderr);
        return;
    }
    let value = counting().arg("--json").done().exits(1).manifest();
    assert_eq!(value["tokenizer"], "o200k_base");
    let total = value["totals"]["tokens"].as_u64().unwrap();
    let each = value["tools"].as_array().unwrap().iter().filter_map(|tool| tool["tokens"].as_u64());
    assert_eq!(each.sum::<u64>(), total);
    assert!(done.stdout.contains(&format!(" {total} tokens of o200k_base\n")), "{}", done.stdout);
    assert_eq!(
        done.exits(1).stderr,
        format!("error: the tools take {total} tokens, and --max-tokens allows 1\n")
    );
}

#[test]
fn the_page_is_one_file_with_tools_and_diagnostics() {
    let run = Run::new("inspect").file("pets.yaml", DANGLING).args(&["pets.yaml", "--html", "page.html"]);
    let done = run.done().exits(1);
    assert_eq!(done.list(""), ["page.html", "pets.yaml"]);
    let page = done.read("page.html");
    assert!(page.starts_with("<!doctype html>\n") && page.ends_with("</html>\n"));
    for part in [
        "Content-Security-Policy",
        "list_pets",
        "R001 dangling-reference",
        "<mark>$ref</mark>",
        "pets.yaml:10:",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(names(&done.stdout).contains(&"list_pets"));
    // The same again gives the same bytes.
    let again = Run::new("inspect").file("pets.yaml", DANGLING).args(&["pets.yaml", "--html", "page.html"]);
    assert_eq!(again.done().read("page.html"), page);
}

/// Returns the attributes of each tool of a page that say how to select it and what was found.
fn tool_attributes(page: &str) -> Vec<(&str, &str)> {
    let value = |text: &'static str| {
        move |tool: &'_ str| -> Option<(usize, usize)> {
            let start = tool.find(text)? + text.len();
            Some((start, start + tool[start..].find('"')?))
        }
    };
    let (rule, found) = (value("data-rule=\""), value("data-found=\""));
    let tools = page.split("<details class=\"tool\"").skip(1);
    tools
        .map(|tool| {
            let [rule, found] = [rule(tool), found(tool)].map(|range| range.unwrap());
            (&tool[rule.0..rule.1], &tool[found.0..found.1])
        })
        .collect()
}

/// Findings are with the tool in whose part of the document they are, and the rules are those of its operation.
#[test]
fn a_tool_on_the_page_has_its_rule_and_its_findings() {
    let description = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\nservers: [{url: 'https://example.com'}]\npaths:\n  \
         /a*:\n    get: {summary: A, tags: [x], responses: {'204': {description: A}}}\n    \
         put: {operationId: putA, x-mcp: {name: other}, summary: A, tags: [x], responses: {'204': {description: A}}}\n  \
         /b:\n    get: {operationId: getB, responses: {'204': {description: A}}}\n  \
         /c#1:\n    get: {summary: A, responses: {'204': {description: A}}}\n";
    let page = |more: &[&str]| {
        let run =
            Run::new("inspect").file("a.yaml", description).args(&["a.yaml", "-q", "--html", "page.html"]);
        run.args(more).done().exits(0).read("page.html")
    };
    let text = page(&[]);
    let tools = tool_attributes(&text);
    let rules: Vec<&str> = tools.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(rules, ["method:get+path:/a[*]", "id:putA", "id:getB", "method:get+path:/c#1"]);
    assert!(tools[2].1.contains("warning") && tools[2].1.contains("O005"), "{tools:?}");
    assert!(!tools[0].1.contains("O005") && !tools[3].1.contains("O005"), "{tools:?}");
    assert!(text.contains("data-rule=\"tag:x\""));
    // With options that leave tools out, a tag or an id may stand for more tools than the page has.
    let text = page(&["--exclude", "id:getB"]);
    let rules: Vec<&str> = tool_attributes(&text).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["method:get+path:/a[*]", "method:put+path:/a[*]", "method:get+path:/c#1"]);
    assert!(!text.contains("data-rule=\"tag:x\""));
    // Of a list, the names select, and what `check` says of a tool is with it.
    let list = r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}}, {"name": "b c", "inputSchema": {"type": "object"}}]}"#;
    let done = inspecting(list).args(&["--html", "page.html"]).done();
    let text = done.read("page.html");
    let tools = tool_attributes(&text);
    assert_eq!((tools[0].0, tools[1].0), ("id:a", "id:b c"));
    assert!(!tools[0].1.contains("M004") && tools[1].1.contains("M004"), "{tools:?}");
}

#[test]
fn a_hostile_manifest_is_text_in_every_form() {
    let evil = "</script><script>alert(1)</script>\"'&\u{1b}[2J\u{202e}";
    let schema = json!({"type": "object", "description": evil, "properties": {
        evil: {"type": "string", "description": evil, "enum": [evil]}}, "required": [evil]});
    let manifest: Value = json!({"tools": [{"name": evil, "title": evil, "description": evil, "inputSchema": schema,
        "outputSchema": schema, "_meta": {evil: evil}}]});
    let done = inspecting(&manifest.to_string()).args(&["--html", "page.html"]).done();
    let page = done.read("page.html");
    // One is the program of the page, the other the data of the tool.
    assert_eq!((page.matches("<script>").count(), page.matches("<script type=").count()), (1, 1));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;script&gt;alert(1)") && page.contains("\\u003c/script>"));
    for text in [&page, &done.stdout, &done.stderr] {
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
    let done = inspecting(&manifest.to_string()).arg("--json").done();
    assert!(!done.stdout.contains(['\u{1b}', '\u{202e}']));
    done.manifest();
}

#[test]
fn what_cannot_be_read_is_said_as_convert_says_it() {
    for (file, text) in [("broken.json", "{\"openapi\": "), ("other.json", "{\"a\": 1}"), ("empty.json", "")]
    {
        let said = |subcommand: &str, more: &[&str]| {
            let run = Run::new(subcommand).file(file, text).arg(file).args(more).json();
            let done = run.done().exits(2);
            assert_eq!((done.stdout.as_str(), done.list("")), ("", vec![file.to_owned()]));
            done.stderr
        };
        assert_eq!(said("inspect", &["--html", "page.html"]), said("convert", &[]), "{file}");
    }
    Run::new("inspect").arg("not-there.yaml").done().exits(2);
}

#[test]
fn overlays_are_applied_first() {
    let overlay =
        "overlay: 1.1.0\ninfo: {title: A, version: '1'}\nactions: [{target: $.paths.*.get, remove: true}]\n";
    let run = || inspecting(CLEAN).file("o.yaml", overlay).args(&["--overlay", "o.yaml"]);
    assert!(run().done().exits(1).stdout.contains("0 tools, 0 bytes"));
    let done = run().args(&["--html", "o.yaml"]).done().exits(2);
    assert!(done.stderr.contains("the page would overwrite the input o.yaml"), "{}", done.stderr);
}

#[test]
fn no_input_is_overwritten() {
    for flag in ["--html", "--report"] {
        let done = Run::new("inspect").file("a.txt", CLEAN).args(&["a.txt", flag, "a.txt"]).done().exits(2);
        assert!(done.stderr.contains("would overwrite the input a.txt"), "{}", done.stderr);
        assert_eq!(done.read("a.txt"), CLEAN);
    }
    let done = Run::new("inspect")
        .file("a.yaml", "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/a: {$ref: 'b.yaml'}}\n")
        .file("b.yaml", "get: {operationId: a, summary: A, responses: {'204': {description: None}}}\n")
        .args(&["a.yaml", "--html", "b.yaml"])
        .done()
        .exits(2);
    assert!(done.stderr.contains("the page would overwrite a file"), "{}", done.stderr);
    assert!(done.read("b.yaml").starts_with("get:"));
    let done = inspecting(MANIFEST).args(&["--html", "x.txt", "--report", "x.txt"]).done().exits(2);
    assert!(done.stderr.contains("the report would overwrite the page"), "{}", done.stderr);
}

#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let done = inspecting(MANIFEST).args(&["--html", "tools.json/page.html"]).done().exits(2);
    assert!(done.stderr.contains("the page could not be written"), "{}", done.stderr);
    assert_eq!(done.stdout, "");
}

#[test]
fn what_bounds_cut_is_added_up() {
    let schema = |fields: usize| {
        let fields: Vec<String> = (0..fields)
            .map(|field| format!("f{field}: {{type: string, description: {}}}", "x".repeat(100)))
            .collect();
        format!(
            "{{type: object, properties: {{a: {{type: object, properties: {{{}}}}}}}}}",
            fields.join(", ")
        )
    };
    let content = |fields| format!("content: {{application/json: {{schema: {}}}}}", schema(fields));
    let description = format!(
        "openapi: 3.1.0\ninfo: {{title: A, version: '1'}}\nservers: [{{url: 'https://example.com'}}]\npaths:\n  /a:\n    put: {{\
         operationId: a, summary: A, requestBody: {{{}}}, responses: {{'200': {{description: A, {}}}}}}}\n",
        content(400),
        content(100)
    );
    let done = inspecting(&description).done().exits(0);
    for (what, least) in [("input", 40_000), ("output", 10_000)] {
        let line = done
            .stdout
            .lines()
            .find(|line| line.starts_with(&format!("cut by --max-{what}-schema: 1 {what} schema")));
        let numbers: Vec<u64> =
            line.unwrap().split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        assert!(numbers[0] == 1 && numbers[1] > least && numbers[2] < least, "{line:?}");
    }
    let json = inspecting(&description).arg("--json").done().exits(0).manifest();
    assert_eq!(
        (&json["cuts"]["inputs"]["schemas"], &json["cuts"]["outputs"]["schemas"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(inspecting(MANIFEST).arg("--json").done().manifest().get("cuts"), None);
}

#[test]
fn an_empty_list_costs_nothing() {
    let done =
        inspecting(r#"{"tools": []}"#).args(&["--max-tokens", "0", "--html", "page.html"]).done().exits(0);
    assert_eq!(done.stdout, "0 tools, 0 bytes, about 0 tokens\n");
    assert!(done.read("page.html").contains("</html>"));
}

#[test]
fn tags_of_a_description_are_added_up() {
    let operation = |name: &str, tags: &str| {
        format!(
            "  /{name}:\n    get: {{operationId: {name}, summary: Reads., tags: {tags}, responses: {{'204': {{description: None.}}}}}}\n"
        )
    };
    let description = format!(
        "openapi: 3.0.3\ninfo: {{title: Pets, version: '1'}}\nservers: [{{url: 'https://example.com'}}]\npaths:\n{}{}{}",
        operation("cats", "[pets, \"\\e[1mloud\"]"),
        operation("dogs", "[pets, pets]"),
        operation("people", "[]"),
    );
    let done = inspecting(&description).done().exits(0);
    let table: Vec<&str> = done.stdout.split("\n\n").nth(1).unwrap().lines().collect();
    let words: Vec<Vec<&str>> = table.iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words[0], ["tag", "tools", "bytes", "tokens", "share"]);
    assert_eq!((words[1][0], words[1][1], words[1][4]), ("pets", "2", "65.9%"));
    assert!(table[2].starts_with("(no tag)") && table[3].starts_with("[1mloud"), "{table:?}");
    let json = inspecting(&description).arg("--json").done().exits(0).manifest();
    assert_eq!(json["tools"][1]["tags"], json!(["pets"]));
    assert_eq!((&json["tags"][0]["name"], &json["tags"][0]["tools"]), (&json!("pets"), &json!(2)));
    assert_eq!(json["tags"][1].get("name"), None);
    let page = inspecting(&description).args(&["--html", "page.html"]).done().exits(0).read("page.html");
    assert!(page.contains("Tags: pets, [1mloud"));
    // The manifest has them too.
    let manifest =
        Run::new("convert").file("pets.yaml", &description).arg("pets.yaml").done().exits(0).stdout;
    let done = inspecting(&manifest).done().exits(0);
    assert!(done.stdout.contains("pets"), "{}", done.stdout);
}
