//! The JSON reader: strict grammar, bounded depth, lossless.

use super::value::{Number, Object, Value};
use std::fmt;

/// How deep arrays and objects may nest. Records nest about six deep; the
/// bound keeps a hostile body from exhausting the stack.
pub const MAX_DEPTH: usize = 128;

/// The reason why a text is not JSON, and where.
///
/// ```
/// use product_pool::model::Value;
///
/// let error = Value::parse(r#"{"id": 07}"#).unwrap_err();
/// assert_eq!(error.offset, 8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// The offset in bytes at which reading stopped.
    pub offset: usize,
    /// What was wrong there.
    pub reason: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)?;
        f.write_str(" at byte ")?;
        fmt::Display::fmt(&self.offset, f)
    }
}

impl std::error::Error for ParseError {}

impl Value {
    /// Reads one JSON document (RFC 8259). A byte-order mark is skipped, and a
    /// lone surrogate escape, which Rust text cannot hold, becomes U+FFFD.
    ///
    /// # Errors
    /// Text that breaks the grammar, goes on after the value, or nests more
    /// than [`MAX_DEPTH`] deep.
    pub fn parse(text: &str) -> Result<Value, ParseError> {
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut reader = Reader {
            text,
            bytes: text.as_bytes(),
            at: start,
        };
        reader.space();
        let value = reader.value(0)?;
        reader.space();
        if reader.at < reader.bytes.len() {
            return Err(reader.error("unexpected text after the end"));
        }
        Ok(value)
    }
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    #[cold]
    fn error(&self, reason: &'static str) -> ParseError {
        ParseError {
            offset: self.at,
            reason,
        }
    }

    /// The text from `start` to here, which is always whole characters. (`get`,
    /// because the panic of indexing a text formats the text.)
    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Steps over `byte`, if it is next.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Whether `text` is next.
    fn begins_with(&self, text: &str) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        rest.starts_with(text.as_bytes())
    }

    fn value(&mut self, depth: usize) -> Result<Value, ParseError> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Ok(Value::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err(self.error("expected a value")),
            None => Err(self.error("unexpected end")),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, ParseError> {
        if self.begins_with(word) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(self.error("expected a value"))
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut members = Vec::new();
        self.elements(b'}', "expected ',' or '}'", |reader| {
            if reader.peek() != Some(b'"') {
                return Err(reader.error("expected a member's name"));
            }
            let name = reader.string()?;
            reader.space();
            if !reader.eat(b':') {
                return Err(reader.error("expected ':'"));
            }
            reader.space();
            members.push((name, reader.value(depth + 1)?));
            Ok(())
        })?;
        Ok(Value::Object(Object::from_members(members)))
    }

    fn list(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut list = Vec::new();
        self.elements(b']', "expected ',' or ']'", |reader| {
            list.push(reader.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Value::List(list))
    }

    /// Reads elements between commas, from the opening bracket to the closing one.
    fn elements(
        &mut self,
        end: u8,
        expected: &'static str,
        mut read: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.at += 1;
        self.space();
        if self.eat(end) {
            return Ok(());
        }
        loop {
            self.space();
            read(self)?;
            self.space();
            if self.eat(end) {
                return Ok(());
            }
            if !self.eat(b',') {
                return Err(self.error(expected));
            }
        }
    }

    fn digits(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start {
            Err(self.error("expected a digit"))
        } else {
            Ok(())
        }
    }

    fn number(&mut self) -> Result<Value, ParseError> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            self.digits()?;
        }
        Ok(Value::Number(Number(self.since(start).into())))
    }

    fn string(&mut self) -> Result<Box<str>, ParseError> {
        self.at += 1;
        let mut out = String::new();
        let mut run = self.at;
        loop {
            match self.peek() {
                None => return Err(self.error("unexpected end in a string")),
                Some(b'"') => {
                    let rest = self.since(run);
                    self.at += 1;
                    if out.is_empty() {
                        // Nearly always: no escape, and one copy.
                        return Ok(rest.into());
                    }
                    out.push_str(rest);
                    return Ok(out.into());
                }
                Some(b'\\') => {
                    out.push_str(self.since(run));
                    self.at += 1;
                    out.push(self.escape()?);
                    run = self.at;
                }
                Some(0..=0x1f) => return Err(self.error("control character in a string")),
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let escaped = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err(self.error("unknown escape")),
        };
        self.at += 1;
        Ok(escaped)
    }

    fn unicode(&mut self) -> Result<char, ParseError> {
        let first = self.hex4()?;
        if (0xd800..0xdc00).contains(&first) && self.begins_with("\\u") {
            let back = self.at;
            self.at += 2;
            let second = self.hex4()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            // Not a pair: the second escape stands for itself.
            self.at = back;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex4(&mut self) -> Result<u32, ParseError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.error("expected four hexadecimal digits"));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}
