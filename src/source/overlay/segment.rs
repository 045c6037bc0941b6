//! Segments and selectors of `JSONPath` (RFC 9535, sections 2.3 and 2.5).

use jsonpath_rust::parser::model::{Segment, Selector};

use super::super::tree::NodeKind;
use super::evaluation::QueryRun;
use super::patch::{PatchItem, PatchStop};

impl QueryRun<'_, '_> {
    /// Evaluates segments from one item, including duplicates (RFC 9535, section 2.1.2).
    pub(super) fn segments(
        &mut self,
        from: PatchItem,
        segments: &[Segment],
    ) -> Result<Vec<PatchItem>, PatchStop> {
        let mut at = vec![from];
        for segment in segments {
            let mut next = Vec::new();
            for item in at {
                self.segment(item, segment, &mut next)?;
            }
            at = next;
        }
        Ok(at)
    }

    /// Evaluates one segment (RFC 9535, section 2.5).
    pub(super) fn segment(
        &mut self,
        item: PatchItem,
        segment: &Segment,
        out: &mut Vec<PatchItem>,
    ) -> Result<(), PatchStop> {
        match segment {
            Segment::Descendant(inner) => {
                for each in self.patch.descendants(item)? {
                    self.segment(each, inner, out)?;
                }
            }
            Segment::Selector(selector) => self.selector(item, selector, out)?,
            Segment::Selectors(selectors) => {
                for selector in selectors {
                    self.selector(item, selector, out)?;
                }
            }
        }
        self.patch.bound(out.len())
    }

    /// Evaluates one selector (RFC 9535, section 2.3).
    fn selector(
        &mut self,
        item: PatchItem,
        selector: &Selector,
        out: &mut Vec<PatchItem>,
    ) -> Result<(), PatchStop> {
        match selector {
            Selector::Name(name) => out.extend(self.patch.entry(item, name)?),
            Selector::Wildcard => out.extend(self.patch.children(item)?),
            Selector::Index(index) => out.extend(self.patch.element(item, *index)?),
            Selector::Slice(start, end, step) => {
                if self.patch.kind(item) == NodeKind::Array {
                    let children = self.patch.children(item)?;
                    out.extend(slice(&children, *start, *end, step.unwrap_or(1)));
                }
            }
            Selector::Filter(filter) => {
                for child in self.patch.children(item)? {
                    if self.matches_filter(child, filter)? {
                        out.push(child);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Evaluates an array slice selector (RFC 9535, section 2.3.4.2.2).
fn slice(children: &[PatchItem], start: Option<i64>, end: Option<i64>, step: i64) -> Vec<PatchItem> {
    let length = i64::try_from(children.len()).unwrap_or(i64::MAX);
    let from_front = |index: i64| if index < 0 { index.saturating_add(length) } else { index };
    let (low, high) = if step < 0 { (-1, length - 1) } else { (0, length) };
    let bound = |index: Option<i64>, otherwise: i64| {
        index.map_or(otherwise, |index| from_front(index).clamp(low, high))
    };
    let (start, end) = match step {
        0 => return Vec::new(),
        1.. => (bound(start, 0), bound(end, length)),
        _ => (bound(start, length - 1), bound(end, -1)),
    };
    let inside = |index: &i64| if step > 0 { *index < end } else { *index > end };
    std::iter::successors(Some(start), |index| index.checked_add(step))
        .take_while(inside)
        .filter_map(|index| children.get(usize::try_from(index).ok()?).copied())
        .collect()
}
