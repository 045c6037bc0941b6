//! Tools as a model API takes them.

/// The value of `apimint` in a side table: the version of its format.
pub(crate) const SIDE_TABLE_VERSION: &str = "map/1";

/// A tool in the form of a target.
#[derive(Debug, Clone)]
pub struct LoweredTool {
    /// The name that the model sees.
    pub name: String,
    /// The JSON text of the tool.
    pub(crate) text: Box<[u8]>,
    /// The JSON text of its entry in the side table, which leads from a model's call back to the tool's.
    pub(crate) map_entry: Box<[u8]>,
    /// True if the API makes the model keep to the schema.
    pub is_strict: bool,
}
