//! Hostile and honest clients on one gateway for half an hour: the honest ones must not notice.
//!
//! The upstream works, but every request for some records fails, each in its own way. Hostile
//! clients request those to open the circuit breaker, send malformed requests, and hold
//! connections whose heads never end. Honest clients compare every response with the truth.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use product_pool_load::hostile::{Attack, Outcome};

use super::child::Program;
use super::faults::request_and_judge;
use super::pool::{BROKEN, Pool};
use super::stats::verdict;
use super::{Result, Stage, fetch, heading, setting};

/// How long responses are fresh, in seconds.
const FRESH: &str = "2";
/// The headers of requests from the two kinds of clients.
const HONEST_CLIENT: &str = "X-Forwarded-For: 192.0.2.1\r\n";
const HOSTILE_CLIENT: &str = "X-Forwarded-For: 192.0.2.2\r\n";
/// Clients that request the records of products that exist, about 50 times a second each.
const HONEST: u64 = 8;
/// Clients that request records whose response from the upstream is broken.
const BREAKERS: u64 = 48;
/// Connections whose request never ends.
const UNFINISHED: usize = 200;
/// Malformed requests between two looks at the clock.
const ROUND: u64 = 2_400;

/// What the clients found.
#[derive(Debug, Default)]
struct Found {
    /// Responses to honest clients, by what they were.
    served: BTreeMap<&'static str, u64>,
    /// Responses that honest clients should not have received.
    wrong: Vec<String>,
    /// Requests for broken records.
    broken: u64,
    /// How often the metrics were read, and how often the breaker was not closed.
    looks: u64,
    not_closed: u64,
    /// The resident memory in MB, once a second.
    memory: Vec<f64>,
}

/// What all clients share.
struct Shared<'a> {
    gateway: &'a Program,
    pool: &'a Pool,
    until: Instant,
    next: AtomicU64,
    found: Mutex<Found>,
}

pub(crate) fn run(stage: &Stage) -> Result<()> {
    let minutes: f64 = setting("MINUTES", 30.0)?;
    let seed: u64 = setting("SEED", 20_261_121)?;
    heading(&format!("Hostile and honest clients, {minutes} minutes"));
    let pool = Pool::start()?;
    let file = stage.folder.join("cache.db");
    let file = file.to_string_lossy();
    let options = [
        // Clients are distinguished by the address that a proxy gives.
        "--trusted-proxy",
        "127.0.0.1",
        "--ops-listen",
        "127.0.0.1:0",
        "--cache",
        &file,
        "--fresh",
        FRESH,
        "--pages",
    ];
    let mut gateway = stage.gateway_with("stale=0 follow=0", &pool.address, &options, false)?;
    let shared = Shared {
        gateway: &gateway,
        pool: &pool,
        until: Instant::now() + Duration::from_secs_f64(minutes * 60.0),
        next: AtomicU64::new(0),
        found: Mutex::default(),
    };
    let hostile = thread::scope(|scope| {
        for _ in 0..HONEST {
            scope.spawn(|| shared.honest());
        }
        for _ in 0..BREAKERS {
            scope.spawn(|| shared.request_broken());
        }
        scope.spawn(|| shared.hold_connections());
        scope.spawn(|| shared.watch());
        shared.attack(seed)
    });
    let found = shared.found.into_inner().unwrap_or_default();
    let crashed = gateway.has_ended();
    report(&found, &hostile, crashed)
}

