//! Diagnostic codes. A code is the letter of its family and a number, is never reused, and has a name that reads well in a
//! sentence.

use std::fmt;

macro_rules! catalogue {
    ($(
        #[doc = $about:literal]
        $family:ident $letter:literal $family_name:literal {$(
            $code:ident $variant:ident $name:literal $level:ident $(+ $property:ident)*: $summary:literal, $help:literal;
        )*}
    )*) => {
        /// A family of diagnostic codes: what they are about. Its letter begins each of them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Family {
            $(#[doc = $about] $family,)*
        }

        impl Family {
            /// Returns its letter.
            pub fn letter(self) -> char {
                match self { $(Self::$family => $letter,)* }
            }

            /// Returns its name: one word.
            pub fn name(self) -> &'static str {
                match self { $(Self::$family => $family_name,)* }
            }
        }

        /// The kind of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $summary] $variant,)*)*
        }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// Returns the code as text: `R001`.
            pub fn as_str(self) -> &'static str {
                match self { $($(Self::$variant => stringify!($code),)*)* }
            }

            /// Returns its family.
            pub fn family(self) -> Family {
                match self { $($(Self::$variant)|* => Family::$family,)* }
            }

            /// Returns its name: a few words in kebab-case.
            pub fn name(self) -> &'static str {
                match self { $($(Self::$variant => $name,)*)* }
            }

            /// Returns its level, unless the place that raises it or the caller sets another.
            pub fn severity(self) -> Severity {
                match self { $($(Self::$variant => Severity::$level,)*)* }
            }

            /// Returns its meaning in one sentence.
            pub fn summary(self) -> &'static str {
                match self { $($(Self::$variant => $summary,)*)* }
            }

            /// Returns the advice that goes with it; of a note, a further statement.
            pub fn help(self) -> &'static str {
                match self { $($(Self::$variant => $help,)*)* }
            }

            pub(super) fn properties(self) -> &'static [Property] {
                match self { $($(Self::$variant => &[$(Property::$property),*],)*)* }
            }

            /// The text of its page under `docs/diagnostics/`.
            pub(super) fn body(self) -> &'static str {
                match self { $($(
                    Self::$variant => include_str!(concat!(
                        env!("CARGO_MANIFEST_DIR"), "/docs/diagnostics/", stringify!($code), ".md"
                    )),
                )*)* }
            }
        }
    };
}

mod catalogue;

pub use catalogue::{Code, Family};

/// A property that some codes have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Property {
    /// An operation, capability or definition does not become a tool.
    RemovesTool,
    /// The text at the place of the diagnostic is a secret.
    HidesPlace,
    /// A schema may accept more values than its source.
    AcceptsMore,
}

impl Code {
    /// Returns the code with this number (`R001`) or name (`dangling-reference`), in any case.
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|code| code.as_str().eq_ignore_ascii_case(text) || code.name().eq_ignore_ascii_case(text))
    }

    /// Returns its page in Markdown: heading, level, what it means, why it matters, an example, and what to do.
    pub fn page(self) -> String {
        format!("# {self} {}\n\nLevel: {}\n\n{}", self.name(), self.severity().as_str(), self.body())
    }

    /// Reports whether an operation, capability or definition did not become a tool.
    pub fn removes_a_tool(self) -> bool {
        self.properties().contains(&Property::RemovesTool)
    }

    /// Reports whether a schema may accept more values than its source.
    pub fn accepts_more(self) -> bool {
        self.properties().contains(&Property::AcceptsMore)
    }

    /// Returns what is said of several findings in one block, before the first of them, where their number matters.
    #[cfg(feature = "cli")]
    pub(super) fn of_several(self, count: usize) -> Option<String> {
        match self {
            Self::InputCut => Some(format!("{count} input schemas are longer than their bound and are cut")),
            Self::OutputCut => {
                Some(format!("{count} output schemas are longer than their bound and are cut"))
            }
            _ => None,
        }
    }

    /// Reports whether the text at the place of such a diagnostic must not be shown.
    pub(crate) fn hides_its_place(self) -> bool {
        self.properties().contains(&Property::HidesPlace)
    }
}

impl fmt::Display for Code {
    /// Writes family letter and number: `R001`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_and_names_are_unique() {
        let codes: HashSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        let names: HashSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(codes.len(), Code::ALL.len());
        assert_eq!(names.len(), Code::ALL.len());
    }

    #[test]
    fn a_code_is_the_letter_of_its_family_and_three_digits() {
        for code in Code::ALL {
            let digits = code.as_str().strip_prefix(code.family().letter());
            assert!(
                digits.is_some_and(|digits| {
                    digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit())
                }),
                "{code}"
            );
        }
    }

    #[test]
    fn a_page_begins_with_code_name_and_level() {
        let page = Code::DanglingReference.page();
        assert!(page.starts_with("# R001 dangling-reference\n\nLevel: error\n\nThe target "), "{page}");
    }
}
