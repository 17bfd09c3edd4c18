//! Bodies on requests that have none, contradictory lengths, unfinished requests, and protocols
//! other than HTTP.

use fastrand::Rng;

type Pieces = Vec<Vec<u8>>;

/// A path that does not exist.
pub(super) const NOTHING: &str = "/v2/nothing";

/// A request with those header lines, after which the server should close the connection.
pub(super) fn request(method: &[u8], target: &[u8], lines: &[&str]) -> Vec<u8> {
    let mut bytes = [method, b" ", target, b" HTTP/1.1\r\nhost: localhost\r\n"].concat();
    for line in lines.iter().chain(&["connection: close"]) {
        bytes.extend(line.as_bytes());
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"\r\n");
    bytes
}

/// A body on a request that has none, of any size, announced or sent.
pub(super) fn bodies(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    let method: &[u8] = [&b"GET"[..], b"HEAD", b"POST", b"PUT", b"DELETE"][rng.usize(..5)];
    let length = [1_u64, 100, 70_000, 1 << 40][rng.usize(..4)];
    let sent = vec![
        b'x';
        rng.usize(..200_000)
            .min(usize::try_from(length).unwrap_or(usize::MAX))
    ];
    let (line, body) = match rng.u8(..4) {
        0 => {
            let mut chunk = format!("{:x}\r\n", sent.len()).into_bytes();
            chunk.extend(&sent);
            ("transfer-encoding: chunked".to_owned(), chunk)
        }
        1 => (
            "transfer-encoding: chunked".to_owned(),
            b"ffffffffffffffffff\r\nx".to_vec(),
        ),
        _ => (format!("content-length: {length}"), sent),
    };
    vec![request(method, treasure.as_bytes(), &[header, &line]), body]
}

/// Invalid lengths and encodings.
pub(super) fn lengths(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    const LINES: [&str; 16] = [
        "content-length: -1",
        "content-length: +5",
        "content-length: 0x5",
        "content-length: 5 5",
        "content-length: 18446744073709551616",
        "content-length: 5;",
        "content-length:",
        "content-length: \u{664}",
        "transfer-encoding: xchunked",
        "transfer-encoding: chunked, identity",
        "transfer-encoding: gzip",
        "transfer-encoding: \"chunked\"",
        "transfer-encoding:\u{b}chunked",
        "transfer-encoding: identity",
        "transfer-encoding: ",
        "transfer-encoding: chunked;a=b",
    ];
    let line = LINES[rng.usize(..LINES.len())];
    vec![
        request(b"GET", treasure.as_bytes(), &[header, line]),
        b"0\r\n\r\n".to_vec(),
    ]
}

/// Request smuggling: where the first request ends is ambiguous, and a second one follows.
pub(super) fn smuggled(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    let inner = format!("GET {treasure} HTTP/1.1\r\nhost: localhost\r\n{header}\r\n\r\n");
    let length = inner.len();
    let lines = match rng.u8(..8) {
        0 => format!("content-length: {length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
        1 => "transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n5c\r\n".to_owned(),
        2 => "transfer-encoding: chunked\r\ntransfer-encoding: x\r\n\r\n0\r\n\r\n".to_owned(),
        3 => format!("content-length: 0\r\ncontent-length: {length}\r\n\r\n"),
        4 => "transfer-encoding : chunked\r\n\r\n0\r\n\r\n".to_owned(),
        5 => format!("x: y\rcontent-length: {length}\r\n\r\n"),
        6 => "transfer-encoding: chunked\r\n\r\n0;\n\r\n\r\n".to_owned(),
        _ => "x: y\r\ntransfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n".to_owned(),
    };
    let method = ["GET", "POST", "HEAD", "OPTIONS"][rng.usize(..4)];
    let head = format!("{method} {treasure} HTTP/1.1\r\nhost: localhost\r\n{header}\r\n");
    let whole = [head, lines, inner].concat().into_bytes();
    match rng.bool() {
        true => vec![whole],
        false => {
            let (first, second) = whole.split_at(rng.usize(1..whole.len()));
            vec![first.to_vec(), second.to_vec()]
        }
    }
}

/// A request that arrives a few bytes at a time and never ends.
pub(super) fn slow(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    let mut whole = request(b"GET", treasure.as_bytes(), &[header, "x-slow: 1"]);
    // At least its last line is missing.
    whole.truncate(rng.usize(1..whole.len() - 2));
    let step = rng.usize(1..40).max(whole.len() / 12);
    whole.chunks(step).map(<[u8]>::to_vec).collect()
}

pub(super) fn protocols(rng: &mut Rng, header: &str, treasure: &str) -> Pieces {
    let line = |version: &str| format!("GET {treasure} {version}\r\n{header}\r\n\r\n").into_bytes();
    vec![match rng.u8(..12) {
        0 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_vec(),
        1 => b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        2 => b"SSH-2.0-OpenSSH_9.2\r\n\r\n".to_vec(),
        3 => b"EHLO evil.example\r\n\r\n".to_vec(),
        4 => b"*1\r\n$4\r\nINFO\r\n\r\n".to_vec(),
        5 => format!("GET {treasure}\r\n\r\n").into_bytes(),
        6 => line("HTTP/0.9"),
        7 => line("HTTP/1.2"),
        8 => line("HTTP/11"),
        9 => line("http/1.1"),
        10 => line(""),
        _ => (0..rng.usize(1..2_000)).map(|_| rng.u8(..)).collect(),
    }]
}

/// A harmless request with some of its bits flipped.
pub(super) fn flipped(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let target = format!("/v2/nothing-{:016x}", rng.u64(..));
    let mut whole = request(b"GET", target.as_bytes(), &[header, "accept: */*"]);
    for _ in 0..rng.usize(1..12) {
        let at = rng.usize(..whole.len());
        whole[at] ^= 1 << rng.u8(..8);
    }
    vec![whole]
}
