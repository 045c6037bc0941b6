//! The lock: a file with the names of published tools, which keeps the names stable when the source changes.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{self, Write};

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::model::{NameSource, Tool, ToolName};

/// The version of the file format.
const VERSION: u64 = 1;

/// The names of operations, by method and path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    names: BTreeMap<String, String>,
}

/// The reasons why a text is not a lock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// The text is not JSON.
    #[error("it is not JSON: {0}")]
    Syntax(String),
    /// The JSON has another structure.
    #[error("expected {{\"v\":1,\"names\":{{\"GET /path\":\"name\"}}}}")]
    Form,
    /// A later version of the program wrote it.
    #[error("it has version {0}, and this program reads version {VERSION}")]
    Version(u64),
    /// A name is not a legal tool name.
    #[error("`{0}` is not a legal tool name")]
    Name(String),
    /// An operation is listed twice.
    #[error("`{0}` is listed twice, as after a merge that kept both lines")]
    Twice(String),
    /// Two operations have one name.
    #[error("`{0}` is the name of two operations")]
    Repeated(String),
}

/// The names in the order of the file, with repeated operations, which a JSON map would drop.
#[derive(Deserialize)]
struct ListedNames {
    names: LockNames,
}

struct LockNames(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for LockNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LockEntries;

        impl<'de> Visitor<'de> for LockEntries {
            type Value = LockNames;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("operations with their names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LockNames, A::Error> {
                let mut names = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    names.push(entry);
                }
                Ok(LockNames(names))
            }
        }

        deserializer.deserialize_map(LockEntries)
    }
}

impl Lock {
    /// Parses the text that [`Lock::write`] writes.
    pub fn parse(text: &str) -> Result<Self, LockError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| LockError::Syntax(error.to_string()))?;
        match value.get("v").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(other) => return Err(LockError::Version(other)),
            None => return Err(LockError::Form),
        }
        value.get("names").and_then(Value::as_object).ok_or(LockError::Form)?;
        let ListedNames { names: listed } = serde_json::from_str(text).map_err(|_| LockError::Form)?;
        let mut names = BTreeMap::new();
        let mut seen = std::collections::HashSet::new();
        for (operation, name) in &listed.0 {
            let name = name.as_str().ok_or(LockError::Form)?;
            if names.contains_key(operation) {
                return Err(LockError::Twice(operation.clone()));
            }
            if ToolName::new(name, usize::MAX).is_none() {
                return Err(LockError::Name(name.to_owned()));
            }
            if !seen.insert(name.to_ascii_lowercase()) {
                return Err(LockError::Repeated(name.to_owned()));
            }
            names.insert(operation.clone(), name.to_owned());
        }
        Ok(Self { names })
    }

    /// Writes the lock, one name per line, sorted by operation.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\"v\":{VERSION},\"names\":{{")?;
        for (index, (operation, name)) in self.names.iter().enumerate() {
            out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, operation)?;
            out.write_all(b":")?;
            serde_json::to_writer(&mut *out, name)?;
        }
        out.write_all(b"\n}}\n")
    }

    /// Returns the name under which the operation of a tool was published.
    pub(crate) fn name(&self, tool: &Tool) -> Option<&str> {
        if self.names.is_empty() {
            return None;
        }
        self.names.get(&operation(tool)?).map(String::as_str)
    }

    /// Iterates over operations and their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names.iter().map(|(operation, name)| (operation.as_str(), name.as_str()))
    }

    /// Adds the names of tools. The names of removed operations are kept, so that no other tool gets them.
    pub(crate) fn keep<'t>(&mut self, tools: impl Iterator<Item = &'t Tool>) {
        let named = self.names.iter().map(|(operation, name)| (name.to_ascii_lowercase(), operation.clone()));
        let mut owners: HashMap<String, String> = named.collect();
        for tool in tools {
            let (Some(operation), Some(name)) = (operation(tool), &tool.name) else { continue };
            let lower = name.as_str().to_ascii_lowercase();
            // An explicit name can be the name of a removed operation.
            let owner = owners.insert(lower, operation.clone()).filter(|owner| *owner != operation);
            if let Some(owner) = owner
                && self.names.get(&owner).is_some_and(|kept| kept.eq_ignore_ascii_case(name.as_str()))
            {
                self.names.remove(&owner);
            }
            self.names.insert(operation, name.as_str().to_owned());
        }
    }
}

/// Returns the key of a tool's operation: method and path, after the prefix of the source if there is one.
pub(crate) fn operation(tool: &Tool) -> Option<String> {
    match &tool.name_source {
        NameSource::Operation { method, path, .. } => Some(format!("{method} {path}")),
        NameSource::Explicit(_) => tool.call.as_ref().map(|call| format!("{} {}", call.method, call.path)),
        _ => None,
    }
    .map(|operation| match &tool.prefix {
        // Several sources can have the same operation.
        Some(prefix) => format!("{prefix} {operation}"),
        None => operation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "{\"v\":1,\"names\":{\n\"GET /a\":\"get_a\",\n\"POST /a\\\"b\":\"b\"\n}}\n";
        let lock = Lock::parse(text).unwrap_or_default();
        assert_eq!(lock.iter().count(), 2);
        let mut written = Vec::new();
        assert!(lock.write(&mut written).is_ok());
        assert_eq!(String::from_utf8_lossy(&written), text);
        let mut empty = Vec::new();
        assert!(Lock::default().write(&mut empty).is_ok());
        assert_eq!(Lock::parse(&String::from_utf8_lossy(&empty)), Ok(Lock::default()));
    }

    #[test]
    fn errors_give_the_reason() {
        for (text, expected) in [
            ("{", "it is not JSON"),
            ("[]", "expected"),
            ("{\"v\":1}", "expected"),
            ("{\"v\":1,\"names\":{\"a\":1}}", "expected"),
            ("{\"v\":2,\"names\":{}}", "version 2"),
            ("{\"v\":1,\"names\":{\"a\":\"b c\"}}", "`b c` is not a legal tool name"),
            ("{\"v\":1,\"names\":{\"a\":\"b\",\"c\":\"B\"}}", "`B` is the name of two"),
            ("{\"v\":1,\"names\":{\"a\":\"b\",\"a\":\"c\"}}", "`a` is listed twice"),
        ] {
            let error = Lock::parse(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
