//! `apimint build`, `apimint` alone, and `convert --config`.

use std::fs;

use serde_json::Value;

use super::run::{CLEAN, DANGLING, Done, Run, WARNED, diagnostics};

const CONFIG: &str = "[[manifest]]\nsource = \"pets.yaml\"\noutput = \"out/pets.json\"\n";

fn building(config: &str) -> Run {
    Run::new("build").file("pets.yaml", CLEAN).file("apimint.toml", config)
}

fn tools(done: &Done, file: &str) -> Vec<Value> {
    let manifest: Value = serde_json::from_str(&done.read(file)).unwrap();
    manifest["tools"].as_array().unwrap().clone()
}

/// What is said, with its place in the configuration where it has one.
fn said(done: &Done) -> Vec<String> {
    let line = |one: Value| {
        let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
        format!("{}:{} {} {}", text("file"), one["line"], text("code"), text("message"))
    };
    diagnostics(&done.stderr).into_iter().map(line).collect()
}

#[test]
fn every_manifest_is_built() {
    let config = format!(
        "{CONFIG}[[manifest]]\nsource = \"pets.yaml\"\noutput = \"array.json\"\nenvelope = \"array\""
    );
    let done = building(&config).done().exits(0);
    assert_eq!(done.stdout, "");
    assert!(done.stderr.starts_with("2 of 2 inputs converted, 2 tools ("), "{}", done.stderr);
    assert_eq!(tools(&done, "out/pets.json")[0]["name"], "list_pets");
    assert!(done.read("array.json").starts_with('['));
}

#[test]
fn the_program_alone_builds() {
    let run = Run::bare().file("pets.yaml", CLEAN).file("apimint.toml", CONFIG);
    assert_eq!(tools(&run.done().exits(0), "out/pets.json").len(), 1);
}

#[test]
fn without_a_configuration_it_says_what_else_there_is() {
    for run in [Run::bare(), Run::new("build"), Run::new("build").args(&["--config", "other.toml"])] {
        let done = run.done().exits(2);
        assert_eq!(done.stdout, "");
        for expected in
            ["there is no ", ".toml", "apimint init INPUT", "apimint convert INPUT", "Usage: apimint build"]
        {
            assert!(done.stderr.contains(expected), "{}", done.stderr);
        }
    }
    let done = Run::new("--check").done().exits(2);
    assert!(done.stderr.contains("Usage: apimint"), "{}", done.stderr);
    assert!(Run::new("biuld").done().exits(2).stderr.contains("build"));
}

#[test]
fn paths_are_relative_to_the_configuration() {
    let run =
        Run::new("build").file("api/pets.yaml", CLEAN).file("api/apimint.toml", CONFIG).file("here/x", "");
    let done = run.inside("here").args(&["--config", "../api/apimint.toml"]).done().exits(0);
    assert_eq!(tools(&done, "api/out/pets.json").len(), 1);
}

#[test]
fn the_configuration_is_found_above() {
    let run = |directory: &str, arguments: &[&str]| {
        let run = Run::new("build").file("pets.yaml", CLEAN).file("apimint.toml", CONFIG).file("a/b/x", "");
        run.inside(directory).args(arguments).done().exits(0)
    };
    let done = run("a/b", &[]);
    assert!(done.stderr.starts_with("the configuration is ../../apimint.toml\n"), "{}", done.stderr);
    assert_eq!(tools(&done, "out/pets.json").len(), 1);
    assert!(!run("", &[]).stderr.contains("apimint.toml"));
    for arguments in [&["-q"][..], &["--diagnostics", "json"]] {
        assert_eq!(run("a", arguments).stderr, "");
    }
    // The nearest one counts.
    let run = Run::new("build").file("apimint.toml", "wrong").file("a/pets.yaml", CLEAN).file("a/b/x", "");
    let done = run.file("a/apimint.toml", CONFIG).inside("a/b").done().exits(0);
    assert_eq!(tools(&done, "a/out/pets.json").len(), 1);
}

