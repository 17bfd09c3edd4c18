//! Sending bytes, and reading the response with a short time limit.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::PATIENCE;

/// How long the client waits before it closes its side of the connection, so that a server which
/// waits for the rest of a request learns that none will come.
const PAUSE: Duration = Duration::from_millis(250);
/// The pause between the pieces of a request.
const BETWEEN: Duration = Duration::from_millis(3);
/// More bytes than any refusal has.
const MOST: usize = 4 << 20;

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The server closed it.
    Closed,
    /// The server sent something that is not a response.
    Unread,
    /// The server never closed it.
    Open,
    /// The server refused it.
    Refused,
}

/// What the server sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The status of each response on the connection.
    pub(super) statuses: Vec<u16>,
    /// All bytes.
    pub(super) bytes: Vec<u8>,
    /// How the connection ended.
    pub(super) end: End,
}

/// Sends the pieces on a connection of their own and reads to the end.
pub(super) fn send(address: &str, pieces: &[Vec<u8>]) -> Answer {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return Answer {
            statuses: Vec::new(),
            bytes: Vec::new(),
            end: End::Refused,
        };
    };
    // Without a limit, a write could block for ever.
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let _ = stream.set_nodelay(true);
    for (number, piece) in pieces.iter().enumerate() {
        if number > 0 {
            thread::sleep(BETWEEN);
        }
        // The server may have closed the connection.
        if stream.write_all(piece).is_err() {
            break;
        }
    }
    let (bytes, closed) = listen(&mut stream);
    let statuses = statuses(&bytes);
    let end = match (closed, &statuses) {
        (false, _) => End::Open,
        (true, None) => End::Unread,
        (true, Some(_)) => End::Closed,
    };
    Answer {
        statuses: statuses.unwrap_or_default(),
        bytes,
        end,
    }
}

/// All bytes from the server, and whether it closed the connection.
fn listen(stream: &mut TcpStream) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 << 10];
    let begun = Instant::now();
    let _ = stream.set_read_timeout(Some(PAUSE));
    while begun.elapsed() < PATIENCE && bytes.len() < MOST {
        match stream.read(&mut buffer) {
            Ok(0) => return (bytes, true),
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                let _ = stream.shutdown(Shutdown::Write);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // Closed while the request was being sent.
            Err(_) => return (bytes, true),
        }
    }
    (bytes, false)
}

/// The statuses of the responses in those bytes, the last of which may be truncated; `None` if
/// they are not responses.
fn statuses(mut bytes: &[u8]) -> Option<Vec<u16>> {
    let mut statuses = Vec::new();
    while !bytes.is_empty() {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            // A truncated head has at least its first line.
            let line = std::str::from_utf8(bytes).ok()?;
            let whole = line.starts_with("HTTP/1.") || "HTTP/1.".starts_with(line);
            statuses.extend(
                line.get(9..12)
                    .and_then(|status| status.parse::<u16>().ok()),
            );
            return whole.then_some(statuses);
        };
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let status: u16 = head.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
        let length = head
            .split("\r\n")
            .filter_map(|line| line.split_once(": "))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(Some(0), |(_, length)| length.parse().ok())?;
        statuses.push(status);
        bytes = bytes.get(end + 4 + length..).unwrap_or_default();
    }
    Some(statuses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_read() {
        let two = b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 400 No\r\n\r\n";
        assert_eq!(statuses(two), Some(vec![404, 400]));
        assert_eq!(statuses(b""), Some(vec![]));
        assert_eq!(statuses(b"HTTP/1.1 500 Inter"), Some(vec![500]));
        assert_eq!(statuses(b"HTT"), Some(vec![]));
        let cut = b"HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{}";
        assert_eq!(statuses(cut), Some(vec![200]));
        assert_eq!(statuses(b"<html>"), None);
        assert_eq!(
            statuses(b"HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\nmore"),
            None
        );
    }
}
