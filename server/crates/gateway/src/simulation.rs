//! Days of a gateway before a pool with a quota, in compressed time: the gateway's own jobs and
//! lookups on a clock that goes on whenever all of them wait, and a pool in this process.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::{HeaderMap, Response};
use clap::{Args, FromArgMatches};
use parking_lot::Mutex;
use product_pool::client::Allowances;
use product_pool::gtin::Gtin;
use tokio::time::{Instant, sleep_until};

use crate::GatewayArgs;
use crate::clock::Clock;
use crate::gateway::Gateway;
use crate::target::Target;
use product_pool_http::responses::answer::STALE;

const DAY: Duration = Duration::from_secs(86_400);

/// What is simulated.
#[derive(Clone, Copy, Debug)]
struct Scenario {
    products: u64,
    /// How many requests the pool allows a day.
    quota: u64,
    is_mirror: bool,
    /// How many cards shoppers open a day, each with a product and its images. A few products are
    /// opened most often.
    views: u32,
    /// How many of them are by the GTIN of something that the pool does not have.
    foreign: u32,
    days: u32,
}

/// What happened in a day.
#[derive(Clone, Copy, Debug, Default)]
struct Day {
    /// Requests that the pool answered: lists, and all.
    lists: u64,
    requests: u64,
    /// Those that it refused, because the quota was spent.
    refused: u64,
    /// Cards: answered, of those without a recent confirmation, and without an answer.
    answered: u64,
    old: u64,
    failed: u64,
    /// The greatest age of a record that was served, in seconds.
    age: u64,
}

/// A pool that counts: one product changes each minute.
struct Pool {
    products: u64,
    quota: u64,
    began: Instant,
    used: Mutex<(u64, u64)>,
    days: Mutex<Vec<Day>>,
}

/// The GTIN of the case of a product.
fn gtin_of(product: u64) -> String {
    let body = format!("952{product:09}");
    let digits = body.bytes().map(|byte| u64::from(byte - b'0'));
    let weights = [1, 3].into_iter().cycle();
    let sum: u64 = digits.zip(weights).map(|(digit, weight)| digit * weight).sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}

impl Pool {
    fn day(&self) -> u64 {
        self.began.elapsed().as_secs() / DAY.as_secs()
    }

    fn note(&self, note: impl FnOnce(&mut Day)) {
        let day = usize::try_from(self.day()).unwrap();
        let mut days = self.days.lock();
        let length = days.len().max(day + 1);
        days.resize(length, Day::default());
        note(&mut days[day]);
    }

