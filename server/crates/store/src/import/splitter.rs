//! Splits a file into its records without reading it whole.
//!
//! There are three layouts: one record on each line, one array of records, or records one
//! after another over any number of lines. The layout is detected from the beginning of the
//! file, unless the file's name determines it.

use std::io::{self, BufRead, Read as _};
use std::iter::Peekable;

use crate::record::columns::Refusal;

/// The largest accepted record, in bytes.
const MAX_RECORD: usize = 16 << 20;

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
    Sequence,
    /// The end of the file, or an error after which nothing more can be read.
    End,
}

/// The number of the line in which a record begins, and its bytes or the error.
pub(super) type RawRecord = (u64, Result<Vec<u8>, Refusal>);

/// An iterator over the records of a file.
pub(super) struct Splitter<'a> {
    bytes: LineCounter<'a>,
    layout: Layout,
    /// The largest accepted record, in bytes.
    max_record: usize,
}

impl<'a> Splitter<'a> {
    pub(super) fn new(reader: &'a mut dyn BufRead, layout: Layout) -> Splitter<'a> {
        let bytes = reader.bytes().peekable();
        Splitter {
            bytes: LineCounter { bytes, line: 1 },
            layout,
            max_record: MAX_RECORD,
        }
    }

    /// The next record; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<RawRecord>> {
        if self.layout == Layout::End {
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
            return Ok(unfinished.then(|| self.malformed("the file ends before its array does")));
        };
        if self.layout == Layout::Unknown && first == b'[' {
            self.bytes.take()?;
            self.layout = Layout::Array(false);
            return self.next();
        }
        match self.layout {
            Layout::Array(begun) => self.element(first, begun),
            Layout::Lines => self.line(Vec::new()).map(Some),
            Layout::Unknown | Layout::Sequence => self.value(first).map(Some),
            Layout::End => Ok(None),
        }
    }

    /// An error at the current line, after which nothing more can be read.
    fn malformed(&mut self, what: &'static str) -> RawRecord {
        self.layout = Layout::End;
        (self.bytes.line, Err(Refusal::Malformed(what)))
    }

    /// Adds a byte to a record: one more than it may have, so that `checked` refuses it.
    fn push(&self, read: &mut Vec<u8>, byte: u8) {
        if read.len() <= self.max_record {
            read.push(byte);
        }
    }

    fn checked(&self, read: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        match read.len() > self.max_record {
            true => Err(Refusal::TooLarge(self.max_record)),
            false => Ok(read),
        }
    }

    /// Reads the rest of a line whose beginning is in `read`.
    fn line(&mut self, mut read: Vec<u8>) -> io::Result<RawRecord> {
        let number = self.bytes.line;
        while let Some(byte) = self.bytes.take()? {
            if byte == b'\n' {
                break;
            }
            self.push(&mut read, byte);
        }
        Ok((number, self.checked(read)))
    }

    /// The next element of the array.
    fn element(&mut self, mut first: u8, begun: bool) -> io::Result<Option<RawRecord>> {
        if first == b']' {
            self.bytes.take()?;
            self.layout = Layout::End;
            let more = self.bytes.skip_space()?;
            return Ok(more.map(|_| self.malformed("there is more after the end of the array")));
        }
        if begun {
            if first != b',' {
                let what = "a comma is missing between two records of the array";
                return Ok(Some(self.malformed(what)));
            }
            self.bytes.take()?;
            match self.bytes.skip_space()? {
                Some(byte) if byte != b']' => first = byte,
                _ => {
                    let what = "a record is missing after the last comma of the array";
                    return Ok(Some(self.malformed(what)));
                }
            }
        }
        self.layout = Layout::Array(true);
        self.value(first).map(Some)
    }

