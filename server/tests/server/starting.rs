//! What a start says of files that are wrong, and what it leaves and clears up.

use std::fs::{File, FileTimes};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::json;

use crate::assets::release;
use crate::gateway::gateway;
use crate::gateway::upstream::Upstream;
use crate::operation::OPS;
use crate::support::{Catalogue, Server, product, program, stderr, stdout, wait_for};

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

/// A gateway with these options, which does not start.
fn fails(options: &[&str]) -> String {
    let mut command = program();
    command
        .args([
            "serve",
            "--upstream",
            "http://127.0.0.1:9",
            "--listen",
            "127.0.0.1:0",
        ])
        .args(options);
    if !options.contains(&"--upstream-token-file") {
        command.args(["--upstream-token-file", "none"]);
    }
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A start that hangs would never end by itself.
    wait_for(&format!("an end of {options:?}"), || {
        child.try_wait().unwrap()
    });
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success(), "{options:?}");
    assert_eq!(stdout(&output), "", "{options:?}: nothing listens");
    let errors = stderr(&output);
    assert_eq!(errors.lines().count(), 1, "{options:?}: {errors}");
    errors
}

#[test]
fn a_wrong_file_is_said_in_one_line_before_anything_listens() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    pipe(&folder.path().join("pipe"));
    std::fs::write(path("empty"), "").unwrap();
    for option in ["--upstream-token-file", "--cache", "--mirror", "--keys"] {
        let error = fails(&[option, &path("pipe")]);
        assert!(error.contains("pipe"), "{option}: {error}");
    }
    for (options, expected) in [
        (
            &["--upstream-token-file", &path("none")][..],
            "cannot read the token file",
        ),
        (&["--upstream-token-file", &path("empty")], "is empty"),
        (
            &["--tls-cert", &path("empty"), "--tls-key", &path("empty")],
            "there is no certificate in",
        ),
        (
            &["--script", "javascript:alert(1)"],
            "it should be an address",
        ),
    ] {
        // Nor do the probes, which run while a server starts.
        let error = fails(&[options, &OPS].concat());
        assert!(error.contains(expected), "{options:?}: {error}");
    }
}

#[test]
fn a_wrong_state_folder_or_quota_file_is_one_line_of_the_log() {
    let upstream = Upstream::new(|_| Vec::new());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let server = gateway(&upstream.host, &["--state", file.to_str().unwrap()]);
    server.wait_for_log_lines("cannot be used", 1);
    drop(server);

    let state = folder.path().join("state");
    let options = ["--state", state.to_str().unwrap()];
    drop(gateway(&upstream.host, &options));
    let names = std::fs::read_dir(&state).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let cache = names
        .into_iter()
        .find(|name| name.ends_with(".db"))
        .unwrap();
    let quota = cache.replace("cache-", "quota-").replace(".db", ".json");
    let quota = state.join(quota);
    std::fs::write(&quota, "nonsense").unwrap();
    let server = gateway(&upstream.host, &options);
    server.wait_for_log_lines("the file of the quota", 1);
    drop(server);
    std::fs::remove_file(&quota).unwrap();
    pipe(&quota);
    gateway(&upstream.host, &options).wait_for_log_lines("is not a regular file", 1);
}

/// As many replicas as that start at once on one volume.
const REPLICAS: usize = 6;

#[test]
fn replicas_that_start_at_once_leave_one_whole_release() {
    let (assets, path) = release();
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let state = tempfile::tempdir().unwrap();
    let options = [
        "--assets",
        assets.path().to_str().unwrap(),
        "--state",
        state.path().to_str().unwrap(),
    ];
    let name = path.rsplit('/').next().unwrap();
    let releases = state.path().join("releases");
    for round in 0..3 {
        let servers: Vec<Server> = std::thread::scope(|scope| {
            let starts =
                [(); REPLICAS].map(|()| scope.spawn(|| Server::start(&catalogue.db, &options)));
            starts.map(|start| start.join().unwrap()).into()
        });
        for server in servers {
            let (_, log) = server.stop("-TERM");
            assert!(!log.contains("cannot be kept"), "{log}");
        }
        let mut left: Vec<_> = std::fs::read_dir(&releases)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [name.to_owned(), format!("{name}.json")], "{round}");
        let script = releases.join(name).join("card.js");
        let whole = std::fs::read(assets.path().join(name).join("card.js")).unwrap();
        assert_eq!(std::fs::read(&script).unwrap(), whole);
        match round {
            // A file that was damaged, and a release that is not there at all.
            0 => std::fs::write(&script, "torn").unwrap(),
            _ => std::fs::remove_dir_all(&releases).unwrap(),
        }
    }
}

#[test]
fn what_a_killed_start_has_left_is_removed_once_it_is_old() {
    let (assets, path) = release();
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let state = tempfile::tempdir().unwrap();
    let name = path.rsplit('/').next().unwrap();
    let releases = state.path().join("releases");
    let left = ["0123456789abcdef", "fedcba9876543210"].map(|random| {
        let folder = releases.join(format!("{name}.{random}.tmp"));
        std::fs::create_dir_all(folder.join("dist")).unwrap();
        folder
    });
    let old = SystemTime::now() - Duration::from_secs(2 * 3600);
    let opened = File::open(&left[0]).unwrap();
    opened
        .set_times(FileTimes::new().set_modified(old))
        .unwrap();
    let options = [
        "--assets",
        assets.path().to_str().unwrap(),
        "--state",
        state.path().to_str().unwrap(),
    ];
    drop(Server::start(&catalogue.db, &options));
    assert!(!left[0].exists() && left[1].exists());
    assert!(releases.join(name).exists());
}
