//! Analysis of a manifest: the parts of each tool that a model sees, and their cost in tokens.
//!
//! The input is the written manifest, a `tools/list` result, so the sizes are those that clients get. The result can be
//! shown as a table ([`write_table`]), as JSON ([`write_json`]) or as an HTML page ([`html`]).
//!
//! ```
//! let manifest = apimint::json::Value::from(serde_json::json!({"tools": [{"name": "now", "description": "The time",
//!     "inputSchema": {"type": "object", "properties": {}}}]}));
//! let inspection = apimint::inspect::Inspection::of(&manifest);
//! assert_eq!(inspection.totals.size.seen(), 3 + 8 + 33);
//! assert_eq!(inspection.totals.tokens(), 11);
//! ```

mod argument;
mod choice;
pub mod html;
mod inspection;
mod json;
mod order;
mod size;
mod table;
mod tag;
mod tokenizer;
mod tool;
mod totals;

pub use crate::model::{BYTES_PER_TOKEN, tokens};
pub use inspection::Inspection;
pub use json::write_json;
pub use order::ToolOrder;
pub use size::{ToolSize, permille};
pub use table::write_table;
pub use tag::InspectedTag;
pub use tokenizer::Tokenizer;
pub use tool::InspectedTool;
pub use totals::InspectionTotals;
