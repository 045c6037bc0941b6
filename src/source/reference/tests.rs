//! References within a document: pointers, anchors, identifiers and chains.

use super::super::input::Access;
use super::super::node::Node;
use super::super::sample;
use super::super::sources::Sources;
use crate::diagnostic::{Code, Sink};
use crate::limits::Limits;

/// Returns the pointer of the value that a reference at `/from` leads to.
fn resolve(text: &str, reference: &str) -> Result<String, Code> {
    let sources = Sources::new(Access::default(), Limits::default());
    let sink = Sink::new();
    let document = sources.load(&sample::input(text.as_bytes()), &sink).unwrap();
    let from = document.root().get("from").unwrap_or(document.root());
    let first = sources.resolve(from, reference, &sink).map(Node::pointer);
    let again = sources.resolve(from, reference, &sink).map(Node::pointer);
    assert_eq!(first, again);
    first.map_err(|error| {
        assert!(error.message.contains(reference), "{}", error.message);
        error.code
    })
}

#[test]
fn pointers_are_decoded_and_unescaped() {
    let text = "paths:\n  /a/{id}:\n    get: [x, {y: 1}]\n  a~b%25c: 1\n  'a b': 2\n  '': 3\n";
    for (reference, pointer) in [
        ("#", ""),
        ("", ""),
        ("#/paths/~1a~1{id}/get/1/y", "/paths/~1a~1{id}/get/1/y"),
        ("#/paths/~1a~1%7Bid%7D", "/paths/~1a~1{id}"),
        ("#/paths/a~0b%2525c", "/paths/a~0b%25c"),
        ("#/paths/a~0b%25c", "/paths/a~0b%25c"),
        ("#/paths/a%20b", "/paths/a b"),
        ("#/paths/a b", "/paths/a b"),
        ("#/paths/", "/paths/"),
    ] {
        assert_eq!(resolve(text, reference).as_deref(), Ok(pointer), "{reference}");
    }
    for reference in [
        "#/paths/none",
        "#/paths/~1a~1{id}/get/2",
        "#/paths/~1a~1{id}/get/01",
        "#/paths/~1a~1{id}/get/-",
        "#paths",
        "#/a/b",
        "#/%FF",
    ] {
        assert_eq!(resolve(text, reference), Err(Code::DanglingReference), "{reference}");
    }
}

#[test]
fn references_on_the_way_are_followed() {
    let text =
        "a: {$ref: '#/b'}\nb: {$ref: '#/c'}\nc: {x: {$ref: '#/d'}}\nd: [1]\nloop: {$ref: '#/loop/x'}\n";
    assert_eq!(resolve(text, "#/a/x/0").as_deref(), Ok("/d/0"));
    assert_eq!(resolve(text, "#/a/x").as_deref(), Ok("/c/x"));
    assert_eq!(resolve(text, "#/a/$ref").as_deref(), Ok("/a/$ref"));
    assert!(resolve(text, "#/loop/x").is_err());
}

#[test]
fn chains_are_followed_to_their_end() {
    let links: Vec<String> = (1..100).map(|link| format!("n{link}: {{$ref: '#/n{}'}}\n", link - 1)).collect();
    let text = "a: {$ref: '#/b'}\nb: {$ref: '#/c'}\nc: {$ref: '#/a'}\nd: {$ref: 12}\ne: {$ref: '#/d'}\nself: {$ref: '#/self'}\nn0: {type: string}\n".to_owned() + &links.concat();
    let sources = Sources::new(Access::default(), Limits::default());
    let sink = Sink::new();
    let document = sources.load(&sample::input(text.as_bytes()), &sink).unwrap();
    let follow = |key: &str| {
        sources
            .follow(document.root().get(key).unwrap(), &sink)
            .map(Node::pointer)
            .map_err(|error| error.code)
    };
    assert_eq!(follow("a"), Err(Code::ReferenceCycle));
    assert_eq!(follow("self"), Err(Code::ReferenceCycle));
    assert_eq!(follow("d").as_deref(), Ok("/d"));
    assert_eq!(follow("e").as_deref(), Ok("/d"));
    assert_eq!(follow("n50").as_deref(), Ok("/n0"));
    assert_eq!(follow("n99"), Err(Code::ReferenceCycle));
}

#[test]
fn anchors_are_found_but_not_in_data() {
    let text = "
schemas:
  A: {$anchor: one}
  B: {$dynamicAnchor: two, properties: {default: {$anchor: three}, $anchor: {type: string}}}
  C: {example: {$anchor: four}, default: {$anchor: five}, const: {$id: six}, enum: [{$anchor: seven}]}
  D: {$id: '#eight'}
";
    assert_eq!(resolve(text, "#one").as_deref(), Ok("/schemas/A"));
    assert_eq!(resolve(text, "#two").as_deref(), Ok("/schemas/B"));
    assert_eq!(resolve(text, "#three").as_deref(), Ok("/schemas/B/properties/default"));
    assert_eq!(resolve(text, "#eight").as_deref(), Ok("/schemas/D"));
    for name in ["#four", "#five", "#seven", "#nine"] {
        assert_eq!(resolve(text, name), Err(Code::DanglingReference), "{name}");
    }
}