#[test]
fn manifests_are_chosen_by_name() {
    let config = format!(
        "{CONFIG}[[manifest]]\nsource = \"cats.yaml\"\noutput = \"out/felines.tools.json\"\n\
         [[rule]]\nmatch = \"id:listCats\"\ntitle = \"Cats\"\n"
    );
    let cats = CLEAN.replace("pets", "cats").replace("listPets", "listCats");
    let run = |names: &[&str]| {
        let run = building(&config).file("cats.yaml", &cats).file("here/x", "").args(names);
        run.inside("here").done()
    };
    for (names, built) in [
        (&["pets"][..], &["pets.json"][..]),
        (&["out/pets.json"], &["pets.json"]),
        (&["../pets.yaml"], &["pets.json"]),
        (&["felines"], &["felines.tools.json"]),
        (&["felines.tools"], &["felines.tools.json"]),
        (&["../out/felines.tools.json"], &["felines.tools.json"]),
        (&["cats"], &["felines.tools.json"]),
        (&["cats", "pets"], &["felines.tools.json", "pets.json"]),
        (&[], &["felines.tools.json", "pets.json"]),
    ] {
        let done = run(names).exits(0);
        assert_eq!(done.list("out"), built, "{names:?}");
        // The rule matches something in a manifest that is not built.
        assert!(!done.stderr.contains("warning"), "{}", done.stderr);
    }
    for (name, help) in
        [("felnes", "did you mean `felines`?"), ("dinosaurs", "there are `cats`, `felines`, ")]
    {
        let done = run(&["pets", name]).exits(2);
        let message = format!("no manifest of the configuration is called `{name}`; {help}");
        assert!(done.stderr.contains(&message), "{}", done.stderr);
        assert!(!done.path("out").exists());
    }
}

#[test]
fn with_check_nothing_is_written() {
    let config = format!("{CONFIG}lock = \"names.json\"");
    let done = building(&config).args(&["--check"]).json().done().exits(1);
    assert_eq!(
        said(&done),
        [
            "pets.yaml:6 N014 GET /pets is new; it is published as `list_pets`",
            "names.json:null S018 `names.json` is out of date: it does not exist",
            "out/pets.json:null S018 `out/pets.json` is out of date: it does not exist",
        ]
    );
    assert!(!done.path("out").exists() && !done.path("names.json").exists());
    let built = building(&config).done().exits(0);
    let (manifest, lock) = (built.read("out/pets.json"), built.read("names.json"));
    let again = building(&config).file("out/pets.json", &manifest).file("names.json", &lock);
    assert_eq!(again.args(&["--check"]).json().done().exits(0).stderr, "");
    let other = building(&config).file("out/pets.json", &manifest.replace("list_pets", "pets"));
    let done = other.file("names.json", &lock).args(&["--check"]).json().done().exits(1);
    assert!(said(&done)[0].ends_with("new: list_pets; gone: pets"), "{:?}", said(&done));
}

/// S019
#[test]
fn a_faulty_configuration_is_shown_and_nothing_is_built() {
    let config = format!("{CONFIG}name-mx = 48\nbody = \"flat\"");
    let done = building(&config).done().exits(2);
    for expected in [
        "error[S019] configuration",
        "x a manifest has no key `name-mx`",
        "[apimint.toml:4:1]",
        " 4 | name-mx = 48",
        "help: Did you mean `name-max`?",
    ] {
        assert!(done.stderr.contains(expected), "{}", done.stderr);
    }
    assert!(!done.path("out").exists());
    let done = building(&config).json().done().exits(2);
    assert_eq!(
        said(&done),
        [
            "apimint.toml:4 S019 a manifest has no key `name-mx`",
            "apimint.toml:5 S019 `body` cannot be `flat`"
        ]
    );
    let done = building("").bytes("apimint.toml", b"\xff").json().done().exits(2);
    assert!(said(&done)[0].starts_with("apimint.toml:null S002 "), "{:?}", said(&done));
}

