//! Products by GTIN from the gateway's memory, beside nginx with the same bytes as a file, plain and
//! with gzip: the rate, the latency at half the rate, and whether memory grows; and the rate of
//! pages and cards.

use std::time::{Duration, Instant};

use super::child::Program;
use super::load::{Load, Pace, Served, get};
use super::stats::{median, ratio, slope, verdict};
use super::{Result, Stage, fetch, gtins, heading, load, nginx, setting};

/// The number of concurrent requests.
const CONNECTIONS: usize = 64;
const ROUNDS: usize = 9;
/// What a client that accepts gzip sends.
const GZIP: &str = "Accept-Encoding: gzip\r\n";
/// The number of GTINs that are requested most of the time while memory is measured.
const HOT: usize = 100;

pub(crate) fn run(stage: &Stage) -> Result<()> {
    heading("Products by GTIN from the gateway's memory");
    let db = stage.catalogue(500)?;
    let upstream = stage.serve(&db, &[], false)?;
    let gtins = gtins(&upstream.address)?;
    let options = ["--fresh", "86400", "--pages"];
    let gateway = stage.gateway(&upstream.address, &options, true)?;
    let path = format!("/v2/products/gtin/{}", gtins[0]);
    let (status, _, body) = fetch(&gateway.address, &path, "")?;
    if status != 200 {
        return Err(format!("{path}: status {status}"));
    }
    println!(
        "  body of {:.1} kB, {CONNECTIONS} connections",
        kilobytes(body.len())
    );
    let nginx = beside(stage, &path, &body)?;
    println!("  with gzip:");
    compete(&gateway, nginx.as_ref(), &path, GZIP, 0.5)?;
    println!("  plain:");
    let most = compete(&gateway, nginx.as_ref(), &path, "", 0.6)?;
    half(&gateway, nginx.as_ref(), &path, most / 2.0)?;
    drop(nginx);
    drawn(&gateway, &gtins[0])?;
    drop(gateway);
    memory(stage, &upstream, &gtins, most / 2.0)
}

#[allow(clippy::cast_precision_loss)]
fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1e3
}

/// nginx with that body as a file, if it is installed.
fn beside(stage: &Stage, path: &str, body: &str) -> Result<Option<Program>> {
    let folder = stage.folder.join("nginx");
    let file = folder.join("files").join(path.trim_start_matches('/'));
    let parent = file.parent().unwrap_or(&file);
    std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
    std::fs::write(&file, body).map_err(|error| error.to_string())?;
    let zipped = std::process::Command::new("gzip")
        .args(["--keep", "-6"])
        .arg(&file)
        .status();
    if !zipped.is_ok_and(|status| status.success()) {
        return Err("gzip is not installed".into());
    }
    let Some(nginx) = nginx::serve(&folder)? else {
        println!("  nginx is not installed: nothing to compare with");
        return Ok(None);
    };
    let (status, head, same) = fetch(&nginx.address, path, "")?;
    if status != 200 || same != body || head.to_lowercase().contains("content-encoding") {
        return Err("nginx does not serve the same body".into());
    }
    Ok(Some(nginx))
}

fn load(of: &Program, path: &str, header: &str, time: Duration, pace: Pace) -> Result<Served> {
    let load = Load {
        address: &of.address,
        requests: &[get(path, header)],
        connections: CONNECTIONS,
        time,
        pace,
    };
    let served = load::run(&load, |_, _| 0)?;
    match served.failures {
        0 => Ok(served),
        count => Err(format!("{count} requests failed")),
    }
}

/// Measures both in turn, with that target for the ratio of their rates. Returns the gateway's
/// rate.
fn compete(
    gateway: &Program,
    nginx: Option<&Program>,
    path: &str,
    header: &str,
    target: f64,
) -> Result<f64> {
    let time = Duration::from_secs_f64(setting("SECONDS", 3.0)?);
    let contenders: Vec<&Program> = std::iter::once(gateway).chain(nginx).collect();
    let (mut rates, mut costs) = ([vec![], vec![]], [vec![], vec![]]);
    for contender in &contenders {
        load(contender, path, header, Duration::from_secs(1), Pace::Most)?;
    }
    for round in 0..ROUNDS {
        for turn in 0..contenders.len() {
            let which = (round + turn) % contenders.len();
            let before = contenders[which].used();
            let served = load(contenders[which], path, header, time, Pace::Most)?;
            rates[which].push(served.rate());
            #[allow(clippy::cast_precision_loss)]
            let answers = served.answers as f64;
            costs[which].push((contenders[which].used() - before) * 1e6 / answers);
        }
    }
    for (name, which) in [("gateway", 0), ("nginx", 1)]
        .into_iter()
        .take(contenders.len())
    {
        println!(
            "  {name:<10}{:>8.0} requests/s, {:.1} µs of processor time each",
            median(&rates[which]),
            median(&costs[which])
        );
    }
    if nginx.is_some() {
        let rate = ratio(&rates[0], &rates[1]);
        let met = verdict(rate.value >= target, &format!(">= {target:.2}"));
        println!("  gateway / nginx, requests/s      {rate}  {met}");
        println!(
            "  nginx / gateway, processor time  {}",
            ratio(&costs[1], &costs[0])
        );
    }
    Ok(median(&rates[0]))
}

