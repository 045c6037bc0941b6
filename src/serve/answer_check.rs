//! The check of an answer against the tool's `outputSchema`. Clients refuse a result that does not match it, so that a model would
//! not even see what the API answered.

use crate::call::ToolAnswer;
use crate::json::{Value, json};
use crate::schema::misfits;

/// The most errors that are listed.
const MOST_FAULTS: usize = 5;

/// Returns the answer if clients accept it, or else one with `isError`, which has the reason and the same content.
pub(super) fn checked(answer: ToolAnswer, output_schema: Option<&Value>) -> ToolAnswer {
    let Some(schema) = output_schema.filter(|_| !answer.is_error) else { return answer };
    let reason = match &answer.structured_content {
        None => {
            "The call succeeded, but the response has no JSON, which the `outputSchema` of the tool requires."
                .to_owned()
        }
        Some(value) => match misfits(schema, value) {
            Ok(faults) if faults.is_empty() => return answer,
            Ok(faults) => {
                let listed = faults.iter().take(MOST_FAULTS).map(|fault| {
                    let place = if fault.pointer.is_empty() { "the response" } else { &fault.pointer };
                    format!("{place}: {}", fault.reason)
                });
                let listed: Vec<String> = listed.collect();
                format!(
                    "The call succeeded, but the response does not match the `outputSchema` of the tool: {}.",
                    listed.join("; ")
                )
            }
            // Clients may manage to check it.
            Err(_) => return answer,
        },
    };
    let mut content = vec![json!({"type": "text", "text": reason})];
    content.extend(answer.content);
    ToolAnswer { content, structured_content: None, is_error: true }
}
