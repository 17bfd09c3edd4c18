//! An upstream whose records change with time, and that fails on demand.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Result;

/// How long a record stays unchanged.
pub(crate) const GENERATION: Duration = Duration::from_secs(5);

/// The prefix of ids whose records are never served properly.
pub(crate) const BROKEN: &str = "broken-";

/// How the upstream behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Well,
    /// One response in five is a failure, of each kind in turn.
    Failing,
    /// Every response is a failure.
    Garbage,
    /// No connections are accepted.
    Gone,
}

#[derive(Debug)]
struct State {
    mood: Mutex<Mood>,
    requests: AtomicU64,
    begun: Instant,
    over: AtomicBool,
}

/// The upstream.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) address: String,
    state: Arc<State>,
}

/// The record of a product in a generation.
pub(crate) fn record(product: &str, generation: u64) -> String {
    let sum = product
        .bytes()
        .fold(generation.wrapping_mul(31), |sum, byte| {
            sum.wrapping_mul(33) ^ u64::from(byte)
        });
    let name = "Whole Milk ".repeat(100);
    format!(
        r#"{{"data":{{"pool_id":"{product}","version":"{generation}","sum":"{sum:x}","name":"{name}"}}}}"#
    )
}

impl Pool {
    pub(crate) fn start() -> Result<Pool> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let address = listener
            .local_addr()
            .map_err(|error| error.to_string())?
            .to_string();
        let state = Arc::new(State {
            mood: Mutex::new(Mood::Well),
            requests: AtomicU64::new(0),
            begun: Instant::now(),
            over: AtomicBool::new(false),
        });
        let (served, on) = (state.clone(), address.clone());
        thread::spawn(move || serve(listener, &on, &served));
        Ok(Pool { address, state })
    }

    pub(crate) fn now(&self, mood: Mood) {
        *self
            .state
            .mood
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = mood;
        // Wakes the thread that waits for a connection.
        let _ = TcpStream::connect(&self.address);
    }

    pub(crate) fn generation(&self) -> u64 {
        self.state.generation()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.state.over.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(&self.address);
    }
}

impl State {
    fn mood(&self) -> Mood {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn generation(&self) -> u64 {
        self.begun.elapsed().as_secs() / GENERATION.as_secs()
    }
}

fn serve(listener: TcpListener, address: &str, state: &Arc<State>) {
    let mut listener = Some(listener);
    while !state.over.load(Ordering::SeqCst) {
        if state.mood() == Mood::Gone {
            listener = None;
            thread::sleep(Duration::from_millis(20));
            continue;
        }
        if listener.is_none() {
            listener = TcpListener::bind(address).ok();
        }
        let Some(Ok((stream, _))) = listener.as_ref().map(TcpListener::accept) else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let state = state.clone();
        thread::spawn(move || answer(&stream, &state));
    }
}

/// Responds to one request. The gateway usually closes the connection of a response that does not
/// end.
fn answer(mut stream: &TcpStream, state: &State) {
    let mut lines = BufReader::new(stream)
        .lines()
        .map_while(std::result::Result::ok);
    let Some(first) = lines.next() else { return };
    while lines.next().is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).unwrap_or_default();
    let product = path.rsplit('/').next().unwrap_or_default();
    let body = record(product, state.generation());
    let number = state.requests.fetch_add(1, Ordering::Relaxed);
    let fails = match state.mood() {
        Mood::Failing => number % 5 == 4,
        Mood::Garbage => true,
        Mood::Well | Mood::Gone => product.starts_with(BROKEN),
    };
    let bytes = match fails {
        true => failure(number, product, &body, stream),
        false if is_known(product) => reply(200, "application/json", body.as_bytes()),
        false => reply(404, "application/json", br#"{"errors":[]}"#),
    };
    let _ = stream.write_all(&bytes);
}

/// Whether the last segment of a path is a product, `p7` or `new-1234`, or the list that a
/// gateway probes.
fn is_known(product: &str) -> bool {
    if product == "products?limit=1" {
        return true;
    }
    let number = product.strip_prefix("new-").or(product.strip_prefix('p'));
    number.is_some_and(|number| number.parse::<u64>().is_ok())
}

fn reply(status: u16, mime: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} Whatever\r\nconnection: close\r\ncontent-type: {mime}\r\n\
         content-length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// The bytes of a failure. Some kinds are sent here, piece by piece.
fn failure(number: u64, product: &str, body: &str, mut stream: &TcpStream) -> Vec<u8> {
    let json = "application/json";
    let whole = reply(200, json, body.as_bytes());
    match number % 12 {
        0 => reply(500, json, body.as_bytes()),
        1 => Vec::new(),
        2 => reply(200, json, &body.as_bytes()[..body.len() / 2]),
        3 => reply(200, "text/html", b"<html><body>data</body></html>"),
        4 => whole[..whole.len() - 3].to_vec(),
        5 => reply(200, json, record(&format!("not-{product}"), 0).as_bytes()),
        6 => reply(
            200,
            "application/json\r\ncontent-encoding: gzip",
            body.as_bytes(),
        ),
        7 => reply(
            200,
            "application/json\r\ncontent-length: 5",
            body.as_bytes(),
        ),
        8 => reply(302, "text/plain\r\nlocation: /elsewhere", b""),
        9 => (0..2_000_u64)
            .flat_map(|factor| (factor * number).to_le_bytes())
            .collect(),
        10 => {
            // A body without an end, until the gateway closes the connection.
            let head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"data\":\"";
            let mut sent = stream.write_all(head);
            while sent.is_ok() {
                sent = stream.write_all(&[b'x'; 64 << 10]);
            }
            Vec::new()
        }
        _ => {
            // A byte at a time.
            for byte in whole {
                if stream.write_all(&[byte]).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(100));
            }
            Vec::new()
        }
    }
}
