//! One connection: TLS if it is enabled, then HTTP/1.1 or HTTP/2.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, Version};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::{HttpService as HyperService, Service as _, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::Watcher;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;

use crate::listener::activity::{Activity, InFlight, TrackedBody, TrackedSocket};
use crate::listener::head_errors::HeadErrorStream;
use crate::listener::http2_request::{exceeds_head_limit, to_http1_form};
use crate::listener::limits::HeadLimits;
use crate::responses::problem::Problem;
use crate::service::HttpService;

/// The IP address of a connection's peer, an extension of every request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// The timeout of the TLS handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client may read nothing of a response before its connection is closed: a client
/// that sends requests and reads nothing would occupy a place indefinitely.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Concurrent requests on one connection of HTTP/2.
const MAX_STREAMS: u32 = 64;
/// The interval of HTTP/2 pings, and the timeout of their responses.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const PING_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves all requests of a connection.
pub(crate) async fn serve(
    stream: TcpStream,
    peer: Peer,
    service: impl HttpService,
    tls: Option<TlsAcceptor>,
    head_limits: HeadLimits,
    activity: Arc<Activity>,
    watcher: Watcher,
) {
    // Responses are written whole: waiting to fill packets only delays them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let stream = TrackedSocket::new(Box::pin(stream), activity.clone());
    let Some(tls) = tls else {
        return http1(
            stream,
            tracked(peer, service, activity.clone(), head_limits.size),
            head_limits,
            watcher,
        )
        .await;
    };
    match tokio::time::timeout(HANDSHAKE_TIMEOUT, tls.accept(stream)).await {
        Ok(Ok(stream)) => {
            let is_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
            let service = tracked(peer, service, activity.clone(), head_limits.size);
            match is_http2 {
                true => http2(stream, service, head_limits, &activity, watcher).await,
                false => http1(stream, service, head_limits, watcher).await,
            }
        }
        Ok(Err(error)) => tracing::debug!("TLS handshake: {error}"),
        Err(_) => tracing::debug!("TLS handshake: timed out"),
    }
}

/// The service for the requests of one connection, which also tracks those in flight.
fn tracked(
    peer: Peer,
    service: impl HttpService,
    activity: Arc<Activity>,
    head_limit: u32,
) -> impl HyperService<Incoming, ResBody = TrackedBody, Error = Infallible, Future: Send + 'static> + Send
{
    let service = TowerToHyperService::new(service);
    service_fn(move |mut request: Request<Incoming>| {
        let is_too_large =
            request.version() == Version::HTTP_2 && exceeds_head_limit(&request, head_limit);
        if request.version() == Version::HTTP_2 {
            request = to_http1_form(request);
        }
        request.extensions_mut().insert(peer);
        let in_flight = InFlight::new(&activity);
        let request = request.map(Body::new);
        let response = (!is_too_large).then(|| service.call(request));
        async move {
            let response: Result<Response<Body>, _> = match response {
                Some(response) => response.await,
                None => Ok(Problem::head_too_large(head_limit).into_response()),
            };
            response.map(|response| {
                response.map(|body| TrackedBody {
                    body,
                    in_flight: in_flight.answered(),
                })
            })
        }
    })
}

async fn http1(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    service: impl HyperService<Incoming, ResBody = TrackedBody, Error = Infallible, Future: Send>,
    head_limits: HeadLimits,
    watcher: Watcher,
) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_limits.time)
        .max_header_size(head_limits.size as usize)
        // The buffer, too: by default, hyper reads up to 400 kB ahead.
        .max_buf_size(head_limits.size as usize)
        .serve_connection(
            TokioIo::new(HeadErrorStream::new(stream, head_limits.size)),
            service,
        );
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!("connection: {error}");
    }
}

