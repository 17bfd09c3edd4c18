//! The socket: taking connections, and letting go of them in order.

use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The address at the other end of a connection, which every request bears.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Connections open at a time; more wait until one is done.
const CONNECTIONS: usize = 1024;
/// How long a client may take over a request's head, and stay without one.
const HEAD_TIME: Duration = Duration::from_secs(30);
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

/// Serves until `stop` is done, then finishes what is under way.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME);
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
        // Answers are written whole: waiting to fill packets only delays them.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: hyper::Request<_>| {
            request.extensions_mut().insert(peer);
            service.call(request)
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("connection: {error}");
            }
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
