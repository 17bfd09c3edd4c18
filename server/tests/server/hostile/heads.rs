//! Methods and headers.

use fastrand::Rng;

use super::shapes::{NOTHING, request};

type Pieces = Vec<Vec<u8>>;

fn token(rng: &mut Rng, most: usize) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-!#$%&'*+.^_`|~";
    let length = rng.usize(1..=most);
    (0..length)
        .map(|_| LETTERS[rng.usize(..LETTERS.len())])
        .collect()
}

pub(super) fn methods(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    const METHODS: [&[u8]; 14] = [
        b"POST",
        b"PUT",
        b"PATCH",
        b"DELETE",
        b"TRACE",
        b"CONNECT",
        b"PROPFIND",
        b"get",
        b"GETT",
        b"G ET",
        b"GET\0",
        b"PURGE",
        b"BREW",
        b"",
    ];
    let method = match rng.u8(..3) {
        0 => token(rng, 200),
        _ => METHODS[rng.usize(..METHODS.len())].to_vec(),
    };
    // A random method may be an allowed one; the path does not exist in any case.
    let allowed: [&[u8]; 3] = [b"GET", b"HEAD", b"OPTIONS"];
    let target = match method.as_slice() {
        b"CONNECT" => "evil.example:443",
        name if allowed.contains(&name) => NOTHING,
        _ => treasure,
    };
    vec![request(&method, target.as_bytes(), &[header])]
}

pub(super) fn many(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    // Fewer would be accepted and answered.
    let count = rng.usize(1_000..4_000);
    let mut lines = vec![header.to_owned()];
    lines.extend((0..count).map(|number| match rng.u8(..3) {
        0 => format!("x-{number}: {number}"),
        1 => "cookie: a=b".to_owned(),
        _ => "accept-language: en;q=0.1, de;q=0.2, *".to_owned(),
    }));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    vec![request(b"GET", treasure.as_bytes(), &lines)]
}

pub(super) fn long(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let name = [
        "cookie",
        "accept",
        "if-none-match",
        "range",
        "authorization",
        "x-forwarded-for",
    ];
    let filler = ["a", "\"x\", ", "1.2.3.4, ", "bytes=0-1,", ";", "=", "W/"];
    let value = filler[rng.usize(..filler.len())].repeat(rng.usize(1_000..60_000));
    let line = format!("{}: {value}", name[rng.usize(..name.len())]);
    vec![request(b"GET", NOTHING.as_bytes(), &[header, &line])]
}

pub(super) fn repeated(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    let lines: &[&str] = [
        &["host: evil.example"][..],
        &["host: evil.example", "host: b"],
        &["content-length: 0", "content-length: 5"],
        &["content-length: 5, 6"],
        &["transfer-encoding: chunked", "transfer-encoding: identity"],
        &["transfer-encoding: chunked", "content-length: 3"],
        &["host: a\r\nHost: b\r\nHOST: c"],
    ][rng.usize(..7)];
    let lines: Vec<&str> = std::iter::once(header)
        .chain(lines.iter().copied())
        .collect();
    vec![request(b"GET", treasure.as_bytes(), &lines)]
}

pub(super) fn malformed(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    const LINES: [&[u8]; 16] = [
        b"x : 1",
        b"x",
        b": 1",
        b"x y: 1",
        b"x\0: 1",
        b"x: a\0b",
        b"x: a\rb",
        b"x: \x01",
        b"x: \x7f",
        b"\xc3\xa9: 1",
        b" x: 1",
        b"\tx: 1",
        b"x: 1\r\n continued",
        b"(x): 1",
        b"x=1",
        b"\"x\": 1",
    ];
    let mut bytes = request(b"GET", treasure.as_bytes(), &[header]);
    bytes.truncate(bytes.len() - 2);
    bytes.extend(LINES[rng.usize(..LINES.len())]);
    bytes.extend(b"\r\n\r\n");
    vec![bytes]
}

pub(super) fn odd_values(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    const LINES: [&str; 14] = [
        "if-none-match: *",
        "if-none-match: W/\"\u{ff}",
        "range: bytes=0-0,-1,5-1,18446744073709551616-",
        "accept: ../../etc/passwd",
        "accept-encoding: gzip;q=nan, br;q=-1, *;q=99999999999999999999",
        "accept-language: x;q=1e999, ../../en, %00",
        "x-forwarded-for: 999.1.1.1, ::ffff:1, [",
        "x-forwarded-host: evil.example",
        "forwarded: for=\"[::1]\";proto=file",
        "x-original-url: /v2/products",
        "x-http-method-override: GET",
        "authorization: Basic Og==",
        "expect: 200-ok",
        "referer: javascript:alert(1)",
    ];
    let line = LINES[rng.usize(..LINES.len())];
    let path = [
        "/v2/nothing",
        "/p/9999999999994",
        "/nothing.js",
        "/01/9999999999994",
    ];
    vec![request(
        b"GET",
        path[rng.usize(..4)].as_bytes(),
        &[header, line],
    )]
}

pub(super) fn upgrades(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let lines: &[&str] = [
        &[
            "upgrade: websocket",
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
            "sec-websocket-version: 13",
        ][..],
        &["upgrade: h2c", "http2-settings: AAMAAABkAARAAAAAAAIAAAAA"],
        &["upgrade: TLS/1.0"],
        &["expect: 100-continue", "content-length: 1000000"],
    ][rng.usize(..4)];
    let mut lines = lines.to_vec();
    lines.push(header);
    vec![request(b"GET", NOTHING.as_bytes(), &lines)]
}