async fn http2(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    service: impl HyperService<
        Incoming,
        ResBody = TrackedBody,
        Error = Infallible,
        Future: Send + 'static,
    >,
    head_limits: HeadLimits,
    activity: &Activity,
    watcher: Watcher,
) {
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        // Twice the limit: h2 itself responds to larger heads, without a body.
        .max_header_list_size(head_limits.size.saturating_mul(2))
        .keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        ended = watcher.watch(connection) => if let Err(error) = ended {
            tracing::debug!("connection: {error}");
        },
        // A browser keeps such a connection open for minutes; there is no room for all past
        // clients.
        () = activity.wait_idle(head_limits.time) => tracing::debug!("connection: closed while idle"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use hyper_util::server::graceful::GracefulShutdown;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::net::TcpListener;
    use tokio::time::Instant;

    /// A preface, settings with a window of 0 for each stream, and `GET /` on stream 1 (RFC
    /// 9113, RFC 7541: the last bytes are indexed fields, and a `Host` of 1 byte).
    const REQUEST_WITHOUT_WINDOW: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\
        \x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\
        \x00\x00\x06\x01\x05\x00\x00\x00\x01\x82\x84\x86\x41\x01a";

    /// What a server over HTTP/1.1 sends to a client that sends these bytes, in writes of one
    /// byte each or all at once.
    async fn responses(sent: &str, at_once: bool) -> String {
        let (mut client, server) = duplex(1 << 16);
        let router = Router::new().route(
            "/",
            get(|| async { "well" }).post(|body: String| async { body }),
        );
        let router = crate::layers::request_guard::with_request_guard(router);
        let head_limits = HeadLimits {
            size: 32 << 10,
            time: Duration::from_secs(1),
        };
        let service = tracked(
            Peer(IpAddr::from([192, 0, 2, 1])),
            router,
            Activity::new(),
            32 << 10,
        );
        let graceful = GracefulShutdown::new();
        let watcher = graceful.watcher();
        let served = tokio::spawn(http1(server, service, head_limits, watcher));
        for bytes in sent.as_bytes().chunks(if at_once { sent.len() } else { 1 }) {
            // The server may have closed the connection.
            if client.write_all(bytes).await.is_err() {
                break;
            }
            tokio::task::yield_now().await;
        }
        // Until the time for another head is over.
        let mut responses = String::new();
        client.read_to_string(&mut responses).await.unwrap();
        served.await.unwrap();
        responses
    }

    #[tokio::test(start_paused = true)]
    async fn a_bare_line_end_is_refused() {
        let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\na\n\r\nb\r";
        for at_once in [true, false] {
            for (sent, count) in [
                (get.to_owned(), 1),
                (get.repeat(2), 2),
                (format!("{get}{post}"), 2),
            ] {
                let all = responses(&sent, at_once).await;
                assert_eq!(
                    all.matches("HTTP/1.1 200 OK").count(),
                    count,
                    "{sent:?}: {all}"
                );
                assert_eq!(all.matches("HTTP/1.1 ").count(), count, "{sent:?}: {all}");
            }
            for bare in [
                "GET / HTTP/1.1\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\n",
                "GET / HTTP/1.1\r\nHost: a\r\nx: y\nz: 1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nx: y\rz: 1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n",
                "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            ] {
                for before in ["", get] {
                    let all = responses(&format!("{before}{bare}{get}"), at_once).await;
                    let (first, refused) = all.split_at(all.find("HTTP/1.1 400 ").unwrap());
                    assert_eq!(
                        first.matches("well").count(),
                        usize::from(!before.is_empty())
                    );
                    assert!(
                        refused.contains("each line of a request's head ends in CR LF"),
                        "{bare:?}: {refused}"
                    );
                    assert!(refused.contains("connection: close"), "{refused}");
                    assert!(!refused.contains("well"), "{refused}");
                }
            }
        }
        // Nothing after a body is a request.
        let after_body = responses(&format!("{post}\nGET / HTTP/1.1\nHost: a\n\n"), true).await;
        assert_eq!(after_body.matches("HTTP/1.1 ").count(), 1, "{after_body}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_grants_no_window_is_disconnected() {
        let (mut client, server) = duplex(1 << 16);
        let activity = Activity::new();
        let router = Router::new().route("/", get(|| async { "well" }));
        let head_limits = HeadLimits {
            size: 32 << 10,
            time: Duration::from_secs(1),
        };
        let service = tracked(
            Peer(IpAddr::from([192, 0, 2, 1])),
            router,
            activity.clone(),
            head_limits.size,
        );
        let graceful = GracefulShutdown::new();
        let watcher = graceful.watcher();
        let served = tokio::spawn(async move {
            http2(server, service, head_limits, &activity, watcher).await;
        });
        client.write_all(REQUEST_WITHOUT_WINDOW).await.unwrap();
        let started = Instant::now();
        let mut frames = Vec::new();
        client.read_to_end(&mut frames).await.unwrap();
        served.await.unwrap();
        // Type 1: the head of the response, on stream 1.
        let is_answered = frames.windows(6).any(|bytes| bytes == [1, 4, 0, 0, 0, 1]);
        assert!(is_answered, "{frames:?}");
        // Not because it did not respond to a ping, which another client would do.
        assert!(started.elapsed() < PING_INTERVAL);
    }

    /// A server's end of a connection, and its client's.
    async fn connected() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await;
        (listener.accept().await.unwrap().0, client.unwrap())
    }

    /// Serves a connection that must end although its client does nothing more. The clock of
    /// these tests stands while anything happens, and then jumps to the next time-out.
    async fn serve_to_the_end(stream: TcpStream, router: Router, tls: Option<TlsAcceptor>) {
        let head_limits = HeadLimits {
            size: 32 << 10,
            time: Duration::from_secs(1),
        };
        let (graceful, activity) = (GracefulShutdown::new(), Activity::new());
        let (peer, watcher) = (Peer(IpAddr::from([192, 0, 2, 1])), graceful.watcher());
        let served = serve(stream, peer, router, tls, head_limits, activity, watcher);
        let hour = Duration::from_secs(3600);
        assert!(tokio::time::timeout(hour, served).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_never_reads_is_disconnected() {
        let (stream, mut client) = connected().await;
        // More than the buffers of a connection hold.
        let router = Router::new().route("/", get(|| async { vec![0; 64 << 20] }));
        let request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        client.write_all(request).await.unwrap();
        serve_to_the_end(stream, router, None).await;
    }

    #[tokio::test(start_paused = true)]
    async fn an_unfinished_handshake_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let tls = crate::listener::tls::tests::tls(folder.path());
        for sent in [&b""[..], b"\x16\x03\x01\x02\x00"] {
            let (stream, mut client) = connected().await;
            client.write_all(sent).await.unwrap();
            serve_to_the_end(stream, Router::new(), Some(tls.acceptor())).await;
        }
    }
}
