//! `--page-size`: writes a manifest as several files, one per page.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use apimint::diagnostic::{Code, Diagnostic, Fatal, Sink};
use apimint::writer::ManifestPage;

use super::compare_manifest;
use super::destination::{Destination, FilledFile};
use super::path_identity::identity;
use super::source_files::SourceFiles;
use super::writable::Writable;

/// The first bytes of pages that this program wrote.
const BEGINNINGS: [&[u8]; 2] = [b"{\"tools\":[", b"{\"jsonrpc\":\"2.0\""];

impl Writable for ManifestPage<'_> {
    fn what(&self) -> &'static str {
        "page"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        ManifestPage::write(self, out)
    }
}

/// The lengths of the pages in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PageLengths {
    pub(crate) all: u64,
    pub(crate) longest: u64,
}

impl PageLengths {
    /// Returns the lengths of a single page.
    pub(crate) fn one(bytes: u64) -> Self {
        Self { all: bytes, longest: bytes }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.all += other.all;
        self.longest = self.longest.max(other.longest);
    }
}

/// The files of one manifest: `DIR/NAME.001.json` and so on, instead of `DIR/NAME.json`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageFiles<'p> {
    /// The path of the manifest as one file.
    pub(crate) whole: &'p Path,
}

impl PageFiles<'_> {
    /// Writes all pages to temporary files, with at most `most` bytes together. The files are returned in the order in which
    /// they have to be published: the last page first, so that the cursor of an old page leads to a page that exists.
    /// Superfluous files of an earlier run are reported and kept.
    pub(crate) fn write(
        self,
        pages: &[ManifestPage<'_>],
        most: u64,
        read: &SourceFiles,
        sink: &Sink,
    ) -> Result<(PageLengths, Vec<FilledFile>), Fatal> {
        let written = fill(pages, |page| self.path(page), most, read)?;
        for path in self.left_over(pages) {
            let file = path.display().to_string();
            let message =
                format!("`{file}` is a page of an earlier list, which has fewer pages now; it is kept");
            sink.push(Diagnostic::new(Code::PageLeft, message).in_text(file, None, None));
        }
        Ok(written)
    }

    /// Compares all pages with the files on disk.
    pub(crate) fn compare(self, pages: &[ManifestPage<'_>], sink: &Sink) -> Result<PageLengths, Fatal> {
        let lengths = compare(pages, |page| self.path(page), sink)?;
        for path in self.left_over(pages) {
            let file = path.display().to_string();
            let message = format!("`{file}` is out of date: the list has no such page");
            let stale = Diagnostic::new(Code::Stale, message).in_text(file, None, None);
            sink.push(stale.help("Remove the file, if nothing uses it."));
        }
        Ok(lengths)
    }

    pub(super) fn path(self, page: &ManifestPage<'_>) -> PathBuf {
        self.whole.with_extension(format!("{}.json", page.name()))
    }

    /// Returns true if a path has the form of a page of this manifest.
    pub(crate) fn are_named_like(self, path: &Path) -> bool {
        part_of_name(self.whole, path)
            .is_some_and(|number| number.len() >= 3 && number.bytes().all(|digit| digit.is_ascii_digit()))
    }

    /// Returns the files of earlier pages that are not among these.
    fn left_over(self, pages: &[ManifestPage<'_>]) -> Vec<PathBuf> {
        let current: Vec<PathBuf> = pages.iter().map(|page| self.path(page)).collect();
        let Ok(entries) = fs::read_dir(directory(self.whole)) else { return Vec::new() };
        let mut left: Vec<PathBuf> = entries
            .filter_map(|entry| Some(self.whole.with_file_name(entry.ok()?.file_name())))
            .filter(|path| self.are_named_like(path) && !current.contains(path) && is_page(path))
            .collect();
        left.sort();
        left
    }
}

/// Writes pages to temporary files, each for the path that `path` gives it, with at most `most` bytes together. The last
/// page comes first.
pub(super) fn fill(
    pages: &[ManifestPage<'_>],
    path: impl Fn(&ManifestPage<'_>) -> PathBuf,
    most: u64,
    read: &SourceFiles,
) -> Result<(PageLengths, Vec<FilledFile>), Fatal> {
    let mut lengths = PageLengths::default();
    let mut filled: Vec<FilledFile> = Vec::with_capacity(pages.len());
    for page in pages {
        let destination = Destination::File(path(page));
        destination.refuse_overwriting(read, page.what())?;
        let page = destination.open(page.what())?.fill(page, most.saturating_sub(lengths.all))?;
        lengths.add(PageLengths::one(page.bytes));
        filled.push(page);
    }
    filled.reverse();
    Ok((lengths, filled))
}

/// Compares pages with the files on disk, each with the one that `path` gives it.
pub(super) fn compare(
    pages: &[ManifestPage<'_>],
    path: impl Fn(&ManifestPage<'_>) -> PathBuf,
    sink: &Sink,
) -> Result<PageLengths, Fatal> {
    let mut lengths = PageLengths::default();
    for page in pages {
        let (bytes, stale) = compare_manifest::compare(page, &path(page))?;
        lengths.add(PageLengths::one(bytes));
        if let Some(stale) = stale {
            sink.push(stale);
        }
    }
    Ok(lengths)
}

/// Returns `PART` of a path `DIR/NAME.PART.json` beside the manifest `DIR/NAME.json`.
pub(super) fn part_of_name<'p>(whole: &Path, path: &'p Path) -> Option<&'p str> {
    let (stem, name) = (whole.file_stem()?.to_str()?, path.file_name()?.to_str()?);
    let part = name.strip_prefix(stem)?.strip_prefix('.')?.strip_suffix(".json")?;
    (identity(directory(whole)) == identity(directory(path))).then_some(part)
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns true if a file begins like a page; other files belong to other programs.
fn is_page(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(32).read_to_end(&mut beginning));
    read.is_ok() && BEGINNINGS.iter().any(|known| beginning.starts_with(known))
}
