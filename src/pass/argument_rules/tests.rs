use crate::json::{Value, json};

use super::*;
use crate::diagnostic::Diagnostic;
use crate::model::{
    ArgumentLocation, BodyCall, Constant, Definition, NameSource, Schema, Serialization, Tool, ToolInput,
};
use crate::pass::fixture::{argument, catalog, place, schema, tool};
use crate::pass::name_arguments;

fn on(name: &str) -> ArgumentRule {
    ArgumentRule { name: name.to_owned(), hidden: None, value: None, description: None, written: None }
}

fn hidden(name: &str) -> ArgumentRule {
    ArgumentRule { hidden: Some(true), ..on(name) }
}

fn pinned(name: &str, value: Value) -> ArgumentRule {
    ArgumentRule { value: Some(value), ..on(name) }
}

fn rule(arguments: Vec<ArgumentRule>) -> ToolRule {
    ToolRule { arguments, ..ToolRule::new("id:*".parse().unwrap()) }
}

/// A tool with three arguments, of which the last is required.
fn three() -> Tool {
    let mut tool = tool("GET", "/", Some("a"));
    tool.arguments = vec![
        argument("limit", json!({"type": "integer", "maximum": 100})),
        argument("filter[name]", json!({"type": "string"})),
        Argument { required: true, ..argument("version", json!({"enum": ["1", "2"]})) },
    ];
    tool
}

/// Applies rules to a tool; returns it with the diagnostics.
fn ruled(tool: Tool, rules: Vec<ToolRule>, options: Options) -> (Tool, Vec<Diagnostic>) {
    let tool = Tool { rules: (0..rules.len()).collect(), ..tool };
    let mut catalog = catalog(vec![tool]);
    catalog.input_definitions.insert(Definition {
        name: "7/Mode".to_owned(),
        schema: schema(json!({"enum": ["fast", "slow"]})),
        place: place(3),
    });
    let sink = Sink::new();
    let options = Options { rules, ..options };
    name_arguments(&mut catalog, &options, &Sink::new());
    apply_argument_rules(&mut catalog, &options, &sink);
    (catalog.tools.remove(0), sink.into_diagnostics())
}

fn names(tool: &Tool) -> Vec<&str> {
    tool.arguments.iter().filter_map(|argument| Some(argument.name.as_ref()?.as_str())).collect()
}

fn values(tool: &Tool) -> Vec<(&str, &Value)> {
    tool.constants.iter().map(|constant| (&*constant.argument.true_name, &constant.value)).collect()
}

#[test]
fn values_leave_the_arguments_and_stand_in_the_call() {
    let rules = vec![rule(vec![pinned("limit", json!(7)), pinned("version", json!("2"))])];
    let (tool, said) = ruled(three(), rules, Options::default());
    assert_eq!(names(&tool), ["filter_name"]);
    assert_eq!(values(&tool), [("limit", &json!(7)), ("version", &json!("2"))]);
    assert_eq!(said, []);
}

#[test]
fn arguments_are_known_by_either_name() {
    for name in ["filter_name", "filter[name]"] {
        let (tool, said) = ruled(three(), vec![rule(vec![hidden(name)])], Options::default());
        assert_eq!((names(&tool), said), (vec!["limit", "version"], vec![]));
    }
}

#[test]
fn later_rules_count_more() {
    let shown = ArgumentRule { hidden: Some(false), ..on("limit") };
    let described = ArgumentRule { description: Some("How many.".to_owned()), ..on("limit") };
    let rules =
        vec![rule(vec![hidden("limit"), pinned("version", json!("1"))]), rule(vec![shown, described])];
    let again = rule(vec![pinned("version", json!("2"))]);
    let (tool, said) = ruled(three(), [rules, vec![again]].concat(), Options::default());
    assert_eq!(names(&tool), ["limit", "filter_name"]);
    assert_eq!(tool.arguments[0].schema.0["description"], "How many.");
    // In the order in which keywords are written.
    assert!(tool.arguments[0].schema.0.keys().eq(["type", "description", "maximum"]));
    assert_eq!(values(&tool), [("version", &json!("2"))]);
    assert_eq!(said, []);
}

/// O022, O020
#[test]
fn what_cannot_be_constant_stays_an_argument() {
    let secret = json!("ghp_0123456789abcdefghijABCDEFGHIJ012345");
    for (one, expected) in [
        (hidden("version"), "is required"),
        (pinned("limit", json!(700)), "does not fit its schema"),
        (pinned("limit", json!("7")), "does not fit its schema"),
        (pinned("filter_name", secret), "looks like a credential"),
        (pinned("nothing", json!(1)), "has an argument `nothing`"),
    ] {
        let (tool, said) = ruled(three(), vec![rule(vec![one])], Options::default());
        assert_eq!(names(&tool), ["limit", "filter_name", "version"]);
        assert!(tool.constants.is_empty());
        assert_eq!(said.len(), 1);
        assert!(said[0].message.contains(expected), "{}", said[0].message);
    }
    let options = Options { http: false, ..Options::default() };
    let (_, said) = ruled(three(), vec![rule(vec![pinned("limit", json!(7))])], options);
    assert!(said[0].message.contains("no call would send"), "{}", said[0].message);
}

