//! What each flag changes in the manifest.

use serde_json::Value;

use super::run::{CLEAN, Run, codes};

/// A description in which every flag finds something to change.
const SHOP: &str = r"openapi: 3.0.3
info: {title: Corner Shop, version: '7'}
servers: [{url: 'https://shop.example'}]
paths:
  /orders:
    post:
      operationId: placeAnOrderThatIsDeliveredTomorrow
      summary: Places an order.
      parameters:
        - {name: basket, in: cookie, required: true, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [item], properties: {item: {type: string}}}
      responses:
        '200':
          description: The order.
          content:
            application/json:
              schema: {type: object, properties: {due: {type: string, format: date-time}}}
  /old:
    get:
      operationId: listOld
      summary: Lists what was.
      deprecated: true
      responses: {'204': {description: Nothing.}}
";

/// The manifest of the shop with these flags.
#[track_caller]
fn shop(flags: &[&str]) -> Value {
    Run::converting(SHOP).args(flags).done().exits(0).manifest()
}

fn http(tool: &Value) -> &Value {
    &tool["_meta"]["dev.apimint/http"]
}

#[test]
fn by_default_nothing_is_left_out() {
    let manifest = shop(&[]);
    let order = &manifest["tools"][0];
    assert_eq!(order["name"], "place_an_order_that_is_delivered_tomorrow");
    assert_eq!(order["inputSchema"]["required"], serde_json::json!(["body"]));
    assert_eq!(order["outputSchema"]["properties"]["due"], serde_json::json!({"type": "string"}));
    assert_eq!(http(order)["cookies"][0]["name"], "basket");
    assert!(manifest["tools"][1]["description"].as_str().unwrap().to_lowercase().contains("deprecated"));
    let server = &manifest["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&server["name"], &server["version"]), (&"corner-shop".into(), &"7".into()));
}

#[test]
fn the_longest_name_can_be_set() {
    let manifest = shop(&["--name-max", "24"]);
    let name = manifest["tools"][0]["name"].as_str().unwrap();
    assert!(name.len() <= 24 && name.starts_with("place_an_order_"), "{name}");
    let done = Run::converting(SHOP).args(&["--name-max", "24"]).json().done().exits(0);
    assert!(codes(&done.stderr).contains(&"N001".to_owned()));
    Run::converting(SHOP).args(&["--name-max", "15"]).done().exits(2);
}

/// The shop with an answer and a body that nest.
const BOOKS: &str = include_str!("../../testdata/bounds/openapi.yaml");

#[test]
fn schemas_can_be_bounded() {
    let length = |arguments: &[&str], tool: usize, key: &str| {
        let done = Run::converting(BOOKS).args(arguments).done().exits(0);
        let manifest: Value = serde_json::from_str(&done.stdout).unwrap();
        manifest["tools"][tool][key].to_string().len()
    };
    let (input, output) = ((1, "inputSchema"), (0, "outputSchema"));
    let whole = [length(&[], input.0, input.1), length(&[], output.0, output.1)];
    let unbounded = ["--max-input-schema", "none", "--max-output-schema", "none"];
    assert_eq!(whole, [length(&unbounded, input.0, input.1), length(&unbounded, output.0, output.1)]);
    let bounded = ["--max-input-schema", "900", "--max-output-schema", "600"];
    let (input, output) = (length(&bounded, input.0, input.1), length(&bounded, output.0, output.1));
    assert!(input <= 900 && input < whole[0], "{input} of {whole:?}");
    assert!(output <= 600 && output < whole[1], "{output} of {whole:?}");
    let done = Run::converting(BOOKS).args(&bounded).json().done().exits(0);
    let levels: Vec<_> =
        codes(&done.stderr).into_iter().filter(|code| code == "C009" || code == "C010").collect();
    assert_eq!(levels, ["C010", "C009"]);
    for wrong in ["0", "all", "-1", ""] {
        Run::converting(BOOKS).args(&["--max-output-schema", wrong]).done().exits(2);
    }
}

#[test]
fn the_server_can_be_named() {
    let manifest = shop(&["--server-name", "till", "--server-version", "8.1"]);
    let server = &manifest["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&server["name"], &server["version"]), (&"till".into(), &"8.1".into()));
    assert_eq!(manifest["_meta"]["dev.apimint/source"]["version"], "7");
    Run::converting(SHOP).args(&["--server-name", ""]).done().exits(2);
}

#[test]
fn bodies_can_be_flattened() {
    let manifest = shop(&["--body", "flatten"]);
    let order = &manifest["tools"][0];
    assert_eq!(order["inputSchema"]["properties"], serde_json::json!({"item": {"type": "string"}}));
    assert_eq!(order["inputSchema"]["required"], serde_json::json!(["item"]));
    assert_eq!(http(order)["body"]["arguments"], serde_json::json!({"item": "item"}));
    assert_eq!(shop(&["--body", "nested"]), shop(&[]));
}

#[test]
fn cookies_can_be_arguments() {
    let manifest = shop(&["--cookies"]);
    let order = &manifest["tools"][0];
    assert_eq!(order["inputSchema"]["properties"]["basket"]["type"], "string");
    assert_eq!(http(order)["arguments"]["basket"]["in"], "cookie");
    assert!(http(order).get("cookies").is_none());
}

#[test]
fn the_call_can_be_left_out() {
    let manifest = shop(&["--no-http"]);
    for tool in manifest["tools"].as_array().unwrap() {
        assert!(tool.get("_meta").is_none(), "{tool}");
    }
}

#[test]
fn deprecated_operations_can_be_left_out() {
    let manifest = shop(&["--skip-deprecated"]);
    assert_eq!(manifest["tools"].as_array().unwrap().len(), 1);
    let done = Run::converting(SHOP).args(&["--skip-deprecated"]).json().done().exits(0);
    assert!(codes(&done.stderr).contains(&"O007".to_owned()));
}

#[test]
fn output_schemas_can_be_left_out() {
    let manifest = shop(&["--output-schema", "none"]);
    for tool in manifest["tools"].as_array().unwrap() {
        assert!(tool.get("outputSchema").is_none(), "{tool}");
    }
    assert_eq!(shop(&["--output-schema", "keep"]), shop(&[]));
}

#[test]
fn formats_can_stay_in_output_schemas() {
    let manifest = shop(&["--output-formats"]);
    assert_eq!(manifest["tools"][0]["outputSchema"]["properties"]["due"]["format"], "date-time");
}

#[test]
fn the_size_of_inputs_is_bounded() {
    let size = CLEAN.len().to_string();
    Run::converting(CLEAN).args(&["--max-bytes", &size]).done().exits(0);
    let size = (CLEAN.len() - 1).to_string();
    let flags = ["--max-bytes", size.as_str()];
    Run::converting(CLEAN).args(&flags).json().done().exits(2).only_diagnostic("S007");
    let stdin = Run::new("convert").arg("-").stdin(CLEAN).args(&flags);
    stdin.json().done().exits(2).only_diagnostic("S007");
    Run::converting(CLEAN).args(&["--max-bytes", "some"]).done().exits(2);
}

#[test]
fn a_base_is_for_standard_input() {
    let done = Run::converting(CLEAN).args(&["--base", "."]).done().exits(2);
    assert!(done.stderr.contains("--base is for standard input"), "{}", done.stderr);
}