#[test]
fn nothing_that_is_read_is_overwritten() {
    let manifest = |output: &str| format!("[[manifest]]\nsource = \"pets.yaml\"\noutput = \"{output}\"\n");
    for (config, expected) in [
        (manifest("pets.yaml"), "overwrite the input pets.yaml"),
        (manifest("./apimint.toml"), "overwrite the configuration apimint.toml"),
        (manifest("a.json") + &manifest("./b/../a.json"), "a.json would be written twice"),
        (manifest("a.json") + "lock = \"a.json\"", "the lock would overwrite the manifest a.json"),
        (manifest("a.json") + "lock = \"pets.yaml\"", "the lock would overwrite the input pets.yaml"),
    ] {
        let done = building(&config).done().exits(2);
        assert!(done.stderr.contains(expected), "{config}\n{}", done.stderr);
        assert_eq!((done.read("pets.yaml").as_str(), done.read("apimint.toml")), (CLEAN, config));
    }
}

#[test]
fn levels_of_the_command_line_count_more() {
    let run = || building(&format!("{CONFIG}[levels]\ndeny = [\"warnings\"]")).file("pets.yaml", WARNED);
    run().done().exits(1);
    run().args(&["--allow", "O005"]).done().exits(0);
    // The document is not trusted to silence what the configuration denies.
    let silent = WARNED.replace("      operationId", "      x-mcp: {allow: O005}\n      operationId");
    run().file("pets.yaml", &silent).done().exits(1);
    building(CONFIG).file("pets.yaml", &silent).args(&["--deny", "S"]).done().exits(0);
}

#[test]
fn one_input_that_cannot_be_used_costs_only_its_own_manifest() {
    let config = format!("{CONFIG}[[manifest]]\nsource = \"none.yaml\"\noutput = \"none.json\"");
    let done = building(&config).json().done().exits(2);
    assert!(said(&done)[0].contains("S001"), "{:?}", said(&done));
    assert_eq!(tools(&done, "out/pets.json").len(), 1);
    assert_eq!(building(CONFIG).file("pets.yaml", DANGLING).done().exits(1).code, Some(1));
}

/// Rules at the top are about all manifests together.
#[test]
fn a_shared_rule_has_to_match_somewhere() {
    let cats = CLEAN.replace("listPets", "listCats");
    let rules = "[[rule]]\nmatch = \"id:listCats\"\ntitle = \"Cats\"\narguments.none.hidden = true\n\
                 [[rule]]\nmatch = \"id:listDogs\"\ntitle = \"Dogs\"\n";
    let config = format!("{CONFIG}[[manifest]]\nsource = \"cats.yaml\"\noutput = \"cats.json\"\n{rules}");
    let done = building(&config).file("cats.yaml", &cats).json().done().exits(0);
    assert_eq!(
        said(&done),
        [
            "apimint.toml:10 O020 no tool that `id:listCats` matches has an argument `none`",
            "apimint.toml:11 O020 the rule `id:listDogs` matches no tool",
        ]
    );
    assert_eq!(tools(&done, "cats.json")[0]["title"], "Cats");
    let done = building(&config).file("cats.yaml", &cats).args(&["--deny", "O020"]).done().exits(1);
    assert!(done.stderr.ends_with(" tokens), 2 errors\n"), "{}", done.stderr);
    assert!(done.stderr.contains(" 10 | arguments.none.hidden = true\n"), "{}", done.stderr);
    // Of one manifest they are about that.
    let done = building(&format!("{CONFIG}{rules}")).json().done().exits(0);
    assert_eq!(said(&done).len(), 2);
}