/// Measures how many pages and cards of a product are sent a second, with gzip.
fn drawn(gateway: &Program, gtin: &str) -> Result<()> {
    let time = Duration::from_secs_f64(setting("SECONDS", 3.0)?);
    let query = "lang=en-GB&variant=full&panels=&heading-level=&density=comfortable";
    for path in [
        format!("/p/{gtin}"),
        format!("/card/gtin/{gtin}"),
        format!("/drawn/gtin/{gtin}?{query}"),
    ] {
        load(gateway, &path, GZIP, Duration::from_secs(1), Pace::Most)?;
        let before = gateway.used();
        let served = load(gateway, &path, GZIP, time, Pace::Most)?;
        #[allow(clippy::cast_precision_loss)]
        let cost = (gateway.used() - before) * 1e6 / served.answers as f64;
        let rate = served.rate();
        let met = verdict(rate >= 5_000.0, ">= 5,000");
        println!(
            "  {path:<32.32}{rate:>8.0} requests/s with gzip, {cost:.1} µs of processor time each  \
             {met}"
        );
    }
    Ok(())
}

/// Measures the latency at that rate.
fn half(gateway: &Program, nginx: Option<&Program>, path: &str, rate: f64) -> Result<()> {
    let time = Duration::from_secs_f64(setting("SECONDS", 3.0)? * 5.0);
    println!("  at {rate:.0} requests/s, from when each was due:");
    for (name, contender) in [("gateway", Some(gateway)), ("nginx", nginx)] {
        let Some(contender) = contender else { continue };
        let served = load(contender, path, "", time, Pace::Rate(rate))?;
        let [middle, late, latest] = [0.5, 0.99, 0.999].map(|at| served.milliseconds(at));
        let met = match name {
            "gateway" => verdict(late < 10.0, "p99 < 10 ms"),
            _ => String::new(),
        };
        println!("    {name:<8}p50 {middle:.2} ms, p99 {late:.2} ms, p99.9 {latest:.2} ms  {met}");
        if served.rate() < rate * 0.98 {
            println!("    {name} answered {:.0} a second only", served.rate());
        }
    }
    Ok(())
}

/// Measures memory over time, with a cache that is too small for all products: what is requested
/// often stays in it.
fn memory(stage: &Stage, upstream: &Program, gtins: &[String], rate: f64) -> Result<()> {
    let minutes: f64 = setting("MINUTES", 1.0)?;
    let small = "cache-memory=4194304";
    let gateway = stage.gateway_with(small, &upstream.address, &["--fresh", "20"], true)?;
    let requests: Vec<Vec<u8>> = gtins
        .iter()
        .map(|gtin| get(&format!("/v2/products/gtin/{gtin}"), ""))
        .collect();
    let load = Load {
        address: &gateway.address,
        requests: &requests,
        connections: CONNECTIONS,
        time: Duration::from_secs_f64(minutes * 60.0),
        pace: Pace::Rate(rate),
    };
    let choose = |number: u64, count: usize| {
        let number = usize::try_from(number).unwrap_or(0);
        match number % 100 {
            // One request in a hundred is for any of the products.
            99 => (number / 100) % count,
            _ => number % HOT.min(count),
        }
    };
    let (mut points, begun) = (Vec::new(), Instant::now());
    let served = std::thread::scope(|scope| {
        let served = scope.spawn(|| load::run(&load, choose));
        while !served.is_finished() {
            #[allow(clippy::cast_precision_loss)]
            let resident = gateway.resident() as f64 / 1e6;
            points.push((begun.elapsed().as_secs_f64() / 60.0, resident));
            std::thread::sleep(Duration::from_millis(500));
        }
        served
            .join()
            .unwrap_or_else(|_| Err("the load generator panicked".into()))
    })?;
    // While the cache fills, memory grows without a leak.
    let settled: Vec<(f64, f64)> = points[points.len() / 5..].to_vec();
    let last = settled.last().copied().unwrap_or_default().1;
    let first = settled.first().copied().unwrap_or_default().1;
    let slope = slope(&settled);
    println!(
        "  {minutes} min at {rate:.0} requests/s, {} products in a cache of 4 MB, renewed every \
         20 s:\n    {} answers, {} failures\n    memory {first:.1} MB after a fifth of the time, \
         {last:.1} MB at the end: {slope:+.2} MB a minute  {}",
        gtins.len(),
        served.answers,
        served.failures,
        verdict(last < first * 1.05 + 1.0, "flat"),
    );
    Ok(())
}
