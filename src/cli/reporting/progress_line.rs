//! A progress line on the terminal during a long run, which is erased at the end.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The largest number of inputs for which the line appears only after `PATIENCE`.
const FEW_INPUTS: usize = 3;

/// The time before the line appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time between two updates.
const INTERVAL: Duration = Duration::from_millis(200);

/// Shows the progress of a run, if standard error is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    done: Arc<AtomicUsize>,
    painter: Mutex<Option<ProgressPainter>>,
}

#[derive(Debug)]
struct ProgressPainter {
    stop: mpsc::Sender<()>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// Starts the line, if it is `wanted` and standard error is a terminal.
    pub(crate) fn start(inputs: usize, wanted: bool) -> Self {
        let done = Arc::new(AtomicUsize::new(0));
        let is_watched =
            wanted && io::stderr().is_terminal() && std::env::var_os("CI").is_none_or(|ci| ci.is_empty());
        let painter = is_watched.then(|| ProgressPainter::start(inputs, &done)).flatten();
        Self { done, painter: Mutex::new(painter) }
    }

    /// Counts an input as done.
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Erases the line, so that other output can be printed. Further calls do nothing.
    pub(crate) fn finish(&self) {
        let painter = self.painter.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(painter) = painter {
            drop(painter.stop);
            // The thread can only have failed to write to the terminal.
            let _ = painter.thread.join();
        }
    }
}

impl ProgressPainter {
    fn start(inputs: usize, done: &Arc<AtomicUsize>) -> Option<Self> {
        let (stop, stopped) = mpsc::channel();
        let done = Arc::clone(done);
        let thread = thread::Builder::new()
            .name("progress".to_owned())
            .spawn(move || paint(inputs, &done, &stopped))
            .ok()?;
        Some(Self { stop, thread })
    }
}

fn paint(inputs: usize, done: &AtomicUsize, stopped: &mpsc::Receiver<()>) {
    let begin = Instant::now();
    let mut wait = if inputs > FEW_INPUTS { INTERVAL } else { PATIENCE };
    let mut is_drawn = false;
    while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        wait = INTERVAL;
        let seconds = begin.elapsed().as_secs();
        let text = line(inputs, done.load(Ordering::Relaxed), seconds);
        let _ = write!(io::stderr().lock(), "\r\x1b[2K{text}");
        is_drawn = true;
    }
    if is_drawn {
        let _ = write!(io::stderr().lock(), "\r\x1b[2K");
    }
}

fn line(inputs: usize, done: usize, seconds: u64) -> String {
    if inputs == 1 {
        format!("Converting ({seconds} s)")
    } else {
        format!("Converting: {done} of {inputs} done ({seconds} s)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        assert_eq!(line(1, 0, 3), "Converting (3 s)");
        assert_eq!(line(12, 5, 0), "Converting: 5 of 12 done (0 s)");
    }

    #[test]
    fn finishing_twice_does_no_harm() {
        let progress = Progress::start(5, true);
        progress.step();
        progress.finish();
        progress.finish();
    }
}
