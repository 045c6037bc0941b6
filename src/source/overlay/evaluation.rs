//! The state of one evaluation of a `JSONPath` query, which segments and filters share.

use std::collections::HashMap;

use regex::Regex;

use super::patch::DocumentPatch;

/// One evaluation of a query.
pub(super) struct QueryRun<'p, 's> {
    pub(super) patch: &'p mut DocumentPatch<'s>,
    /// The regular expressions that were met; none where a text is no such.
    pub(super) patterns: HashMap<(String, bool), Option<Regex>>,
}
