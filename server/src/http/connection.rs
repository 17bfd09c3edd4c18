//! One connection: TLS where that is spoken, then HTTP/1.1 or HTTP/2.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, Request, Response, Uri, header};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::{http1, http2};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::Watcher;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;

use super::limits::HeadLimits;
use super::listen::Peer;
use super::oversized::Explaining;

/// How long a client may take until both have agreed on a key.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long a client may take none of an answer before it is hung up on: who
/// asks for much and reads nothing would keep a place for ever.
const SEND_TIME: Duration = Duration::from_secs(30);
/// Requests under way on one connection of HTTP/2.
const STREAMS: u32 = 64;
/// How often a client of HTTP/2 is asked whether it is still there, and how long
/// it may take to say so.
const PING: Duration = Duration::from_secs(20);
const PONG: Duration = Duration::from_secs(10);

/// Answers all requests of a connection.
pub(super) async fn serve(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    tls: Option<TlsAcceptor>,
    heads: HeadLimits,
    watcher: Watcher,
) {
    // Answers are written whole: waiting to fill packets only delays them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(SEND_TIME));
    let stream = Box::pin(stream);
    let Some(tls) = tls else {
        return http1(stream, peer, router, heads, watcher).await;
    };
    match tokio::time::timeout(HANDSHAKE, tls.accept(stream)).await {
        Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => {
            http2(stream, peer, router, heads, watcher).await;
        }
        Ok(Ok(stream)) => http1(stream, peer, router, heads, watcher).await,
        Ok(Err(error)) => tracing::debug!("handshake: {error}"),
        Err(_) => tracing::debug!("handshake: it took too long"),
    }
}

async fn http1<S>(stream: S, peer: Peer, router: Router, heads: HeadLimits, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        service.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(heads.time)
        .max_header_size(heads.size as usize)
        // The buffer, too: by default hyper reads up to 400 kB ahead.
        .max_buf_size(heads.size as usize)
        .serve_connection(TokioIo::new(Explaining::new(stream, heads.size)), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!("connection: {error}");
    }
}

async fn http2<S>(stream: S, peer: Peer, router: Router, heads: HeadLimits, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let activity = Arc::new(Activity::default());
    let service = TowerToHyperService::new(router);
    let under_way = activity.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let answer = service.call(as_in_1(request));
        let mark = Mark::new(&under_way);
        async move {
            let answer: Result<Response<Body>, _> = answer.await;
            answer.map(|answer| answer.map(|body| Marked { body, _mark: mark }))
        }
    });
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(heads.size)
        .keep_alive_interval(PING)
        .keep_alive_timeout(PONG)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        ended = watcher.watch(connection) => if let Err(error) = ended {
            tracing::debug!("connection: {error}");
        },
        // A browser keeps such a connection for minutes; there is not room for
        // all who once were here.
        () = activity.idle(heads.time) => tracing::debug!("connection: it was idle"),
    }
}

/// A request of HTTP/2 as it would have been in HTTP/1.1: what follows knows
/// hosts by their header, and addresses by their path.
fn as_in_1(mut request: Request<Incoming>) -> Request<Incoming> {
    let uri = request.uri();
    let host = uri.authority().map(|authority| authority.as_str());
    let host = host.and_then(|host| HeaderValue::from_str(host).ok());
    let path = uri.path_and_query().cloned().map(Uri::from);
    if let Some(host) = host {
        request.headers_mut().insert(header::HOST, host);
    }
    if let Some(path) = path {
        *request.uri_mut() = path;
    }
    request
}

/// What goes on on a connection.
#[derive(Default)]
struct Activity {
    under_way: AtomicUsize,
    /// Counts up with every request.
    so_far: AtomicUsize,
}

impl Activity {
    /// Done once there was no request for so long, and before it was twice as
    /// long.
    async fn idle(&self, time: Duration) {
        loop {
            let before = self.so_far.load(Ordering::Relaxed);
            tokio::time::sleep(time).await;
            let same = self.so_far.load(Ordering::Relaxed) == before;
            if same && self.under_way.load(Ordering::Relaxed) == 0 {
                return;
            }
        }
    }
}

/// A request that is under way.
struct Mark(Arc<Activity>);

impl Mark {
    fn new(activity: &Arc<Activity>) -> Mark {
        activity.under_way.fetch_add(1, Ordering::Relaxed);
        activity.so_far.fetch_add(1, Ordering::Relaxed);
        Mark(activity.clone())
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        // From now on it is idle, not from when the request came.
        self.0.so_far.fetch_add(1, Ordering::Relaxed);
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A body whose request is under way until it has been sent.
struct Marked {
    body: Body,
    _mark: Mark,
}

impl HttpBody for Marked {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_is_idle_when_nothing_is_under_way() {
        let short = Duration::from_millis(1);
        let activity = Arc::new(Activity::default());
        activity.idle(short).await;
        let mark = Mark::new(&activity);
        let body = Marked {
            body: Body::from("an answer"),
            _mark: mark,
        };
        let answered = tokio::time::timeout(short * 50, activity.idle(short)).await;
        assert!(answered.is_err(), "the answer has not been sent");
        drop(body);
        activity.idle(short).await;
    }
}