    /// Reads a whole value from its first byte to its last. The first value of a file
    /// determines the layout: if it ends on its line, the file is taken to have one record on
    /// each line.
    fn value(&mut self, first: u8) -> io::Result<RawRecord> {
        let number = self.bytes.line;
        let container = matches!(first, b'{' | b'[');
        let mut read = Vec::new();
        let mut depth = 0usize;
        let (mut quoted, mut escaped) = (false, false);
        while let Some(byte) = self.bytes.peek()? {
            // Scalars end where the next token begins; containers have a closing bracket.
            let ends = byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}');
            if !container && !quoted && ends && !read.is_empty() {
                break;
            }
            self.bytes.take()?;
            self.push(&mut read, byte);
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
                return self.line(read);
            }
            self.layout = Layout::Sequence;
        }
        Ok((number, self.checked(read)))
    }
}

/// The bytes of a file, whose lines are counted.
struct LineCounter<'a> {
    bytes: Peekable<io::Bytes<&'a mut dyn BufRead>>,
    line: u64,
}

impl LineCounter<'_> {
    fn peek(&mut self) -> io::Result<Option<u8>> {
        match self.bytes.peek() {
            Some(Ok(byte)) => Ok(Some(*byte)),
            Some(Err(_)) | None => self.take(),
        }
    }

    fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.bytes.next().transpose()?;
        self.line += u64::from(byte == Some(b'\n'));
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The most that a test reads of a record, which is done byte by byte.
    const MAX: usize = 1 << 20;

    fn split(text: &[u8], layout: Layout) -> Vec<(u64, Result<String, String>)> {
        let mut reader = io::BufReader::with_capacity(3, text);
        let mut records = Splitter::new(&mut reader, layout);
        assert_eq!(records.max_record, 16 << 20);
        records.max_record = MAX;
        let mut read = Vec::new();
        while let Some((line, record)) = records.next().unwrap() {
            let record = record.map(|bytes| String::from_utf8(bytes).unwrap());
            read.push((line, record.map_err(|refusal| refusal.to_string())));
        }
        read
    }

    fn found(text: &str) -> Vec<(u64, Result<String, String>)> {
        split(text.as_bytes(), Layout::Unknown)
    }

    fn ok(line: u64, text: &str) -> (u64, Result<String, String>) {
        (line, Ok(text.to_owned()))
    }

    fn err(line: u64, text: &str) -> (u64, Result<String, String>) {
        (line, Err(text.to_owned()))
    }

    #[test]
    fn lines_are_independent() {
        assert_eq!(
            found("{\"a\":1}\n\n {\"b\":\n{\"c\":\"}\"} x\r\n7"),
            [
                ok(1, "{\"a\":1}"),
                ok(3, "{\"b\":"),
                ok(4, "{\"c\":\"}\"} x\r"),
                ok(5, "7")
            ]
        );
        assert_eq!(split(b"{\n}\n", Layout::Lines), [ok(1, "{"), ok(2, "}")]);
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
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(MAX));
        let refused = |line| err(line, "larger than 1 MiB");
        assert_eq!(found(&format!("{large}\n{{}}")), [refused(1), ok(2, "{}")]);
        assert_eq!(
            found(&format!("[{large},\n{{}}]")),
            [refused(1), ok(2, "{}")]
        );
    }

    proptest! {
        #[test]
        fn any_input_ends(bytes in prop::collection::vec(prop::sample::select(b"{}[],\"\\ \nx1".to_vec()), 0..40)) {
            for layout in [Layout::Unknown, Layout::Lines, Layout::Sequence] {
                prop_assert!(split(&bytes, layout).len() <= bytes.len() + 1);
            }
        }

        #[test]
        fn layouts_agree(numbers in prop::collection::vec((any::<i32>(), "[ -~]{0,9}"), 1..6)) {
            let texts: Vec<String> = numbers.iter().map(|(n, t)| serde_json::json!({"n": n, "t": t}).to_string()).collect();
            let read = |text: &str| found(text).into_iter().map(|(_, record)| record.unwrap()).collect::<Vec<_>>();
            prop_assert_eq!(&read(&texts.join("\n")), &texts);
            prop_assert_eq!(&read(&format!("[{}]", texts.join(",\n"))), &texts);
            prop_assert_eq!(read(&texts.iter().map(|t| t.replacen(',', ",\n", 1)).collect::<Vec<_>>().join("\n")).len(), texts.len());
        }
    }
}