#[test]
fn a_rule_bounds_the_schemas_of_its_tools() {
    let books = include_str!("../../testdata/bounds/openapi.yaml");
    let lengths = |config: &str| -> Vec<usize> {
        let config = format!("{config}[[manifest]]\nsource = \"pets.yaml\"\noutput = \"out/pets.json\"\n");
        let done = Run::new("build").file("pets.yaml", books).file("apimint.toml", &config).done().exits(0);
        let tools = tools(&done, "out/pets.json");
        vec![tools[0]["outputSchema"].to_string().len(), tools[1]["inputSchema"].to_string().len()]
    };
    let whole = lengths("");
    let bounded = lengths("max-output-schema = 600\nmax-input-schema = \"900\"\n");
    assert!(bounded[0] <= 600 && bounded[0] < whole[0] && bounded[1] < whole[1], "{bounded:?} of {whole:?}");
    let rule = "[[rule]]\nmatch = \"id:getBook\"\nmax-output-schema = \"none\"\n";
    assert_eq!(
        lengths(&format!("max-output-schema = 600\nmax-input-schema = \"900\"\n{rule}")),
        [whole[0], bounded[1]]
    );
    let rule = "[[rule]]\nmatch = \"id:*\"\nmax-input-schema = 900\n";
    assert_eq!(lengths(rule), [whole[0], bounded[1]]);
}

#[test]
fn convert_takes_what_the_configuration_says_of_the_input() {
    let config = format!(
        "name-max = 20\n{CONFIG}server-name = \"own\"\n[[manifest.rule]]\nmatch = \"id:*\"\nname = \"pets\"\n\
         [[rule]]\nmatch = \"id:*\"\ntitle = \"All pets\"\n"
    );
    let run = |arguments: &[&str]| {
        let run = Run::new("convert").file("pets.yaml", CLEAN).file("cats.yaml", CLEAN);
        run.file("apimint.toml", &config).args(arguments)
    };
    let manifest = |arguments: &[&str]| -> Value {
        serde_json::from_str(&run(arguments).done().exits(0).stdout).unwrap()
    };
    let server = |manifest: &Value| manifest["_meta"]["io.modelcontextprotocol/serverInfo"]["name"].clone();
    let own = manifest(&["./pets.yaml", "--config", "apimint.toml"]);
    assert_eq!(
        (own["tools"][0]["name"].as_str(), own["tools"][0]["title"].as_str()),
        (Some("pets"), Some("All pets"))
    );
    assert_eq!(server(&own), "own");
    let typed = manifest(&["pets.yaml", "--config", "apimint.toml", "--server-name", "typed"]);
    assert_eq!(server(&typed), "typed");
    let other = manifest(&["cats.yaml", "--config", "apimint.toml"]);
    assert_eq!(
        (other["tools"][0]["name"].as_str(), other["tools"][0]["title"].as_str()),
        (Some("list_pets"), Some("All pets"))
    );
    // Nobody asked for the file.
    assert_eq!(manifest(&["pets.yaml"])["tools"][0]["name"], "list_pets");
    run(&["pets.yaml", "--config", "none.toml"]).done().exits(2);
    assert!(!fs::exists(run(&[]).path("out")).unwrap());
}

#[test]
fn what_is_built_is_what_clients_take() {
    let config = format!("{CONFIG}[[rule]]\nmatch = \"id:*\"\nname = \"pets\"\nhints.read-only = true\n");
    let done = building(&config).done().exits(0);
    let manifest = done.read("out/pets.json");
    Run::new("check").file("pets.json", &manifest).args(&["pets.json", "--deny", "warnings"]).done().exits(0);
}

