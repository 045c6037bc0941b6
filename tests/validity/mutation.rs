//! Every member of a document is replaced by values of every type, left out, and given twice.

use apimint::Options;
use apimint::model::Target;
use apimint::options::Envelope;
use apimint::source::Input;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::forms::{self, DocumentForm};
use super::written::{ENVELOPES, PROTOCOLS, WrittenList};

/// A character that no document has; it makes a second key of one that is written twice.
const TWICE: char = '\u{F8FF}';

/// Returns values of every type, plain and odd.
pub(super) fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(-1.5),
        json!(""),
        json!("x"),
        json!(" \u{200B}\u{E0041}"),
        json!("ghp_m4D3upT0k3nTh4t0p3nsN0th1ngAtAll0Qz7"),
        json!([]),
        json!([null, 1, 1]),
        json!(["x", {"a": [null]}]),
        json!({}),
        json!({"": [{"type": {"type": null}}]}),
        json!({"type": "object", "properties": {"constructor": true, "y": false}, "required": [1]}),
        json!({"$ref": "#"}),
    ]
}

/// A document with one member changed.
struct Mutant {
    pointer: String,
    /// How it is changed, in words.
    how: String,
    text: String,
    /// The value that the member got instead of its own.
    value: Option<Value>,
}

/// Returns the pointers to all values in a value, itself included.
pub(super) fn pointers(value: &Value) -> Vec<String> {
    let below = |key: &str, inner: &Value| {
        let key = key.replace('~', "~0").replace('/', "~1");
        pointers(inner).into_iter().map(move |pointer| format!("/{key}{pointer}")).collect::<Vec<_>>()
    };
    let mut found = vec![String::new()];
    match value {
        Value::Array(list) => {
            found.extend(list.iter().enumerate().flat_map(|(index, item)| below(&index.to_string(), item)));
        }
        Value::Object(map) => found.extend(map.iter().flat_map(|(key, value)| below(key, value))),
        _ => {}
    }
    found
}

/// Splits a pointer into that of the parent and the key.
fn split(pointer: &str) -> Option<(&str, String)> {
    let (parent, key) = pointer.rsplit_once('/')?;
    Some((parent, key.replace("~1", "/").replace("~0", "~")))
}

/// Returns a document without the value at a pointer; nothing for the document itself.
pub(super) fn without(document: &Value, pointer: &str) -> Option<Value> {
    let mut document = document.clone();
    let (parent, key) = split(pointer)?;
    match document.pointer_mut(parent)? {
        Value::Array(list) => drop(list.remove(key.parse().ok()?)),
        Value::Object(map) => drop(map.shift_remove(&key)),
        _ => {}
    }
    Some(document)
}

/// Returns a document with the member at a pointer given twice, the second time with this value; nothing for an item of a list.
fn twice(form: &DocumentForm, pointer: &str, value: &Value) -> Option<String> {
    let mut document = form.document.clone();
    let (parent, key) = split(pointer)?;
    document.pointer_mut(parent)?.as_object_mut()?.insert(format!("{key}{TWICE}"), value.clone());
    Some(form.text(&document).replace(TWICE, ""))
}

/// Returns the mutants of the member at a pointer.
fn mutants(form: &DocumentForm, pointer: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    let mut add = |how: String, text: String, value: Option<Value>| {
        found.push(Mutant { pointer: pointer.to_owned(), how, text, value });
    };
    for value in values() {
        let mut document = form.document.clone();
        *document.pointer_mut(pointer).unwrap() = value.clone();
        add(format!("is {value}"), form.text(&document), Some(value));
    }
    for value in [json!([{}]), form.document.pointer(pointer).unwrap().clone()] {
        if let Some(text) = twice(form, pointer, &value) {
            add(format!("is also {value}"), text, None);
        }
    }
    if let Some(document) = without(&form.document, pointer) {
        add("is missing".to_owned(), form.text(&document), None);
    }
    found
}

fn written(text: &str, options: &Options) -> WrittenList {
    let input = Input::Bytes { name: "mutant.json".to_owned(), bytes: text.as_bytes().to_vec() };
    WrittenList::of(&input, options)
}

