//! The socket: taking connections, and letting go of them in order.

use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;

use super::connection;

/// The address at the other end of a connection, which every request bears.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Connections open at a time; more wait until one is done.
const CONNECTIONS: usize = 1024;
/// How long requests under way may take once the server is to stop.
const FAREWELL: Duration = Duration::from_secs(10);
/// How long to wait when the system has no room for another connection.
const RESPITE: Duration = Duration::from_millis(100);

/// Binds `HOST:PORT`.
///
/// # Errors
/// In one line: what is wrong with the address.
pub(crate) async fn bind(address: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address)
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!("{address} is in use by another program; choose another with --listen")
            }
            _ => format!("cannot listen on {address}: {error}"),
        })
}

/// Serves, by TLS if that is there, until `stop` is done, then finishes what is
/// under way.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    tls: Option<TlsAcceptor>,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let slot = slots.clone().acquire_owned().await;
            (slot, listener.accept().await)
        };
        let (slot, accepted) = tokio::select! {
            biased;
            () = &mut stop => break,
            next = next => next,
        };
        let (stream, peer) = match accepted {
            Ok((stream, peer)) => (stream, Peer(peer.ip())),
            // The client is gone already, or the system has no handles left.
            Err(error) => {
                tracing::debug!("accepting: {error}");
                tokio::time::sleep(RESPITE).await;
                continue;
            }
        };
        let connection = connection::serve(
            stream,
            peer,
            router.clone(),
            tls.clone(),
            graceful.watcher(),
        );
        tokio::spawn(async move {
            connection.await;
            drop(slot);
        });
    }
    drop(listener);
    tracing::info!("stopping");
    if tokio::time::timeout(FAREWELL, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some connections were cut off");
    }
}

/// Listens from now on for the process being asked to stop, by SIGTERM or
/// ctrl-C; the future is done when it is.
pub(crate) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        // Where there is no way to be asked, there is none to be told of it.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