/// Tools and schemas of the same name stay apart, and each tool is called as it is alone.
#[test]
fn several_sources_become_one_list() {
    let description = |host: &str, value: &str| {
        format!(
            r##"{{"openapi": "3.1.0", "info": {{"title": "{host}", "version": "1"}}, "servers": [{{"url": "https://{host}"}}],
            "paths": {{"/items": {{"post": {{"operationId": "addItem", "summary": "Adds.", "requestBody": {{"required": true, "content":
            {{"application/json": {{"schema": {{"$ref": "#/components/schemas/Item"}}}}}}}}, "responses": {{"204": {{"description": "-"}}}}}}}}}},
            "components": {{"schemas": {{"Item": {{"type": "object", "properties": {{
            "kind": {{"const": "{value}"}}, "in": {{"$ref": "#/components/schemas/Item"}}}}}}}}}}}}"##
        )
    };
    let config = "[[manifest]]\nsource = [{ location = \"a.json\", prefix = \"one_\" }, { location = \"b.json\", prefix = \"two_\" }, \
                  { location = \"t.json\" }]\noutput = \"all.json\"\nlock = \"names.json\"\n[[rule]]\nmatch = \"tag:read\"\ntitle = \"T\"\n\
                  [[rule]]\nmatch = \"tag:none\"\ntitle = \"T\"\n";
    let definition = r#"{"tools": [{"name": "getTime", "description": "Says it.", "category": "read", "schema": {"type": "object"}}]}"#;
    let run = Run::new("build")
        .file("a.json", &description("a.example", "x"))
        .file("b.json", &description("b.example", "y"));
    let done = run.file("t.json", definition).file("apimint.toml", config).json().done().exits(0);
    let told = said(&done);
    assert_eq!(told.iter().filter(|line| line.contains("O020")).collect::<Vec<_>>().len(), 1, "{told:#?}");
    let tools = tools(&done, "all.json");
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["one_add_item", "two_add_item", "get_time"]);
    for (tool, (host, value)) in tools.iter().zip([("a.example", "x"), ("b.example", "y")]) {
        let call = &tool["_meta"]["dev.apimint/http"];
        assert_eq!(call["servers"][0]["url"], format!("https://{host}"));
        assert_eq!((call["operationId"].as_str(), call["path"].as_str()), (Some("addItem"), Some("/items")));
        assert_eq!(tool["inputSchema"]["$defs"]["Item"]["properties"]["kind"]["const"], value);
    }
    let manifest: Value = serde_json::from_str(&done.read("all.json")).unwrap();
    assert_eq!(manifest["_meta"]["dev.apimint/source"]["sources"][1]["prefix"], "two_");
    assert_eq!(manifest["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "example");
    let lock: Value = serde_json::from_str(&done.read("names.json")).unwrap();
    assert_eq!(lock["names"]["two_ POST /items"], "two_add_item");
    Run::new("check")
        .file("all.json", &done.read("all.json"))
        .args(&["all.json", "--deny", "warnings"])
        .done()
        .exits(0);
}

/// Each source has options, overlays and rules of its own; what it does not say is as the manifest has it.
#[test]
fn sources_have_options_of_their_own() {
    let description = |paths: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{title: A, version: '1'}}\nservers: [{{url: https://example.com}}]\npaths: {paths}\n"
        )
    };
    let operation = |id: &str, tag: &str| {
        format!(
            "{{operationId: {id}, summary: Does it., tags: [{tag}], requestBody: {{required: true, content: {{application/json: \
             {{schema: {{type: object, properties: {{id: {{type: string, description: One.}}}}}}}}}}}}, responses: {{'204': {{description: none}}}}}}"
        )
    };
    let get = "{operationId: list, summary: Lists., tags: [all], parameters: [{name: v, in: query, schema: {type: string}}], \
               responses: {'204': {description: none}}}";
    let (add, hidden) = (operation("add", "all"), operation("purge", "internal"));
    let paths = format!("{{/a: {{get: {get}, post: {add}}}, /b: {{post: {hidden}}}}}");
    let config = "[[rule]]\nmatch = \"id:list\"\ntitle = \"List\"\n[[rule]]\nmatch = \"id:none\"\ntitle = \"T\"\n\
                  [[manifest]]\noutput = \"all.json\"\nexclude = [\"tag:internal\", \"tag:no\"]\n\
                  [[manifest.source]]\nlocation = \"a.yaml\"\nprefix = \"a_\"\nread-only = true\noverlay = \"o.yaml\"\n\
                  [[manifest.source.rule]]\nmatch = \"id:list\"\ndescription = \"Of A.\"\narguments.v.value = \"1\"\n\
                  [[manifest.source]]\nlocation = \"b.yaml\"\nprefix = \"b_\"\nbody = \"flatten\"\nexclude = [\"id:gone\"]\n\
                  [[manifest.source.rule]]\nmatch = \"id:list\"\narguments.v.value = \"2\"\n\
                  [[manifest.source]]\nlocation = \"b.yaml\"\nprefix = \"c_\"\n";
    let overlay = "overlay: 1.0.0\ninfo: {title: A, version: '1'}\nactions: [{target: $.paths./a.get, update: {summary: Other.}}]\n";
    let run = Run::new("build").file("a.yaml", &description(&paths)).file("b.yaml", &description(&paths));
    let done = run.file("o.yaml", &overlay.replace("$.paths./a.get", "\"$.paths['/a'].get\""));
    let done = done.file("apimint.toml", config).json().done().exits(0);
    let tools = tools(&done, "all.json");
    let told: Vec<(&str, &str)> = tools
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap(), tool["description"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("a_list", "Of A."),
            ("b_list", "Lists."),
            ("b_add", "Does it."),
            ("b_purge", "Does it."),
            ("c_list", "Lists."),
            ("c_add", "Does it.")
        ]
    );
    let call = |index: usize| &tools[index]["_meta"]["dev.apimint/http"];
    assert_eq!((&tools[0]["title"], &tools[1]["title"]), (&"List".into(), &"List".into()));
    let value = |index: usize| call(index)["constants"][0]["value"].as_str();
    assert_eq!((value(0), value(1), value(4)), (Some("1"), Some("2"), None));
    let has = |index: usize, name: &str| tools[index]["inputSchema"]["properties"].get(name).is_some();
    assert!(has(2, "id") && !has(2, "body") && has(5, "body"));
    // A rule that two sources have is said to match nothing once, and only if it matches in neither.
    let unmatched: Vec<String> = said(&done).into_iter().filter(|line| line.contains("O020")).collect();
    let about = |what: &str| unmatched.iter().filter(|line| line.contains(what)).count();
    assert_eq!(
        (about("tag:no"), about("id:gone"), about("id:none"), unmatched.len()),
        (1, 1, 1, 3),
        "{unmatched:#?}"
    );
}

