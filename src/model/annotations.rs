//! Behaviour hints of a tool (MCP `ToolAnnotations`).

/// One of the four hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hint {
    /// `readOnlyHint`: the tool changes nothing.
    ReadOnly,
    /// `destructiveHint`: the tool may destroy or overwrite.
    Destructive,
    /// `idempotentHint`: calling it again with the same arguments changes nothing more.
    Idempotent,
    /// `openWorldHint`: the tool reaches beyond its own data.
    OpenWorld,
}

impl Hint {
    /// All four, in the order in which they are written.
    pub const ALL: [Self; 4] = [Self::ReadOnly, Self::Destructive, Self::Idempotent, Self::OpenWorld];

    /// The key in MCP's `ToolAnnotations`.
    pub fn key(self) -> &'static str {
        match self {
            Self::ReadOnly => "readOnlyHint",
            Self::Destructive => "destructiveHint",
            Self::Idempotent => "idempotentHint",
            Self::OpenWorld => "openWorldHint",
        }
    }
}

/// The four hints; one that is not known is left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Annotations {
    hints: [Option<bool>; 4],
}

impl Annotations {
    /// The value of a hint, if it is known.
    pub fn get(&self, hint: Hint) -> Option<bool> {
        self.hints[hint as usize]
    }

    /// Sets a hint.
    pub fn set(&mut self, hint: Hint, value: bool) {
        self.hints[hint as usize] = Some(value);
    }

    /// Whether no hint is known.
    pub fn is_empty(&self) -> bool {
        self.hints.iter().all(Option::is_none)
    }

    /// The hints that are known, in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = (Hint, bool)> {
        Hint::ALL.into_iter().filter_map(|hint| self.get(hint).map(|value| (hint, value)))
    }
}
