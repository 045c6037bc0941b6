//! JSON text → tree.
