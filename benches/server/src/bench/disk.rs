//! Memory of a gateway with a cache in a file, under a mixed load: records, lists,
//! pages and cards, more of them than fit into memory.

use std::time::{Duration, Instant};

use super::child::Program;
use super::load::{Load, Pace, get};
use super::stats::{slope, verdict};
use super::{Result, Stage, gtins, heading, load, setting};

/// The number of concurrent requests.
const CONNECTIONS: usize = 64;
const PRODUCTS: u32 = 2_000;
/// The limit of memory in the unit file of the documentation, in MB.
const LIMIT: f64 = 512.0;

pub(crate) fn run(stage: &Stage) -> Result<()> {
    heading("Memory of a gateway with a cache in a file");
    let db = stage.catalogue(PRODUCTS)?;
    let upstream = stage.serve(&db, &[], false)?;
    let gtins = gtins(&upstream.address)?;
    let file = stage.folder.join("cache.db");
    let options = [
        "--cache",
        &file.to_string_lossy(),
        "--fresh",
        "20",
        "--pages",
    ];
    let gateway = stage.gateway(&upstream.address, &options, false)?;
    watch(&gateway, &requests(&gtins))
}

/// Requests of all kinds. Lists of different lengths are different responses.
fn requests(gtins: &[String]) -> Vec<Vec<u8>> {
    let product = |gtin: &String| {
        [
            format!("/v2/products/gtin/{gtin}"),
            format!("/p/{gtin}"),
            format!("/card/gtin/{gtin}"),
        ]
    };
    let list = |limit: usize| format!("/v2/products?limit={}&count={}", limit + 1, limit % 2);
    let products = gtins.iter().flat_map(product);
    let paths = products.chain((0..500).map(list));
    paths.map(|path| get(&path, "")).collect()
}

fn watch(gateway: &Program, requests: &[Vec<u8>]) -> Result<()> {
    let minutes: f64 = setting("MINUTES", 10.0)?;
    let rate: f64 = setting("RATE", 1_000.0)?;
    let load = Load {
        address: &gateway.address,
        requests,
        connections: CONNECTIONS,
        time: Duration::from_secs_f64(minutes * 60.0),
        pace: Pace::Rate(rate),
    };
    // A step that shares no factor with the number of requests: all of them, in mixed order.
    let choose = |number: u64, count: usize| {
        usize::try_from(number.wrapping_mul(7_919)).unwrap_or(0) % count
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
    let most = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let last = settled.last().copied().unwrap_or_default().1;
    println!(
        "  {minutes} min at {:.0} of {rate:.0} requests/s, {} different ones:\n    \
         {} answers, {} failures\n    memory at most {most:.0} MB, {last:.0} MB at the end, \
         {:+.1} MB a minute  {}",
        served.rate(),
        requests.len(),
        served.answers,
        served.failures,
        slope(&settled),
        verdict(most < LIMIT, "< 512 MB"),
    );
    Ok(())
}
