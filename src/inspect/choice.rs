//! Rules of `--include` that select tools of a list again.

use std::collections::HashMap;

use crate::selection::{SelectionCandidate, tag_rule};

use super::inspection::Inspection;

impl Inspection {
    /// Sets the rules that select each tool and each tag. `candidates` has what rules match of each tool, tags aside. If the list
    /// is not whole, the source has further operations: a tag, or an id of a careless document, can then match too many.
    #[must_use]
    pub fn with_rules(mut self, candidates: &[SelectionCandidate<'_>], is_whole: bool) -> Self {
        let mut ids: HashMap<&str, usize> = HashMap::new();
        for id in candidates.iter().filter_map(|candidate| candidate.id) {
            *ids.entry(id).or_default() += 1;
        }
        for (tool, candidate) in self.tools.iter_mut().zip(candidates) {
            let is_unique = candidate.id.is_some_and(|id| ids.get(id) == Some(&1));
            let (by_id, by_path) = (candidate.id_rule(), candidate.path_rule());
            tool.rule = if is_whole && is_unique { by_id.or(by_path) } else { by_path.or(by_id) };
        }
        for tag in &mut self.tags {
            tag.rule = tag.name.as_deref().filter(|_| is_whole).and_then(tag_rule);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn the_shortest_exact_rule_is_taken() {
        let meta = json!({"dev.apimint/tags": ["pets"]});
        let manifest = json!({"tools": [{"name": "a_long_one", "_meta": meta}, {"name": "b"}, {"name": "c"}, {"name": "d"}]});
        let operation = |id, path| SelectionCandidate { id, method: Some("GET"), path, tags: Vec::new() };
        let candidates = [
            operation(Some("one"), Some("/a")),
            operation(Some("same"), Some("/b")),
            operation(Some("same"), Some("/c")),
            operation(None, None),
        ];
        let rules = |is_whole| {
            let inspection = Inspection::of(&manifest).with_rules(&candidates, is_whole);
            let rules: Vec<_> = inspection.tools.into_iter().map(|tool| tool.rule).collect();
            (rules, inspection.tags.into_iter().map(|tag| (tag.name, tag.rule)).collect::<Vec<_>>())
        };
        let rule = |text: &str| Some(text.to_owned());
        let [b, c] = ["method:get+path:/b", "method:get+path:/c"].map(rule);
        let whole = vec![rule("id:one"), b.clone(), c.clone(), None];
        let tags = |of_pets| vec![(rule("pets"), of_pets), (None, None)];
        assert_eq!(rules(true), (whole, tags(rule("tag:pets"))));
        assert_eq!(rules(false), (vec![rule("method:get+path:/a"), b, c, None], tags(None)));
    }

    #[test]
    fn a_list_is_selected_by_its_names() {
        let inspection = Inspection::of(&json!({"tools": [{"name": "get_a"}, {}]}));
        let rules: Vec<_> = inspection.tools.iter().map(|tool| tool.rule.as_deref()).collect();
        assert_eq!(rules, [Some("id:get_a"), None]);
    }
}
