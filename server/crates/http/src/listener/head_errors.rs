//! The response to a request whose head is too large, or has a line that does not end in CR LF,
//! over HTTP/1.1.
//!
//! hyper itself responds with 431 or 400, without a body, before there is a request that a service
//! could handle. This stream replaces that response with one that has the body of all errors
//! (414 if the address alone is too long), and keeps reading for a moment before it closes: a
//! socket that is closed with bytes unread is reset, and the client may lose the response.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use memchr::memchr;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::listener::head_lines::HeadLines;
use crate::listener::limits::MAX_URI;
use crate::responses::answer::JSON;
use crate::responses::problem::Problem;

/// The start of hyper's own response to a head that is too large, which no service here sends.
const HYPER_TOO_LARGE: &[u8] = b"HTTP/1.1 431 ";
/// The start of its response to a malformed head. Those of services have a content type.
const HYPER_MALFORMED: &[u8] =
    b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n";
/// How many bytes are read after that response, and for how long.
const LINGER_BYTES: usize = 1 << 20;
const LINGER_TIME: Duration = Duration::from_secs(1);

/// The stream of a connection, which replaces hyper's own responses.
pub(crate) struct HeadErrorStream<S> {
    stream: S,
    /// The largest head that is accepted, in bytes.
    limit: u32,
    /// Whether the first line of a request is still incomplete.
    in_first_line: bool,
    lines: HeadLines,
    /// Whether a line did not end in CR LF.
    has_bare_end: bool,
    error_response: Option<ErrorResponse>,
}

/// The response in place of hyper's.
struct ErrorResponse {
    unsent: Bytes,
    /// The number of bytes that are still read.
    left: usize,
    until: Pin<Box<Sleep>>,
}

impl<S> HeadErrorStream<S> {
    pub(crate) fn new(stream: S, limit: u32) -> HeadErrorStream<S> {
        HeadErrorStream {
            stream,
            limit,
            in_first_line: true,
            lines: HeadLines::default(),
            has_bare_end: false,
            error_response: None,
        }
    }

    /// Whether hyper writes a response of its own that is replaced.
    fn replace(&mut self, written: &[u8]) -> bool {
        let problem = if written.starts_with(HYPER_TOO_LARGE) {
            Some(match self.in_first_line {
                true => Problem::uri_too_long(MAX_URI),
                false => Problem::head_too_large(self.limit),
            })
        } else if self.has_bare_end && written.starts_with(HYPER_MALFORMED) {
            let detail = "each line of a request's head ends in CR LF";
            Some(Problem::malformed("invalid_line_end", detail))
        } else {
            None
        };
        let is_replaced = problem.is_some();
        if let Some(problem) = problem {
            self.error_response = Some(ErrorResponse {
                unsent: response(&problem),
                left: LINGER_BYTES,
                until: Box::pin(sleep(LINGER_TIME)),
            });
        }
        // The next bytes read begin the next request.
        self.in_first_line = true;
        is_replaced
    }
}

/// The whole response, head and body.
fn response(problem: &Problem) -> Bytes {
    let (status, body) = (problem.status, problem.body());
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {JSON}\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n",
        body.len()
    );
    Bytes::from(head + &body)
}

impl<S: AsyncWrite + Unpin> HeadErrorStream<S> {
    fn poll_error_response(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(error_response) = &mut self.error_response else {
            return Poll::Ready(Ok(()));
        };
        while !error_response.unsent.is_empty() {
            let sent =
                ready!(Pin::new(&mut self.stream).poll_write(context, &error_response.unsent))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            drop(error_response.unsent.split_to(sent));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> HeadErrorStream<S> {
    /// Reads what the client is still sending.
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(error_response) = &mut self.error_response else {
            return Poll::Ready(());
        };
        let mut space = [0; 4096];
        while error_response.left > 0 && error_response.until.as_mut().poll(context).is_pending() {
            let mut unread = ReadBuf::new(&mut space);
            let read = ready!(Pin::new(&mut self.stream).poll_read(context, &mut unread));
            let count = unread.filled().len();
            if read.is_err() || count == 0 {
                break;
            }
            error_response.left = error_response.left.saturating_sub(count);
        }
        Poll::Ready(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HeadErrorStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let new = &mut buffer.filled_mut()[before..];
        if self.in_first_line && memchr(b'\n', new).is_some() {
            self.in_first_line = false;
        }
        self.has_bare_end |= self.lines.refuse_bare(new);
        read
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for HeadErrorStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.replace(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        // hyper writes a head as a separate slice, and this response has no body.
        if let Some(head) = slices.first()
            && self.replace(head)
        {
            return Poll::Ready(Ok(head.len()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_error_response(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_error_response(context))?;
        ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        ready!(self.poll_linger(context));
        Poll::Ready(Ok(()))
    }
}