#[test]
fn overlays_are_applied() {
    let overlay = "overlay: 1.0.0\ninfo: {title: A, version: '1'}\nactions: [{target: $.paths.*.get, update: {summary: Other.}}]\n";
    let run = |config: &str| building(config).file("over/lay.yaml", overlay);
    let done = run(&format!("{CONFIG}overlay = \"over/lay.yaml\"")).done().exits(0);
    assert_eq!(tools(&done, "out/pets.json")[0]["description"], "Other.");
    let config =
        "[[manifest]]\nsource = \"pets.yaml\"\noverlay = [\"over/lay.yaml\"]\noutput = \"over/lay.yaml\"";
    assert!(run(config).done().exits(2).stderr.contains("overwrite the input over/lay.yaml"));
    assert!(run(&format!("{CONFIG}overlay = [1]")).json().done().exits(2).stderr.contains("S019"));
}

/// What is no HTTP operation keeps its own name and the values of its arguments in `dev.apimint/origin`.
#[test]
fn rules_are_for_every_format() {
    let definition = r#"{"tools": [{"name": "getTime", "description": "Says it.", "category": "write", "consequenceLevel": "high",
        "schema": {"type": "object", "properties": {"zone": {"type": "string"}, "at": {"type": "string"}}}}]}"#;
    let config = "[[manifest]]\nsource = \"t.json\"\noutput = \"all.json\"\n[[rule]]\nmatch = \"id:getTime\"\nname = \"time\"\n\
                  title = \"Time\"\nhints.read-only = true\narguments.zone.value = \"UTC\"\n";
    let run = Run::new("build").file("t.json", definition).file("apimint.toml", config);
    let done = run.json().done().exits(0);
    let tool = &tools(&done, "all.json")[0];
    assert_eq!((tool["name"].as_str(), tool["title"].as_str()), (Some("time"), Some("Time")));
    assert_eq!(tool["inputSchema"]["properties"].as_object().unwrap().len(), 1);
    assert_eq!(tool["_meta"]["dev.apimint/origin"]["name"], "getTime");
    assert_eq!(tool["_meta"]["dev.apimint/origin"]["constants"]["zone"], "UTC");
    assert_eq!(
        (&tool["annotations"]["readOnlyHint"], &tool["annotations"]["destructiveHint"]),
        (&true.into(), &false.into())
    );
    assert!(said(&done).iter().any(|line| line.contains("H003")), "{:?}", said(&done));
}

