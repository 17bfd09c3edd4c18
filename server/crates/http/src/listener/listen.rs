//! The listening socket: accepting connections, and a graceful shutdown.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::listener::connection::{self, Peer};
use crate::listener::connection_limit::{ConnectionLimit, ConnectionSlot};
use crate::listener::limits::HeadLimits;
use crate::listener::metrics::ConnectionMetrics;
use crate::listener::per_ip_limit::PerIpLimit;
use crate::service::HttpService;

/// How long an idle connection is left open when the server shuts down. The client learns of
/// the shutdown with the next response; if the connection were closed at once, the client
/// might already have sent a request.
const IDLE_GRACE: Duration = Duration::from_secs(2);
/// How long to wait when the system has no handle for another connection.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// The interval at which a lasting failure to accept is logged.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Binds `HOST:PORT`, the value of an option.
///
/// # Errors
/// In one line: what is wrong with the address.
pub async fn bind(address: &str, option: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address)
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!("{address} is in use by another program; choose another with {option}")
            }
            _ => cannot_listen(address, &error),
        })
}

/// Why nothing can listen on `HOST:PORT`, in one line.
pub fn cannot_listen(address: &str, error: &io::Error) -> String {
    // The system's own words for these are about names and sockets.
    match error.kind() == io::ErrorKind::InvalidInput || address.starts_with(':') {
        true => {
            format!("cannot listen on {address}: it should be HOST:PORT, such as 127.0.0.1:8080")
        }
        false => format!("cannot listen on {address}: {error}"),
    }
}

/// How the connections of one listener are served.
#[derive(Clone)]
#[allow(missing_debug_implementations)] // TlsAcceptor has none.
pub struct HttpServer {
    /// TLS, if it is enabled.
    pub tls: Option<TlsAcceptor>,
    /// The maximum number of open connections.
    pub connections: usize,
    /// The limit of connections for each client.
    pub per_ip_limit: Arc<PerIpLimit>,
    /// The limits of the heads of requests.
    pub head_limits: HeadLimits,
    /// The metrics of these connections.
    pub metrics: ConnectionMetrics,
    /// How long requests in flight may take during shutdown.
    pub shutdown_timeout: Duration,
}

impl HttpServer {
    /// Serves until `stop` completes, then finishes the requests in flight.
    pub async fn serve(
        self,
        listener: TcpListener,
        service: impl HttpService,
        stop: impl Future<Output = ()>,
    ) {
        self.metrics.set_limit(self.connections);
        let graceful = GracefulShutdown::new();
        let slots = ConnectionLimit::new(self.connections, self.metrics.clone());
        let mut failures = AcceptFailures::default();
        let mut stop = pin!(stop);
        loop {
            let next = async {
                let accepted = listener.accept().await;
                match accepted {
                    Ok(accepted) => Ok((accepted, slots.acquire().await)),
                    Err(error) => Err(error),
                }
            };
            let next = tokio::select! {
                biased;
                () = &mut stop => break,
                next = next => next,
            };
            match next {
                Ok(((stream, peer), slot)) => {
                    self.connect(stream, peer, slot, &service, graceful.watcher());
                }
                Err(error) => {
                    failures.record(&error, &self.metrics);
                    tokio::time::sleep(ACCEPT_RETRY).await;
                }
            }
        }
        // Clients in the backlog would be cut off with the socket.
        if let Ok(listener) = listener.into_std() {
            while let Some(slot) = slots.try_acquire()
                && let Ok((stream, peer)) = listener.accept()
                && stream.set_nonblocking(true).is_ok()
                && let Ok(stream) = TcpStream::from_std(stream)
            {
                self.connect(stream, peer, slot, &service, graceful.watcher());
            }
        }
        let closed = async {
            let _ = tokio::time::timeout(IDLE_GRACE, slots.all_closed()).await;
            graceful.shutdown().await;
        };
        if tokio::time::timeout(self.shutdown_timeout, closed)
            .await
            .is_err()
        {
            tracing::warn!("connections were closed before their responses were complete");
        }
    }

    /// Serves one connection.
    fn connect(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        slot: ConnectionSlot,
        service: &impl HttpService,
        watcher: Watcher,
    ) {
        let Some(permit) = self.per_ip_limit.acquire(peer.ip()) else {
            // Closed without a response, which would take time and another slot.
            tracing::debug!("connection: {} has reached its limit", peer.ip());
            self.metrics.count_closed("client");
            return;
        };
        let (tls, metrics) = (self.tls.clone(), self.metrics.clone());
        let activity = slot.activity.clone();
        let connection = connection::serve(
            stream,
            Peer(peer.ip()),
            service.clone(),
            tls,
            self.head_limits,
            activity.clone(),
            watcher,
        );
        tokio::spawn(async move {
            tokio::select! {
                () = connection => {}
                () = activity.closing() => {
                    tracing::debug!("connection: closed for a new one at the limit");
                    metrics.count_closed("full");
                }
            }
            drop((slot, permit));
        });
    }
}

