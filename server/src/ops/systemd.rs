//! What passes between the server and systemd, or whatever speaks as it does: a
//! socket that stays open while processes come and go, and word of how it is.

use std::net::TcpListener;

use listenfd::ListenFd;
use sd_notify::NotifyState;

/// The socket that this process was handed, if it was. To be asked for before
/// there are threads, for it changes the environment.
///
/// # Errors
/// In one line: why what was handed over is of no use.
pub(crate) fn inherited() -> Result<Option<TcpListener>, String> {
    let mut handed = ListenFd::from_env();
    if handed.len() > 1 {
        return Err(format!(
            "{} sockets were handed over; name one, the rest is for --ops-listen",
            handed.len()
        ));
    }
    let listener = handed
        .take_tcp_listener(0)
        .map_err(|error| format!("the socket handed over is of no use: {error}"))?;
    if let Some(listener) = &listener {
        listener
            .set_nonblocking(true)
            .map_err(|error| format!("the socket handed over is of no use: {error}"))?;
    }
    Ok(listener)
}

/// Tells that the server answers from now on.
pub(crate) fn ready() {
    tell(NotifyState::Ready);
}

/// Tells that it is about to end.
pub(crate) fn stopping() {
    tell(NotifyState::Stopping);
}

fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("systemd cannot be told: {error}");
    }
}