#[test]
fn a_body_that_nothing_makes_is_none() {
    let with_body = |flattened| {
        let mut tool = three();
        tool.arguments[0].location = ArgumentLocation::Body;
        if let Some(call) = &mut tool.call {
            let content_type = "application/json".to_owned();
            call.body = Some(BodyCall {
                content_type,
                flattened,
                decode_base64: false,
                parts: Vec::new(),
                prefix_parts: Vec::new(),
            });
        }
        tool
    };
    let has_body = |tool: Tool, rule_for: ArgumentRule| {
        let (tool, said) = ruled(tool, vec![rule(vec![rule_for])], Options::default());
        assert_eq!(said, []);
        tool.call.is_some_and(|call| call.body.is_some())
    };
    assert!(!has_body(with_body(false), hidden("limit")));
    assert!(has_body(with_body(true), hidden("limit")));
    assert!(has_body(with_body(false), pinned("limit", json!(1))));
}

#[test]
fn shared_schemas_count() {
    let mode = || {
        let mut tool = tool("GET", "/", Some("a"));
        tool.arguments = vec![argument("mode", json!({"$ref": "#/$defs/7/Mode"}))];
        tool
    };
    let (tool, said) = ruled(mode(), vec![rule(vec![pinned("mode", json!("fast"))])], Options::default());
    assert_eq!((tool.constants.len(), said.len()), (1, 0));
    let (tool, said) = ruled(mode(), vec![rule(vec![pinned("mode", json!("faster"))])], Options::default());
    assert_eq!((tool.constants.len(), said.len()), (0, 1));
}

#[test]
fn a_schema_that_is_kept_as_it_is_keeps_its_arguments() {
    let kept = || {
        let mut tool = Tool::new(place(1), NameSource::Verbatim("a".to_owned()));
        tool.input = Some(ToolInput::new(place(1), Schema::any()));
        tool.verbatim.input = Some(Schema::any());
        tool.arguments = vec![Argument {
            location: ArgumentLocation::Input,
            serialization: Serialization::Value,
            ..argument("b", json!({}))
        }];
        tool
    };
    for one in [hidden("b"), pinned("b", json!(1))] {
        let (tool, said) = ruled(kept(), vec![rule(vec![one])], Options::default());
        assert_eq!(names(&tool), ["b"]);
        assert!(said[0].message.contains("kept as it is"), "{}", said[0].message);
    }
}

/// Applies rules to a tool whose body has a user; returns it with the messages.
fn with_user(rules: Vec<ArgumentRule>) -> (Tool, Vec<String>) {
    let mut tool = tool("POST", "/", Some("a"));
    let user = json!({"type": "object", "properties": {"locale": {"type": "string", "maxLength": 5}, "id": {},
        "list": {"type": "array", "items": {"type": "object", "properties": {"a": {}}}}}, "required": ["locale"]});
    let body = json!({"type": "object", "properties": {"user": user, "mode": {"$ref": "#/$defs/7/Mode"}},
        "required": ["user"]});
    tool.arguments =
        vec![Argument { location: ArgumentLocation::Body, required: true, ..argument("body", body) }];
    let (tool, said) = ruled(tool, vec![rule(rules)], Options::default());
    (tool, said.into_iter().map(|diagnostic| diagnostic.message).collect())
}

#[test]
fn properties_are_reached_by_a_path() {
    let described = ArgumentRule { description: Some("Who.".to_owned()), ..on("body/user/id") };
    let rules = vec![pinned("body/user/locale", json!("de")), pinned("body/mode", json!("fast")), described];
    let (tool, said) = with_user(rules);
    assert_eq!(said, Vec::<String>::new());
    let schema = &tool.arguments[0].schema.0;
    assert_eq!(schema["properties"]["user"]["properties"]["id"], json!({"description": "Who."}));
    assert!(
        schema["properties"].get("mode").is_none() && schema["properties"]["user"].get("required").is_none()
    );
    let values: Vec<_> = tool.constants.iter().map(Constant::within).collect();
    assert_eq!(values, [(vec!["mode"], &json!("fast")), (vec!["user", "locale"], &json!("de"))]);
    assert_eq!(
        Constant::object(values),
        *json!({"mode": "fast", "user": {"locale": "de"}}).as_object().unwrap()
    );
}

/// O022, O020
#[test]
fn properties_that_cannot_be_constant_stay() {
    for (rules, expected) in [
        (vec![hidden("body/user/locale")], "the argument `body/user/locale` of POST / is required"),
        (vec![pinned("body/user/locale", json!("german"))], "does not fit its schema"),
        (vec![pinned("body/mode", json!("faster"))], "does not fit its schema"),
        (vec![pinned("body/user/list/a", json!(1))], "is inside `list`, which is an array"),
        (
            vec![pinned("body/user/locale", json!("de")), pinned("body", json!({"user": {"locale": "de"}}))],
            "a value that another rule",
        ),
        (
            vec![pinned("body/user/locale", json!("de")), pinned("body/user", json!({"locale": "de"}))],
            "a value that another rule",
        ),
        (vec![pinned("body/user/zone", json!("de"))], "has an argument `body/user/zone`"),
        (vec![pinned("body/user/", json!("de"))], "has an argument `body/user/`"),
        (vec![pinned("user/locale", json!("de"))], "has an argument `user/locale`"),
    ] {
        let (_, said) = with_user(rules);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains(expected), "{expected}: {said:?}");
    }
}
