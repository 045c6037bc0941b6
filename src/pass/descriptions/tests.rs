use super::*;
use crate::model::{Method, NameSource};
use crate::pass::fixture::{catalog, raised, tool};

fn described(change: impl FnOnce(&mut Tool)) -> (String, String, Vec<Code>) {
    let mut one = tool("GET", "/users/{user_id}/pets", Some("listPets"));
    change(&mut one);
    let mut all = catalog(vec![one]);
    let sink = Sink::new();
    describe_tools(&mut all, &sink);
    let one = all.tools.remove(0);
    let codes = raised(sink).into_iter().map(|(code, _)| code).collect();
    (one.title.unwrap_or_default(), one.description, codes)
}

#[allow(clippy::unnecessary_wraps)]
fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn titles() {
    assert_eq!(described(|_| ()).0, "List pets");
    assert_eq!(described(|tool| tool.summary = text(" All\n pets ")).0, "All pets");
    assert_eq!(described(|tool| tool.summary = text(" \n")).0, "List pets");
    let long = "Every pet of the shop. ".repeat(9);
    assert_eq!(described(|tool| tool.summary = text(&long)).0, "Every pet of the shop");
    assert_eq!(described(|tool| tool.summary = text(&"pets ".repeat(40))).0, "List pets");
    let explicit = described(|tool| {
        tool.summary = text("All pets");
        tool.explicit_title = text("Pets");
    });
    assert_eq!(explicit.0, "Pets");
    let named = described(|tool| tool.name_source = NameSource::Explicit("find_pets".to_owned()));
    assert_eq!(named.0, "Find pets");
    let unnamed = described(|tool| {
        tool.name_source = NameSource::Operation {
            operation_id: text("--").map(Into::into),
            method: Method::new("GET"),
            path: "/pets".into(),
        };
    });
    assert_eq!(unnamed.0, "Get users by user id pets");
}

#[test]
fn summary_and_description() {
    for (summary, description, expected) in [
        (
            "List pets",
            "Twenty at a time.\r\nNewest first. \n",
            "List pets\n\nTwenty at a time.\nNewest first.",
        ),
        ("List pets.", "list  pets\nand cats", "list  pets\nand cats"),
        ("List pets", "List pets.", "List pets."),
        ("List pets and cats", "List pets.", "List pets and cats"),
        ("Get user", "Get users of all kinds", "Get user\n\nGet users of all kinds"),
        ("", "Only this", "Only this"),
        ("Only this", "  ", "Only this"),
        ("ペット一覧", "ペット一覧。\n新しい順。", "ペット一覧。\n新しい順。"),
        ("...", "Dots", "Dots"),
        ("Dots", "...", "Dots"),
    ] {
        let (_, found, codes) = described(|tool| {
            tool.summary = text(summary);
            tool.source_description = text(description);
        });
        assert_eq!((found.as_str(), codes), (expected, vec![]));
    }
}

#[test]
fn an_explicit_description_stands_alone() {
    let (_, found, _) = described(|tool| {
        tool.explicit_description = text(" For agents. ");
        tool.summary = text("List pets");
    });
    assert_eq!(found, "For agents.");
}

#[test]
fn nothing_to_say() {
    let (_, found, codes) = described(|_| ());
    assert_eq!((found.as_str(), codes), ("GET /users/{user_id}/pets", vec![Code::NoDescription]));
}

#[test]
fn deprecation_is_said_once() {
    let (_, found, _) = described(|tool| {
        tool.deprecated = true;
        tool.summary = text("List pets");
    });
    assert_eq!(found, "List pets\n\nThis operation is deprecated.");
    let (_, found, _) = described(|tool| {
        tool.deprecated = true;
        tool.summary = text("[DEPRECATED] List pets");
    });
    assert_eq!(found, "[DEPRECATED] List pets");
}

#[test]
fn long_texts_stay_whole() {
    let long = "word ".repeat(2_000);
    let (_, found, _) = described(|tool| tool.source_description = text(&long));
    assert_eq!(found, long.trim());
}
