//! How a server is asked to stop, and what it does before it takes no more
//! connections.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::Ops;
use super::systemd;

/// Listens from now on for the process being asked to stop, by SIGTERM or
/// ctrl-C. The future is done when no more connections are to be taken: `delay`
/// after the first signal, from which on the server says that it is not ready.
/// A second signal ends the process.
pub(crate) fn stopping(ops: Arc<Ops>, delay: Duration) -> io::Result<impl Future<Output = ()>> {
    let mut signals = Signals::listen()?;
    Ok(async move {
        signals.next().await;
        ops.life.drain();
        systemd::stopping();
        tracing::info!("stopping");
        tokio::spawn(async move {
            let signal = signals.next().await;
            tracing::warn!("stopped at once, by a second signal");
            // As shells have it for a process that a signal ended.
            std::process::exit(128 + signal);
        });
        tokio::time::sleep(delay).await;
    })
}

#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// The number of the next one.
    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.terminate.recv() => 15,
            _ = self.interrupt.recv() => 2,
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Signals> {
        Ok(Signals)
    }

    /// The number of the next one.
    async fn next(&mut self) -> i32 {
        // Where there is no way to be asked, there is none to be told of it.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        2
    }
}
