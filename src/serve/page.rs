//! Pages of `tools/list`.

use std::num::NonZeroUsize;

use rmcp::model::Tool;

/// The most bytes of a page. The TypeScript SDK refuses a message of more than 10 MB, `rmcp` one of more than 16 MiB.
const PAGE_BYTES: usize = 8 << 20;

/// Returns the position of the first tool of each page.
pub(super) fn page_starts<'t>(
    tools: impl IntoIterator<Item = &'t Tool>,
    most_tools: Option<NonZeroUsize>,
) -> Vec<usize> {
    let most_tools = most_tools.map_or(usize::MAX, NonZeroUsize::get);
    let mut starts = vec![0];
    let (mut count, mut bytes) = (0, 0);
    for (position, tool) in tools.into_iter().enumerate() {
        let size = serde_json::to_vec(tool).map_or(0, |text| text.len());
        if count > 0 && (count == most_tools || bytes + size > PAGE_BYTES) {
            starts.push(position);
            (count, bytes) = (0, 0);
        }
        count += 1;
        bytes += size;
    }
    starts
}

/// Returns the number of a page. Its cursor is the number; the first has none.
pub(super) fn page_of(cursor: Option<&str>, pages: usize) -> Option<usize> {
    let Some(cursor) = cursor else { return Some(0) };
    cursor.parse().ok().filter(|&page| page > 0 && page < pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_bounded_in_tools_and_bytes() {
        let tool = |description: usize| {
            let text = serde_json::json!({
                "name": "a", "description": "x".repeat(description), "inputSchema": {"type": "object"}
            });
            serde_json::from_value::<Tool>(text).unwrap()
        };
        let small: Vec<Tool> = (0..5).map(|_| tool(1)).collect();
        assert_eq!(page_starts(&small, None), [0]);
        assert_eq!(page_starts(&small, NonZeroUsize::new(2)), [0, 2, 4]);
        let large: Vec<Tool> = (0..3).map(|_| tool(PAGE_BYTES / 2)).collect();
        assert_eq!(page_starts(&large, None), [0, 1, 2]);
        assert_eq!(page_starts(&[tool(PAGE_BYTES + 1), tool(1)], None), [0, 1]);
        assert_eq!(page_starts([], None), [0]);
    }

    #[test]
    fn a_cursor_is_the_number_of_a_page() {
        assert_eq!(page_of(None, 3), Some(0));
        assert_eq!(page_of(Some("2"), 3), Some(2));
        for cursor in ["0", "3", "-1", "x", ""] {
            assert_eq!(page_of(Some(cursor), 3), None, "{cursor}");
        }
    }
}
