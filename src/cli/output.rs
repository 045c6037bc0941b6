//! Where manifests and results go: standard output or files, and files as a whole or not at all.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use apimint::diagnostic::{Code, Diagnostic, DocumentId, Fatal};
use apimint::json::Value;
use apimint::source::{Origin, Sources};
use apimint::{CallResult, Limits, Lock, Manifest};
use serde::Deserialize;
use tempfile::{NamedTempFile, TempPath};

use super::unfinished;

/// Links followed from an output to the file it stands for; more are a loop.
const LINKS: usize = 40;

/// What can be written.
pub(super) trait Writable {
    /// What it is, for messages.
    fn what(&self) -> &'static str;

    /// Writes all of it.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl Writable for Manifest {
    fn what(&self) -> &'static str {
        "manifest"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Self::write(self, out)
    }
}

impl Writable for Lock {
    fn what(&self) -> &'static str {
        "lock"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Self::write(self, out)
    }
}

impl Writable for CallResult {
    fn what(&self) -> &'static str {
        "result"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Self::write(self, out)
    }
}

/// A text that is there whole.
pub(super) struct WholeText {
    pub(super) name: &'static str,
    pub(super) bytes: Vec<u8>,
}

impl Writable for WholeText {
    fn what(&self) -> &'static str {
        self.name
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }
}

/// Where one manifest or result goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Destination {
    /// Standard output.
    Stdout,
    /// A file.
    File {
        /// Its path.
        path: PathBuf,
        /// Whether the directory it is in is made if it is missing.
        make_parent: bool,
    },
}

impl Destination {
    /// What was typed: a file, or `-` for standard output, as without a name.
    pub(super) fn named(typed: Option<&Path>) -> Self {
        match typed {
            None => Self::Stdout,
            Some(path) if path.as_os_str() == "-" => Self::Stdout,
            Some(path) => Self::File { path: path.to_owned(), make_parent: false },
        }
    }

    /// Writes something of at most so many bytes there and gives its length, or changes nothing and says why.
    pub(super) fn write<T: Writable>(&self, what: &T, most: u64) -> Result<u64, Fatal> {
        self.open(what.what())?.write(what, most)
    }

    /// Makes sure that something can be written there, and changes nothing yet.
    pub(super) fn open(&self, what: &'static str) -> Result<OpenDestination, Fatal> {
        unfinished::watch();
        let (place, name) = match self {
            Self::Stdout => (Ok(OutputPlace::Stdout), "<stdout>".to_owned()),
            Self::File { path, make_parent } => (open(path, *make_parent), path.display().to_string()),
        };
        match place {
            Ok(place) => Ok(OpenDestination { place, name }),
            Err(error) => Err(Box::new(unwritable(what, name, &error))),
        }
    }
}

/// A destination that is ready to be written to.
#[derive(Debug)]
pub(super) struct OpenDestination {
    place: OutputPlace,
    /// For messages.
    name: String,
}

#[derive(Debug)]
enum OutputPlace {
    Stdout,
    /// A pipe or device.
    Device(File),
    /// A file that will stand in the place of another.
    Replacement(NamedTempFile, PathBuf),
}

impl OpenDestination {
    /// Writes something of at most so many bytes and gives its length. What was there before goes only when all is
    /// written.
    pub(super) fn write<T: Writable>(self, what: &T, most: u64) -> Result<u64, Fatal> {
        let filled = self.fill(what, most)?;
        let bytes = filled.bytes;
        filled.publish().map(|()| bytes)
    }

