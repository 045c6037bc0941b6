//! State that all steps of reading a manifest share.

use crate::diagnostic::Sink;
use crate::options::Options;
use crate::schema::Translator;
use crate::source::Sources;

use super::super::operation_choice::OperationChoice;
use super::projected_values::ProjectedValues;

/// Reads one manifest. Each file of this folder adds the methods for one part of it.
pub(super) struct AgentHubReader<'s> {
    pub(super) sources: &'s Sources,
    pub(super) sink: &'s Sink,
    pub(super) options: &'s Options,
    pub(super) projected: ProjectedValues,
    pub(super) translator: Translator<'s>,
    pub(super) choice: OperationChoice<'s>,
}
