//! Verifies one schema of a tool as it is written.

use crate::json::Value;
use crate::json::pointer::unescaped;

use super::Verifier;
use super::schema_scan::SchemaScan;
use crate::client_limits::{
    RESPONSE_LEVELS, has_root_map, output_dialect_refusal, refused_at_root, root_map_warning,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Direction;
use crate::options::Protocol;
use crate::schema::{SchemaFault, SourceDialect, is_valid_under, meta_valid};
use crate::source::Node;

impl Verifier<'_> {
    /// Reports what clients refuse in a schema.
    pub(super) fn schema(self, node: Node<'_>, direction: Direction, of: &str) {
        let what = match direction {
            Direction::Input => format!("the input schema of {of}"),
            Direction::Output => format!("the output schema of {of}"),
        };
        let Value::Object(schema) = node.to_value() else { return };
        let may_be_anything =
            direction == Direction::Output && self.options.protocol == Protocol::V2026_07_28;
        if !may_be_anything {
            for reason in refused_at_root(&schema, direction) {
                self.sink.report(Code::SchemaRefused, node.place(), format!("{what} is refused: {reason}"));
            }
            let properties = node.get("properties").into_iter().flat_map(Node::entries);
            for (name, property) in properties.filter(|(_, property)| !property.is_object()) {
                let message = format!(
                    "the property `{name}` of {what} is {}, not an object; the TypeScript client refuses the list",
                    property.kind()
                );
                self.sink.report(Code::SchemaRefused, property.place(), message);
            }
        }
        if direction == Direction::Input {
            if has_root_map(&schema) {
                let finding = Diagnostic::new(Code::RootMap, root_map_warning(of));
                self.sink.push(finding.at(node.place()).below(["additionalProperties"]).error());
            }
            self.arguments(node, of);
        }
        if let Some(declaration) = node.get("$schema") {
            self.dialect(declaration, direction, &what);
        }
        let schema = Value::Object(schema);
        self.schema_length(node, schema.to_string().len(), direction, &what);
        let depth = schema.levels();
        if depth > RESPONSE_LEVELS {
            let message = format!("{what} nests {depth} levels deep; clients fail on it");
            self.sink.report(Code::SchemaRefused, node.place(), message);
        }
        let scan = SchemaScan::of(&schema, direction);
        let report = |finding: Diagnostic, pointer: &str| {
            let keys = pointer.split('/').skip(1).map(|key| unescaped(key).into_owned());
            self.sink.push(finding.at(node.place()).below(keys));
        };
        let unsound = unsound(&schema, direction);
        for fault in unsound.iter().chain(&scan.references.unresolved()) {
            let message = format!("{what} is not valid: {}", fault.reason);
            report(Diagnostic::new(Code::SchemaUnsound, message), &fault.pointer);
        }
        // A part that is invalid is not reported as refused too.
        let is_reported = |fault: &SchemaFault| {
            unsound.as_ref().is_some_and(|unsound| fault.pointer.starts_with(&unsound.pointer))
        };
        // Marks are of 2026-07-28, and earlier clients do not read them.
        let reads_marks = matches!(self.options.protocol, Protocol::Any | Protocol::V2026_07_28);
        let is_read = |code: Code| reads_marks || code != Code::HeaderNotMirrored;
        let refused = scan.refused.iter().map(|(code, fault)| (*code, fault));
        let undescribed = scan.undescribed();
        let refused = refused.chain(undescribed.iter().map(|fault| (Code::RequiredWithoutProperty, fault)));
        for (code, fault) in refused.filter(|&(code, fault)| is_read(code) && !is_reported(fault)) {
            // Such a tool is listed and called.
            let finding = if direction == Direction::Input && code == Code::UnsafeProperty {
                let message = format!("the TypeScript client loses a property of {what}: {}", fault.reason);
                Diagnostic::new(code, message)
            } else {
                Diagnostic::new(code, format!("{what} is refused: {}", fault.reason)).error()
            };
            report(finding, &fault.pointer);
        }
    }

    /// Verifies the dialect that a schema declares. Clients compile output schemas, and no input schemas.
    fn dialect(self, declaration: Node<'_>, direction: Direction, what: &str) {
        let Some(uri) = declaration.as_str() else { return };
        let code = match SourceDialect::from_uri(uri) {
            Some(_) => Code::OutputDialect,
            None => Code::UnknownDialect,
        };
        let message = format!("`$schema` of {what} is `{uri}`");
        let refusal = output_dialect_refusal(uri).filter(|_| direction == Direction::Output);
        if let Some(refusal) = refusal {
            let finding = Diagnostic::new(code, format!("{message}; {refusal}")).at(declaration.place());
            self.sink.push(finding.error());
        } else if code == Code::UnknownDialect {
            self.sink.report(code, declaration.place(), format!("{message}, which no client knows"));
        }
    }
}

/// Returns the first fault of a schema under Draft 07 or 2020-12. It names another draft under which the schema is valid.
///
/// The recorded clients compile an output in the draft that it declares, from Draft 06 on, so that it has to be valid in that one
/// only. Inputs go to model APIs, which do not look at `$schema`.
fn unsound(schema: &Value, direction: Direction) -> Option<SchemaFault> {
    let fault = meta_valid(schema).err()?;
    if is_valid_under(schema, SourceDialect::Draft202012) {
        return Some(fault);
    }
    let declared = schema.get("$schema").and_then(Value::as_str).and_then(SourceDialect::from_uri);
    let mut drafts = declared.into_iter().chain([SourceDialect::Draft07, SourceDialect::Draft04]);
    let Some(valid) = drafts.find(|draft| is_valid_under(schema, *draft)) else { return Some(fault) };
    if direction == Direction::Output && declared == Some(valid) && valid >= SourceDialect::Draft06 {
        return None;
    }
    let readers = match direction {
        Direction::Input => "model APIs read 2020-12",
        Direction::Output => "clients read 2020-12 unless `$schema` names a draft that they know",
    };
    Some(SchemaFault {
        reason: format!("{}; that is {}, and {readers}", fault.reason, valid.name()),
        ..fault
    })
}
