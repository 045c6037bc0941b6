//! Behaviour hints of a tool (MCP 2025-11-25 schema, `ToolAnnotations`).

/// One of the four hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hint {
    /// `readOnlyHint`: the tool does not change its environment.
    ReadOnly,
    /// `destructiveHint`: the tool may destroy or overwrite data.
    Destructive,
    /// `idempotentHint`: a repeated call with the same arguments has no further effect.
    Idempotent,
    /// `openWorldHint`: the tool interacts with external systems.
    OpenWorld,
}

impl Hint {
    /// All hints, in the order in which they are written.
    pub const ALL: [Self; 4] = [Self::ReadOnly, Self::Destructive, Self::Idempotent, Self::OpenWorld];

    /// Returns the key in MCP's `ToolAnnotations`.
    pub fn key(self) -> &'static str {
        match self {
            Self::ReadOnly => "readOnlyHint",
            Self::Destructive => "destructiveHint",
            Self::Idempotent => "idempotentHint",
            Self::OpenWorld => "openWorldHint",
        }
    }
}

/// The four hints of a tool. Each may be unset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Annotations {
    hints: [Option<bool>; 4],
}

impl Annotations {
    /// Returns the value of a hint, or `None` if it is unset.
    pub fn get(&self, hint: Hint) -> Option<bool> {
        self.hints[hint as usize]
    }

    /// Sets a hint.
    pub fn set(&mut self, hint: Hint, value: bool) {
        self.hints[hint as usize] = Some(value);
    }

    /// Returns true if no hint is set.
    pub fn is_empty(&self) -> bool {
        self.hints.iter().all(Option::is_none)
    }

    /// Iterates over the hints that are set, in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = (Hint, bool)> {
        Hint::ALL.into_iter().filter_map(|hint| self.get(hint).map(|value| (hint, value)))
    }
}
