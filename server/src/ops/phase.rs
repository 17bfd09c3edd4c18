//! Whether the server starts, serves, or is about to end.

use tokio::sync::watch;

/// Where a server is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It is opening what it answers from.
    Starting,
    /// It answers.
    Serving,
    /// It was asked to stop and finishes what it has begun.
    Draining,
}

/// The phase that a server is in.
#[derive(Debug)]
pub(crate) struct Life(watch::Sender<Phase>);

impl Life {
    pub(crate) fn new() -> Life {
        Life(watch::Sender::new(Phase::Starting))
    }

    pub(crate) fn phase(&self) -> Phase {
        *self.0.borrow()
    }

    /// It answers from now on, unless it was asked to stop already.
    pub(crate) fn serve(&self) {
        self.0.send_if_modified(|phase| {
            let starts = *phase == Phase::Starting;
            if starts {
                *phase = Phase::Serving;
            }
            starts
        });
    }

    /// It is to stop.
    pub(crate) fn drain(&self) {
        self.0.send_replace(Phase::Draining);
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.phase() == Phase::Draining
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_asked_to_stop_does_not_begin_to_serve() {
        let life = Life::new();
        assert_eq!(life.phase(), Phase::Starting);
        life.serve();
        assert_eq!(life.phase(), Phase::Serving);
        life.drain();
        life.serve();
        assert!(life.is_draining());
    }
}
