//! The state of one evaluation of a `JSONPath` query, which segments and filters share.

use std::collections::HashMap;

use regex::Regex;

use super::patch::DocumentPatch;

/// Evaluation of one query.
pub(super) struct QueryRun<'p, 's> {
    pub(super) patch: &'p mut DocumentPatch<'s>,
    /// Compiled regular expressions by pattern; `None` for an invalid pattern. The flag is true for a match of the
    /// whole text.
    pub(super) patterns: HashMap<(String, bool), Option<Regex>>,
}
