//! Splits a file into its records without reading it whole.
//!
//! There are three layouts: one record on each line, one array of records, or records one
//! after another over any number of lines. The layout is detected from the beginning of the
//! file, unless the file's name determines it.

use std::io::{self, BufRead};

use crate::record::columns::Refusal;

/// The largest accepted record, in bytes.
pub(super) const LARGEST: usize = 16 << 20;

/// The layout of the records in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Not detected yet.
    Unknown,
    /// One record on each line, so that a malformed record affects only itself.
    Lines,
    /// One array; the flag is set once a record has been read from it.
    Array(bool),
    /// One record after another.
    Values,
    /// The end of the file, or an error after which nothing more can be read.
    Over,
}

/// The number of the line in which a record begins, and its bytes or the error.
pub(super) type Piece = (u64, Result<Vec<u8>, Refusal>);

/// An iterator over the records of a file.
pub(super) struct Pieces<'a> {
    bytes: Bytes<'a>,
    layout: Layout,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(reader: &'a mut dyn BufRead, layout: Layout) -> Pieces<'a> {
        Pieces {
            bytes: Bytes { reader, line: 1 },
            layout,
        }
    }

    /// The next record; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Piece>> {
        if self.layout == Layout::Over {
            return Ok(None);
        }
        // Skips a byte order mark, with which some programs begin their files.
        if self.bytes.line == 1 {
            while matches!(self.bytes.peek()?, Some(0xef | 0xbb | 0xbf)) {
                self.bytes.take()?;
            }
        }
        let Some(first) = self.bytes.skip_space()? else {
            let unfinished = matches!(self.layout, Layout::Array(_));
            self.layout = Layout::Over;
            return Ok(unfinished.then(|| self.wrong("the file ends before its array does")));
        };
        if self.layout == Layout::Unknown && first == b'[' {
            self.bytes.take()?;
            self.layout = Layout::Array(false);
            return self.next();
        }
        match self.layout {
            Layout::Array(begun) => self.element(first, begun),
            Layout::Lines => self.line(Vec::new(), false).map(Some),
            Layout::Unknown | Layout::Values => self.value(first).map(Some),
            Layout::Over => Ok(None),
        }
    }

    /// An error at the current line.
    fn wrong(&self, what: &'static str) -> Piece {
        (self.bytes.line, Err(Refusal::Malformed(what)))
    }

    /// Reads the rest of a line whose beginning is in `read`; `large` if it is too large
    /// already.
    fn line(&mut self, mut read: Vec<u8>, mut large: bool) -> io::Result<Piece> {
        let number = self.bytes.line;
        while let Some(byte) = self.bytes.take()? {
            if byte == b'\n' {
                break;
            }
            large |= read.len() >= LARGEST;
            if !large {
                read.push(byte);
            }
        }
        Ok((
            number,
            if large {
                Err(Refusal::TooLarge(LARGEST))
            } else {
                Ok(read)
            },
        ))
    }

    /// The next element of the array.
    fn element(&mut self, mut first: u8, begun: bool) -> io::Result<Option<Piece>> {
        if first == b']' {
            self.bytes.take()?;
            self.layout = Layout::Over;
            let rest = self.bytes.skip_space()?;
            return Ok(rest.map(|_| self.wrong("there is more after the end of the array")));
        }
        if begun {
            if first != b',' {
                self.layout = Layout::Over;
                return Ok(Some(
                    self.wrong("a comma is missing between two records of the array"),
                ));
            }
            self.bytes.take()?;
            match self.bytes.skip_space()? {
                Some(b']') | None => {
                    self.layout = Layout::Over;
                    return Ok(Some(
                        self.wrong("a record is missing after the last comma of the array"),
                    ));
                }
                Some(byte) => first = byte,
            }
        }
        self.layout = Layout::Array(true);
        self.value(first).map(Some)
    }

    /// Reads a whole value from its first byte to its last. The first value of a file
    /// determines the layout: if it ends on its line, the file is taken to have one record on
    /// each line.
    fn value(&mut self, first: u8) -> io::Result<Piece> {
        let number = self.bytes.line;
        let container = matches!(first, b'{' | b'[');
        let mut read = Vec::new();
        let (mut depth, mut large) = (0usize, false);
        let (mut quoted, mut escaped) = (false, false);
        while let Some(byte) = self.bytes.peek()? {
            // Scalars end where the next token begins; containers have a closing bracket.
            let ends = byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}');
            if !container && !quoted && ends && !read.is_empty() {
                break;
            }
            self.bytes.take()?;
            large |= read.len() >= LARGEST;
            if !large {
                read.push(byte);
            }
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if container && depth == 0 && !quoted {
                break;
            }
        }
        if self.layout == Layout::Unknown {
            if self.bytes.line == number {
                // The rest of the line counts as part of the record.
                self.layout = Layout::Lines;
                return self.line(read, large);
            }
            self.layout = Layout::Values;
        }
        Ok((
            number,
            if large {
                Err(Refusal::TooLarge(LARGEST))
            } else {
                Ok(read)
            },
        ))
    }
}

