//! The load generator: closed loop, as many requests as the server answers, or open loop, at a
//! fixed rate.
//!
//! In the open loop a request's latency is measured from when it was due, not from when its
//! connection was free, so that a stall counts for every request that waited (no "coordinated
//! omission"). The client's timer has a resolution of 1 ms, which counts as latency too.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::task::LocalSet;

use super::Result;

/// The rate at which requests are sent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// Each connection sends the next request when it has the response.
    Most,
    /// That many requests a second, over all connections.
    Rate(f64),
}

/// A load.
#[derive(Clone, Debug)]
pub(crate) struct Load<'a> {
    pub(crate) address: &'a str,
    /// Whole requests; which one is sent next is up to `choose`.
    pub(crate) requests: &'a [Vec<u8>],
    pub(crate) connections: usize,
    pub(crate) time: Duration,
    pub(crate) pace: Pace,
}

/// The result of a load.
#[derive(Debug)]
pub(crate) struct Served {
    pub(crate) answers: u64,
    /// Responses with another status than 200, and broken connections.
    pub(crate) failures: u64,
    pub(crate) time: Duration,
    /// In microseconds.
    pub(crate) latency: Histogram<u64>,
}

impl Served {
    /// Responses a second.
    pub(crate) fn rate(&self) -> f64 {
        #[allow(clippy::cast_precision_loss)]
        let answers = self.answers as f64;
        answers / self.time.as_secs_f64()
    }

    /// A quantile of the latency in milliseconds.
    pub(crate) fn milliseconds(&self, quantile: f64) -> f64 {
        #[allow(clippy::cast_precision_loss)]
        let microseconds = self.latency.value_at_quantile(quantile) as f64;
        microseconds / 1_000.0
    }
}

/// A plain GET request.
pub(crate) fn get(path: &str, header: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{header}\r\n").into_bytes()
}

struct Shared {
    begun: Instant,
    until: Instant,
    sent: Cell<u64>,
    failures: Cell<u64>,
    latency: RefCell<Histogram<u64>>,
}

/// Runs a load. `choose` returns the index of the request to send as number `n`.
pub(crate) fn run(load: &Load<'_>, choose: fn(u64, usize) -> usize) -> Result<Served> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let latency =
        Histogram::new_with_bounds(1, 120_000_000, 3).map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let shared = Rc::new(Shared {
        begun,
        until: begun + load.time,
        sent: Cell::new(0),
        failures: Cell::new(0),
        latency: RefCell::new(latency),
    });
    let local = LocalSet::new();
    for _ in 0..load.connections {
        let (shared, load) = (shared.clone(), load.clone());
        let (address, requests) = (load.address.to_owned(), load.requests.to_vec());
        local.spawn_local(async move {
            while Instant::now() < shared.until {
                let done = client(&address, &requests, load.pace, choose, &shared).await;
                if done.is_ok() {
                    return;
                }
                shared.failures.set(shared.failures.get() + 1);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
    }
    runtime.block_on(local);
    let time = begun.elapsed();
    let shared = Rc::try_unwrap(shared).map_err(|_| "a client is still running".to_owned())?;
    let latency = shared.latency.into_inner();
    Ok(Served {
        answers: latency.len(),
        failures: shared.failures.get(),
        time,
        latency,
    })
}

/// Runs one connection until the time is over or it breaks.
async fn client(
    address: &str,
    requests: &[Vec<u8>],
    pace: Pace,
    choose: fn(u64, usize) -> usize,
    shared: &Shared,
) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; 256 << 10];
    loop {
        let number = shared.sent.get();
        let due = match pace {
            Pace::Most => Instant::now(),
            #[allow(clippy::cast_precision_loss)]
            Pace::Rate(rate) => shared.begun + Duration::from_secs_f64(number as f64 / rate),
        };
        if due >= shared.until {
            return Ok(());
        }
        shared.sent.set(number + 1);
        if due > Instant::now() {
            tokio::time::sleep_until(due.into()).await;
        }
        stream
            .write_all(&requests[choose(number, requests.len())])
            .await?;
        if !answer(&mut stream, &mut buffer).await? {
            shared.failures.set(shared.failures.get() + 1);
            continue;
        }
        let time = u64::try_from(due.elapsed().as_micros()).unwrap_or(u64::MAX);
        shared.latency.borrow_mut().saturating_record(time);
    }
}

/// Reads one response. Returns whether its status is 200.
async fn answer(stream: &mut TcpStream, buffer: &mut [u8]) -> std::io::Result<bool> {
    let mut filled = 0;
    let (head, length) = loop {
        let count = stream.read(&mut buffer[filled..]).await?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        filled += count;
        if let Some(end) = memmem::find(&buffer[..filled], b"\r\n\r\n") {
            break (
                end + 4,
                length(&buffer[..end]).ok_or(std::io::ErrorKind::InvalidData)?,
            );
        }
    };
    let good = buffer.starts_with(b"HTTP/1.1 200 ");
    // The rest of the body is only counted.
    let mut left = (head + length).saturating_sub(filled);
    while left > 0 {
        let most = left.min(buffer.len());
        let count = stream.read(&mut buffer[..most]).await?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        left -= count;
    }
    Ok(good)
}

/// The length of the body, from the head.
fn length(head: &[u8]) -> Option<usize> {
    let at = memmem::find(head, b"ontent-length: ").map(|at| at + 15);
    let at = at.or_else(|| memmem::find(head, b"ontent-Length: ").map(|at| at + 15))?;
    let digits = head[at..].iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0, |number, digit| number * 10 + usize::from(digit - b'0')))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn lengths_are_read() {
        assert_eq!(
            length(b"HTTP/1.1 200 OK\r\ncontent-length: 17\r\nx: y"),
            Some(17)
        );
        assert_eq!(length(b"HTTP/1.1 200 OK\r\nContent-Length: 5"), Some(5));
        assert_eq!(length(b"HTTP/1.1 200 OK"), None);
    }

    /// A server that stalls once: every request that was due meanwhile has waited.
    #[test]
    fn what_waits_is_charged() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut buffer = [0; 1024];
            for number in 0.. {
                if stream.read(&mut buffer).unwrap_or(0) == 0 {
                    return;
                }
                if number == 10 {
                    std::thread::sleep(Duration::from_millis(500));
                }
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
            }
        });
        let load = Load {
            address: &address,
            requests: &[get("/", "")],
            connections: 1,
            time: Duration::from_secs(1),
            pace: Pace::Rate(100.0),
        };
        let served = run(&load, |_, _| 0).unwrap();
        assert_eq!(served.failures, 0);
        assert!(served.latency.max() >= 500_000);
        // One request stalled, and some forty more were due in that time.
        assert!(
            served.milliseconds(0.8) > 50.0,
            "{}",
            served.milliseconds(0.8)
        );
    }
}
