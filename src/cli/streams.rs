//! Standard streams that were closed when the program was started, as with `>&-`.

/// The message for output that nobody can read.
pub(crate) const OUTPUT_CLOSED: &str = "standard output is closed";

/// A standard stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StandardStream {
    Input,
    Output,
}

/// Returns true if the program was started without this stream.
#[cfg(unix)]
pub(crate) fn was_closed(stream: StandardStream) -> bool {
    let bit = match stream {
        StandardStream::Input => before_main::INPUT,
        StandardStream::Output => before_main::OUTPUT,
    };
    before_main::CLOSED.load(std::sync::atomic::Ordering::Relaxed) & bit != 0
}

/// Other systems have no such descriptors, and writing fails.
#[cfg(not(unix))]
pub(crate) fn was_closed(_: StandardStream) -> bool {
    false
}

/// The standard library opens `/dev/null` in place of a closed stream before `main`, so that reading finds nothing and writing
/// always succeeds. What a caller passes as `/dev/null` cannot be told from that afterwards.
#[cfg(unix)]
mod before_main {
    use std::sync::atomic::{AtomicU8, Ordering};

    use rustix::io::fcntl_getfd;
    use rustix::stdio::{stdin, stdout};

    pub(super) const INPUT: u8 = 1;
    pub(super) const OUTPUT: u8 = 2;

    /// The streams that were closed.
    pub(super) static CLOSED: AtomicU8 = AtomicU8::new(0);

    extern "C" fn note_closed() {
        for (stream, bit) in [(stdin(), INPUT), (stdout(), OUTPUT)] {
            if fcntl_getfd(stream).is_err() {
                CLOSED.fetch_or(bit, Ordering::Relaxed);
            }
        }
    }

    /// The system calls the functions in this section before `main`. Two system calls and an atomic need nothing that is not there
    /// yet.
    #[allow(unsafe_code, reason = "there is no safe attribute for code before `main`")]
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static BEFORE_MAIN: extern "C" fn() = note_closed;
}
