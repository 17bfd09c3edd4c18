//! A hundred thousand hostile requests to a catalogue and to a gateway, among connections that
//! never finish a request, and their effect on ordinary clients.

use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use product_pool_load::hostile::Attack;

use super::child::Program;
use super::load::{Load, Pace, get, run as put};
use super::stats::verdict;
use super::{DEMO, Result, Stage, fetch, heading, setting};

/// The content of files that are not served.
const SECRET: &str = "canary-5f1c-in-a-file";
/// The number of connections that never finish a request.
const SILENT: usize = 300;

pub(crate) fn run(stage: &Stage) -> Result<()> {
    let requests: u64 = setting("REQUESTS", 100_000)?;
    let seed: u64 = setting("SEED", 20_261_121)?;
    heading(&format!("Hostile requests, {requests} each, seed {seed}"));
    let db = stage.catalogue(200)?;
    let mount = format!("/pkg={}", files(stage)?.display());
    let options = ["--pages", "--static", &mount];
    let catalogue = stage.serve(&db, &options, false)?;
    let (_, _, list) = fetch(&catalogue.address, "/v2/products?limit=1", DEMO)?;
    let product = list
        .split("\"pool_id\":\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let product = product.ok_or("the catalogue is empty")?;
    let treasure = format!("/v2/products/{product}");
    let mut failed = 0;
    let upstream = stage.serve(&db, &[], false)?;
    let gateway = stage.gateway(&upstream.address, &options, false)?;
    for (name, mut program, header) in [("catalogue", catalogue, DEMO), ("gateway", gateway, "")] {
        let attack = Attack {
            address: program.address.clone(),
            seed,
            requests,
            at_once: 64,
            header: Some(header.trim_end().to_owned()).filter(|header| !header.is_empty()),
            treasure: treasure.clone(),
            secrets: [SECRET, "SQLite format 3", "root:x:0:0", "Bearer demo"]
                .map(str::to_owned)
                .to_vec(),
        };
        println!("  {name}");
        failed += attacked(&attack, &mut program, header)?;
    }
    match failed {
        0 => Ok(()),
        count => Err(format!("{count} hostile requests were not refused")),
    }
}

/// Makes a folder to serve, with secrets around it and in it.
fn files(stage: &Stage) -> Result<PathBuf> {
    let folder = stage.folder.join("pkg");
    let make = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder.join("dist"))?;
        std::fs::write(folder.join("card.js"), "export {}")?;
        for name in ["secret.txt", "token", ".env"] {
            std::fs::write(stage.folder.join(name), SECRET)?;
            std::fs::write(folder.join(".env"), SECRET)?;
        }
        std::os::unix::fs::symlink(&stage.folder, folder.join("link"))
    };
    make().map_err(|error| format!("cannot make files: {error}"))?;
    Ok(folder)
}

/// Runs the attack, with ordinary requests meanwhile and afterwards. Returns the number of faults.
fn attacked(attack: &Attack, program: &mut Program, header: &str) -> Result<u64> {
    let address = attack.address.clone();
    let silent: Vec<TcpStream> = (0..SILENT)
        .filter_map(|_| {
            let mut stream = TcpStream::connect(&address).ok()?;
            stream.write_all(b"GET / HTTP/1.1\r\nx: ").ok()?;
            Some(stream)
        })
        .collect();
    let before = program.resident();
    let ordinary = [get(&attack.treasure, header)];
    let begun = Instant::now();
    let (outcome, meanwhile) = std::thread::scope(|scope| {
        let attacking = scope.spawn(|| attack.run());
        let mut meanwhile = Vec::new();
        while !attacking.is_finished() {
            let load = Load {
                address: &address,
                requests: &ordinary,
                connections: 4,
                time: Duration::from_secs(2),
                pace: Pace::Rate(50.0),
            };
            meanwhile.push(put(&load, |_, _| 0));
        }
        (attacking.join(), meanwhile)
    });
    let outcome = outcome.map_err(|_| "the attack panicked".to_owned())?;
    println!("{outcome}  in {:.0} s", begun.elapsed().as_secs_f64());
    drop(silent);
    let (mut answers, mut failures, mut slowest) = (0, 0, 0.0_f64);
    for served in meanwhile {
        let served = served?;
        answers += served.answers;
        failures += served.failures;
        slowest = slowest.max(served.milliseconds(0.99));
    }
    println!(
        "  ordinary requests meanwhile: {answers} answered, {failures} not, p99 of the worst 2 s \
         {slowest:.0} ms"
    );
    let (status, _, _) = fetch(&address, &attack.treasure, header)?;
    #[allow(clippy::cast_precision_loss)]
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    println!(
        "  afterwards: {status}, memory {:.0} MB, before {:.0} MB",
        megabytes(program.resident()),
        megabytes(before)
    );
    println!(
        "  not refused: {}  {}",
        outcome.failed,
        verdict(outcome.failed == 0, "0")
    );
    if status != 200 || program.has_ended() {
        return Err("the server does not respond after the attack".into());
    }
    Ok(outcome.failed)
}
