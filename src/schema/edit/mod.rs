//! Changes to whole schemas: the root of an input schema is split into arguments, and a property somewhere below a root is
//! described anew or taken out.

mod nested_property;
mod split_root;

pub use nested_property::{ChangedSchema, PropertyChange, PropertyObstacle, change_property};
pub use split_root::{RootProperty, SplitRoot, open};
