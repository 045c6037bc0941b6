//! The destinations of manifests and results: standard output, or files, which are replaced in one step.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use apimint::diagnostic::{Code, Diagnostic, Fatal};
use tempfile::{NamedTempFile, PathPersistError, TempPath};

use super::line_writer::{SizeLimitReached, write_line};
use super::parent_directory::create_parent;
use super::path_identity::follow_links;
use super::source_files::SourceFiles;
use super::temporary_files;
use super::writable::Writable;
use crate::cli::streams::{OUTPUT_CLOSED, StandardStream, was_closed};

/// The destination of one manifest or result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    /// Standard output.
    Stdout,
    /// A file at a path. Its directory is created if it is missing.
    File(PathBuf),
}

impl Destination {
    /// Parses an argument: a file, or standard output for `-` and if nothing was typed.
    pub(crate) fn named(typed: Option<&Path>) -> Self {
        match typed {
            None => Self::Stdout,
            Some(path) if path.as_os_str() == "-" => Self::Stdout,
            Some(path) => Self::File(path.to_owned()),
        }
    }

    /// Writes at most `most` bytes and returns their number. After an error, the file is unchanged.
    pub(crate) fn write<T: Writable>(&self, what: &T, most: u64) -> Result<u64, Fatal> {
        self.open(what.what())?.write(what, most)
    }

    /// Returns an error if the file is one that a description refers to.
    pub(crate) fn refuse_overwriting(&self, read: &SourceFiles, what: &str) -> Result<(), Fatal> {
        match self {
            Self::File(path) if read.has(path) => {
                Err(overwriting(what, path.display().to_string(), "the description refers to"))
            }
            _ => Ok(()),
        }
    }

    /// Opens the destination without changing the file. The directory of a file is created.
    pub(crate) fn open(&self, what: &'static str) -> Result<OpenDestination, Fatal> {
        temporary_files::watch();
        let (place, name) = match self {
            Self::Stdout => (standard_output(), "<stdout>".to_owned()),
            Self::File(path) => (open(path), path.display().to_string()),
        };
        match place {
            Ok(place) => Ok(OpenDestination { place, name }),
            Err(error) => Err(Box::new(unwritable(what, name, &error))),
        }
    }
}

/// A destination that can be written to.
#[derive(Debug)]
pub(crate) struct OpenDestination {
    place: OutputPlace,
    /// The name in messages.
    name: String,
}

#[derive(Debug)]
enum OutputPlace {
    Stdout,
    /// A pipe or device.
    Device(File),
    /// A temporary file that will replace another.
    Replacement(NamedTempFile, PathBuf),
}

impl OpenDestination {
    /// Writes at most `most` bytes and returns their number. The old file is replaced when everything is written.
    pub(crate) fn write<T: Writable>(self, what: &T, most: u64) -> Result<u64, Fatal> {
        let filled = self.fill(what, most)?;
        let bytes = filled.bytes;
        filled.publish().map(|()| bytes)
    }

