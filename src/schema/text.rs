//! JSON as it is written.

use serde::Serialize;

/// Writes a text or JSON data as JSON.
pub(crate) fn write_json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    // Neither memory nor the keys of a `Value` can refuse to be written.
    let _ = serde_json::to_writer(out, value);
}

/// A JSON object that is being written.
pub(crate) struct Object<'o> {
    out: &'o mut Vec<u8>,
    is_empty: bool,
}

impl<'o> Object<'o> {
    /// Begins an object.
    pub(crate) fn begin(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, is_empty: true }
    }

    /// Where the next member goes, name and value.
    pub(crate) fn next(&mut self) -> &mut Vec<u8> {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.push(b',');
        }
        self.out
    }

    /// Adds a member; `value` appends its value.
    pub(crate) fn member(&mut self, name: &str, value: impl FnOnce(&mut Vec<u8>)) {
        let out = self.next();
        write_json(name, out);
        out.push(b':');
        value(out);
    }

    /// Adds a member with a text or JSON data as its value.
    pub(crate) fn value(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.member(name, |out| write_json(value, out));
    }

    /// Adds a member if there is a value for it.
    pub(crate) fn optional(&mut self, name: &str, value: Option<&impl Serialize>) {
        if let Some(value) = value {
            self.value(name, value);
        }
    }

    /// Ends the object.
    pub(crate) fn end(self) {
        self.out.push(b'}');
    }
}
