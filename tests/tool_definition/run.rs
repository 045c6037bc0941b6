//! Converts definitions with the library.

use apimint::diagnostic::{Diagnostic, Sink};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use serde_json::{Value, json};

/// The result of a conversion.
pub(crate) struct Converted {
    pub(crate) manifest: Value,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The JSON Pointer of each diagnostic.
    pub(crate) pointers: Vec<String>,
}

impl Converted {
    /// Returns the first tool.
    #[track_caller]
    pub(crate) fn tool(&self) -> &Value {
        self.manifest["tools"].get(0).expect("there is a tool")
    }

    /// Returns the codes of all diagnostics.
    pub(crate) fn codes(&self) -> Vec<String> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.code.to_string()).collect()
    }

    /// Returns the pointers of all diagnostics with a code.
    pub(crate) fn pointers_of(&self, code: &str) -> Vec<&str> {
        let found = self.diagnostics.iter().zip(&self.pointers);
        found.filter(|(one, _)| one.code.to_string() == code).map(|(_, at)| at.as_str()).collect()
    }
}

/// Converts a document with the default options.
#[track_caller]
pub(crate) fn converted(document: &Value) -> Converted {
    with_options(document, &Options::default())
}

#[track_caller]
pub(crate) fn with_options(document: &Value, options: &Options) -> Converted {
    let input = Input::Bytes { name: "tools.json".to_owned(), bytes: document.to_string().into_bytes() };
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let manifest = convert(&sources, &input, options, &sink).expect("the document is usable");
    let mut bytes = Vec::new();
    manifest.write(&mut bytes).unwrap();
    let diagnostics = sink.into_diagnostics();
    let pointer = |diagnostic: &Diagnostic| {
        let position = diagnostic.place.and_then(|place| sources.position(place));
        position.map(|position| position.pointer).unwrap_or_default()
    };
    Converted {
        manifest: serde_json::from_slice(&bytes).unwrap(),
        pointers: diagnostics.iter().map(pointer).collect(),
        diagnostics,
    }
}

/// Returns a definition with these fields and the required ones.
#[track_caller]
pub(crate) fn definition(fields: Value) -> Converted {
    let mut definition = json!({"name": "get_weather", "description": "Weather of a city.", "schema": {}});
    if let (Value::Object(all), Value::Object(fields)) = (&mut definition, fields) {
        all.extend(fields);
    }
    converted(&definition)
}
