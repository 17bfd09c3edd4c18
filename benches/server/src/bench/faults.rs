//! A gateway whose upstream fails, is down for a minute, and sends garbage. Every response is
//! compared with the truth: a fresh one must be true, an old one must be marked as old.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::pool::{GENERATION, Mood, Pool, record};
use super::stats::verdict;
use super::{Result, Stage, fetch, heading, setting};

/// How long responses are fresh, in seconds.
const FRESH: u64 = 2;
const CLIENTS: u64 = 8;
/// The number of products that are requested all the time.
const KNOWN: u64 = 100;

/// The number of responses of each kind.
type Counts = BTreeMap<&'static str, u64>;

pub(crate) fn run(stage: &Stage) -> Result<()> {
    let away: u64 = setting("CUT", 60)?;
    heading("An upstream that fails");
    let pool = Pool::start()?;
    let fresh = FRESH.to_string();
    let options = ["--fresh", &fresh, "--stale-if-error", "3600"];
    let constants = "stale=0 follow=0 upstream-timeout=3 upstream-limit=1048576";
    let mut gateway = stage.gateway_with(constants, &pool.address, &options, false)?;
    let phases = [
        ("well", Mood::Well, 10),
        ("failing one time in five", Mood::Failing, 30),
        ("gone", Mood::Gone, away),
        ("back", Mood::Well, 70),
        ("nothing but garbage", Mood::Garbage, 30),
        ("back", Mood::Well, 70),
    ];
    let mut wrong = Vec::new();
    let requests = AtomicU64::new(0);
    for (name, mood, seconds) in phases {
        pool.now(mood);
        let begun = Instant::now();
        let phase = Phase {
            pool: &pool,
            gateway: &gateway.address,
            begun,
            until: begun + Duration::from_secs(seconds),
            // This phase ends when fresh responses arrive again.
            recovers: name == "back",
            requests: &requests,
            found: Mutex::default(),
        };
        thread::scope(|scope| {
            for _ in 0..CLIENTS {
                scope.spawn(|| phase.client());
            }
        });
        let found = phase.found.into_inner().unwrap_or_default();
        let counts: Vec<String> = found
            .counts
            .iter()
            .map(|(what, count)| format!("{what} {count}"))
            .collect();
        println!("  {name}: {}", counts.join(", "));
        if name == "back" {
            let took = found
                .recovered
                .map(|time| format!("{:.1} s", time.as_secs_f64()));
            println!(
                "    new answers after {}",
                took.unwrap_or("more than 70 s".to_owned())
            );
        }
        wrong.extend(found.wrong);
    }
    for wrong in wrong.iter().take(10) {
        println!("  WRONG {wrong}");
    }
    println!(
        "  {} answers, {} wrong  {}; {}",
        requests.load(Ordering::Relaxed),
        wrong.len(),
        verdict(wrong.is_empty(), "none"),
        if gateway.has_ended() {
            "the gateway CRASHED"
        } else {
            "the gateway kept running"
        },
    );
    match wrong.is_empty() && !gateway.has_ended() {
        true => Ok(()),
        false => Err("the gateway failed with its upstream".into()),
    }
}

#[derive(Default)]
struct Found {
    counts: Counts,
    wrong: Vec<String>,
    recovered: Option<Duration>,
}

struct Phase<'a> {
    pool: &'a Pool,
    gateway: &'a str,
    begun: Instant,
    until: Instant,
    recovers: bool,
    requests: &'a AtomicU64,
    found: Mutex<Found>,
}

