//! Graceful shutdown: the signals that stop a server, and the delay before it stops accepting
//! connections.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::Ops;
use super::systemd::{self, NotifyState};

/// Starts listening for SIGTERM and ctrl-C. The future completes when the server should stop
/// accepting connections: `delay` after the first signal. From that signal on, the server
/// reports that it is not ready. A second signal ends the process.
pub(crate) fn shutdown_signal(
    ops: Arc<Ops>,
    delay: Duration,
) -> io::Result<impl Future<Output = ()>> {
    let mut signals = Signals::listen()?;
    Ok(async move {
        signals.next().await;
        ops.draining.store(true, Ordering::Relaxed);
        systemd::notify(NotifyState::Stopping);
        tracing::info!("stopping");
        tokio::spawn(async move {
            let signal = signals.next().await;
            tracing::warn!("exiting at once after a second signal");
            super::finish_log();
            // The exit code that shells report for a process ended by a signal.
            std::process::exit(128 + signal);
        });
        tokio::time::sleep(delay).await;
    })
}

/// The signal for a file that would exceed the limit of file sizes (Linux, BSD and macOS).
const SIGXFSZ: i32 = 25;

struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> io::Result<Signals> {
        // By default these would end the process. A service manager may send SIGHUP to reload
        // a server without TLS, which has nothing to reload; and the kernel sends SIGXFSZ when
        // a file reaches the limit of file sizes, which is an error like a full disk.
        for ignored in [SignalKind::hangup(), SignalKind::from_raw(SIGXFSZ)] {
            drop(signal(ignored)?);
        }
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for the next signal and returns its number.
    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.terminate.recv() => 15,
            _ = self.interrupt.recv() => 2,
        }
    }
}