/// What becomes of a document, and of the document without the member that is changed.
struct Unchanged<'w> {
    whole: &'w WrittenList,
    missing: Option<WrittenList>,
}

impl Unchanged<'_> {
    /// Returns what is wrong with what becomes of a mutant: in the shape of any version and of one, in one envelope, and for
    /// one model API.
    fn faults(&self, number: usize, mutant: &Mutant) -> Vec<String> {
        let mut found = Vec::new();
        let usual = Options::default();
        let once = written(&mutant.text, &usual);
        found.extend(once.faults(&usual));
        let protocol = PROTOCOLS[1 + number % (PROTOCOLS.len() - 1)];
        let envelope = ENVELOPES[number % ENVELOPES.len()];
        let options = Options { protocol, envelope, ..usual.clone() };
        found.extend(written(&mutant.text, &options).faults(&options));
        let targets = &Target::ALL[1..];
        let target = targets[number % targets.len()];
        let options = Options { target, envelope: Envelope::Mapped, ..usual.clone() };
        found.extend(written(&mutant.text, &options).faults(&options));
        if let Some(text) = once.text.as_ref().filter(|text| self.whole.text.as_ref() != Some(text)) {
            let again = written(text, &usual).text.unwrap_or_default();
            if again != *text {
                found.push(format!("the list comes out changed:\n{text}{again}"));
            }
        }
        found.extend(self.silence(&once, mutant).map(str::to_owned));
        found
    }

    /// Returns what is lost without a word.
    fn silence(&self, once: &WrittenList, mutant: &Mutant) -> Option<&'static str> {
        let (value, missing) = (mutant.value.as_ref()?, self.missing.as_ref()?);
        if is_silent(&mutant.pointer, value) {
            return None;
        }
        let is_known_of = |list: &WrittenList| once.diagnostics.iter().all(|one| list.says(one));
        if once.tools < self.whole.tools && is_known_of(self.whole) {
            return Some("a tool is lost without a word");
        }
        let is_known = missing.text == once.text && is_known_of(self.whole) && is_known_of(missing);
        is_known.then_some("it is dropped without a word")
    }
}

/// Returns whether a value says nothing, or nothing of the tools, so that it may go without a word. What a schema accepts is
/// compared in `tests/meaning.rs`.
fn is_silent(pointer: &str, value: &Value) -> bool {
    let says_nothing = match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    };
    let key = pointer.rsplit('/').next().unwrap_or_default();
    says_nothing
        || ["Schema/", "_schema/", "/parameters/", "/response/"]
            .iter()
            .any(|within| format!("{pointer}/").contains(within))
        || matches!(key, "jsonrpc" | "id" | "resultType" | "ttlMs" | "cacheScope" | "nextCursor" | "type")
}

fn assert_valid(form: &DocumentForm) {
    let whole = written(&form.text(&form.document), &Options::default());
    assert!(whole.tools > 0, "{} is refused", form.name);
    let pointers = pointers(&form.document);
    let found = pointers.par_iter().enumerate().flat_map_iter(|(index, pointer)| {
        let missing = without(&form.document, pointer).filter(|_| form.says_all);
        let unchanged = Unchanged {
            whole: &whole,
            missing: missing.map(|document| written(&form.text(&document), &Options::default())),
        };
        let mutants = mutants(form, pointer).into_iter().enumerate();
        let found = mutants.flat_map(|(number, mutant)| {
            let found = unchanged.faults(index + number, &mutant).into_iter();
            found.map(|fault| format!("{} {pointer} {}: {fault}", form.name, mutant.how)).collect::<Vec<_>>()
        });
        found.collect::<Vec<_>>()
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found[..found.len().min(40)].join("\n"));
}

#[test]
fn lists_of_any_form_are_written_validly() {
    forms::lists().iter().for_each(assert_valid);
}

#[test]
fn documents_of_other_formats_are_written_validly() {
    forms::descriptions().iter().for_each(assert_valid);
}