/// A reader that counts lines.
struct Bytes<'a> {
    reader: &'a mut dyn BufRead,
    line: u64,
}

impl Bytes<'_> {
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.reader.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.reader.consume(1);
        }
        if byte == Some(b'\n') {
            self.line += 1;
        }
        Ok(byte)
    }

    /// Skips white space; returns the byte that follows, without consuming it.
    fn skip_space(&mut self) -> io::Result<Option<u8>> {
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
                return Ok(Some(byte));
            }
            self.take()?;
        }
        Ok(None)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(text: &[u8], layout: Layout) -> Vec<(u64, Result<String, String>)> {
        let mut reader = io::BufReader::with_capacity(3, text);
        let mut pieces = Pieces::new(&mut reader, layout);
        let mut read = Vec::new();
        while let Some((line, piece)) = pieces.next().unwrap() {
            let piece = piece.map(|bytes| String::from_utf8(bytes).unwrap());
            read.push((line, piece.map_err(|refusal| refusal.to_string())));
        }
        read
    }

    fn found(text: &str) -> Vec<(u64, Result<String, String>)> {
        pieces(text.as_bytes(), Layout::Unknown)
    }

    fn ok(line: u64, text: &str) -> (u64, Result<String, String>) {
        (line, Ok(text.to_owned()))
    }

    fn err(line: u64, text: &str) -> (u64, Result<String, String>) {
        (line, Err(text.to_owned()))
    }

    #[test]
    fn lines_stand_alone() {
        assert_eq!(
            found("{\"a\":1}\n\n {\"b\":\n{\"c\":\"}\"} x\r\n7"),
            [
                ok(1, "{\"a\":1}"),
                ok(3, "{\"b\":"),
                ok(4, "{\"c\":\"}\"} x\r"),
                ok(5, "7")
            ]
        );
        assert_eq!(pieces(b"{\n}\n", Layout::Lines), [ok(1, "{"), ok(2, "}")]);
        assert_eq!(found("\u{feff}{}"), [ok(1, "{}")]);
        assert_eq!(found(" \n\n"), []);
    }

    #[test]
    fn values_may_span_lines() {
        assert_eq!(
            found("{\n \"a\": \"\\\"}\"\n}\n{\n}"),
            [ok(1, "{\n \"a\": \"\\\"}\"\n}"), ok(4, "{\n}")]
        );
    }

    #[test]
    fn arrays_give_their_elements() {
        assert_eq!(found("[]"), []);
        assert_eq!(
            found("\n[ {\"a\":[1,{}]},\n7 , \"x,]\"\n]\n"),
            [ok(2, "{\"a\":[1,{}]}"), ok(3, "7"), ok(3, "\"x,]\"")]
        );
        assert_eq!(
            found("[{}"),
            [ok(1, "{}"), err(1, "the file ends before its array does")]
        );
        assert_eq!(
            found("[{},]"),
            [
                ok(1, "{}"),
                err(1, "a record is missing after the last comma of the array")
            ]
        );
        assert_eq!(
            found("[{} {}]"),
            [
                ok(1, "{}"),
                err(1, "a comma is missing between two records of the array")
            ]
        );
        assert_eq!(
            found("[{}]\n{}"),
            [
                ok(1, "{}"),
                err(2, "there is more after the end of the array")
            ]
        );
    }

    #[test]
    fn a_record_too_large_is_refused_and_the_next_is_read() {
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(LARGEST));
        let refused = |line| err(line, "larger than 16 MiB");
        assert_eq!(found(&format!("{large}\n{{}}")), [refused(1), ok(2, "{}")]);
        assert_eq!(
            found(&format!("[{large},\n{{}}]")),
            [refused(1), ok(2, "{}")]
        );
    }

    proptest! {
        #[test]
        fn any_bytes_come_to_an_end(bytes in prop::collection::vec(prop::sample::select(b"{}[],\"\\ \nx1".to_vec()), 0..40)) {
            for layout in [Layout::Unknown, Layout::Lines, Layout::Values] {
                prop_assert!(pieces(&bytes, layout).len() <= bytes.len() + 1);
            }
        }

        #[test]
        fn layouts_agree(numbers in prop::collection::vec((any::<i32>(), "[ -~]{0,9}"), 1..6)) {
            let texts: Vec<String> = numbers.iter().map(|(n, t)| serde_json::json!({"n": n, "t": t}).to_string()).collect();
            let read = |text: &str| found(text).into_iter().map(|(_, piece)| piece.unwrap()).collect::<Vec<_>>();
            prop_assert_eq!(&read(&texts.join("\n")), &texts);
            prop_assert_eq!(&read(&format!("[{}]", texts.join(",\n"))), &texts);
            prop_assert_eq!(read(&texts.iter().map(|t| t.replacen(',', ",\n", 1)).collect::<Vec<_>>().join("\n")).len(), texts.len());
        }
    }
}