/// Prints what was found.
///
/// # Errors
/// If an honest client noticed anything, or a hostile request was not refused.
fn report(found: &Found, hostile: &Outcome, crashed: bool) -> Result<()> {
    let served: Vec<String> = found
        .served
        .iter()
        .map(|(what, count)| format!("{what} {count}"))
        .collect();
    println!("  honest clients: {}", served.join(", "));
    for wrong in found.wrong.iter().take(10) {
        println!("    WRONG {wrong}");
    }
    println!(
        "    wrong or refused: {}  {}",
        found.wrong.len(),
        verdict(found.wrong.is_empty(), "0")
    );
    println!("  broken records requested: {}", found.broken);
    println!(
        "  breaker not closed: {} of {} readings  {}",
        found.not_closed,
        found.looks,
        verdict(found.not_closed == 0, "0")
    );
    println!(
        "  malformed requests: {} answered, {} not refused  {}",
        hostile.answered(),
        hostile.failed,
        verdict(hostile.failed == 0, "0")
    );
    for fault in &hostile.faults {
        println!("    FAULT {fault}");
    }
    let at = |share: usize| found.memory.get(found.memory.len() * share / 5).copied();
    println!(
        "  memory: {:.0} MB after a fifth of the time, {:.0} MB at the end",
        at(1).unwrap_or_default(),
        found.memory.last().copied().unwrap_or_default()
    );
    let is_well = found.wrong.is_empty()
        && found.not_closed == 0
        && hostile.failed == 0
        && !found.served.is_empty();
    match is_well && !crashed {
        true => Ok(()),
        false if crashed => Err("the gateway crashed".into()),
        false => Err("honest clients were disturbed, or hostile requests accepted".into()),
    }
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(|error| error.into_inner())
    }

    /// Requests known products, and sometimes one that is new to the gateway.
    fn honest(&self) {
        while !self.is_over() {
            let address = &self.gateway.address;
            let (product, judged) =
                request_and_judge(self.pool, address, &self.next, HONEST_CLIENT);
            let mut found = self.found();
            match judged {
                Ok(what @ ("new" | "kept")) => *found.served.entry(what).or_default() += 1,
                Ok(what) => found.wrong.push(format!("{product}: {what}")),
                Err(wrong) => found.wrong.push(format!("{product}: {wrong}")),
            }
            drop(found);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Requests different records that fail, faster than the honest clients ask for theirs.
    fn request_broken(&self) {
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            // The response, an error, is of no interest here.
            let _ = fetch(
                &self.gateway.address,
                &format!("/v2/products/{BROKEN}{number}"),
                HOSTILE_CLIENT,
            );
            self.found().broken += 1;
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Opens connections, and opens them again where the gateway has closed them.
    fn hold_connections(&self) {
        while !self.is_over() {
            let held: Vec<TcpStream> = (0..UNFINISHED)
                .filter_map(|_| {
                    let mut stream = TcpStream::connect(&self.gateway.address).ok()?;
                    stream.write_all(b"GET / HTTP/1.1\r\nx: ").ok()?;
                    Some(stream)
                })
                .collect();
            thread::sleep(Duration::from_secs(5));
            drop(held);
        }
    }

    /// Reads the state of the breaker and the memory.
    fn watch(&self) {
        const CLOSED: &str = r#"upstream_breaker{state="closed"} 1"#;
        let ops = self.gateway.ops.as_deref().unwrap_or_default();
        while !self.is_over() {
            let metrics = fetch(ops, "/metrics", "");
            let is_closed = metrics.is_ok_and(|(_, _, body)| body.contains(CLOSED));
            #[allow(clippy::cast_precision_loss)]
            let resident = self.gateway.resident() as f64 / 1e6;
            let mut found = self.found();
            found.looks += 1;
            found.not_closed += u64::from(!is_closed);
            found.memory.push(resident);
            drop(found);
            thread::sleep(Duration::from_secs(1));
        }
    }

    /// Sends malformed requests until the time is over.
    fn attack(&self, seed: u64) -> Outcome {
        let mut whole = Outcome::default();
        for round in 0.. {
            if self.is_over() {
                break;
            }
            let attack = Attack {
                address: self.gateway.address.clone(),
                seed: seed.wrapping_add(round),
                requests: ROUND,
                at_once: 16,
                header: None,
                treasure: "/v2/products/p1".to_owned(),
                secrets: ["Bearer demo", "SQLite format 3", "root:x:0:0"]
                    .map(str::to_owned)
                    .to_vec(),
            };
            whole.add(attack.run());
        }
        whole
    }
}
