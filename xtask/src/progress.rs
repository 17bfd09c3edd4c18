//! Messages on the terminal. They go to stderr; stdout is for what a script may want to read.

use std::time::Duration;

/// Prints a line.
pub(crate) fn note(line: &str) {
    eprintln!("xtask: {line}");
}

/// A duration for people: "0.4 s", "12 s", "3 min 5 s".
pub(crate) fn span(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
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
