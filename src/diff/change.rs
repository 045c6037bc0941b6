//! A change of a tool, with its class and kind.

use crate::credential::{masked_text, masked_value};
use crate::json::number::equal;
use crate::json::pointer::escaped;
use crate::json::{Key, Map, Value};

/// The severity of a change for a caller of the old tools, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeClass {
    /// Only titles or descriptions changed.
    Cosmetic,
    /// Calls that worked before still work.
    Compatible,
    /// It could not be decided if calls break.
    Unknown,
    /// Calls that worked before may fail now.
    Breaking,
}

impl ChangeClass {
    /// All classes, worst first.
    pub const ALL: [Self; 4] = [Self::Breaking, Self::Unknown, Self::Compatible, Self::Cosmetic];

    /// Returns the word for the class in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Cosmetic => "cosmetic",
            Self::Compatible => "compatible",
            Self::Unknown => "unknown",
            Self::Breaking => "breaking",
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $word:literal,)*) => {
        /// The kind of a change: the part of a tool that changed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ChangeKind { $($(#[$doc])* $kind,)* }

        impl ChangeKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// Returns the word for the kind in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $word,)* }
            }
        }
    };
}

kinds! {
    /// A tool is new.
    ToolAdded = "tool-added",
    /// A tool is gone.
    ToolRemoved = "tool-removed",
    /// A tool with the same HTTP call has another name.
    ToolRenamed = "tool-renamed",
    /// An argument is new.
    ArgumentAdded = "argument-added",
    /// An argument is gone.
    ArgumentRemoved = "argument-removed",
    /// An argument for the same parameter of the HTTP call has another name.
    ArgumentRenamed = "argument-renamed",
    /// An argument or property is required now.
    Required = "required",
    /// An argument or property is not required any more.
    Optional = "optional",
    /// A property is new.
    PropertyAdded = "property-added",
    /// A property is gone.
    PropertyRemoved = "property-removed",
    /// `type` changed.
    Type = "type",
    /// `enum` or `const` changed.
    Enum = "enum",
    /// A bound on a number, length or count changed.
    Bound = "bound",
    /// `pattern` changed.
    Pattern = "pattern",
    /// `format` changed.
    Format = "format",
    /// `additionalProperties` changed.
    AdditionalProperties = "additional-properties",
    /// `items` changed.
    Items = "items",
    /// `anyOf`, `oneOf`, `allOf` or `prefixItems` changed.
    Union = "union",
    /// Another keyword of a schema changed.
    Schema = "schema",
    /// `default` changed.
    Default = "default",
    /// There is an output schema now.
    OutputAdded = "output-added",
    /// There is no output schema any more.
    OutputRemoved = "output-removed",
    /// A hint or another annotation changed.
    Hint = "hint",
    /// A title changed.
    Title = "title",
    /// A description changed.
    Description = "description",
    /// The method of the call changed.
    Method = "method",
    /// The path of the call changed.
    Path = "path",
    /// The servers of the call changed.
    Servers = "servers",
    /// The content type of the body changed.
    ContentType = "content-type",
    /// The security requirements of the call changed.
    Security = "security",
    /// Another part of the call changed.
    Call = "call",
    /// Another member of the tool changed.
    Member = "member",
    /// An annotation of a schema changed, which constrains no value by itself.
    Annotation = "annotation",
}

/// One change of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolChange {
    /// Its class.
    pub class: ChangeClass,
    /// Its kind.
    pub kind: ChangeKind,
    /// JSON Pointer into the new tool, or into the old one if the place is gone.
    pub at: String,
    /// One sentence for people.
    pub message: String,
    /// A counterexample: a value that the sender may send and the receiver refuses.
    pub example: Option<Value>,
    /// `true` if a proof about the schemas does not change the class.
    pub(super) pinned: bool,
}

impl ToolChange {
    /// Makes a change without an example, whose class a proof may still change.
    pub(super) fn new(class: ChangeClass, kind: ChangeKind, at: &str, message: impl Into<String>) -> Self {
        Self { class, kind, at: at.to_owned(), message: message.into(), example: None, pinned: false }
    }

    /// Keeps the class, whatever is proved about the schemas.
    pub(super) fn pinned(mut self) -> Self {
        self.pinned = true;
        self
    }
}

/// Returns `true` if two members are equal, as JSON Schema compares values: numbers by their value.
pub(super) fn same(old: Option<&Value>, new: Option<&Value>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => equal(old, new) == Some(true),
        (old, new) => old.is_none() && new.is_none(),
    }
}

/// Returns the keys of both objects, each once, in alphabetical order.
pub(super) fn all_keys<'m>(old: &'m Map, new: &'m Map) -> Vec<&'m str> {
    let mut keys: Vec<&str> = old.keys().chain(new.keys()).map(Key::as_str).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Appends one key to a JSON Pointer.
pub(super) fn below(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", escaped(key))
}

/// Says what a text was and is, around the first difference.
pub(super) fn texts(old: Option<&Value>, new: Option<&Value>) -> String {
    match (old, new) {
        (Some(Value::String(old)), Some(Value::String(new))) => {
            let (old, new) = (masked_text(old), masked_text(new));
            let same = old.chars().zip(new.chars()).take_while(|(one, other)| one == other).count();
            format!("was {} and is {}", excerpt(&old, same), excerpt(&new, same))
        }
        (None, Some(new)) => format!("is new: {}", shown(new)),
        (Some(old), None) => format!("is gone: {}", shown(old)),
        (old, new) => {
            let name = |value: Option<&Value>| value.map_or_else(String::new, shown);
            format!("was {} and is {}", name(old), name(new))
        }
    }
}

/// Quotes a text from shortly before its character `from`.
fn excerpt(text: &str, from: usize) -> String {
    const BEFORE: usize = 20;
    const LONGEST: usize = 120;
    let skipped = from.saturating_sub(BEFORE);
    let part: String = text.chars().skip(skipped).take(LONGEST).collect();
    let is_cut = text.chars().nth(skipped + LONGEST).is_some();
    let (start, end) = (if skipped > 0 { "…" } else { "" }, if is_cut { "…" } else { "" });
    Value::from(format!("{start}{part}{end}")).to_string()
}

/// Writes a value for a sentence, and cuts off a long one.
pub(super) fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    // Before it is cut, since nobody recognises a part of a credential.
    let text = masked_value(value).to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
