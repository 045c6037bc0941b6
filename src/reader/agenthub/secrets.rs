//! Secrets in a manifest. A manifest may only refer to secrets: `secret_ref` tells a runtime where to find one.

use std::collections::HashSet;

use crate::credential;
use crate::diagnostic::{Code, Place, Sink};
use crate::source::Node;

use super::conditions;
use super::manifest_path::ManifestPath;
use super::string_forms::is_secret_reference;

/// The field that refers to a secret.
const SECRET_REFERENCE: &str = "secret_ref";

/// Reports the secrets of a manifest, and references to secrets. Returns the places of these values, which are never copied.
pub(super) fn find(root: Node<'_>, sink: &Sink) -> HashSet<Place> {
    let mut search = SecretSearch { sink, found: HashSet::new() };
    search.visit(root, &ManifestPath::ROOT, ValueContext::default());
    search.found
}

/// The position of a value, as far as it decides if the value is a secret.
#[derive(Clone, Copy, Default)]
struct ValueContext {
    /// Levels below the root.
    level: usize,
    /// True if every value here is a secret, because of the name of a field around it.
    is_secret: bool,
    /// Levels below `requirements.secrets`, where only the fields `id` and `secret_ref` are allowed.
    in_secrets: Option<usize>,
    /// True inside an inline schema. A property named `token` there is not a secret, and a later pass removes credentials
    /// from all schemas.
    in_schema: bool,
}

struct SecretSearch<'c> {
    sink: &'c Sink,
    found: HashSet<Place>,
}

impl SecretSearch<'_> {
    /// Recurses into lists and objects; the depth limit of the source bounds the recursion.
    fn visit(&mut self, node: Node<'_>, path: &ManifestPath<'_>, around: ValueContext) {
        let may_be_schema = around.level == 3 && matches!(node.key(), "input_schema" | "output_schema");
        let in_schema = around.in_schema || may_be_schema && !conditions::is_reference(node);
        if node.is_object() || node.is_array() {
            for (index, child) in node.children().enumerate() {
                let is_field = node.is_object();
                let path = if is_field { path.field(child.key()) } else { path.item(index) };
                let in_secrets = match around.in_secrets {
                    Some(levels) => Some(levels + 1),
                    None => (around.level == 1 && child.key() == "secrets" && node.key() == "requirements")
                        .then_some(0),
                };
                let is_secret = around.is_secret || is_field && credential::is_secret_name(child.key());
                let level = around.level + 1;
                self.visit(child, &path, ValueContext { level, is_secret, in_secrets, in_schema });
            }
        } else if let Some(text) = node.scalar_text().filter(|_| node.as_bool().is_none()) {
            self.scalar(node, text, path, ValueContext { in_schema, ..around });
        }
    }

    fn scalar(&mut self, node: Node<'_>, text: &str, path: &ManifestPath<'_>, around: ValueContext) {
        let is_credential = credential::contains(text);
        let is_reference = is_secret_reference(text) && !is_credential;
        let is_id = around.in_secrets == Some(2) && node.key() == "id" && node.as_str().is_some();
        if around.in_schema && !is_credential {
            return;
        }
        if is_reference && !is_prose(node.key()) {
            self.found.insert(node.place());
            let message = format!("`{path}` refers to a secret; it is dropped");
            self.sink.report(Code::SecretReference, node.place(), message);
        } else if is_credential
            || around.is_secret && !text.is_empty()
            || node.key() == SECRET_REFERENCE
            || around.in_secrets.is_some() && !is_id
        {
            self.found.insert(node.place());
            let message = format!(
                "`{path}` holds a secret; a manifest may only refer to one, by `{SECRET_REFERENCE}` with an env://, \
                 vault:// or kms:// URI (rule `inline-secret`); it is removed"
            );
            self.sink.report(Code::InlineSecret, node.place(), message);
        }
    }
}

/// Returns true for fields with text for people. Credentials are cut out of such a text, and the rest is kept.
pub(super) fn is_prose(key: &str) -> bool {
    matches!(key, "name" | "description")
}