#[test]
fn schemas_are_found_by_their_identifier() {
    let text = "
from: {$id: 'https://example.com/schemas/start', sub: {$defs: {Deep: {}}}}
schemas:
  A: {$id: 'https://example.com/schemas/a', $defs: {X: {$anchor: x}, B: {$id: b}}}
  C: {$id: 'urn:uuid:1234', type: string}
top: 1
";
    for (reference, pointer) in [
        ("https://example.com/schemas/a", "/schemas/A"),
        ("a", "/schemas/A"),
        ("a#/$defs/X", "/schemas/A/$defs/X"),
        ("a#x", "/schemas/A/$defs/X"),
        ("b", "/schemas/A/$defs/B"),
        ("urn:uuid:1234", "/schemas/C"),
        ("#/sub/$defs/Deep", "/from/sub/$defs/Deep"),
        ("#/top", "/top"),
    ] {
        assert_eq!(resolve(text, reference).as_deref(), Ok(pointer), "{reference}");
    }
    assert_eq!(resolve(text, "urn:uuid:5"), Err(Code::ReferenceUnreadable));
}

#[test]
fn draft_04_names_schemas_by_id() {
    let text = "
old: {$schema: 'http://json-schema.org/draft-04/schema#', id: 'https://example.com/old', definitions: {
  A: {id: '#a'}, B: {id: b, properties: {id: {type: string}}}}}
new: {id: 'https://example.com/new'}
";
    for (reference, pointer) in [
        ("https://example.com/old", "/old"),
        ("https://example.com/old#a", "/old/definitions/A"),
        ("https://example.com/b", "/old/definitions/B"),
    ] {
        assert_eq!(resolve(text, reference).as_deref(), Ok(pointer), "{reference}");
    }
    assert!(resolve(text, "https://example.com/new").is_err());
}

#[test]
fn embedded_schemas_are_resources_of_their_own() {
    let text = b"
tools:
- schema: {$ref: '#/$defs/A', $defs: {A: {$anchor: here, type: string}}}
- schema: {$ref: '#/$defs/A', $defs: {A: {$anchor: here, type: integer}}}
";
    let sources = Sources::new(Access::default(), Limits::default());
    let sink = Sink::new();
    let document = sources.load(&sample::input(text), &sink).unwrap();
    let schemas: Vec<Node<'_>> =
        document.root().get("tools").unwrap().items().map(|tool| tool.get("schema").unwrap()).collect();
    document.embed_schemas(schemas.iter().map(|schema| schema.place()));
    for (index, schema) in schemas.into_iter().enumerate() {
        let expected = format!("/tools/{index}/schema/$defs/A");
        for reference in ["#/$defs/A", "#here"] {
            assert_eq!(sources.resolve(schema, reference, &sink).unwrap().pointer(), expected);
        }
        assert_eq!(sources.resolve(schema, "#", &sink).unwrap(), schema);
        assert_eq!(sources.resolve(schema, "#/tools/0", &sink).unwrap().pointer(), "/tools/0");
    }
}

#[test]
fn anchors_that_nothing_has_are_known_quickly() {
    let text: Vec<String> =
        (0..20_000).map(|n| format!("n{n}: {{$id: 'https://example.com/{n}', $anchor: a{n}}}\n")).collect();
    let sources = Sources::new(Access::default(), Limits::default());
    let sink = Sink::new();
    let document = sources.load(&sample::input(text.concat().as_bytes()), &sink).unwrap();
    for number in 0..20_000 {
        assert!(sources.resolve(document.root(), &format!("#b{number}"), &sink).is_err());
    }
    // Outside these resources, the first one with the name counts.
    assert_eq!(sources.resolve(document.root(), "#a7", &sink).unwrap().key(), "n7");
}

#[test]
fn large_objects_are_searched_quickly() {
    let schemas: Vec<String> =
        (0..20_000).map(|schema| format!("\"S{schema}\": {{\"type\": \"string\"}},")).collect();
    let text = format!("{{\"schemas\": {{{}\"last\": true}}}}", schemas.concat());
    let sources = Sources::new(Access::default(), Limits::default());
    let sink = Sink::new();
    let root = sources.load(&sample::input(text.as_bytes()), &sink).unwrap().root();
    for schema in 0..20_000 {
        let found = sources.resolve(root, &format!("#/schemas/S{schema}"), &sink).unwrap();
        assert_eq!(found.key().len(), 1 + schema.to_string().len());
    }
}

/// The length of a chain does not depend on earlier requests.
#[test]
fn a_chain_is_too_long_also_where_its_end_is_known() {
    let links: Vec<String> =
        (0..70).map(|link| format!("\"c{link}\": {{\"$ref\": \"#/c{}/x\"}}", link + 1)).collect();
    let end = format!("{}1{}", "{\"x\": ".repeat(71), "}".repeat(71));
    let text = format!("{{{}, \"c70\": {end}}}", links.join(", "));
    for asked in [["#/c0/x", "#/c40/x"], ["#/c40/x", "#/c0/x"]] {
        let sources = Sources::new(Access::default(), Limits::default());
        let sink = Sink::new();
        let document = sources.load(&sample::input(text.as_bytes()), &sink).unwrap();
        let mut found = asked.map(|reference| {
            let found = sources.resolve(document.root(), reference, &sink);
            (reference, found.map(|_| ()).map_err(|error| error.code))
        });
        found.sort_by_key(|(reference, _)| *reference);
        assert_eq!(found.map(|(_, found)| found), [Err(Code::ReferenceCycle), Ok(())], "{asked:?}");
    }
}
