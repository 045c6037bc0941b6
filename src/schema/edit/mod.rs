//! Edits whole schemas: splits the root of an input schema into arguments, and describes or removes a nested
//! property.

mod nested_property;
mod split_root;

pub use nested_property::{ChangedSchema, PropertyChange, PropertyObstacle, change_property};
pub use split_root::{RootProperty, SplitRoot, split_root};
