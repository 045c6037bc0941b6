//! `--split-by tag`: writes a manifest as one file per tag, with an index.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use apimint::Manifest;
use apimint::diagnostic::{Code, Diagnostic, Fatal, Sink};
use apimint::inspect::tokens;
use apimint::writer::{ManifestPage, TagList};
use serde::Serialize;
use serde_json::Value;

use super::compare_manifest;
use super::destination::{Destination, FilledFile};
use super::page_files::{self, PageFiles, PageLengths, part_of_name};
use super::source_files::SourceFiles;
use super::writable::WholeText;

/// The word for tools without a tag, in file names.
const UNTAGGED: &str = "untagged";

/// The word in the name of the index.
const INDEX: &str = "index";

/// Maximum number of bytes of a tag in a file name; most systems allow 255 for the whole name.
const MAX_BYTES: usize = 60;

/// The files of one manifest: `DIR/NAME.TAG.json` per tag, and `DIR/NAME.index.json`, instead of `DIR/NAME.json`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TagFiles<'p> {
    /// The path of the manifest as one file.
    pub(crate) whole: &'p Path,
    /// The number of tools per page, if each list is written as pages.
    pub(crate) page_size: Option<NonZeroUsize>,
}

/// One list with the word for its tag.
struct NamedList<'m> {
    word: String,
    list: TagList<'m>,
}

impl TagFiles<'_> {
    /// Writes all lists and the index to temporary files, with at most `most` bytes together. The files are returned in the
    /// order in which they have to be published. Files of lists that the index before had and this one has not are reported
    /// and kept.
    pub(crate) fn write(
        self,
        manifest: &Manifest,
        most: u64,
        read: &SourceFiles,
        sink: &Sink,
    ) -> Result<(PageLengths, Vec<FilledFile>), Fatal> {
        let lists = named(manifest.tag_lists());
        let (mut lengths, mut filled, mut rows) = (PageLengths::default(), Vec::new(), Vec::new());
        for one in &lists {
            let pages = one.list.pages(self.page_size);
            let left = most.saturating_sub(lengths.all);
            let (own, files) = page_files::fill(&pages, |page| self.page_path(one, page), left, read)?;
            filled.extend(files);
            lengths.add(own);
            rows.push(self.row(one, &pages, own.all));
        }
        for path in self.left_over(&rows) {
            let file = path.display().to_string();
            let message = format!("`{file}` is a list of an earlier run, and not of this one; it is kept");
            sink.push(Diagnostic::new(Code::PageLeft, message).in_text(file, None, None));
        }
        let destination = Destination::File(self.path(INDEX));
        destination.refuse_overwriting(read, INDEX)?;
        filled.push(destination.open(INDEX)?.fill(&index(&rows), u64::MAX)?);
        Ok((lengths, filled))
    }

    /// Compares all lists and the index with the files on disk.
    pub(crate) fn compare(self, manifest: &Manifest, sink: &Sink) -> Result<PageLengths, Fatal> {
        let lists = named(manifest.tag_lists());
        let (mut lengths, mut rows) = (PageLengths::default(), Vec::new());
        for one in &lists {
            let pages = one.list.pages(self.page_size);
            let own = page_files::compare(&pages, |page| self.page_path(one, page), sink)?;
            lengths.add(own);
            rows.push(self.row(one, &pages, own.all));
        }
        let (_, stale) = compare_manifest::compare(&index(&rows), &self.path(INDEX))?;
        if let Some(stale) = stale {
            sink.push(stale);
        }
        for path in self.left_over(&rows) {
            let file = path.display().to_string();
            let message = format!("`{file}` is out of date: there is no such list now");
            let stale = Diagnostic::new(Code::Stale, message).in_text(file, None, None);
            sink.push(stale.help("Remove the file, if nothing uses it."));
        }
        Ok(lengths)
    }

    fn path(self, word: &str) -> PathBuf {
        self.whole.with_extension(format!("{word}.json"))
    }

    /// Returns the path of a page of a list, which is the only one unless lists are written as pages.
    fn page_path(self, one: &NamedList<'_>, page: &ManifestPage<'_>) -> PathBuf {
        let whole = self.path(&one.word);
        match self.page_size {
            Some(_) => PageFiles { whole: &whole }.path(page),
            None => whole,
        }
    }

    /// Returns the row of a list in the index.
    fn row(self, one: &NamedList<'_>, pages: &[ManifestPage<'_>], bytes: u64) -> ListRow {
        let name = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ListRow {
            name: name(self.path(&one.word).with_extension("")),
            tag: one.list.tag().map(str::to_owned),
            files: pages.iter().map(|page| name(self.page_path(one, page))).collect(),
            tools: one.list.tool_count(),
            bytes,
            tokens: tokens(one.list.seen_bytes()),
        }
    }

    /// Returns true if a path has the form of a list of this manifest.
    pub(crate) fn are_named_like(self, path: &Path) -> bool {
        part_of_name(self.whole, path).is_some_and(|word| !word.is_empty())
    }

    /// Returns the files that the index on disk lists, that exist, and that these lists do not have.
    fn left_over(self, rows: &[ListRow]) -> Vec<PathBuf> {
        let text = std::fs::read(self.path(INDEX)).unwrap_or_default();
        let before: Value = serde_json::from_slice(&text).unwrap_or_default();
        let current: HashSet<&str> = rows.iter().flat_map(|row| &row.files).map(String::as_str).collect();
        let lists = before["lists"].as_array().into_iter().flatten();
        let names = lists.filter_map(|row| row["files"].as_array()).flatten().filter_map(Value::as_str);
        let left = names.filter(|name| !current.contains(name)).map(|name| self.whole.with_file_name(name));
        left.filter(|path| self.are_named_like(path) && path.is_file()).collect()
    }
}

