//! Families of diagnostic codes: what a diagnostic is about.

/// What a diagnostic is about; the first letter of its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// `S`: reading files, standard input and URLs.
    Source,
    /// `V`: overlays.
    Overlay,
    /// `R`: following `$ref`.
    Reference,
    /// `O`: reading operations.
    Operation,
    /// `N`: tool names.
    Name,
    /// `A`: parameters and arguments.
    Argument,
    /// `B`: request bodies.
    Body,
    /// `P`: responses and output schemas.
    Response,
    /// `J`: translating schemas.
    Schema,
    /// `D`: what a `ToolDefinition` has beyond MCP.
    Definition,
    /// `T`: results of tools.
    Result,
    /// `H`: annotations.
    Hint,
    /// `X`: secrets and hidden text.
    Safety,
    /// `L`: advice, given with `--lint`.
    Lint,
    /// `C`: limits of real clients.
    Client,
    /// `G`: the rules of AgentHub manifests.
    AgentHub,
    /// `M`: the check before writing.
    Manifest,
}

impl Family {
    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Self::Source => 'S',
            Self::Overlay => 'V',
            Self::Reference => 'R',
            Self::Operation => 'O',
            Self::Name => 'N',
            Self::Argument => 'A',
            Self::Body => 'B',
            Self::Response => 'P',
            Self::Schema => 'J',
            Self::Definition => 'D',
            Self::Result => 'T',
            Self::Hint => 'H',
            Self::Safety => 'X',
            Self::Lint => 'L',
            Self::Client => 'C',
            Self::AgentHub => 'G',
            Self::Manifest => 'M',
        }
    }

    /// The word that stands for the whole family.
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Overlay => "overlay",
            Self::Reference => "reference",
            Self::Operation => "operation",
            Self::Name => "name",
            Self::Argument => "argument",
            Self::Body => "body",
            Self::Response => "response",
            Self::Schema => "schema",
            Self::Definition => "definition",
            Self::Result => "result",
            Self::Hint => "hint",
            Self::Safety => "safety",
            Self::Lint => "lint",
            Self::Client => "client",
            Self::AgentHub => "agenthub",
            Self::Manifest => "manifest",
        }
    }
}
