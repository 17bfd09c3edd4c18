//! The socket: taking connections, and letting go of them in order.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_rustls::TlsAcceptor;

use super::connection;
use super::crowd::{Crowd, Place};
use super::limits::HeadLimits;

/// The address at the other end of a connection, which every request bears.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Connections open at a time; more wait until one is done.
const CONNECTIONS: usize = 1024;
/// How long a connection that waits for a request is left open once the server is
/// to stop. It is told with the next answer; whoever is cut off in between may
/// have asked already.
const LAST_WORD: Duration = Duration::from_secs(2);
/// How long to wait when the system has no room for another connection.
const RESPITE: Duration = Duration::from_millis(100);

/// Binds `HOST:PORT`, which an option named.
///
/// # Errors
/// In one line: what is wrong with the address.
pub(crate) async fn bind(address: &str, option: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address)
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!("{address} is in use by another program; choose another with {option}")
            }
            _ => format!("cannot listen on {address}: {error}"),
        })
}

/// Serves, by TLS if that is there and no client more than its share, until `stop`
/// is done, then finishes what is under way, for as long as `farewell` at most.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    tls: Option<TlsAcceptor>,
    crowd: Arc<Crowd>,
    heads: HeadLimits,
    stop: impl Future<Output = ()>,
    farewell: Duration,
) {
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let connect = |stream: TcpStream, peer: SocketAddr, slot: OwnedSemaphorePermit| {
        let Some(place) = crowd.place(peer.ip()) else {
            // Hung up on without a word, which would take time and another place.
            tracing::debug!("connection: {} has as many as it may", peer.ip());
            return;
        };
        let connection = connection::serve(
            stream,
            Peer(peer.ip()),
            router.clone(),
            tls.clone(),
            heads,
            graceful.watcher(),
        );
        tokio::spawn(async move {
            connection.await;
            drop::<(OwnedSemaphorePermit, Place)>((slot, place));
        });
    };
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
        match (slot, accepted) {
            (Ok(slot), Ok((stream, peer))) => connect(stream, peer, slot),
            (_, Err(error)) => {
                // The client is gone already, or the system has no handles left.
                tracing::debug!("accepting: {error}");
                tokio::time::sleep(RESPITE).await;
            }
            // The slots are never closed.
            (Err(_), _) => break,
        }
    }
    // Whoever waits already would be cut off with the socket.
    if let Ok(listener) = listener.into_std() {
        while let Ok(slot) = slots.clone().try_acquire_owned()
            && let Ok((stream, peer)) = listener.accept()
            && stream.set_nonblocking(true).is_ok()
            && let Ok(stream) = TcpStream::from_std(stream)
        {
            connect(stream, peer, slot);
        }
    }
    let over = async {
        // All connections have ended when all slots are free.
        let all = slots.acquire_many(CONNECTIONS as u32);
        let _ = tokio::time::timeout(LAST_WORD, all).await;
        graceful.shutdown().await;
    };
    if tokio::time::timeout(farewell, over).await.is_err() {
        tracing::warn!("some connections were cut off");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// Asks on a new connection; the answer, which is empty if it was hung up on.
    async fn ask(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let mut answer = String::new();
        let asked = b"GET / HTTP/1.1\r\nHost: pool\r\nConnection: close\r\n\r\n";
        if stream.write_all(asked).await.is_ok() {
            // It may be cut off, too.
            let _ = stream.read_to_string(&mut answer).await;
        }
        answer
    }

    #[tokio::test]
    async fn who_has_as_many_connections_as_it_may_gets_no_more() {
        let listener = bind("127.0.0.1:0", "--listen").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(|| async { "well" }));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let stopped = async move { drop(stopped.await) };
        let second = Duration::from_secs(1);
        let crowd = Crowd::new(2, Vec::new());
        let heads = HeadLimits {
            size: 32 << 10,
            time: second,
        };
        let server = serve(listener, router, None, crowd, heads, stopped, second);
        let server = tokio::spawn(server);

        // Two that ask nothing and stay, and once they are in, a third.
        let idle = [
            TcpStream::connect(address).await.unwrap(),
            TcpStream::connect(address).await.unwrap(),
        ];
        assert_eq!(ask(address).await, "");
        drop(idle);
        let again = async {
            while !ask(address).await.ends_with("well") {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(second * 10, again).await.unwrap();
        stop.send(()).unwrap();
        server.await.unwrap();
    }
}