    /// Writes something of at most so many bytes. A file does not yet stand in the place of the one before.
    pub(super) fn fill<T: Writable>(self, what: &T, most: u64) -> Result<FilledFile, Fatal> {
        let done = match self.place {
            OutputPlace::Stdout => to_pipe(what, stdout(), most).map(|bytes| (bytes, None)),
            OutputPlace::Device(file) => to_pipe(what, file, most).map(|bytes| (bytes, None)),
            OutputPlace::Replacement(temporary, target) => {
                let path = temporary.path().to_owned();
                // Where writing fails, the temporary file is gone with its writer.
                let written = write_line(what, temporary, most);
                if written.is_err() {
                    unfinished::end(&path, || ());
                }
                // Closed: there may be more of them than can be open.
                written.map(|(temporary, bytes)| (bytes, Some((temporary.into_temp_path(), target))))
            }
        };
        match done {
            Ok((bytes, replacement)) => {
                Ok(FilledFile { what: what.what(), name: self.name, bytes, replacement })
            }
            Err(error) => {
                let diagnostic = unwritable(what.what(), self.name, &error);
                let is_bounded = SizeLimitReached::is(&error);
                Err(Box::new(if is_bounded {
                    diagnostic.help("Split the input, or raise the limit with --limit output_bytes=N.")
                } else {
                    diagnostic
                }))
            }
        }
    }
}

/// Something that is written, and the file that is to stand in the place of another.
#[derive(Debug)]
pub(super) struct FilledFile {
    what: &'static str,
    name: String,
    pub(super) bytes: u64,
    replacement: Option<(TempPath, PathBuf)>,
}

impl FilledFile {
    /// The same, unless one of these files would be replaced.
    pub(super) fn sparing(self, read: &SourceFiles) -> Result<Self, Fatal> {
        match &self.replacement {
            Some((_, target)) if read.has(target) => {
                Err(overwriting(self.what, self.name.clone(), "another input refers to"))
            }
            _ => Ok(self),
        }
    }

    /// Puts the file into its place, which is one step.
    pub(super) fn publish(self) -> Result<(), Fatal> {
        if let Some((temporary, target)) = self.replacement {
            let path = temporary.to_path_buf();
            unfinished::end(&path, || temporary.persist(target))
                .map_err(|error| Box::new(unwritable(self.what, self.name, &error.error)))?;
        }
        Ok(())
    }
}

/// Standard output. The standard library's own handle looks for the ends of lines in whatever is written.
#[cfg(unix)]
fn stdout() -> impl Write {
    use std::os::fd::AsFd;
    let handle = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    // Without a second descriptor, the slower way.
    handle.map_or_else(|_| Box::new(io::stdout().lock()) as Box<dyn Write>, |file| Box::new(file))
}

#[cfg(not(unix))]
fn stdout() -> impl Write {
    io::stdout().lock()
}

fn unwritable(what: &str, file: String, error: &io::Error) -> Diagnostic {
    let message = format!("the {what} could not be written: {}", reason(error));
    Diagnostic::new(Code::Unwritable, message).in_text(file, None, None)
}

/// Why, without the names of temporary files that `tempfile` adds.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        // The file itself need not be there.
        ErrorKind::NotFound => "its directory does not exist".to_owned(),
        ErrorKind::Other => error.to_string(),
        _ if SizeLimitReached::is(error) => error.to_string(),
        kind if error.raw_os_error().is_none() => kind.to_string(),
        _ => error.to_string(),
    }
}

fn to_pipe(what: &impl Writable, out: impl Write, most: u64) -> io::Result<u64> {
    match write_line(what, out, most) {
        // Whoever reads has seen enough, as `head` has. That is no fault.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(0),
        done => done.map(|(_, bytes)| bytes),
    }
}

fn open(path: &Path, make_parent: bool) -> io::Result<OutputPlace> {
    match fs::metadata(path) {
        // A pipe or device such as /dev/stdout cannot be replaced, only written to.
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            return Ok(OutputPlace::Device(File::options().write(true).open(path)?));
        }
        Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        // Renaming would get past the protection, which is surely not meant.
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(ErrorKind::PermissionDenied.into());
        }
        Ok(_) | Err(_) => {}
    }
    let target = follow_links(path)?;
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if make_parent {
        fs::create_dir_all(directory)?;
    }
    let temporary = unfinished::begin(|| temporary_file(directory, &target))?;
    Ok(OutputPlace::Replacement(temporary, target))
}

/// A file beside the target, so that renaming it is one step, with the permissions the target has or
/// would get: `tempfile` alone would leave a file that only its owner can read.
fn temporary_file(directory: &Path, target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".apimint-");
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt;
        // The system takes away what the umask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666))
    };
    let temporary = builder.tempfile_in(directory)?;
    if let Ok(metadata) = fs::metadata(target) {
        temporary.as_file().set_permissions(metadata.permissions())?;
    }
    Ok(temporary)
}

