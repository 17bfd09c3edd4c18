//! The lifecycle of a server: starting, serving or draining.

use tokio::sync::watch;

/// The phase of a server's lifecycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It is opening its catalogue or gateway.
    Starting,
    /// It serves requests.
    Serving,
    /// It received a signal to stop and finishes the requests under way.
    Draining,
}

/// The current phase of a server.
#[derive(Debug)]
pub(crate) struct Lifecycle(watch::Sender<Phase>);

impl Lifecycle {
    pub(crate) fn new() -> Lifecycle {
        Lifecycle(watch::Sender::new(Phase::Starting))
    }

    pub(crate) fn phase(&self) -> Phase {
        *self.0.borrow()
    }

    /// Enters the serving phase, unless the server is draining already.
    pub(crate) fn serve(&self) {
        self.0.send_if_modified(|phase| {
            let starts = *phase == Phase::Starting;
            if starts {
                *phase = Phase::Serving;
            }
            starts
        });
    }

    /// Enters the draining phase.
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
    fn a_draining_server_does_not_start_serving() {
        let lifecycle = Lifecycle::new();
        assert_eq!(lifecycle.phase(), Phase::Starting);
        lifecycle.serve();
        assert_eq!(lifecycle.phase(), Phase::Serving);
        lifecycle.drain();
        lifecycle.serve();
        assert!(lifecycle.is_draining());
    }
}
