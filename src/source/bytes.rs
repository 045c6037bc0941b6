//! Reading of files, standard input and URLs, within the limits, and the scope of references in them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use url::Url;

use crate::diagnostic::{Code, Diagnostic, Fatal, nearest};
use crate::limits::Limits;

use super::input::Access;
use super::locate::reason;
use super::login::Login;
use super::network::{Download, FetchError, is_web};
use super::network_use::NetworkUse;
use super::scope::ReferenceScope;

/// Scope of the references in a root document, and its base URI, if it has one.
pub(super) type RootOrigin = (ReferenceScope, Option<Url>);

/// Reads the file that the user named.
pub(super) fn root_file(path: &Path, limits: &Limits) -> Result<(Vec<u8>, RootOrigin), Fatal> {
    let bytes = file(path, path, limits)?;
    let shown = path.parent().unwrap_or(Path::new("")).to_owned();
    // This is the directory that the user named, even if the file itself is a link to another one.
    let directory = canonical_directory(&shown).map_err(|error| unreadable(path, &error))?;
    let real = directory.join(path.file_name().unwrap_or_default());
    let scope = ReferenceScope { directory: Some(directory), shown, ..ReferenceScope::default() };
    Ok((bytes, (scope, file_url(&real, false))))
}

/// Reads a URL that the user named, which has no fragment, no user name and no password.
pub(super) fn root_url(
    url: &Url,
    login: Option<Login>,
    access: &Access,
    limits: &Limits,
    used: &NetworkUse,
) -> Result<(Vec<u8>, RootOrigin), Fatal> {
    let failed =
        |message: String| Diagnostic::new(Code::Unreadable, message).in_text(url.as_str(), None, None);
    if !is_web(url) {
        let message = format!("`{url}` cannot be read: only http and https URLs are supported");
        return Err(failed(message).help(OTHER_SCHEME).into());
    }
    let named = url.host_str();
    let private_names_to_proxy = access.network;
    let download = Download {
        url,
        named,
        login: login.as_ref(),
        headers: &access.headers,
        private_names_to_proxy,
        allowed: &|_| true,
    };
    let (bytes, last) = download.run(limits, used).map_err(|error| match error {
        FetchError::TooLarge(limit) => Box::new(too_large(url.as_str(), limit)),
        other => {
            let found = failed(format!("`{url}` cannot be read: {other}"));
            Box::new(found.help(other.help().unwrap_or("Check the URL, and the connection to the network.")))
        }
    })?;
    let named = named.map(str::to_owned);
    let scope = ReferenceScope { url: Some(last.clone()), named, login, ..ReferenceScope::default() };
    Ok((bytes, (scope, Some(last))))
}

/// Returns the scope and base URI of standard input and bytes in memory, from the base given by the user.
pub(super) fn given_base(base: Option<&str>) -> Result<RootOrigin, Fatal> {
    let Some(base) = base else { return Ok(RootOrigin::default()) };
    if let Some(mut url) = Url::parse(base).ok().filter(is_web) {
        let login = Login::take(&mut url);
        let named = url.host_str().map(str::to_owned);
        let scope = ReferenceScope { url: Some(url.clone()), named, login, ..ReferenceScope::default() };
        return Ok((scope, Some(url)));
    }
    let path = Path::new(base);
    let shown = if path.is_file() { path.parent().unwrap_or(Path::new("")) } else { path };
    let directory = canonical_directory(shown).map_err(|error| unreadable(path, &error))?;
    let uri = file_url(&directory, true);
    let scope =
        ReferenceScope { directory: Some(directory), shown: shown.to_owned(), ..ReferenceScope::default() };
    Ok((scope, uri))
}

/// Reads a file; `shown` is its path for messages.
pub(super) fn file(path: &Path, shown: &Path, limits: &Limits) -> Result<Vec<u8>, Fatal> {
    let metadata = fs::metadata(path).map_err(|error| unreadable(shown, &error))?;
    if metadata.is_dir() {
        return Err(unreadable(shown, &io::ErrorKind::IsADirectory.into()).into());
    }
    let name = shown.to_string_lossy();
    if metadata.len() > limits.bytes {
        return Err(too_large(&name, limits.bytes).into());
    }
    let file = File::open(path).map_err(|error| unreadable(shown, &error))?;
    // One more byte makes the end of the file visible without growing the buffer.
    let room = usize::try_from(metadata.len()).unwrap_or_default().saturating_add(1);
    all(file, &name, room, limits)
}

/// Reads everything from a source; `room` is its expected length.
pub(super) fn all(from: impl Read, name: &str, room: usize, limits: &Limits) -> Result<Vec<u8>, Fatal> {
    let mut bytes = Vec::with_capacity(room);
    from.take(limits.bytes.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(Path::new(name), &error))?;
    if bytes.len() as u64 > limits.bytes {
        return Err(too_large(name, limits.bytes).into());
    }
    Ok(bytes)
}

fn canonical_directory(path: &Path) -> io::Result<PathBuf> {
    if path.as_os_str().is_empty() {
        return fs::canonicalize(".");
    }
    let directory = fs::canonicalize(path)?;
    if directory.is_dir() { Ok(directory) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

/// Returns the URL of a file or directory, if its path is absolute.
pub(super) fn file_url(path: &Path, directory: bool) -> Option<Url> {
    if directory { Url::from_directory_path(path).ok() } else { Url::from_file_path(path).ok() }
}

/// The help for URLs with another scheme.
const OTHER_SCHEME: &str = "Download the file, and give its path.";

/// Endings of the names of files that may be descriptions.
const ENDINGS: [&str; 4] = ["json", "yaml", "yml", "jsonl"];

fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let name = path.to_string_lossy();
    let found = Diagnostic::new(Code::Unreadable, format!("`{name}` {}", reason(error)));
    let found = found.in_text(&*name, None, None);
    match error.kind() {
        _ if name.contains("://") => found.help(OTHER_SCHEME),
        io::ErrorKind::NotFound => {
            let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let files = descriptions_in(directory.unwrap_or(Path::new(".")));
            let wanted = path.file_name().unwrap_or_default().to_string_lossy();
            match nearest(&wanted, files.iter().map(String::as_str)) {
                Some(near) => found.help(format!("There is `{near}` in that directory.")),
                None => found.help("Check the path."),
            }
        }
        io::ErrorKind::IsADirectory => match descriptions_in(path).first() {
            Some(file) => found.help(format!("Give a file in it, such as `{file}`.")),
            None => found.help("Give a file."),
        },
        io::ErrorKind::PermissionDenied => {
            found.help("Check the permissions of the file and of its directory.")
        }
        _ => found,
    }
}

/// Returns the names of the files in a directory that may be descriptions, in order.
fn descriptions_in(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| {
            let ending = Path::new(name).extension().unwrap_or_default();
            ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
        })
        .collect();
    names.sort_unstable();
    names
}

fn too_large(name: &str, limit: u64) -> Diagnostic {
    let message = format!("`{name}` is larger than {limit} bytes");
    Diagnostic::new(Code::TooLarge, message).in_text(name, None, None)
}