/// A rule settles or leaves out a header of a part as it does any argument.
#[test]
fn headers_of_parts_are_settled() {
    let description = r#"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "https://example.com"}],
        "paths": {"/a": {"post": {"operationId": "add", "summary": "Adds.", "requestBody": {"content": {"multipart/form-data": {
            "schema": {"type": "object", "properties": {"p": {"type": "string"}}},
            "encoding": {"p": {"headers": {"X-A": {"schema": {"type": "string"}}, "X-B": {"schema": {"type": "string"}}}}}}}},
            "responses": {"204": {"description": "-"}}}}}}"#;
    let config = "[[manifest]]\nsource = \"a.json\"\noutput = \"all.json\"\n[[manifest.rule]]\nmatch = \"id:add\"\n\
                  arguments.\"p.X-A\".value = \"always\"\narguments.\"p.X-B\".hidden = true\n";
    let done = Run::new("build").file("a.json", description).file("apimint.toml", config).done().exits(0);
    let add = &tools(&done, "all.json")[0];
    let headers = &add["_meta"]["dev.apimint/http"]["body"]["parts"]["p"]["headers"];
    assert_eq!(*headers, serde_json::json!({"X-A": {"value": "always"}}));
    assert_eq!(add["inputSchema"]["properties"].as_object().unwrap().len(), 1);
}

/// Each tool has its own of what a rule changes, also where a schema is shared; whoever makes the call finds the values.
#[test]
fn properties_inside_a_body_are_settled() {
    let description = r##"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "https://example.com"}], "paths": {
        "/a": {"post": {"operationId": "add", "summary": "Adds.", "requestBody": {"$ref": "#/components/requestBodies/User"}, "responses": {"204": {"description": "-"}}},
            "put": {"operationId": "set", "summary": "Sets.", "requestBody": {"$ref": "#/components/requestBodies/User"}, "responses": {"204": {"description": "-"}}},
            "get": {"operationId": "find", "summary": "Finds.", "parameters": [{"name": "where", "in": "query", "description": "Which.", "content": {"application/json":
                {"schema": {"type": "object", "properties": {"zone": {"type": "string", "description": "Z."}, "id": {"type": "string", "description": "I."}}}}}}],
                "responses": {"204": {"description": "-"}}}}},
        "components": {"requestBodies": {"User": {"required": true, "content": {"application/json": {"schema": {"type": "object",
            "properties": {"user": {"$ref": "#/components/schemas/User"}}, "required": ["user"]}}}}},
        "schemas": {"User": {"type": "object", "description": "Who.", "properties": {"locale": {"type": "string", "description": "L."}, "friend": {"$ref": "#/components/schemas/User"}},
            "required": ["locale"], "additionalProperties": false}}}}"##;
    let config = "[[manifest]]\nsource = \"a.json\"\noutput = \"all.json\"\n[[manifest.rule]]\nmatch = \"id:add\"\n\
                  arguments.\"body/user/locale\".value = \"de\"\n[[manifest.rule]]\nmatch = \"id:find\"\n\
                  arguments.\"where/zone\".value = \"UTC\"\n";
    let run = |config: &str| {
        let run = Run::new("build").file("a.json", description).file("apimint.toml", config);
        run.args(&["--deny", "warnings"]).done().exits(0)
    };
    let done = run(config);
    let both = tools(&done, "all.json");
    let tool = |name: &str| both.iter().find(|tool| tool["name"] == name).unwrap();
    let user = |name: &str| {
        let input = &tool(name)["inputSchema"];
        let user = &input["properties"]["body"]["properties"]["user"];
        let shared = user["$ref"].as_str().and_then(|reference| input.pointer(reference.strip_prefix('#')?));
        shared.unwrap_or(user).clone()
    };
    let keys = |schema: &Value| schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        (keys(&user("add")), keys(&user("set"))),
        (vec!["friend".to_owned()], vec!["locale".to_owned(), "friend".to_owned()])
    );
    assert!(
        user("add").get("required").is_none() && user("set")["required"] == serde_json::json!(["locale"])
    );
    // A friend is another user, who has a language.
    let friend = tool("add")["inputSchema"]["$defs"]["User"].clone();
    assert_eq!(keys(&friend), ["locale", "friend"]);
    let call = |name: &str| &tool(name)["_meta"]["dev.apimint/http"];
    assert_eq!(call("add")["body"]["constants"], serde_json::json!({"user": {"locale": "de"}}));
    assert_eq!(
        (&call("add")["body"]["argument"], call("set")["body"].get("constants")),
        (&"body".into(), None)
    );
    assert_eq!(call("find")["arguments"]["where"]["constants"], serde_json::json!({"zone": "UTC"}));
    Run::new("check")
        .file("all.json", &done.read("all.json"))
        .args(&["all.json", "--deny", "warnings"])
        .done()
        .exits(0);
    // With a body that is taken apart, the property of an argument is one of the body's.
    let done = run(
        "[[manifest]]\nsource = \"a.json\"\noutput = \"all.json\"\nbody = \"flatten\"\n[[manifest.rule]]\nmatch = \"id:set\"\n\
         arguments.\"user/locale\".value = \"fr\"\n",
    );
    let both = tools(&done, "all.json");
    let set = both.iter().find(|tool| tool["name"] == "set").unwrap();
    assert_eq!(
        set["_meta"]["dev.apimint/http"]["body"]["constants"],
        serde_json::json!({"user": {"locale": "fr"}})
    );
}

