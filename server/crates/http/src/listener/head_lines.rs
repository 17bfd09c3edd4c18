//! The line ends in the heads of HTTP/1.1 requests.
//!
//! hyper also takes a bare LF for the end of a line, and a proxy in front of this server may not:
//! the two would read different requests from the same bytes (request smuggling).

/// The begin of a line, as far as it matters whether a body follows.
const BEGIN: usize = 20;

/// A byte that no head may have.
const INVALID: u8 = 0;

/// Follows the bytes of a connection from head to head. The service closes a connection after a
/// request with a body (`request_guard`), so what follows such a head is not looked at.
#[derive(Debug, Default)]
pub(crate) struct HeadLines {
    /// The first bytes of the current line, in lower case and without white space.
    begin: [u8; BEGIN],
    /// The number of bytes in the line, without white space.
    length: usize,
    after_cr: bool,
    /// Whether the current head has a line. Empty lines before a request are ignored.
    in_head: bool,
    has_body: bool,
    is_done: bool,
}

impl HeadLines {
    /// Checks the next bytes. Where a line ends in anything but CR LF, it puts a byte for which
    /// hyper refuses this request, after having served those before it, and returns true.
    pub(crate) fn refuse_bare(&mut self, bytes: &mut [u8]) -> bool {
        for byte in bytes {
            match (self.after_cr, *byte) {
                _ if self.is_done => return false,
                (true, b'\n') => self.end_line(),
                (true, _) | (false, b'\n') => {
                    *byte = INVALID;
                    self.is_done = true;
                    return true;
                }
                (false, b'\r') => self.after_cr = true,
                (false, b' ' | b'\t') => {}
                (false, byte) => {
                    if let Some(place) = self.begin.get_mut(self.length) {
                        *place = byte.to_ascii_lowercase();
                    }
                    self.length += 1;
                }
            }
        }
        false
    }

    fn end_line(&mut self) {
        let line = &self.begin[..self.length.min(BEGIN)];
        if line.is_empty() && self.in_head {
            self.is_done = self.has_body;
            self.in_head = false;
        }
        self.in_head |= !line.is_empty();
        self.has_body |= line.starts_with(b"transfer-encoding:")
            || (line.starts_with(b"content-length:") && line != b"content-length:0");
        self.length = 0;
        self.after_cr = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /// Where the first byte was replaced, in reads of that many bytes.
    fn refused_at(text: &str, read: usize) -> Option<usize> {
        let mut bytes = text.as_bytes().to_vec();
        let mut lines = HeadLines::default();
        let mut reads = bytes.chunks_mut(read);
        let is_refused = reads.any(|bytes| lines.refuse_bare(bytes));
        let replaced = bytes.iter().position(|byte| *byte == INVALID);
        assert_eq!(replaced.is_some(), is_refused, "{text:?}");
        replaced
    }

    #[test]
    fn lines_end_in_cr_lf() {
        let with_body = |header: &str| format!("POST / HTTP/1.1\r\n{header}\r\n\r\n{{\n\r\n\n}}");
        let accepted = [
            GET.to_owned(),
            GET.repeat(3),
            format!("\r\n\r\n{GET}\r\n{GET}"),
            with_body("Content-Length: 7"),
            with_body("CONTENT-length:\t00"),
            with_body("transfer-encoding: chunked"),
            format!("{GET}{}", with_body("content-length: 7")),
        ];
        let refused = [
            "GET / HTTP/1.1\n".to_owned(),
            "\n".to_owned(),
            "GET / HTTP/1.1\r\nHost: a\n".to_owned(),
            "GET / HTTP/1.1\r\nHost: a\r\n\n".to_owned(),
            "GET / HTTP/1.1\r\nHost: a\r\nx: y\rz".to_owned(),
            "GET / HTTP/1.1\r\nHost: a\r\r".to_owned(),
            format!("{GET}GET / HTTP/1.1\n"),
            // No body follows these.
            "GET / HTTP/1.1\r\nContent-Length: \t 0 \r\n\r\nGET /\n".to_owned(),
            "GET / HTTP/1.1\r\nx-content-length: 7\r\n\r\nGET /\n".to_owned(),
        ];
        for read in [1, 2, 3, 7, 1000] {
            for text in &accepted {
                assert_eq!(refused_at(text, read), None, "{text:?}");
            }
            for text in &refused {
                let whole = format!("{text}{GET}");
                assert_eq!(refused_at(&whole, read), Some(text.len() - 1), "{text:?}");
            }
        }
    }
}