/// The file that a chain of symbolic links ends at, whether it is there or not: the link is to stay.
pub(super) fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            // A relative link counts from where it stands; an absolute one replaces all of the path.
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// The manifest as it is written, for whoever looks at it again.
pub(super) fn as_json(manifest: &Manifest, limits: &Limits) -> Result<Value, Fatal> {
    let unusable = |error: &dyn std::fmt::Display| {
        let message = format!("the manifest could not be read again: {error}");
        Box::new(Diagnostic::new(Code::Unwritable, message))
    };
    let mut text = Vec::new();
    manifest.write(&mut text).map_err(|error| unusable(&error))?;
    if text.len() as u64 > limits.output_bytes {
        return Err(unusable(&format_args!("it would have more than {} bytes", limits.output_bytes)));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(&text);
    // The writer bounds how deep it goes, and the threads have the stack for it.
    deserializer.disable_recursion_limit();
    Value::deserialize(&mut deserializer).map_err(|error| unusable(&error))
}

/// The files that were read, or were to be read, by their paths without links.
#[derive(Debug, Default)]
pub(super) struct SourceFiles(HashSet<PathBuf>);

impl SourceFiles {
    pub(super) fn by(sources: &Sources) -> Self {
        let documents = (0..).map_while(|number| sources.document(DocumentId(number)));
        let files = documents.filter_map(|document| match document.origin() {
            Origin::File(path) => fs::canonicalize(path).ok(),
            _ => None,
        });
        Self(files.chain(sources.referred_files()).collect())
    }

    /// What is read by any of several.
    pub(super) fn all(several: impl IntoIterator<Item = Self>) -> Self {
        Self(several.into_iter().flat_map(|read| read.0).collect())
    }

    pub(super) fn has(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| self.0.contains(&path))
    }

    /// The plan has looked at the inputs; only now it is known which files they refer to.
    pub(super) fn refuse_overwriting(&self, destination: &Destination, what: &str) -> Result<(), Fatal> {
        match destination {
            Destination::File { path, .. } if self.has(path) => {
                Err(overwriting(what, path.display().to_string(), "the description refers to"))
            }
            _ => Ok(()),
        }
    }
}

fn overwriting(what: &str, file: String, whose: &str) -> Fatal {
    let message = format!("the {what} would overwrite a file that {whose}; it is not written");
    let diagnostic = Diagnostic::new(Code::Unwritable, message).in_text(file, None, None);
    Box::new(diagnostic.help("Choose another name for the output."))
}

/// Writes something as lines with one newline at the end, or nothing at all, and gives the writer back.
fn write_line<W: Write>(what: &impl Writable, out: W, most: u64) -> io::Result<(W, u64)> {
    let mut out = CountingWriter { out: BufWriter::with_capacity(64 << 10, out), last: None, bytes: 0, most };
    what.write(&mut out)?;
    if out.last.is_some_and(|last| last != b'\n') {
        out.write_all(b"\n")?;
    }
    // Not left to `drop`, which would swallow the error of a full disk. Flushing twice matters: standard
    // output has a buffer of its own.
    let bytes = out.bytes;
    let mut out = out.out.into_inner().map_err(io::IntoInnerError::into_error)?;
    out.flush()?;
    Ok((out, bytes))
}

/// The program's own limit is reached, and not one of the system's.
#[derive(Debug, thiserror::Error)]
#[error("it would have more than {0} bytes")]
struct SizeLimitReached(u64);

impl SizeLimitReached {
    fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Self>)
    }
}

/// A writer that counts bytes, remembers the last one, and ends at a number of them.
struct CountingWriter<W> {
    out: W,
    last: Option<u8>,
    bytes: u64,
    most: u64,
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        if let Some(&last) = bytes[..written].last() {
            self.last = Some(last);
        }
        self.bytes += written as u64;
        if self.bytes > self.most {
            return Err(io::Error::new(ErrorKind::FileTooLarge, SizeLimitReached(self.most)));
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