    fn respond(&self, target: &str) -> Response<String> {
        let mut used = self.used.lock();
        if used.0 != self.day() {
            *used = (self.day(), 0);
        }
        let is_spent = used.1 >= self.quota;
        used.1 += u64::from(!is_spent);
        let left = self.quota - used.1;
        let is_list = target.starts_with("/v2/products?");
        self.note(|day| match is_spent {
            true => day.refused += 1,
            false => {
                day.requests += 1;
                day.lists += u64::from(is_list);
            }
        });
        let (status, body) = match is_spent {
            true => (429, r#"{"message":"Quota exceeded."}"#.to_owned()),
            false => self.body(target),
        };
        let [rate, quota] = Allowances::HEADERS;
        Response::builder()
            .status(status)
            .header("content-type", "application/json")
            .header(rate[0], 200)
            .header(rate[1], 197)
            .header(quota[0], self.quota)
            .header(quota[1], left)
            .body(body)
            .unwrap()
    }

    fn body(&self, target: &str) -> (u16, String) {
        let missing = || (404, r#"{"errors":[{"status":"404","code":"not_found"}]}"#.to_owned());
        let path = target.split('?').next().unwrap_or_default();
        if path == "/v2/products" {
            return (200, self.list(target));
        }
        let id = path.rsplit('/').next().unwrap_or_default();
        let id = match path.starts_with("/v2/products/gtin/") {
            // Without the prefix and the check digit.
            true if id.trim_start_matches('0').starts_with("952") => {
                let id = id.trim_start_matches('0');
                id[3..id.len() - 1].trim_start_matches('0').to_owned()
            }
            _ => id.to_owned(),
        };
        match id.parse::<u64>() {
            Ok(number) if number < self.products => match path.contains("/images/") {
                true => (200, r#"{"page":1,"per page":50,"pages":1,"total":0,"data":[]}"#.to_owned()),
                false => {
                    let gtin = gtin_of(number);
                    let changed = timestamp(self.changed(number));
                    let body = format!(
                        r#"{{"data":{{"pool_id":"{number}","version":"1","changed_at":"{changed}","outer":{{"traded_unit_gtin":"{gtin}"}}}}}}"#
                    );
                    (200, body)
                }
            },
            _ if path.contains("/images/") => missing(),
            _ => missing(),
        }
    }

    /// When a product last changed, in seconds since 1970: one does each minute, in turn.
    fn changed(&self, product: u64) -> i64 {
        let minutes = self.began.elapsed().as_secs() / 60;
        let round = self.products;
        let turns = (minutes + round - product % round) / round;
        let since = match turns {
            0 => -i64::try_from(product).unwrap() - 1_000_000,
            turns => i64::try_from((turns - 1) * round + product).unwrap() * 60,
        };
        1_700_006_400 + since
    }

    /// A page of the list, oldest changes first; the cursor is the number of items before it.
    fn list(&self, target: &str) -> String {
        let parameter = |name: &str| {
            let (_, rest) = target.split_once(&format!("{name}="))?;
            rest.split('&').next()
        };
        let since = parameter("filter%5Bchanged_at%5D").and_then(|text| {
            let date: jiff::civil::Date = text.trim_start_matches("gt%3A").parse().ok()?;
            Some(date.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
        });
        let limit: usize = parameter("limit").and_then(|text| text.parse().ok()).unwrap_or(50);
        let skip: usize = parameter("cursor").and_then(|text| text.parse().ok()).unwrap_or(0);
        let mut listed: Vec<(i64, u64)> = (0..self.products)
            .map(|product| (self.changed(product), product))
            .filter(|(changed, _)| since.is_none_or(|since| *changed > since))
            .collect();
        listed.sort_unstable();
        let mut items = String::new();
        for (changed, number) in listed.iter().skip(skip).take(limit) {
            let (changed, gtin) = (timestamp(*changed), gtin_of(*number));
            let comma = if items.is_empty() { "" } else { "," };
            write!(items, r#"{comma}{{"pool_id":"{number}","version":"1","changed_at":"{changed}","traded_unit_gtin":"{gtin}"}}"#)
                .unwrap();
        }
        let next = match skip + limit < listed.len() {
            true => format!("\"{}\"", skip + limit),
            false => "null".to_owned(),
        };
        format!(r#"{{"next":{next},"previous":null,"data":[{items}]}}"#)
    }
}

fn timestamp(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds).unwrap().to_string()
}

/// The gateway's options, as the command line gives them.
fn args(mirror: Option<&Path>) -> GatewayArgs {
    let mut words = vec!["serve".to_owned(), "--upstream=http://pool.invalid".to_owned()];
    words.push("--upstream-token-file=none".to_owned());
    words.extend(mirror.map(|path| format!("--mirror={}", path.display())));
    let command = clap::Command::new("serve").arg(clap::Arg::new("db").long("db"));
    let matches = GatewayArgs::augment_args(command).get_matches_from(words);
    GatewayArgs::from_arg_matches(&matches).unwrap()
}

/// Opens a card: whether it was answered, and whether without a recent confirmation.
async fn open_card(gateway: &Arc<Gateway>, gtin: &str, pool: &Pool) {
    let target = Target::of(&format!("/v2/products/gtin/{gtin}").parse().unwrap()).unwrap();
    let parsed = Gtin::parse_lenient(gtin).unwrap();
    let response = gateway.answer_by_gtin(target, &parsed, &HeaderMap::new()).await;
    let status = response.status().as_u16();
    let age = response.headers().get("age");
    let age = age.and_then(|age| age.to_str().ok()?.parse().ok());
    pool.note(|day| {
        day.answered += u64::from(status < 500);
        day.failed += u64::from(status >= 500);
        day.old += u64::from(response.headers().contains_key(STALE));
        day.age = day.age.max(age.unwrap_or_default());
    });
}

/// Simulates it, and returns what happened each day, and the state of the gateway at the end.
async fn simulate(scenario: Scenario) -> (Vec<Day>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mirror.db");
    let args = args(scenario.is_mirror.then_some(&path));
    let pool = Arc::new(Pool {
        products: scenario.products,
        quota: scenario.quota,
        began: Instant::now(),
        used: Mutex::default(),
        days: Mutex::default(),
    });
    let mut gateway = crate::open_at(&args, Vec::new(), Clock::paused()).unwrap();
    let answering = pool.clone();
    let inner = Arc::get_mut(&mut gateway).unwrap();
    inner.upstream.http.simulated = Some(Box::new(move |target| answering.respond(target)));
    crate::filling::start(&gateway, &args);
    let began = Instant::now();
    let every = DAY / scenario.views;
    let turn = AtomicU64::new(0);
    for view in 0..scenario.views * scenario.days {
        sleep_until(began + every * view).await;
        let turn = turn.fetch_add(1, Ordering::Relaxed);
        let of_day = view % scenario.views;
        // About half of the views are of a hundredth of the products.
        let hash = turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let range = match turn % 2 {
            0 => scenario.products / 100,
            _ => scenario.products,
        };
        let number = hash % range;
        if of_day < scenario.foreign {
            open_card(&gateway, &gtin_of(scenario.products + number), &pool).await;
            continue;
        }
        open_card(&gateway, &gtin_of(number), &pool).await;
        let images = Target::of(&format!("/v2/images/{number}").parse().unwrap()).unwrap();
        drop(gateway.find(images).await);
    }
    let state = serde_json::Value::from(gateway.readiness().state);
    let days = pool.days.lock().clone();
    (days, state.to_string())
}

fn run(scenario: Scenario) -> (Vec<Day>, String) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(simulate(scenario))
}

/// No shopper is left without what is there, and the pool gets no more than it allows.
fn check(days: &[Day], scenario: Scenario) {
    for day in days {
        assert!(day.requests <= scenario.quota);
        assert!(day.refused <= 30, "{} requests after the quota was spent", day.refused);
    }
}

#[test]
fn a_small_quota_lasts_the_day() {
    let scenario = Scenario {
        products: 2_000,
        quota: 400,
        is_mirror: false,
        views: 300,
        foreign: 20,
        days: 4,
    };
    let (days, state) = run(scenario);
    for day in &days {
        println!("{day:?}");
    }
    println!("{state}");
    check(&days, scenario);
}
