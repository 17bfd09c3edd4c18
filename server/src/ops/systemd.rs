//! The systemd protocol: socket activation, where the socket stays open while processes come
//! and go, and readiness notifications.

use std::net::TcpListener;

use listenfd::ListenFd;
use sd_notify::NotifyState;

/// The socket that the service manager passed to this process, if any. Call this before any
/// thread starts, because it changes the environment.
///
/// # Errors
/// In one line: why the passed socket cannot be used.
pub(crate) fn inherited() -> Result<Option<TcpListener>, String> {
    let mut handed = ListenFd::from_env();
    if handed.len() > 1 {
        return Err(format!(
            "systemd passed {} sockets instead of one; the probes listen on --ops-listen",
            handed.len()
        ));
    }
    let listener = handed
        .take_tcp_listener(0)
        .map_err(|error| format!("the socket from systemd cannot be used: {error}"))?;
    if let Some(listener) = &listener {
        listener
            .set_nonblocking(true)
            .map_err(|error| format!("the socket from systemd cannot be used: {error}"))?;
    }
    Ok(listener)
}

/// Notifies the service manager that the server is ready.
pub(crate) fn ready() {
    tell(NotifyState::Ready);
}

/// Notifies the service manager that the server is stopping.
pub(crate) fn stopping() {
    tell(NotifyState::Stopping);
}

fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("cannot notify systemd: {error}");
    }
}