/// A list in the index.
#[derive(Debug, Serialize)]
struct ListRow {
    /// The name of its files, without numbers of pages and the extension.
    name: String,
    tag: Option<String>,
    /// The names of its files, one per page.
    files: Vec<String>,
    tools: usize,
    bytes: u64,
    tokens: u64,
}

/// Returns the index, one list per line.
fn index(rows: &[ListRow]) -> WholeText {
    let rows: Vec<String> = rows.iter().filter_map(|row| serde_json::to_string(row).ok()).collect();
    let text = format!("{{\"lists\":[\n{}\n]}}\n", rows.join(",\n"));
    WholeText { name: INDEX, bytes: text.into_bytes() }
}

/// Gives each list a word of its own for file names.
fn named(lists: Vec<TagList<'_>>) -> Vec<NamedList<'_>> {
    let mut taken = HashSet::from([INDEX.to_owned()]);
    let named = lists.into_iter().map(|list| {
        let wanted = list.tag().map(word).filter(|word| !word.is_empty());
        let wanted = wanted.unwrap_or_else(|| if list.tag().is_some() { "tag" } else { UNTAGGED }.to_owned());
        let mut word = wanted.clone();
        let mut number = 2;
        while !taken.insert(word.clone()) {
            word = format!("{wanted}-{number}");
            number += 1;
        }
        NamedList { word, list }
    });
    named.collect()
}

/// Returns a tag as a part of a file name: letters and digits in lower case, with `-` for anything else.
fn word(tag: &str) -> String {
    let mut word = String::new();
    for character in tag.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            word.push(character);
        } else if !word.is_empty() && !word.ends_with('-') {
            word.push('-');
        }
    }
    let whole = word.char_indices().map(|(at, character)| at + character.len_utf8());
    word.truncate(whole.take_while(|&end| end <= MAX_BYTES).last().unwrap_or(0));
    word.truncate(word.trim_end_matches('-').len());
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_parts_of_file_names() {
        for (tag, expected) in [
            ("Pets", "pets"),
            ("Store / Orders", "store-orders"),
            ("../etc", "etc"),
            ("注文", "注文"),
            ("***", ""),
            ("a.b_c", "a-b-c"),
        ] {
            assert_eq!(word(tag), expected, "{tag}");
        }
        assert_eq!(word(&"ä ".repeat(100)).len(), 59);
    }
}
