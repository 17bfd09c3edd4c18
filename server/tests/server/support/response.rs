//! A minimal HTTP client that sends exactly the given bytes, which other clients refuse to do.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use serde_json::Value;

use super::{PATIENCE, machine};

/// Any request to any server, exactly as given.
pub(crate) fn request(
    host: &str,
    method: &str,
    target: &str,
    headers: &[(&str, &str)],
) -> Response {
    let mut text = format!("{method} {target} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        text += &format!("host: {host}\r\n");
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    raw(host, format!("{text}\r\n").as_bytes())
}

pub(super) fn raw(host: &str, bytes: &[u8]) -> Response {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(bytes).unwrap();
    Response::parse(&read_to_end(&mut stream))
}

/// Reads what a server sends until it closes the connection.
///
/// # Panics
/// If it does not: with what came, and how busy the machine was.
pub(crate) fn read_to_end(stream: &mut TcpStream) -> Vec<u8> {
    let (begun, mut bytes) = (Instant::now(), Vec::new());
    if let Err(error) = stream.read_to_end(&mut bytes) {
        let came = String::from_utf8_lossy(&bytes[..bytes.len().min(1000)]);
        panic!(
            "the response did not end, after {} s: {error} ({}); {} bytes came: {came}",
            begun.elapsed().as_secs(),
            machine(),
            bytes.len()
        );
    }
    bytes
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// Decodes a chunked body.
fn decode_chunked(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = std::str::from_utf8(&chunks[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&chunks[end + 2..][..length]);
        chunks = &chunks[end + 2 + length + 2..];
    }
}

impl Response {
    fn parse(bytes: &[u8]) -> Response {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap_or_else(|| panic!("no head in {:?}", String::from_utf8_lossy(bytes)));
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines
            .next()
            .unwrap()
            .split(' ')
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let headers = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut response = Response {
            status,
            headers,
            body: bytes[end + 4..].to_vec(),
        };
        if let Some(how) = response.header("transfer-encoding") {
            assert_eq!(how, "chunked");
            // Only bodies that are compressed while they are sent have no known length.
            assert!(response.header("content-encoding").is_some());
            response.body = decode_chunked(&response.body);
        }
        response
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(header, _)| header == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{}",
            self.text()
        );
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Asserts the form of all errors but 401, and returns the error's code.
    pub(crate) fn problem(&self) -> String {
        let body = self.json();
        let errors = body["errors"]
            .as_array()
            .unwrap_or_else(|| panic!("{body}"));
        assert_eq!(
            (errors.len(), body.as_object().unwrap().len()),
            (1, 1),
            "{body}"
        );
        let error = errors[0].as_object().unwrap();
        let names: Vec<&str> = error.keys().map(String::as_str).collect();
        assert_eq!(names, ["status", "code", "title", "detail"], "{body}");
        assert!(
            error
                .values()
                .all(|value| value.as_str().is_some_and(|text| !text.is_empty()))
        );
        assert_eq!(error["status"], self.status.to_string(), "{body}");
        error["code"].as_str().unwrap().to_owned()
    }
}

/// Percent-encodes a text for a query or a path.
pub(crate) fn percent_encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    text.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}
