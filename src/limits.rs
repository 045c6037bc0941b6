//! The limits on input and output.

use crate::client_limits::RESPONSE_LEVELS;

/// Limits that keep hostile or broken input from exhausting time or memory.
///
/// The defaults are far above the needs of all public API descriptions that were tried: the largest has 50 MB, the
/// deepest nests 35 levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in one file, standard input or URL.
    pub bytes: u64,
    /// Levels of nested arrays and objects in a source document.
    pub depth: usize,
    /// Nodes in the tree of one document. A YAML alias counts each time it is used.
    pub nodes: usize,
    /// Nodes that YAML aliases may add to one document.
    pub alias_nodes: usize,
    /// Bytes of keys and values that YAML aliases may repeat in one document.
    pub alias_bytes: usize,
    /// Values that overlays may add to a document.
    pub overlay_nodes: usize,
    /// Steps of overlays: one per visited value, sixteen per created value.
    pub overlay_steps: u64,
    /// Files and URLs that make up one description.
    pub documents: usize,
    /// References in a chain; a longer chain counts as a cycle.
    pub reference_hops: usize,
    /// Redirects per network request.
    pub redirects: u32,
    /// Seconds per document from the network, redirects included.
    pub network_seconds: u64,
    /// Seconds of all network requests of one run together.
    pub network_total_seconds: u64,
    /// Network requests of one run, redirects included. A description in files has thousands at most, and each could be a
    /// request to a stranger's server.
    pub network_requests: u64,
    /// Seconds to wait for another run with the same lock.
    pub lock_seconds: u64,
    /// Nodes of an input schema with its references expanded; a larger one keeps its references.
    pub inlined_nodes: usize,
    /// Nodes of a referenced schema that is always expanded in an input schema.
    pub small_schema_nodes: usize,
    /// Levels of nesting in the emitted `tools/list` response. Clients fail from 128 on.
    pub output_depth: usize,
    /// Bytes of one manifest. Each tool has its own copy of a shared schema, so that output can be much larger than
    /// input.
    pub output_bytes: u64,
    /// Bytes of one list for a model API with its side table, which are kept until they are written.
    pub lowered_bytes: u64,
    /// Diagnostics of one input that the program keeps; further ones are only counted. A caller of the library passes
    /// the limit to its sink ([`crate::diagnostic::Sink::bounded`]).
    pub diagnostics: usize,
    /// Steps of proofs about the schemas of two tools. A step is about the work of validating a value against a small schema.
    pub proof_steps: usize,
    /// Steps of proofs about all tools of two lists together.
    pub proof_total_steps: usize,
    /// Bytes of a report per byte of the documents that it is about, beyond the first 64 KiB.
    pub report_growth: u64,
    /// Not for users: a struct with a hidden field is made from its default, so that a new field is no break.
    #[doc(hidden)]
    pub growth: (),
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 512 << 20,
            depth: 128,
            nodes: 64_000_000,
            alias_nodes: 2_000_000,
            alias_bytes: 256 << 20,
            overlay_nodes: 1_000_000,
            overlay_steps: 200_000_000,
            documents: 20_000,
            reference_hops: 64,
            redirects: 5,
            network_seconds: 30,
            network_total_seconds: 60,
            network_requests: 5_000,
            lock_seconds: 10,
            inlined_nodes: 2_000,
            small_schema_nodes: 10,
            output_depth: RESPONSE_LEVELS,
            output_bytes: 4 << 30,
            lowered_bytes: 256 << 20,
            diagnostics: 1_000_000,
            proof_steps: 1_000_000,
            proof_total_steps: 20_000_000,
            report_growth: 16,
            growth: (),
        }
    }
}

/// The largest `depth`: the program's stack and the JSON parser allow no more.
const MAX_DEPTH: u64 = 128;

/// The largest `output_depth`: every client reads so many levels.
const MAX_OUTPUT_DEPTH: u64 = RESPONSE_LEVELS as u64;

/// The largest `reference_hops`: the program's stack allows no more.
const MAX_HOPS: u64 = 1_000;

/// The largest `nodes`: nodes have 32-bit numbers.
const MAX_NODES: u64 = 1 << 31;

impl Limits {
    /// Sets a limit by the name of its field.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), String> {
        let max = match name {
            "depth" => MAX_DEPTH,
            "output_depth" => MAX_OUTPUT_DEPTH,
            "reference_hops" => MAX_HOPS,
            "nodes" => MAX_NODES,
            "redirects" => u64::from(u32::MAX),
            _ => u64::MAX,
        };
        if value > max {
            return Err(format!("`{name}` can be {max} at most"));
        }
        let count = usize::try_from(value).unwrap_or(usize::MAX);
        match name {
            "bytes" => self.bytes = value,
            "depth" => self.depth = count,
            "nodes" => self.nodes = count,
            "alias_nodes" => self.alias_nodes = count,
            "alias_bytes" => self.alias_bytes = count,
            "overlay_nodes" => self.overlay_nodes = count,
            "overlay_steps" => self.overlay_steps = value,
            "documents" => self.documents = count,
            "reference_hops" => self.reference_hops = count,
            "redirects" => self.redirects = u32::try_from(value).unwrap_or(u32::MAX),
            "network_seconds" => self.network_seconds = value,
            "network_total_seconds" => self.network_total_seconds = value,
            "network_requests" => self.network_requests = value,
            "lock_seconds" => self.lock_seconds = value,
            "inlined_nodes" => self.inlined_nodes = count,
            "small_schema_nodes" => self.small_schema_nodes = count,
            "output_depth" => self.output_depth = count,
            "output_bytes" => self.output_bytes = value,
            "lowered_bytes" => self.lowered_bytes = value,
            "diagnostics" => self.diagnostics = count,
            "proof_steps" => self.proof_steps = count,
            "proof_total_steps" => self.proof_total_steps = count,
            "report_growth" => self.report_growth = value,
            _ => return Err(format!("there is no limit `{name}`")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names and values of all fields.
    fn fields(limits: &Limits) -> Vec<(String, u64)> {
        let text = format!("{limits:?}");
        let fields = text.trim_start_matches("Limits { ").trim_end_matches(" }").split(", ");
        fields
            .filter_map(|field| field.split_once(": "))
            // The hidden field is no limit.
            .filter(|(_, value)| *value != "()")
            .map(|(name, value)| (name.to_owned(), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn every_limit_can_be_set_by_its_name() {
        for (index, (name, value)) in fields(&Limits::default()).into_iter().enumerate() {
            let mut limits = Limits::default();
            assert_eq!(limits.set(&name, value - 1), Ok(()));
            let changed = fields(&limits);
            assert_eq!(changed[index], (name, value - 1));
            let defaults = fields(&Limits::default());
            assert_eq!(changed.iter().zip(&defaults).filter(|(one, other)| one != other).count(), 1);
        }
    }

    #[test]
    fn what_the_program_cannot_do_is_no_limit() {
        let mut limits = Limits::default();
        assert!(limits.set("depth", 129).unwrap_err().contains("128"));
        assert!(limits.set("output_depth", 121).is_err() && limits.set("nodes", 1 << 32).is_err());
        assert!(limits.set("reference_hops", 1_001).is_err() && limits.set("redirects", 1 << 32).is_err());
        assert!(limits.set("widths", 1).unwrap_err().contains("`widths`"));
        assert_eq!(limits, Limits::default());
    }
}