    /// Writes at most `most` bytes, and does not replace the old file yet.
    pub(crate) fn fill<T: Writable>(self, what: &T, most: u64) -> Result<FilledFile, Fatal> {
        let done = match self.place {
            OutputPlace::Stdout => to_pipe(what, stdout(), most).map(|bytes| (bytes, None)),
            OutputPlace::Device(file) => to_pipe(what, file, most).map(|bytes| (bytes, None)),
            OutputPlace::Replacement(temporary, target) => {
                let path = temporary.path().to_owned();
                // After an error, the temporary file was removed with its writer.
                let written = write_line(what, temporary, most);
                if written.is_err() {
                    temporary_files::end(&path, || ());
                }
                // Closed, since there may be more files than can be open.
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

/// Written output, and the temporary file that will replace another.
#[derive(Debug)]
pub(crate) struct FilledFile {
    what: &'static str,
    name: String,
    pub(crate) bytes: u64,
    replacement: Option<(TempPath, PathBuf)>,
}

impl FilledFile {
    /// Returns an error if the file would replace one of these.
    pub(crate) fn sparing(self, read: &SourceFiles) -> Result<Self, Fatal> {
        match &self.replacement {
            Some((_, target)) if read.has(target) => {
                Err(overwriting(self.what, self.name.clone(), "another input refers to"))
            }
            _ => Ok(self),
        }
    }

    /// Replaces the old file in one step.
    pub(crate) fn publish(self) -> Result<(), Fatal> {
        self.put(TempPath::persist)
    }

    /// Puts the file in its place, unless there is one by now.
    pub(crate) fn publish_new(self) -> Result<(), Fatal> {
        self.put(TempPath::persist_noclobber)
    }

    fn put(self, put: impl FnOnce(TempPath, PathBuf) -> Result<(), PathPersistError>) -> Result<(), Fatal> {
        if let Some((temporary, target)) = self.replacement {
            let path = temporary.to_path_buf();
            temporary_files::end(&path, || put(temporary, target))
                .map_err(|error| Box::new(unwritable(self.what, self.name, &error.error)))?;
        }
        Ok(())
    }
}

fn standard_output() -> io::Result<OutputPlace> {
    if was_closed(StandardStream::Output) {
        Err(io::Error::other(OUTPUT_CLOSED))
    } else {
        Ok(OutputPlace::Stdout)
    }
}

/// Opens standard output. The standard library's own handle searches the output for line ends, which takes time.
#[cfg(unix)]
fn stdout() -> impl Write {
    use std::os::fd::AsFd;
    let handle = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    // Without a second descriptor, the slower handle is used.
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

/// Describes an error without the names of temporary files that `tempfile` adds.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        // A missing file is no error, so that it has to be the directory.
        ErrorKind::NotFound => "its directory does not exist".to_owned(),
        ErrorKind::AlreadyExists => "there is such a file already".to_owned(),
        ErrorKind::Other => error.to_string(),
        _ if SizeLimitReached::is(error) => error.to_string(),
        kind if error.raw_os_error().is_none() => kind.to_string(),
        _ => error.to_string(),
    }
}

fn to_pipe(what: &impl Writable, out: impl Write, most: u64) -> io::Result<u64> {
    match write_line(what, out, most) {
        // The reader, such as `head`, has read enough. That is not an error.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(0),
        done => done.map(|(_, bytes)| bytes),
    }
}

fn open(path: &Path) -> io::Result<OutputPlace> {
    match fs::metadata(path) {
        // A pipe or device such as /dev/stdout can be written to, but not replaced.
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            return Ok(OutputPlace::Device(File::options().write(true).open(path)?));
        }
        Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        // Renaming would bypass the protection of the file.
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(ErrorKind::PermissionDenied.into());
        }
        Ok(_) | Err(_) => {}
    }
    let target = follow_links(path)?;
    let directory = create_parent(path, &target)?;
    let temporary = temporary_files::begin(|| temporary_file(directory, &target))?;
    Ok(OutputPlace::Replacement(temporary, target))
}

/// Creates a file beside the target, so that renaming it is one step. It gets the permissions, owner and group of the target:
/// `tempfile` alone creates files that only the owner can read.
fn temporary_file(directory: &Path, target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".apimint-");
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt;
        // The system applies the umask.
        builder.permissions(Permissions::from_mode(0o666))
    };
    let temporary = builder.tempfile_in(directory)?;
    if let Ok(metadata) = fs::metadata(target) {
        temporary.as_file().set_permissions(kept_permissions(temporary.as_file(), &metadata)?)?;
    }
    Ok(temporary)
}

/// Gives a new file the owner and group of the one that it will replace, where the system allows it, and returns its permissions.
#[cfg(unix)]
fn kept_permissions(file: &File, old: &Metadata) -> io::Result<Permissions> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let new = file.metadata()?;
    if new.uid() != old.uid() {
        // Only a privileged user may give files away.
        let _ = fchown(file, Some(old.uid()), None);
    }
    if new.gid() == old.gid() || fchown(file, None, Some(old.gid())).is_ok() {
        return Ok(old.permissions());
    }
    // The new group gets no more than everybody had.
    let mode = old.permissions().mode();
    Ok(Permissions::from_mode(mode & !0o070 | (mode & 0o007) << 3 & mode))
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "on Unix, it can fail")]
fn kept_permissions(_: &File, old: &Metadata) -> io::Result<Permissions> {
    Ok(old.permissions())
}

fn overwriting(what: &str, file: String, whose: &str) -> Fatal {
    let message = format!("the {what} would overwrite a file that {whose}; it is not written");
    let diagnostic = Diagnostic::new(Code::Unwritable, message).in_text(file, None, None);
    Box::new(diagnostic.help("Choose another name for the output."))
}