/// Failures to accept connections: all are counted, but logged at intervals only.
#[derive(Default)]
struct AcceptFailures {
    logged: Option<Instant>,
}

impl AcceptFailures {
    fn record(&mut self, error: &io::Error, metrics: &ConnectionMetrics) {
        if !is_exhausted(error) {
            // The client has already disconnected.
            metrics.count_not_accepted("other");
            tracing::debug!("accept: {error}");
            return;
        }
        metrics.count_not_accepted("too_many_open_files");
        if self
            .logged
            .is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL)
        {
            self.logged = Some(Instant::now());
            tracing::warn!("cannot accept connections: {error}");
        }
    }
}

/// Whether the process or the system is out of handles, or of memory for one.
fn is_exhausted(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let exhausted = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM];
    let number = error.raw_os_error();
    exhausted
        .iter()
        .any(|kind| number == Some(kind.raw_os_error()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// Sends a request on a new connection. Returns the response, which is empty if the server
    /// closed the connection.
    async fn request(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let mut response = String::new();
        let head = b"GET / HTTP/1.1\r\nHost: pool\r\nConnection: close\r\n\r\n";
        if stream.write_all(head).await.is_ok() {
            // The response may be cut off, too.
            let _ = stream.read_to_string(&mut response).await;
        }
        response
    }

    #[test]
    fn exhausted_file_limits_are_logged_and_disconnected_clients_are_not() {
        use rustix::io::Errno;
        let error = |errno: Errno| io::Error::from_raw_os_error(errno.raw_os_error());
        let (metrics, mut failures) = (ConnectionMetrics::default(), AcceptFailures::default());
        failures.record(&error(Errno::CONNABORTED), &metrics);
        assert!(failures.logged.is_none());
        failures.record(&error(Errno::MFILE), &metrics);
        let logged = failures.logged;
        assert!(logged.is_some());
        // Many failures are logged once.
        failures.record(&error(Errno::NFILE), &metrics);
        assert_eq!(failures.logged, logged);
        let mut registry = prometheus_client::registry::Registry::default();
        metrics.register(&mut registry);
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &registry).unwrap();
        assert!(
            text.contains("not_accepted_total{reason=\"too_many_open_files\"} 2"),
            "{text}"
        );
        assert!(
            text.contains("not_accepted_total{reason=\"other\"} 1"),
            "{text}"
        );
    }

    /// Longer than anything takes, also on a busy machine.
    const PATIENCE: Duration = Duration::from_secs(300);

    /// A server for that many connections, and for that many of one client, which waits for heads
    /// longer than a test takes.
    fn http_server(connections: usize, per_ip: usize) -> HttpServer {
        HttpServer {
            tls: None,
            connections,
            per_ip_limit: PerIpLimit::with_max(per_ip, Vec::new()),
            head_limits: HeadLimits {
                size: 32 << 10,
                time: PATIENCE * 2,
            },
            metrics: ConnectionMetrics::default(),
            shutdown_timeout: Duration::from_secs(1),
        }
    }

    #[tokio::test]
    async fn a_connection_whose_request_has_not_arrived_is_closed_for_a_new_one() {
        let listener = bind("127.0.0.1:0", "--listen").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(|| async { "well" }));
        tokio::spawn(http_server(4, 100).serve(listener, router, std::future::pending()));
        let mut slow = Vec::new();
        for _ in 0..12 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost").await.unwrap();
            slow.push(stream);
        }
        let answered = tokio::time::timeout(PATIENCE, request(address));
        assert!(answered.await.unwrap().ends_with("well"));
        // The latest are still open.
        let latest = &mut slow[10];
        latest.write_all(b": pool\r\n\r\n").await.unwrap();
        let mut response = [0; 15];
        latest.read_exact(&mut response).await.unwrap();
        assert_eq!(&response, b"HTTP/1.1 200 OK");
    }

    #[tokio::test]
    async fn a_client_at_its_connection_limit_is_refused() {
        let listener = bind("127.0.0.1:0", "--listen").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(|| async { "well" }));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let stopped = async move { drop(stopped.await) };
        let server = tokio::spawn(http_server(10, 2).serve(listener, router, stopped));

        // Two connections stay idle; then a third is refused.
        let idle = [
            TcpStream::connect(address).await.unwrap(),
            TcpStream::connect(address).await.unwrap(),
        ];
        assert_eq!(request(address).await, "");
        drop(idle);
        let again = async {
            while !request(address).await.ends_with("well") {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, again).await.unwrap();
        stop.send(()).unwrap();
        server.await.unwrap();
    }
}
