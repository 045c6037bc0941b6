//! Path items and the operations in them.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Format, Method};
use crate::source::{Fields, Node};

use super::extensions::OperationExtensions;
use super::methods::{METHODS, is_method};
use super::reader::OpenApiReader;

/// The fields of a path item that its operations inherit.
pub(super) struct PathItem<'s> {
    pub(super) path: &'s str,
    /// The value of the path as written: the Path Item Object, or a reference to one.
    pub(super) written: Node<'s>,
    pub(super) parameters: Option<Node<'s>>,
    pub(super) servers: Option<Node<'s>>,
    pub(super) summary: Option<&'s str>,
    pub(super) description: Option<&'s str>,
    pub(super) extension: OperationExtensions<'s>,
}

impl<'s> OpenApiReader<'s> {
    /// Reads the operations of path items.
    pub(super) fn path_items(&mut self, items: &[(&'s str, Node<'s>)]) {
        for &(path, item) in items {
            if self.sources.has_missed() {
                return;
            }
            if path.starts_with("x-") {
                continue;
            }
            if !path.starts_with('/') {
                let message = format!("`{path}` does not begin with a slash; it is read as a path anyway");
                self.sink.report(Code::MalformedPath, item.place(), message);
            }
            self.path_item(path, item);
        }
    }

    fn path_item(&mut self, path: &'s str, written: Node<'s>) {
        if written.is_null() {
            return;
        }
        // A path item may have a `$ref` beside other fields (OpenAPI 3.1, "Path Item Object").
        let item = match self.sources.follow(written, self.sink) {
            Ok(item) if item.is_object() => item,
            Ok(item) => {
                let message = format!(
                    "the path item `{path}` is {}, not an object; its operations are left out",
                    item.kind()
                );
                self.sink.report(Code::MalformedOperation, written.place(), message);
                self.found += 1;
                return;
            }
            Err(error) => {
                let message = format!("{}; the operations of `{path}` are left out", error.message);
                self.sink.push(Diagnostic::new(error.code, message).at(written.place()).error());
                self.found += 1;
                if written.len() > 1 { written } else { return }
            }
        };
        let mut fields = Fields::new(item);
        fields.take("$ref");
        let parameters = fields.take("parameters");
        let servers = fields.take("servers");
        let summary = fields.take("summary").and_then(Node::as_str);
        let description = fields.take("description").and_then(Node::as_str);
        let extension = OperationExtensions::read(item, self.sink);
        let item_info = PathItem { path, written, parameters, servers, summary, description, extension };
        let additional = fields.take("additionalOperations").filter(|_| self.format == Format::OpenApi32);
        for (key, operation) in item.entries() {
            let lower = key.to_ascii_lowercase();
            if !is_method(&lower, self.format) {
                if key == "additionalOperations" {
                    for (method, operation) in additional.into_iter().flat_map(Node::entries) {
                        self.operation(Method::new(method), operation, &item_info);
                    }
                }
                continue;
            }
            if key != lower {
                let message = format!("the method `{key}` is not in lower case; it is read as `{lower}`");
                self.sink.report(Code::UnknownMethod, operation.place(), message);
            }
            self.operation(Method::new(&lower), operation, &item_info);
        }
        if item != written {
            // Operations beside the `$ref`, unless the path item that it refers to has them too.
            for (key, operation) in
                written.entries().filter(|(key, _)| METHODS.contains(key) && item.get(key).is_none())
            {
                self.operation(Method::new(key), operation, &item_info);
            }
        }
        for rest in fields.rest() {
            let key = rest.key();
            let lower = key.to_ascii_lowercase();
            if !is_method(&lower, self.format) && !key.starts_with("x-") && !rest.is_null() {
                let message = format!(
                    "`{key}` is neither a method nor a field of a path item in this version; it is ignored"
                );
                self.sink.report(Code::UnknownMethod, rest.place(), message);
            }
        }
    }
}
