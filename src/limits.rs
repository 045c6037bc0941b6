//! Every bound that the program puts on its input, in one place.

/// Bounds that keep hostile or broken input from exhausting time or memory.
///
/// The defaults leave wide room above every public API description that is known to us
/// (the largest is 50 MB, the deepest nests 35 levels).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes read from one file, standard input or URL.
    pub bytes: u64,
    /// Levels of arrays and objects inside one another in a source document.
    pub depth: usize,
    /// Nodes in the tree of one document, aliases counted as often as they are used.
    pub nodes: usize,
    /// Nodes that YAML aliases may add to one document.
    pub alias_nodes: usize,
    /// Bytes of keys and values that YAML aliases may repeat in one document.
    pub alias_bytes: usize,
    /// Files (or URLs) that one description may be spread over.
    pub documents: usize,
    /// References followed in a row before the chain counts as a cycle.
    pub reference_hops: usize,
    /// Redirects followed by one network request.
    pub redirects: u32,
    /// Seconds one network request may take.
    pub network_seconds: u64,
    /// Nodes of an input schema up to which its references are written in place.
    pub inlined_nodes: usize,
    /// Nodes of a referenced schema that is always written in place in an input schema.
    pub small_schema_nodes: usize,
    /// Levels of JSON nesting in the emitted response (clients fail from 128).
    pub output_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 512 << 20,
            depth: 128,
            nodes: 64_000_000,
            alias_nodes: 2_000_000,
            alias_bytes: 256 << 20,
            documents: 20_000,
            reference_hops: 64,
            redirects: 5,
            network_seconds: 30,
            inlined_nodes: 2_000,
            small_schema_nodes: 10,
            output_depth: 120,
        }
    }
}
