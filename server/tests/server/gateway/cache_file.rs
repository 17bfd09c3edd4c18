//! A cache file that is damaged, locked or not a cache: the gateway starts and works without
//! it, unless data of value could be lost.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::upstream::Upstream;
use super::{cache_status, complete_upstream, fetch, gateway};
use crate::support::{Server, program, run, stderr, wait_until};

const OPS: [&str; 4] = ["--ops-listen", "127.0.0.1:0", "--fresh", "3600"];
const PAGE: usize = 4096;
/// Enough for a file of many pages.
const PRODUCTS: usize = 80;

/// Random bytes.
fn random_bytes(length: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let step = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(step).take(length).collect()
}

fn overwrite(path: &Path, at: usize, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at as u64)).unwrap();
    file.write_all(bytes).unwrap();
}

fn gateway_with_cache(upstream: &Upstream, file: &Path) -> Server {
    let options = [&OPS[..], &["--cache", file.to_str().unwrap()]].concat();
    gateway(&upstream.host, &options)
}

/// A folder with the cache file of some products.
fn fill_cache(upstream: &Upstream) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let server = gateway_with_cache(upstream, &file);
    for n in 0..PRODUCTS {
        assert_eq!(fetch(&server, &format!("/v2/products/p{n}")).status, 200);
    }
    assert_eq!(server.stop("-TERM").0, Some(0));
    (folder, file)
}

/// The names of damaged files that were set aside, without SQLite's other files.
fn renamed_files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names
        .filter(|name| name.contains(".broken"))
        .filter(|name| !name.ends_with("-wal") && !name.ends_with("-shm"))
        .collect();
    names.sort();
    names
}

/// The state of the cache file in `/readyz`.
fn state(server: &Server) -> String {
    let ready = server.probe("/readyz");
    assert_eq!(ready.status, 200, "{}", ready.text());
    ready.json()["cache"]["file"].as_str().unwrap().to_owned()
}

fn wait_for_state(server: &Server, expected: &str) {
    wait_until(expected, || state(server) == expected);
}

/// Asserts that the cache file works: a restart finds the stored responses.
fn assert_cache_works(upstream: &Upstream, file: &Path) {
    let server = gateway_with_cache(upstream, file);
    assert_eq!(fetch(&server, "/v2/products/again").status, 200);
    assert_eq!(server.stop("-TERM").0, Some(0));
    let server = gateway_with_cache(upstream, file);
    let cached = fetch(&server, "/v2/products/again");
    assert_eq!(
        (cached.status, cache_status(&cached).as_str()),
        (200, "hit")
    );
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
#[ignore = "takes seconds, and rarely fails where its neighbours pass"]
fn a_damaged_cache_file_is_renamed_and_recreated() {
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, bool, Damage); 9] = [
        ("nothing left", false, Vec::clear),
        ("half a header", true, |file| file.truncate(50)),
        ("only its first page left", true, |file| file.truncate(PAGE)),
        ("header zeroed", true, |file| file[..100].fill(0)),
        ("header overwritten", true, |file| {
            file[..100].copy_from_slice(&random_bytes(100));
        }),
        ("first page overwritten", true, |file| {
            file[..PAGE].copy_from_slice(&random_bytes(PAGE));
        }),
        ("tables overwritten", true, |file| {
            file[100..PAGE].copy_from_slice(&random_bytes(PAGE - 100));
        }),
        ("all overwritten", true, |file| {
            *file = random_bytes(file.len());
        }),
        ("all but its first page zeroed", true, |file| {
            file[PAGE..].fill(0);
        }),
    ];
    let upstream = complete_upstream();
    let (folder, intact) = fill_cache(&upstream);
    let intact = fs::read(intact).unwrap();
    assert!(intact.len() > 8 * PAGE);
    for (number, (what, renamed, damage)) in damages.into_iter().enumerate() {
        let folder = folder.path().join(number.to_string());
        fs::create_dir(&folder).unwrap();
        let file = folder.join("cache.db");
        let mut before = intact.clone();
        damage(&mut before);
        fs::write(&file, &before).unwrap();
        let checked = run(&[
            "serve",
            "--upstream",
            "http://127.0.0.1:9",
            "--upstream-token-file",
            "none",
            "--cache",
            file.to_str().unwrap(),
            "--check-config",
        ]);
        assert!(checked.status.success(), "{what}: {}", stderr(&checked));
        assert_eq!(
            fs::read(&file).unwrap(),
            before,
            "{what}: the check changed the file"
        );
        let server = gateway_with_cache(&upstream, &file);
        for n in 0..PRODUCTS {
            let response = fetch(&server, &format!("/v2/products/p{n}"));
            assert_eq!(response.status, 200, "{what}");
            assert_eq!(
                response.json()["data"]["pool_id"],
                format!("p{n}"),
                "{what}"
            );
        }
        wait_for_state(&server, "in_use");
        let (code, log) = server.stop("-TERM");
        assert_eq!(code, Some(0), "{what}");
        let found = renamed_files(&folder);
        assert_eq!(found.len(), usize::from(renamed), "{what}: {found:?}");
        assert_eq!(log.contains("was renamed to"), renamed, "{what}: {log}");
        assert!(
            found.iter().all(|name| name == "cache.db.broken"),
            "{found:?}"
        );
        assert_cache_works(&upstream, &file);
    }
}

