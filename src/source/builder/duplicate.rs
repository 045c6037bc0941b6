//! Duplicate keys of an object: all but the last are hidden.

use foldhash::{HashSet, HashSetExt};

use crate::diagnostic::NodeId;

use super::super::entry::{TextRange, narrow};
use super::{DuplicateKey, TreeBuilder};

impl TreeBuilder<'_> {
    /// Returns false if the keys of a small object are certainly distinct. The test is cheap, and suffices for most
    /// objects.
    fn may_repeat(&self, children: &[usize]) -> bool {
        let mut seen = 0_u64;
        children.iter().any(|&child| {
            let key = self.resolve(self.key_of(child)).as_bytes();
            let ends = [key.first(), key.last()].map(|byte| byte.map_or(0, |&byte| usize::from(byte)));
            let bit = 1 << ((key.len() + 3 * ends[0] + 7 * ends[1]) % 64);
            let is_new = seen & bit == 0;
            seen |= bit;
            !is_new
        })
    }

    pub(super) fn hide_duplicates(&mut self, object: usize) {
        let mut children = std::mem::take(&mut self.scratch);
        children.clear();
        children.extend(self.children(object));
        let mut hidden = Vec::new();
        if children.len() <= 12 {
            if !self.may_repeat(&children) {
                self.scratch = children;
                return;
            }
            for (index, &early) in children.iter().enumerate() {
                let key = self.key_of(early);
                // A comparison of lengths excludes most keys without a look at the text.
                let is_same =
                    |late: TextRange| late.len == key.len && self.resolve(late) == self.resolve(key);
                if children[index + 1..].iter().any(|&late| is_same(self.key_of(late))) {
                    hidden.push(early);
                }
            }
        } else {
            let mut seen = HashSet::with_capacity(children.len());
            for &child in children.iter().rev() {
                if !seen.insert(self.resolve(self.key_of(child))) {
                    hidden.push(child);
                }
            }
            hidden.reverse();
        }
        for child in hidden {
            self.tree.entries[child].hide();
            self.duplicates.push(DuplicateKey { hidden: NodeId(narrow(child)) });
        }
        self.scratch = children;
    }
}