/// N005: as with a name that the document's author gives.
#[test]
fn a_name_that_is_illegal_or_taken_costs_the_tool() {
    let two = CLEAN.replace("paths:\n", "paths:\n  /cats: {get: {operationId: cats, summary: Cats., x-mcp: {name: cats}, responses: {'204': {description: none}}}}\n");
    for (name, expected) in [("a b", "is not allowed"), ("cats", "is already given to GET /cats")] {
        let config = format!("{CONFIG}[[rule]]\nmatch = \"id:listPets\"\nname = \"{name}\"");
        let done = building(&config).file("pets.yaml", &two).json().done().exits(1);
        assert!(
            said(&done).iter().any(|line| line.contains("N005") && line.contains(expected)),
            "{:?}",
            said(&done)
        );
        assert_eq!(tools(&done, "out/pets.json").len(), 1);
    }
}

/// A credential in the configuration, and a rule of it that matches nothing, are reported where they are written.
#[test]
fn what_the_configuration_says_is_reported_there() {
    let token = ["ghp_Zq3Xv7Lm2Kp9", "Wd4Rt8Yb6Nc1Hf5Jg0SaTeUi"].concat();
    let config = format!(
        "server-name = \"a {token}\"\n{CONFIG}include = [\"id:*\", \"tag:petz\", \"tag:dogz\"]\n[[manifest.rule]]\nmatch = \"id:*\"\n\
         description = \"Lists.\"\n"
    );
    let done = building(&config).json().done().exits(0);
    let said = said(&done);
    for expected in [
        "apimint.toml:1 X001 removed a GitHub token from the server's name",
        "apimint.toml:5 O020 the include rule `tag:petz` matches nothing in the document",
    ] {
        assert!(said.iter().any(|line| line == expected), "{expected}\n{said:#?}");
    }
    assert!(!done.stderr.contains(&token) && !done.read("out/pets.json").contains(&token));
    let done = building(&config).done().exits(0);
    assert!(done.stderr.contains("server-name = \"a [removed]\""), "{}", done.stderr);
    // What says something else is shown beside the first, and has its own line.
    let rules = ["--include", "id:*", "--include", "tag:petz", "--include", "tag:dogz"];
    let done = Run::converting(CLEAN).args(&rules).done().exits(0);
    let expected = "... pets.yaml:1:1: the include rule `tag:dogz` matches nothing in the document\n";
    assert!(done.stderr.contains(expected), "{}", done.stderr);
}
