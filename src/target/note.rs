//! What lowering did to a tool, for diagnostics.

use super::decode_plan::DecodeForm;

/// One thing that lowering did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoteKind {
    /// A keyword went; it was moved to the description, or is lost.
    Weakened {
        /// The keyword.
        keyword: String,
        /// True if the description says it.
        is_moved: bool,
    },
    /// A value is sent in another form.
    Encoded(DecodeForm),
    /// An object that took further properties is closed.
    Closed,
    /// Null now says that the property is absent, and cannot be sent.
    NullMeansAbsent,
    /// A text beside a recursive reference moved to the enclosing description.
    AnnotationMoved,
}

/// Notes about one tool, each with the names that lead to the value.
#[derive(Debug, Clone, Default)]
pub(super) struct LoweringNotes(Vec<(Vec<String>, NoteKind)>);

impl LoweringNotes {
    pub(super) fn add(&mut self, path: &[String], kind: NoteKind) {
        self.0.push((path.to_vec(), kind));
    }

    /// Returns the number of notes, for [`Self::forget_after`].
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Forgets the notes after the first ones: what they speak of is not written.
    pub(super) fn forget_after(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Forgets the notes after the first ones, but for those on keywords that went, since what is written instead is wider.
    pub(super) fn forget_forms_after(&mut self, count: usize) {
        let after = self.0.split_off(count);
        self.0.extend(after.into_iter().filter(|(_, kind)| matches!(kind, NoteKind::Weakened { .. })));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[String], &NoteKind)> {
        self.0.iter().map(|(path, kind)| (path.as_slice(), kind))
    }
}
