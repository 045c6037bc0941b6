//! Credentials of the compared lists, which no report may show (SECURITY.md).
//!
//! A list is compared as it stands, so that a credential in it was not removed by a conversion.

use super::change::{ChangeKind, ToolChange};
use super::manifest_diff::ToolDiff;
use crate::credential::{is_secret_name, mask, mask_pointer, masked_value};
use crate::json::pointer::unescaped;

/// Masks the credentials in everything that is said of a tool.
pub(super) fn conceal(tool: &mut ToolDiff) {
    mask(&mut tool.name);
    tool.was.iter_mut().for_each(mask);
    tool.changes.iter_mut().for_each(conceal_change);
}

fn conceal_change(change: &mut ToolChange) {
    if shows_values(change.kind) && change.at.split('/').any(|name| is_secret_name(&unescaped(name))) {
        "what it may be is not the same; it is named like a credential, so that values are not shown"
            .clone_into(&mut change.message);
        change.example = None;
    }
    mask_pointer(&mut change.at);
    mask(&mut change.message);
    change.example = change.example.take().map(|example| masked_value(&example));
}

/// Returns whether the message of a change of this kind has values that the schema allows.
fn shows_values(kind: ChangeKind) -> bool {
    matches!(kind, ChangeKind::Default | ChangeKind::Enum | ChangeKind::Annotation | ChangeKind::Member)
}

#[cfg(test)]
mod tests {
    use crate::diff::diff;
    use crate::diff::report::json::text;
    use crate::json::{Value, json};

    #[test]
    fn no_report_shows_a_credential_of_a_list() {
        let list = |secret: &str| -> Value {
            json!([{"name": "t", "description": format!("{} {secret}", "long ".repeat(40)), "inputSchema": {"properties": {
                "password": {"default": secret, "enum": [secret]}, "a": {"const": {"api_key": secret}}}}}])
        };
        let (old, new) = ("hunter2-of-old", "ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R");
        let found = text(&diff(&list(old), &list(new)));
        assert!(!found.contains("1a2B3c4D"), "{found}");
        // A word in a description is no credential by its form.
        assert_eq!(found.matches(old).count(), 1, "{found}");
    }
}
