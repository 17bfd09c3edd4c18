//! What is said on the terminal: a line when a long step begins, one when it
//! ends, and one for a failure. All of it goes to stderr; stdout is for what a
//! script may want to read.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// Says one line.
pub(crate) fn note(line: &str) {
    eprintln!("xtask: {line}");
}

/// Says what went wrong.
pub(crate) fn failure(line: &str) {
    eprintln!("xtask: error: {line}");
}

/// A step that takes its time.
#[derive(Debug)]
pub(crate) struct Step {
    what: String,
    begun: Instant,
    shown: u64,
}

impl Step {
    /// Announces the step: "installing chromium (about 40 s)".
    pub(crate) fn begin(what: &str, takes: &str) -> Self {
        note(&format!("{what} ({takes})"));
        Self {
            what: what.to_owned(),
            begun: Instant::now(),
            shown: 0,
        }
    }

    /// On a terminal, shows once a second how long the step has been running.
    pub(crate) fn tick(&mut self) {
        let seconds = self.begun.elapsed().as_secs();
        if seconds > self.shown && stderr().is_terminal() {
            eprint!("\rxtask:   {seconds} s ");
            let _ = stderr().flush();
            self.shown = seconds;
        }
    }

    /// Clears the running time, so that the next line starts clean.
    pub(crate) fn clear(&mut self) {
        if self.shown > 0 {
            eprint!("\r\x1b[K");
            self.shown = 0;
        }
    }

    /// Says that the step is done and how long it took.
    pub(crate) fn done(mut self) {
        self.clear();
        note(&format!(
            "{}: done in {}",
            self.what,
            span(self.begun.elapsed())
        ));
    }
}

/// A length of time for people: "0.4 s", "12 s", "3 min 5 s".
pub(crate) fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds >= 60 {
        format!("{} min {} s", seconds / 60, seconds % 60)
    } else if seconds >= 10 {
        format!("{seconds} s")
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_short_and_rounded() {
        assert_eq!(span(Duration::from_millis(430)), "0.4 s");
        assert_eq!(span(Duration::from_secs(12)), "12 s");
        assert_eq!(span(Duration::from_secs(185)), "3 min 5 s");
    }
}
