//! Diagnostic codes. A code is a family letter and a number, is never reused, and has a name that reads well in a
//! sentence.

use std::fmt;

macro_rules! catalogue {
    ($($variant:ident: $family:ident $number:literal $name:literal $severity:ident, $summary:literal, $help:literal;)*) => {
        /// The kind of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The family it belongs to.
            pub fn family(self) -> Family {
                match self { $(Self::$variant => Family::$family,)* }
            }

            pub(super) fn number(self) -> u16 {
                match self { $(Self::$variant => $number,)* }
            }

            /// Its name: a few words in kebab-case.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How serious it is unless something else is asked for.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// What it means, in one sentence.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }

            /// What to do about it.
            pub fn help(self) -> &'static str {
                match self { $(Self::$variant => $help,)* }
            }
        }
    };
}

mod catalogue;

pub use catalogue::Code;

impl Code {
    /// Whether what stands at the place of such a diagnostic must not be shown.
    pub(crate) fn hides_its_place(self) -> bool {
        matches!(self, Self::SecretRemoved | Self::InlineSecret | Self::SecretReference)
    }
}

impl Code {
    /// The code with this number (`R001`) or name (`dangling-reference`), in any case.
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| {
            code.to_string().eq_ignore_ascii_case(text) || code.name().eq_ignore_ascii_case(text)
        })
    }

    /// Whether it says that an operation, capability or definition became no tool.
    pub fn removes_a_tool(self) -> bool {
        matches!(
            self,
            Self::MalformedOperation
                | Self::DeprecatedSkipped
                | Self::Disabled
                | Self::NotChosen
                | Self::MalformedTool
                | Self::NameIllegal
                | Self::ToolInvalid
                | Self::DefinitionRemoved
                | Self::IdempotencyMissing
                | Self::NotOverMcpSkipped
        )
    }
}

impl fmt::Display for Code {
    /// Family letter and number: `R001`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:03}", self.family().letter(), self.number())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_and_names_are_unique() {
        let codes: HashSet<String> = Code::ALL.iter().map(ToString::to_string).collect();
        let names: HashSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(codes.len(), Code::ALL.len());
        assert_eq!(names.len(), Code::ALL.len());
    }
}
