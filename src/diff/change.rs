//! One change, its kind, and how bad it is for a caller.

use crate::json::Value;
use crate::json::pointer::escaped;

/// How bad a change is for a caller of the old tools, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeClass {
    /// Only words changed.
    Cosmetic,
    /// What was done before can still be done.
    Compatible,
    /// Whether it breaks callers could not be decided.
    Unknown,
    /// What was done before may fail now.
    Breaking,
}

impl ChangeClass {
    /// All classes, worst first.
    pub const ALL: [Self; 4] = [Self::Breaking, Self::Unknown, Self::Compatible, Self::Cosmetic];

    /// The word that stands for it in every output.
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
        /// What kind of thing changed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ChangeKind { $($(#[$doc])* $kind,)* }

        impl ChangeKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// The word that stands for it in JSON.
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
    /// The same call has another name.
    ToolRenamed = "tool-renamed",
    /// An argument is new.
    ArgumentAdded = "argument-added",
    /// An argument is gone.
    ArgumentRemoved = "argument-removed",
    /// The same parameter of the call has another name.
    ArgumentRenamed = "argument-renamed",
    /// An argument or property has to be there now.
    Required = "required",
    /// An argument or property need not be there any more.
    Optional = "optional",
    /// A property is new.
    PropertyAdded = "property-added",
    /// A property is gone.
    PropertyRemoved = "property-removed",
    /// Other types are allowed.
    Type = "type",
    /// Other values are listed.
    Enum = "enum",
    /// A bound on a number, length or count changed.
    Bound = "bound",
    /// The pattern of a text changed.
    Pattern = "pattern",
    /// The format changed.
    Format = "format",
    /// Members that are not named are treated otherwise.
    AdditionalProperties = "additional-properties",
    /// The items of a list changed.
    Items = "items",
    /// The branches of a union changed.
    Union = "union",
    /// Something else in a schema changed.
    Schema = "schema",
    /// What counts where nothing is sent changed.
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
    /// What the call needs for authorization changed.
    Security = "security",
    /// Something else about the call changed.
    Call = "call",
}

/// One change.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolChange {
    /// How bad it is.
    pub class: ChangeClass,
    /// Its kind.
    pub kind: ChangeKind,
    /// Where in the tool, as a JSON Pointer; in the old tool if it is gone.
    pub at: String,
    /// What changed, in one sentence.
    pub message: String,
    /// A value that shows why it breaks: the one side accepts it, the other does not.
    pub example: Option<Value>,
    /// Whether the class stands, whatever is proved of the schemas.
    pub(super) pinned: bool,
}

impl ToolChange {
    pub(super) fn new(class: ChangeClass, kind: ChangeKind, at: &str, message: impl Into<String>) -> Self {
        Self { class, kind, at: at.to_owned(), message: message.into(), example: None, pinned: false }
    }

    /// The same, whatever is proved of the schemas.
    pub(super) fn pinned(mut self) -> Self {
        self.pinned = true;
        self
    }
}

/// A JSON Pointer, one step further.
pub(super) fn below(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", escaped(key))
}

/// A value for a sentence, not too long.
pub(super) fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