impl Phase<'_> {
    fn client(&self) {
        while Instant::now() < self.until {
            let (product, judged) = request_and_judge(self.pool, self.gateway, self.requests, "");
            let mut found = self.found.lock().unwrap_or_else(|error| error.into_inner());
            match judged {
                Ok(what) => {
                    *found.counts.entry(what).or_default() += 1;
                    if self.recovers && what == "new" && found.recovered.is_none() {
                        found.recovered = Some(self.begun.elapsed());
                    }
                }
                Err(wrong) => found.wrong.push(format!("{product}: {wrong}")),
            }
            let over = self.recovers
                && found
                    .recovered
                    .is_some_and(|at| self.begun.elapsed() > at + 3 * GENERATION);
            drop(found);
            if over {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Requests a known product or, one time in twenty, one that was not requested before. Returns
/// the product, and the kind of the response or what is wrong with it.
pub(crate) fn request_and_judge(
    pool: &Pool,
    gateway: &str,
    requests: &AtomicU64,
    header: &str,
) -> (String, Result<&'static str>) {
    let number = requests.fetch_add(1, Ordering::Relaxed);
    let product = match number % 20 {
        19 => format!("new-{number}"),
        _ => format!("p{}", number % KNOWN),
    };
    let before = pool.generation();
    let judged = fetch(gateway, &format!("/v2/products/{product}"), header)
        .and_then(|(status, head, body)| judge(status, &head, &body, &product, before));
    (product, judged)
}

/// The kind of a response, or an error if it is wrong. `before` is the generation at the time of
/// the request.
fn judge(status: u16, head: &str, body: &str, product: &str, before: u64) -> Result<&'static str> {
    let header = |name: &str| {
        head.lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    };
    let cache_status = header("cache-status").ok_or("a response without Cache-Status")?;
    if status != 200 {
        let known = matches!(status, 502..=504) && body.starts_with(r#"{"errors":[{"#);
        return match known {
            true if product.starts_with('p') => Ok("refused (known)"),
            true => Ok("refused (new)"),
            false => Err(format!("status {status}")),
        };
    }
    let generation = body
        .split_once(r#""version":""#)
        .and_then(|(_, rest)| rest.split('"').next()?.parse::<u64>().ok())
        .ok_or("a body without a version")?;
    if body != record(product, generation) {
        return Err(format!("another body: {}", &body[..body.len().min(80)]));
    }
    let ttl = cache_status
        .split("; ")
        .find_map(|part| part.strip_prefix("ttl="))
        .and_then(|ttl| ttl.parse::<i64>().ok());
    let age: u64 = header("age")
        .and_then(|age| age.parse().ok())
        .ok_or("no Age")?;
    // A generation may have begun just after the request to the upstream.
    let old = before.saturating_sub(generation);
    let most = age / GENERATION.as_secs() + 1;
    if old > most {
        return Err(format!(
            "it is {old} generations old and says it is {age} s old"
        ));
    }
    match ttl {
        None => Ok("new"),
        Some(0..) if !cache_status.contains("detail") && age <= FRESH => Ok("kept"),
        Some(ttl) if ttl <= 0 && cache_status.contains("detail=upstream-") => Ok("old and marked"),
        Some(_) => Err(format!("{cache_status}, age {age}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_responses_are_found() {
        let body = record("p1", 7);
        let head =
            |status: &str, age: u64| format!("cache-status: product-pool; {status}\r\nage: {age}");
        let judge = |status, head: &str, body: &str, now| judge(status, head, body, "p1", now);
        let stale = "hit; ttl=-8; detail=upstream-failed";
        assert_eq!(judge(200, &head("fwd=uri-miss", 0), &body, 7), Ok("new"));
        assert_eq!(judge(200, &head("hit; ttl=1", 1), &body, 7), Ok("kept"));
        assert_eq!(judge(200, &head(stale, 10), &body, 9), Ok("old and marked"));
        let refusal = r#"{"errors":[{}]}"#;
        assert_eq!(
            judge(503, &head("fwd=uri-miss", 0), refusal, 9),
            Ok("refused (known)")
        );
        for (status, head, body, now) in [
            (200, head("hit; ttl=1", 1), body.as_str(), 9),
            (200, head(stale, 10), body.as_str(), 15),
            (200, head("hit; ttl=-8", 10), &body, 9),
            (200, head("fwd=uri-miss", 0), &record("p2", 7), 7),
            (200, head("fwd=uri-miss", 0), &body[..200], 7),
            (200, String::new(), &body, 7),
            (500, head("fwd=uri-miss", 0), refusal, 7),
            (502, head("fwd=uri-miss", 0), "<html>", 7),
        ] {
            assert!(
                judge(status, &head, body, now).is_err(),
                "{status} {head} {body}"
            );
        }
    }
}
