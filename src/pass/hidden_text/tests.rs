use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::diagnostic::Code;
use crate::invisible::hidden_in;
use crate::pass::fixture::{catalog, dump, planted, raised, tool};

#[test]
fn the_report_names_code_points_and_place() {
    let mut all = planted("x\u{202E}y\u{E0041}");
    let sink = Sink::new();
    strip_hidden_text(&mut all, &sink);
    let messages: Vec<String> = raised(sink).into_iter().map(|(_, message)| message).collect();
    for expected in [
        "removed U+202E, U+E0041 from the title",
        "removed U+202E, U+E0041 from the description at `/properties/a` of the argument `a`",
        "removed U+202E, U+E0041 from the description at `/additionalProperties` of the schema `Shared`",
        "the default at `/properties/a` of the argument `a` has U+202E, U+E0041, which stay: they are data that a call needs",
        "`_meta` has U+202E, U+E0041, which stay: they are data that a call needs",
    ] {
        assert!(messages.iter().any(|message| message == expected), "{expected}\n{messages:#?}");
    }
}

#[test]
fn more_than_three_characters_are_hidden_text() {
    for (hidden, code, said) in [
        ("\u{200B}\u{200B}\u{200B}", Code::InvisibleCharacters, "U+200B (3 characters)"),
        ("\u{200B}\u{200C}\u{200B}\u{200B}", Code::HiddenText, "U+200B, U+200C (4 characters)"),
    ] {
        let mut one = tool("GET", "/pets", None);
        one.description = format!("Lists{hidden} pets\u{AD}.");
        let sink = Sink::new();
        let mut all = catalog(vec![one]);
        strip_hidden_text(&mut all, &sink);
        assert_eq!(all.tools[0].description, "Lists pets.");
        assert_eq!(raised(sink), [(code, format!("removed {said} from the description"))]);
    }
}

#[test]
fn values_stay_as_they_are() {
    let mut all = planted("x\u{202E}y");
    strip_hidden_text(&mut all, &Sink::new());
    let a = &all.tools[0].arguments[0].schema.0["properties"]["a"];
    assert_eq!(a["enum"][1], "x\u{202E}y");
    assert_eq!(a["default"], "x\u{202E}y");
    assert_eq!(a["description"], "Before xy after.");
}

/// Removes all data, so that only prose is left, which must be clean.
fn without_data(all: &mut Catalog) {
    let forget = |schema: &mut Map| {
        for keyword in ["default", "examples", "enum", "const"] {
            schema.shift_remove(keyword);
        }
    };
    for tool in &mut all.tools {
        for server in tool.call.iter_mut().flat_map(|call| Arc::make_mut(&mut call.servers)) {
            server.url.clear();
            server.variables.clear();
        }
        for (_, schema) in schemas_of(tool) {
            walk(schema, None, |schema, _| forget(schema));
        }
        for argument in &mut tool.arguments {
            walk(Arc::make_mut(&mut argument.schema), None, |schema, _| forget(schema));
        }
    }
    for (_, schema) in shared_schemas(all) {
        walk(schema, None, |schema, _| forget(schema));
    }
}

proptest! {
    #[test]
    fn none_is_left_anywhere(
        before in "[ -~]{0,5}",
        hidden in "[\u{0}-\u{8}\u{7F}-\u{9F}\u{AD}\u{34F}\u{61C}\u{115F}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{3164}\u{FE00}-\u{FE0F}\u{FEFF}\u{1D173}\u{E0000}-\u{E01EF}]{1,6}",
    ) {
        let mut all = planted(&format!("{before}{hidden}."));
        without_data(&mut all);
        strip_hidden_text(&mut all, &Sink::new());
        let Catalog { tools, source, server, .. } = &all;
        let mut texts = vec![source.title.clone(), tools[0].title.clone(), Some(tools[0].description.clone())];
        texts.extend(server.iter().flat_map(|server| [server.title.clone(), server.description.clone()]));
        texts.push(Some(serde_json::to_string(&tools[0].arguments[0].schema.0).unwrap_or_default()));
        texts.push(tools[0].output.as_ref().map(|output| Value::Object(output.schema.0.clone()).to_string()));
        for text in texts.into_iter().flatten() {
            for character in hidden.chars() {
                prop_assert!(!text.contains(character), "{text:?}");
                let escaped = format!("\\u{:04x}", u32::from(character));
                prop_assert!(!text.contains(&escaped), "{text:?}");
            }
        }
        prop_assert!(dump(&all).contains("Before"));
    }

    #[test]
    fn visible_text_is_never_changed(text in "[ -~à-ÿΑ-ωа-яぁ-ん一-龥€“”…\n\t]*") {
        prop_assert_eq!(hidden_in(&text), []);
    }
}
