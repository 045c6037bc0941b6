//! The headings under which help lists the options of several subcommands. `-h` leaves out rare ones, to fit on a screen.

/// How inputs are read.
pub(super) const READING: &str = "Reading";
/// Which tools are in the list.
pub(super) const TOOLS: &str = "Tools";
/// The names of tools and of the server.
pub(super) const NAMES: &str = "Names";
/// The schemas of tools.
pub(super) const SCHEMAS: &str = "Schemas";
/// How tools are called.
pub(super) const CALLS: &str = "Calls";
/// The list of tools as a whole.
pub(super) const LIST: &str = "Form of the list";
/// Lists for model APIs.
pub(super) const MODEL_APIS: &str = "Model APIs";
/// What is reported.
pub(super) const DIAGNOSTICS: &str = "Diagnostics";
