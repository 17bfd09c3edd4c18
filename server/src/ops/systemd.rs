//! The systemd protocol: socket activation, where the socket stays open while processes come
//! and go, and readiness notifications.

use std::net::TcpListener;

use listenfd::ListenFd;
pub(crate) use sd_notify::NotifyState;

/// The socket that the service manager passed to this process, if any. Call this before any
/// thread starts, because it changes the environment.
///
/// # Errors
/// In one line: why the passed socket cannot be used.
pub(crate) fn inherited_listener() -> Result<Option<TcpListener>, String> {
    let mut sockets = ListenFd::from_env();
    if sockets.len() > 1 {
        return Err(format!(
            "systemd passed {} sockets instead of one; the probes listen on --ops-listen",
            sockets.len()
        ));
    }
    let failed = |error| format!("the socket from systemd cannot be used: {error}");
    let listener = sockets.take_tcp_listener(0).map_err(failed)?;
    if let Some(listener) = &listener {
        listener.set_nonblocking(true).map_err(failed)?;
    }
    Ok(listener)
}

/// Notifies the service manager of the server's state.
pub(crate) fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("cannot notify systemd: {error}");
    }
}