#[test]
fn damage_to_the_cache_file_is_detected_while_running() {
    let upstream = complete_upstream();
    let (folder, file) = fill_cache(&upstream);
    let server = gateway_with_cache(&upstream, &file);
    assert_eq!(state(&server), "in_use");
    let length = usize::try_from(fs::metadata(&file).unwrap().len()).unwrap();
    overwrite(&file, PAGE, &random_bytes(length - PAGE));
    for n in 0..PRODUCTS {
        let response = fetch(&server, &format!("/v2/products/p{n}"));
        assert_eq!(response.json()["data"]["pool_id"], format!("p{n}"));
    }
    wait_for_state(&server, "in_use");
    let metrics = server.probe("/metrics").text();
    let counted = "product_pool_cache_file_faults_total{cause=\"damaged\"} 1\n";
    assert!(metrics.contains(counted), "{metrics}");
    assert_eq!(server.stop("-TERM").0, Some(0));
    assert_eq!(renamed_files(folder.path()).len(), 1);
    assert_cache_works(&upstream, &file);
}

#[test]
fn a_removed_or_replaced_cache_file_is_recreated() {
    let upstream = complete_upstream();
    let (folder, file) = fill_cache(&upstream);
    let server = gateway_with_cache(&upstream, &file);
    assert_eq!(state(&server), "in_use");
    // A folder in the file's place.
    let elsewhere = folder.path().join("elsewhere.db");
    fs::rename(&file, elsewhere).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(fetch(&server, "/v2/products/new").status, 200);
    wait_for_state(&server, "not_a_cache");
    assert_eq!(fetch(&server, "/v2/products/newer").status, 200);
    fs::remove_dir(&file).unwrap();
    wait_for_state(&server, "in_use");
    assert_eq!(fetch(&server, "/v2/products/newest").status, 200);
    assert_eq!(server.stop("-TERM").0, Some(0));
    assert_cache_works(&upstream, &file);
}

#[test]
fn a_locked_cache_file_is_used_once_it_is_unlocked() {
    let upstream = complete_upstream();
    let (_folder, file) = fill_cache(&upstream);
    let lock = rusqlite::Connection::open(&file).unwrap();
    lock.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        .unwrap();
    let server = gateway_with_cache(&upstream, &file);
    assert_eq!(state(&server), "locked");
    let count = upstream.count();
    assert_eq!(fetch(&server, "/v2/products/p1").status, 200);
    assert_eq!(
        cache_status(&fetch(&server, "/v2/products/p1")),
        "hit",
        "from memory"
    );
    assert_eq!(upstream.count(), count + 1);
    lock.execute_batch("ROLLBACK").unwrap();
    lock.close().unwrap();
    wait_for_state(&server, "in_use");
    // Changes in the meantime are unknown, so the entries of the file are revalidated first.
    assert_eq!(
        cache_status(&fetch(&server, "/v2/products/p2")),
        "fwd=stale; fwd-status=200; stored"
    );
    let (code, log) = server.stop("-TERM");
    assert_eq!(code, Some(0));
    assert_eq!(
        log.matches("cannot be used at the moment").count(),
        1,
        "{log}"
    );
    assert_cache_works(&upstream, &file);
}

