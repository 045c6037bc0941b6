//! Diagnostics, progress and totals on standard error and in report files.

mod baseline;
pub(crate) mod colours;
pub(crate) mod conversion_outcome;
pub(crate) mod progress_line;
mod report_form;
pub(crate) mod reporter;
pub(crate) mod run_totals;
pub(crate) mod shared_rules;
pub(crate) mod source_places;
