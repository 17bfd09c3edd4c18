//! Tracking since when a connection has been idle, or its client has read nothing.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long a client may read nothing of a response before its connection counts as idle. A
/// client of HTTP/2 may grant no window for a response, but go on to respond to pings.
const STALLED_AFTER: Duration = Duration::from_secs(5);

/// The state of one connection.
#[derive(Debug)]
pub(crate) struct Activity {
    opened: Instant,
    /// Requests in flight: their responses have not been sent in full.
    requests: AtomicUsize,
    /// Those of them to which the server has yet to respond.
    unanswered: AtomicUsize,
    /// Whether the client has yet to read data that was written.
    is_blocked: AtomicBool,
    /// When the last response was made or sent on, in microseconds since the connection opened.
    active_at: AtomicU64,
    closing: Notify,
}

impl Activity {
    /// A connection that has just been accepted.
    pub(crate) fn new() -> Arc<Activity> {
        Arc::new(Activity {
            opened: Instant::now(),
            requests: AtomicUsize::new(0),
            unanswered: AtomicUsize::new(0),
            is_blocked: AtomicBool::new(false),
            active_at: AtomicU64::new(0),
            closing: Notify::new(),
        })
    }

    /// When the connection became idle: no request in flight, no response partly sent, or one
    /// of which the client has read nothing for a while. `None` while it is busy. Receiving the
    /// head of a request does not count as busy, and no service here reads a body.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        if self.unanswered.load(Ordering::Acquire) > 0 {
            return None;
        }
        let since = self.opened + Duration::from_micros(self.active_at.load(Ordering::Relaxed));
        let is_sending =
            self.requests.load(Ordering::Relaxed) > 0 || self.is_blocked.load(Ordering::Relaxed);
        (!is_sending || since.elapsed() >= STALLED_AFTER).then_some(since)
    }

    fn record_progress(&self) {
        let now = u64::try_from(self.opened.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.active_at.store(now, Ordering::Relaxed);
    }

    /// Waits until the connection has been idle for that long.
    pub(crate) async fn wait_idle(&self, time: Duration) {
        loop {
            let until = match self.idle_since() {
                Some(since) if since.elapsed() >= time => return,
                Some(since) => since + time,
                None => Instant::now() + time,
            };
            tokio::time::sleep_until(until).await;
        }
    }

    /// Requests that the connection be closed, unless a request comes first.
    pub(crate) fn close(&self) {
        self.closing.notify_one();
    }

    /// Waits until the connection should be closed.
    pub(crate) async fn closing(&self) {
        loop {
            self.closing.notified().await;
            if self.idle_since().is_some() {
                return;
            }
        }
    }
}

/// A request in flight.
pub(crate) struct InFlight {
    activity: Arc<Activity>,
    is_answered: bool,
}

impl InFlight {
    pub(crate) fn new(activity: &Arc<Activity>) -> InFlight {
        activity.unanswered.fetch_add(1, Ordering::Relaxed);
        activity.requests.fetch_add(1, Ordering::Relaxed);
        InFlight {
            activity: activity.clone(),
            is_answered: false,
        }
    }

    /// Records that the server has responded: from now on it is up to the client to read.
    pub(crate) fn answered(mut self) -> InFlight {
        self.record_answer();
        self
    }

    fn record_answer(&mut self) {
        self.activity.record_progress();
        if !std::mem::replace(&mut self.is_answered, true) {
            // After the time above, so that the connection is not idle since an earlier one.
            self.activity.unanswered.fetch_sub(1, Ordering::Release);
        }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.record_answer();
        self.activity.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A response body whose request counts as in flight until the body has been sent.
pub(crate) struct TrackedBody {
    pub(crate) body: Body,
    pub(crate) in_flight: InFlight,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if frame.is_ready() && !self.body.is_end_stream() {
            self.in_flight.activity.record_progress();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A socket that tracks whether its client reads: a body may be finished long before its last
/// bytes have left this socket.
pub(crate) struct TrackedSocket<S> {
    stream: S,
    activity: Arc<Activity>,
}

impl<S> TrackedSocket<S> {
    pub(crate) fn new(stream: S, activity: Arc<Activity>) -> TrackedSocket<S> {
        TrackedSocket { stream, activity }
    }

    fn record_blocked<T>(&self, written: Poll<T>) -> Poll<T> {
        let is_blocked = written.is_pending();
        let was_blocked = self.activity.is_blocked.swap(is_blocked, Ordering::Relaxed);
        if is_blocked != was_blocked {
            self.activity.record_progress();
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TrackedSocket<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TrackedSocket<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.record_blocked(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.record_blocked(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test]
    async fn a_connection_without_requests_is_idle() {
        let short = Duration::from_millis(1);
        let activity = Activity::new();
        activity.wait_idle(short).await;
        let in_flight = InFlight::new(&activity);
        let body = TrackedBody {
            body: Body::from("a response"),
            in_flight: in_flight.answered(),
        };
        let answered = tokio::time::timeout(short * 50, activity.wait_idle(short)).await;
        assert!(answered.is_err(), "the response has not been sent");
        drop(body);
        activity.wait_idle(short).await;
    }

    #[tokio::test]
    async fn a_connection_whose_client_does_not_read_is_not_idle() {
        let activity = Activity::new();
        let (mut client, server) = duplex(4);
        let mut socket = TrackedSocket::new(server, activity.clone());
        let writing = tokio::spawn(async move { socket.write_all(b"a response").await });
        while activity.idle_since().is_some() {
            tokio::task::yield_now().await;
        }
        let mut read = [0; 10];
        client.read_exact(&mut read).await.unwrap();
        writing.await.unwrap().unwrap();
        assert!(activity.idle_since().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_response_that_is_not_read_keeps_a_connection_busy_for_a_while_only() {
        let activity = Activity::new();
        let in_flight = InFlight::new(&activity);
        tokio::time::advance(STALLED_AFTER * 2).await;
        assert!(activity.idle_since().is_none(), "the server is at work");
        let answered_at = Instant::now();
        let _in_flight = in_flight.answered();
        assert!(activity.idle_since().is_none(), "the client may read now");
        let another = InFlight::new(&activity);
        tokio::time::advance(STALLED_AFTER).await;
        assert!(activity.idle_since().is_none(), "the server is at work");
        drop(another);
        tokio::time::advance(STALLED_AFTER).await;
        assert_eq!(activity.idle_since(), Some(answered_at + STALLED_AFTER));
        activity.close();
        activity.closing().await;
    }

    #[tokio::test]
    async fn a_connection_with_a_request_is_not_closed() {
        let activity = Activity::new();
        let in_flight = InFlight::new(&activity);
        activity.close();
        let short = Duration::from_millis(20);
        let closing = tokio::time::timeout(short, activity.closing()).await;
        assert!(closing.is_err());
        drop(in_flight);
        activity.close();
        activity.closing().await;
    }
}
