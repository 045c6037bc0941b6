//! Path items and the operations in them.

use crate::diagnostic::{Code, Diagnostic, brief};
use crate::model::{Format, Method};
use crate::source::{Node, TakenField};

use super::extensions::OperationExtensions;
use super::methods::is_method;
use super::path_item_layers::PathItemLayers;
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
        let Some(mut layers) = self.path_item_layers(path, written) else { return };
        let parameters = layers.take("parameters", self.sink).map(TakenField::used);
        let servers = layers.take("servers", self.sink).map(TakenField::used);
        let summary = layers.take("summary", self.sink).and_then(|text| text.text(self.sink));
        let description = layers.take("description", self.sink).and_then(|text| text.text(self.sink));
        let is_32 = self.format == Format::OpenApi32;
        let additional = if is_32 { layers.take("additionalOperations", self.sink) } else { None };
        let additional = additional.map(TakenField::used);
        let extension = layers.extensions(self.sink);
        let item = PathItem { path, written, parameters, servers, summary, description, extension };
        // The operations that the reference leads to come first.
        for number in (0..layers.count()).rev() {
            for (key, operation) in layers.entries(number) {
                let lower = key.to_ascii_lowercase();
                if !is_method(&lower, self.format) {
                    if additional == Some(operation) {
                        for (method, operation) in operation.entries() {
                            self.additional_operation(method, operation, &item);
                        }
                    }
                    continue;
                }
                if layers.replaced(number, &lower, operation, self.sink) {
                    continue;
                }
                if key != lower {
                    let message = format!("the method `{key}` is not in lower case; it is read as `{lower}`");
                    self.sink.report(Code::UnknownMethod, operation.place(), message);
                }
                self.operation(Method::new(&lower), operation, &item);
            }
        }
        for rest in layers.rest() {
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

    /// Reads an entry of `additionalOperations` (OpenAPI 3.2, "Path Item Object").
    fn additional_operation(&mut self, method: &'s str, operation: Node<'s>, item: &PathItem<'s>) {
        if Method::is_name(method) {
            self.operation(Method::new(method), operation, item);
        } else if !operation.is_null() {
            let message =
                format!("`{}` cannot be the name of a method; the operation is left out", brief(method));
            self.sink.report(Code::UnknownMethod, operation.place(), message);
        }
    }

    /// Follows the `$ref` of a path item. If it leads nowhere, the fields beside it count.
    fn path_item_layers(&mut self, path: &str, written: Node<'s>) -> Option<PathItemLayers<'s>> {
        match PathItemLayers::follow(written, self.sources, self.sink) {
            Ok(layers) => match layers.target() {
                target if target.is_object() => return Some(layers),
                target => {
                    let message = format!(
                        "the path item `{path}` is {}, not an object; its operations are left out",
                        target.kind()
                    );
                    self.sink.report(Code::MalformedOperation, written.place(), message);
                }
            },
            Err(error) => {
                let message = format!("{}; the operations of `{path}` are left out", error.message);
                self.sink.push(Diagnostic::new(error.code, message).at(written.place()).error());
            }
        }
        self.found += 1;
        (written.is_object() && written.len() > 1).then(|| PathItemLayers::of(written))
    }
}
