//! Days of a gateway before a pool with a quota, in compressed time: the gateway's own jobs and
//! lookups on a clock that goes on whenever all of them wait, and a pool in this process.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::{HeaderMap, Response};
use clap::{Args, FromArgMatches};
use parking_lot::Mutex;
use product_pool::client::Allowances;
use product_pool::gtin::Gtin;
use serde_json::Value;
use tokio::time::{Instant, sleep_until};

use crate::GatewayArgs;
use crate::clock::Clock;
use crate::gateway::Gateway;
use crate::target::Target;
use product_pool_http::responses::answer::STALE;
use product_pool_http::shares::for_client;

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

/// How often a product changes, in seconds.
const CHANGES: u64 = 600;
/// The time of day 0, in seconds since 1970.
const BEGAN: i64 = 1_700_006_400;

/// A pool that counts its requests, and in which one product after the other changes.
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
    let sum: u64 = digits
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
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
        let missing = || {
            (
                404,
                r#"{"errors":[{"status":"404","code":"not_found"}]}"#.to_owned(),
            )
        };
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
                true => (
                    200,
                    r#"{"page":1,"per page":50,"pages":1,"total":0,"data":[]}"#.to_owned(),
                ),
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

    /// How many changes there were.
    fn changes(&self) -> u64 {
        self.began.elapsed().as_secs() / CHANGES
    }

    /// When a product last changed, in seconds since 1970. The first change is that of product 0.
    fn changed(&self, product: u64) -> i64 {
        let turns = (self.changes() + self.products - product % self.products) / self.products;
        match turns.checked_sub(1) {
            None => BEGAN - 1_000_000 - i64::try_from(product).unwrap(),
            Some(turns) => {
                BEGAN + i64::try_from((turns * self.products + product) * CHANGES).unwrap()
            }
        }
    }

    /// The product at that place of the list, oldest changes first.
    fn nth(&self, place: u64) -> u64 {
        let unchanged = self.products.saturating_sub(self.changes());
        match place.checked_sub(unchanged) {
            None => self.products - 1 - place,
            Some(place) => (self.changes().saturating_sub(self.products) + place) % self.products,
        }
    }

    /// A page of the list; the cursor is the place of its first item.
    fn list(&self, target: &str) -> String {
        let parameter = |name: &str| {
            let (_, rest) = target.split_once(&format!("{name}="))?;
            rest.split('&').next()
        };
        let number = |name| parameter(name).and_then(|text| text.parse::<u64>().ok());
        let since = parameter("filter%5Bchanged_at%5D").and_then(|text| {
            let date: jiff::civil::Date = text.trim_start_matches("gt%3A").parse().ok()?;
            Some(
                date.to_zoned(jiff::tz::TimeZone::UTC)
                    .ok()?
                    .timestamp()
                    .as_second(),
            )
        });
        // The first place after that time.
        let (mut first, mut end) = (0, self.products);
        while first < end {
            let middle = u64::midpoint(first, end);
            match since.is_some_and(|since| self.changed(self.nth(middle)) <= since) {
                true => first = middle + 1,
                false => end = middle,
            }
        }
        let (skip, limit) = (number("cursor").unwrap_or(0), number("limit").unwrap_or(50));
        let page = (first + skip).min(self.products)..(first + skip + limit).min(self.products);
        let mut items = String::new();
        for number in page.clone().map(|place| self.nth(place)) {
            let (changed, gtin) = (timestamp(self.changed(number)), gtin_of(number));
            let comma = if items.is_empty() { "" } else { "," };
            write!(items, r#"{comma}{{"pool_id":"{number}","version":"1","changed_at":"{changed}","traded_unit_gtin":"{gtin}"}}"#)
                .unwrap();
        }
        let next = match page.end < self.products {
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
    let mut words = vec![
        "serve".to_owned(),
        "--upstream=http://pool.invalid".to_owned(),
    ];
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
    let response = gateway
        .answer_by_gtin(target, &parsed, &HeaderMap::new())
        .await;
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

/// A gateway in front of a pool, both at the beginning of day 0, and the folder of its mirror.
fn open(scenario: Scenario) -> (Arc<Gateway>, Arc<Pool>, tempfile::TempDir) {
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
    (gateway, pool, folder)
}

/// Simulates it, and returns what happened each day, and the state of the gateway at the end.
async fn simulate(scenario: Scenario) -> (Vec<Day>, Value) {
    let (gateway, pool, _folder) = open(scenario);
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
    let state = gateway.readiness().state.into();
    let days = pool.days.lock().clone();
    (days, state)
}

fn run(scenario: Scenario) -> (Vec<Day>, Value) {
    paused(simulate(scenario))
}

fn paused<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(work)
}

/// Sends a request as that client does, and returns the status of the response.
async fn ask(gateway: &Arc<Gateway>, client: IpAddr, path: &str) -> u16 {
    let target = Target::of(&path.parse().unwrap()).unwrap();
    let found = for_client(Some(client), gateway.find(target)).await;
    gateway.respond(&HeaderMap::new(), found).status().as_u16()
}

/// A day with a quota, on which one client asks 2,000 times within a while for what there is not, before
/// a hundred others open cards. Returns how often that client was answered and refused, and the
/// statuses that the others got.
async fn simulate_greedy(scenario: Scenario, within: Duration) -> (Vec<u16>, Vec<u16>, Day) {
    let (gateway, pool, _folder) = open(scenario);
    let greedy = IpAddr::from([203, 0, 113, 5]);
    // Until the gateway knows the list, and the quota.
    tokio::time::sleep(DAY / 24).await;
    let mut own = Vec::new();
    for number in 0..2_000_u32 {
        let path = match number % 4 {
            0 => format!("/v2/products/unknown-{number}"),
            1 => format!("/v2/products?cursor=made-up-{number}"),
            2 => format!("/v2/products/{}?version=x{number}", number % 1_000),
            _ => format!("/v2/images/{}?page={number}", number % 1_000),
        };
        own.push(ask(&gateway, greedy, &path).await);
        tokio::time::sleep(within / 2_000).await;
    }
    let mut others = Vec::new();
    for number in 0..scenario.views {
        let client = IpAddr::from([198, 51, 100, u8::try_from(number % 100).unwrap()]);
        others.push(ask(&gateway, client, &format!("/v2/products/{number}")).await);
        tokio::time::sleep(DAY / 2 / scenario.views).await;
    }
    let day = pool.days.lock()[0];
    (own, others, day)
}

/// One client does not spend the quota of all, neither of a cache nor of a mirror.
#[test]
fn a_greedy_client_leaves_the_quota_to_others() {
    let (at_once, slowly) = (Duration::from_secs(36), Duration::from_secs(3_600));
    for (is_mirror, within) in [(false, at_once), (false, slowly), (true, slowly)] {
        let scenario = Scenario {
            products: 1_000,
            quota: 2_000,
            is_mirror,
            views: 500,
            foreign: 0,
            days: 1,
        };
        let (own, others, day) = paused(simulate_greedy(scenario, within));
        assert!(others.iter().all(|status| *status == 200), "{others:?}");
        let refused = own.iter().filter(|status| **status == 429).count();
        assert!(refused > 1_000, "{refused}");
        assert!(day.requests < 2_000 && day.refused == 0, "{day:?}");
    }
}

/// A quota that is too small for a minute's look at the changes still serves every shopper, and the
/// period of a day is learnt.
#[test]
fn shoppers_are_served_from_a_small_quota() {
    let scenario = Scenario {
        products: 1_000,
        quota: 200,
        is_mirror: false,
        views: 60,
        foreign: 6,
        days: 4,
    };
    let (days, state) = run(scenario);
    for day in &days {
        assert!(
            day.requests <= scenario.quota && day.refused == 0,
            "{day:?}"
        );
        assert_eq!((day.answered, day.failed), (60, 0), "{day:?}");
    }
    assert_eq!(state["gtin_index"]["complete"], true);
    assert_eq!(state["quota"]["period_seconds"], 86_400);
    assert!(days[3].lists > 2 * days[0].lists, "{days:?}");
}

/// A spent quota is asked about from time to time, and not more.
#[test]
fn a_spent_quota_gets_few_requests() {
    let scenario = Scenario {
        products: 500,
        quota: 60,
        is_mirror: true,
        views: 200,
        foreign: 0,
        days: 2,
    };
    let (days, state) = run(scenario);
    for day in &days {
        assert!(day.requests <= 60 && day.refused <= 30, "{day:?}");
    }
    assert!(days[0].answered > 50, "{days:?}");
    assert!(state["mirror"].is_object());
}

/// What is in docs/gateway-behaviour.md; `UPDATE_SNAPSHOTS=1` writes it.
#[test]
#[ignore = "takes minutes"]
fn days_of_a_hundred_thousand_products() {
    const PAGE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../docs/gateway-behaviour.md"
    );
    let base = Scenario {
        products: 100_000,
        quota: 2_000,
        is_mirror: false,
        views: 1_000,
        foreign: 100,
        days: 5,
    };
    let large = Scenario {
        quota: 20_000,
        views: 2_000,
        foreign: 200,
        days: 4,
        ..base
    };
    let mirror = Scenario {
        is_mirror: true,
        views: 1_000,
        foreign: 100,
        days: 3,
        ..large
    };
    let mut rows = String::new();
    for (name, scenario) in [
        ("cache, 2,000", base),
        ("cache, 20,000", large),
        ("mirror, 20,000", mirror),
    ] {
        let (days, _) = run(scenario);
        for (number, day) in days.iter().enumerate() {
            assert!(
                day.requests <= scenario.quota && day.refused <= 30,
                "{day:?}"
            );
            let minutes = day.age / 60;
            writeln!(
                rows,
                "| {name} | {} | {} | {} | {} | {} | {} | {minutes} |",
                number + 1,
                day.lists,
                day.requests,
                day.answered,
                day.old,
                day.failed,
            )
            .unwrap();
        }
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (head, rest) = page
        .split_once("<!-- days: made by the simulation -->\n\n")
        .unwrap();
    let (table, tail) = rest.split_once("\n\n").unwrap();
    let title: String = table.split_inclusive('\n').take(2).collect();
    let expected = format!("{title}{rows}");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let page = format!("{head}<!-- days: made by the simulation -->\n\n{expected}\n{tail}");
        std::fs::write(PAGE, page).unwrap();
    } else {
        assert!(
            is_close(&format!("{table}\n"), &expected),
            "{table}\n{expected}"
        );
    }
}

/// Whether two tables are the same, but for numbers of a mirror that differ by 5 or 1 %: its disk is
/// real, and does not wait for the paused clock.
fn is_close(one: &str, other: &str) -> bool {
    let is_near = |(one, other): (&str, &str)| {
        let numbers = one.trim().parse::<u64>().ok();
        let numbers = numbers.zip(other.trim().parse::<u64>().ok());
        one == other || numbers.is_some_and(|(a, b)| a.abs_diff(b) <= 5.max(b / 100))
    };
    let is_row = |(one, other): (&str, &str)| {
        let are_mirrors = [one, other].iter().all(|row| row.starts_with("| mirror"));
        one == other || are_mirrors && one.split('|').zip(other.split('|')).all(is_near)
    };
    one.lines().count() == other.lines().count() && one.lines().zip(other.lines()).all(is_row)
}

/// A cell that differs in the cache's rows is a difference, and so is much of one in a mirror's.
#[test]
fn only_numbers_of_a_mirror_may_be_near() {
    assert!(is_close("| cache | 224 |", "| cache | 224 |"));
    assert!(!is_close("| cache | 224 |", "| cache | 225 |"));
    assert!(is_close("| mirror | 17987 |", "| mirror | 17984 |"));
    assert!(!is_close("| mirror | 17987 |", "| mirror | 17000 |"));
    assert!(!is_close(
        "| mirror | 1 |",
        "| mirror | 1 |\n| mirror | 2 |"
    ));
}