#[test]
fn a_file_that_is_not_a_cache_prevents_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(
        at("notes.txt"),
        "Fetch oats.\nFetch more oats.\n".repeat(50),
    )
    .unwrap();
    let seeded = run(&[
        "seed",
        "--products",
        "2",
        "--db",
        at("shop.db").to_str().unwrap(),
    ]);
    assert!(seeded.status.success());
    fs::copy(at("shop.db"), at("damaged-shop.db")).unwrap();
    overwrite(&at("damaged-shop.db"), 100, &random_bytes(2 * PAGE));
    fs::create_dir(at("folder")).unwrap();
    for name in [
        "notes.txt",
        "shop.db",
        "damaged-shop.db",
        "folder",
        "nowhere/cache.db",
    ] {
        let before = fs::read(at(name)).ok();
        for check in [&[][..], &["--check-config"]] {
            let output = program()
                .args([
                    "serve",
                    "--upstream",
                    "http://127.0.0.1:9",
                    "--upstream-token-file",
                    "none",
                ])
                .args([
                    "--listen",
                    "127.0.0.1:0",
                    "--cache",
                    at(name).to_str().unwrap(),
                ])
                .args(check)
                .output()
                .unwrap();
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{name}: {message}");
            assert!(message.contains(name), "{message}");
            assert!(
                message.contains("not a cache") || message.contains("cannot be written"),
                "{message}"
            );
        }
        assert_eq!(fs::read(at(name)).ok(), before, "{name}");
    }
    assert!(renamed_files(folder.path()).is_empty());
}

#[test]
fn several_gateways_can_start_at_once_with_a_damaged_cache_file() {
    let upstream = complete_upstream();
    let (folder, file) = fill_cache(&upstream);
    overwrite(&file, 0, &random_bytes(PAGE));
    let servers = std::thread::scope(|scope| {
        let start = || scope.spawn(|| gateway_with_cache(&upstream, &file));
        [start(), start(), start()].map(|started| started.join().unwrap())
    });
    for (number, server) in servers.iter().enumerate() {
        wait_for_state(server, "in_use");
        assert_eq!(
            fetch(server, &format!("/v2/products/of-{number}")).status,
            200
        );
    }
    for server in servers {
        assert_eq!(server.stop("-TERM").0, Some(0));
    }
    assert_eq!(renamed_files(folder.path()).len(), 1);
    let server = gateway_with_cache(&upstream, &file);
    for number in 0..3 {
        let cached = fetch(&server, &format!("/v2/products/of-{number}"));
        assert_eq!(
            cache_status(&cached),
            "hit",
            "all gateways use the same new file"
        );
    }
    assert_eq!(renamed_files(folder.path()).len(), 1);
}

/// The system ends a process that would exceed the limit of file sizes, unless it handles the
/// signal.
#[test]
#[cfg(target_os = "linux")]
fn a_limit_of_file_sizes_does_not_stop_the_gateway() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let folder = tempfile::tempdir().unwrap();
    let upstream = complete_upstream();
    let server = gateway_with_cache(&upstream, &folder.path().join("cache.db"));
    let limit = Rlimit {
        current: Some(0),
        maximum: None,
    };
    let process = Pid::from_child(&server.child);
    let before = prlimit(Some(process), Resource::Fsize, limit).unwrap();
    assert_eq!(fetch(&server, "/v2/products/a").status, 200);
    wait_for_state(&server, "failing");
    prlimit(Some(process), Resource::Fsize, before).unwrap();
    assert_eq!(cache_status(&fetch(&server, "/v2/products/a")), "hit");
    assert_eq!(server.stop("-TERM").0, Some(0));
}
