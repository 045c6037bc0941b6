//! The search over tools: Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) over
//! names, titles, tags and descriptions.

use std::collections::{BTreeMap, HashMap};

/// How soon another occurrence of a word counts less.
const K1: f64 = 1.2;

/// How much long texts are held against a tool.
const B: f64 = 0.75;

/// An index over texts by words.
#[derive(Debug, Default)]
pub(super) struct SearchIndex {
    /// By word: the texts that have it, each with its weight there.
    postings: HashMap<String, Vec<(usize, f64)>>,
    /// The sum of weights of each text.
    lengths: Vec<f64>,
}

impl SearchIndex {
    /// Adds a text, given as parts with weights: a word in a name says more than one in a description.
    pub(super) fn add<'p>(&mut self, parts: impl IntoIterator<Item = (&'p str, f64)>) {
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        for (part, weight) in parts {
            for word in words(part) {
                *weights.entry(word).or_default() += weight;
            }
        }
        let number = self.lengths.len();
        self.lengths.push(weights.values().sum());
        for (word, weight) in weights {
            self.postings.entry(word).or_default().push((number, weight));
        }
    }

    /// Returns the numbers of the texts that match a query best, the best first, and in order where two are equal.
    pub(super) fn search(&self, query: &str, most: usize) -> Vec<usize> {
        #[allow(clippy::cast_precision_loss, reason = "no list has 2^52 tools")]
        let count = |number: usize| number as f64;
        let average = self.lengths.iter().sum::<f64>() / count(self.lengths.len().max(1));
        let mut wanted = words(query);
        wanted.sort();
        wanted.dedup();
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        for word in &wanted {
            let Some(postings) = self.postings.get(word) else { continue };
            let rarity =
                (count(self.lengths.len()) - count(postings.len()) + 0.5) / (count(postings.len()) + 0.5);
            let rarity = rarity.ln_1p();
            for &(number, weight) in postings {
                let length = K1 * (1.0 - B + B * self.lengths[number] / average);
                *scores.entry(number).or_default() += rarity * weight * (K1 + 1.0) / (weight + length);
            }
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().collect();
        found.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        found.into_iter().take(most).map(|(number, _)| number).collect()
    }
}

/// Splits a text into words: at characters that are no letter or digit, and where lower case becomes upper case.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut was_lower = false;
    for letter in text.chars() {
        if !letter.is_alphanumeric() || (was_lower && letter.is_uppercase()) {
            words.extend(stem(&std::mem::take(&mut word)));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
        was_lower = letter.is_lowercase() || letter.is_numeric();
    }
    words.extend(stem(&word));
    words
}

/// Returns a word without the ending of a plural, and nothing of the words that every text has.
fn stem(word: &str) -> Option<String> {
    const EVERYWHERE: [&str; 16] = [
        "a", "an", "and", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "this", "to",
        "with",
    ];
    if word.is_empty() || EVERYWHERE.contains(&word) {
        return None;
    }
    let is_short = word.len() < 4;
    Some(match word {
        _ if is_short => word.to_owned(),
        _ if word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]),
        _ if ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) => word.to_owned(),
        _ if ["sses", "xes", "ches", "shes"].iter().any(|end| word.ends_with(end)) => {
            word[..word.len() - 2].to_owned()
        }
        _ => word.strip_suffix('s').unwrap_or(word).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_match_comes_first() {
        let mut index = SearchIndex::default();
        for (name, description) in [
            ("list_repos", "Lists repositories for a user."),
            ("create_issue", "Creates an issue in a repository."),
            ("get_issue_comment", "Gets a comment. Issues and pull requests share comments."),
            ("delete_user", "Deletes a user."),
        ] {
            index.add([(name, 3.0), (description, 1.0)]);
        }
        assert_eq!(index.search("create an issue", 10), [1, 2]);
        assert_eq!(index.search("Repositories", 10), [0, 1]);
        assert_eq!(index.search("issueComments", 1), [2]);
        assert_eq!(index.search("the of", 10), [0_usize; 0]);
        assert_eq!(index.search("user", 10), [3, 0]);
    }

    #[test]
    fn words_are_split_and_stemmed() {
        assert_eq!(words("listPetsV2 by-status"), ["list", "pet", "v2", "status"]);
        assert_eq!(words("branches addresses boxes"), ["branch", "address", "box"]);
        assert_eq!(words("Straßen größe"), ["straßen", "größe"]);
    }
}
