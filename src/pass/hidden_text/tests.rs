use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::pass::fixture::{dump, planted, raised};

fn stripped(text: &str) -> String {
    let mut text = text.to_owned();
    strip(&mut text);
    text
}

#[test]
fn invisible_characters_go() {
    for (text, expected) in [
        ("a\u{E0041}\u{E007F}b", "ab"),
        ("a\u{202E}b\u{2066}c\u{200F}\u{61C}", "abc"),
        ("a\u{200B}b\u{2060}\u{FEFF}\u{AD}c", "abc"),
        ("a\0b\u{1B}[31mc\u{7F}\u{85}", "ab[31mc"),
        ("❤\u{FE0F}\u{FE00}\u{E0100}!", "❤\u{FE0F}!"),
        ("x\u{E0101}\u{E0102}", "x"),
        ("a\u{FE01}b\u{FE02} \u{FE0F}", "ab "),
    ] {
        assert_eq!(stripped(text), expected);
    }
}

#[test]
fn what_scripts_and_emoji_need_stays() {
    for text in [
        "tab\tline\r\nline",
        "می\u{200C}خواهم",
        "👩\u{200D}🚀 ❤\u{FE0F} 1\u{FE0F}\u{20E3}",
        "葛\u{E0100}城",
        "naïve “quotes” … — Ünïcödé 日本語 €",
        "",
    ] {
        assert_eq!(stripped(text), text);
    }
}

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
    ] {
        assert!(messages.iter().any(|message| message == expected), "{expected}\n{messages:#?}");
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
        hidden in "[\u{0}-\u{8}\u{7F}-\u{9F}\u{AD}\u{61C}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{E0000}-\u{E007F}]{1,6}",
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
        prop_assert_eq!(stripped(&text), text);
    }
}
