//! The configuration: environment variables and flags, and `--check-config`.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;

use crate::support::{Catalogue, Server, product, program, stderr, stdout, with_constants};

const TOKEN: &str = "upstream-token-0123456789-abcdefghij";

/// The `serve` command with these variables, named without their prefix.
fn serve(variables: &[(&str, &str)]) -> Command {
    let mut command = program();
    command.arg("serve");
    for (name, value) in variables {
        command.env(format!("PRODUCT_POOL_{name}"), value);
    }
    command
}

fn check(command: Command) -> Output {
    let mut command = with_constants(command);
    command.arg("--check-config").output().unwrap()
}

/// The error lines of a failing check.
fn check_errors(command: Command) -> Vec<String> {
    let output = check(command);
    assert!(!output.status.success());
    assert_eq!(stdout(&output), "");
    let errors = stderr(&output);
    errors
        .lines()
        .map(|line| line.strip_prefix("error: ").unwrap().to_owned())
        .collect()
}

/// The names of the files in a folder, to check that none is added or removed.
fn file_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut file_names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    file_names.sort_unstable();
    file_names
}

#[test]
fn variables_are_enough_to_serve() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let mut variables = vec![
        ("DB", catalogue.db()),
        ("LISTEN", "127.0.0.1:0"),
        ("ALLOW_ORIGIN", "https://b.example,https://c.example"),
    ];
    let mut server = Server::spawn(serve(&variables));
    server.token = catalogue.token("tests");
    assert_eq!(server.json("/v2/products/a")["data"]["pool_id"], "a");
    for (origin, allowed) in [("a", false), ("b", true), ("c", true)] {
        let origin = format!("https://{origin}.example");
        let response = server.request("GET", "/v2/products", &[("origin", &origin)]);
        let shown = response.header("access-control-allow-origin");
        assert_eq!(shown, allowed.then_some(origin.as_str()));
    }
    drop(server);
    // Flags override them.
    variables.push(("ACCESS_LOG", "off"));
    let mut command = serve(&variables);
    command.args(["--allow-origin", "https://d.example"]);
    let server = Server::spawn(command);
    let response = server.request("GET", "/", &[("origin", "https://d.example")]);
    let shown = response.header("access-control-allow-origin");
    assert_eq!(shown, Some("https://d.example"));
}

#[test]
fn a_check_prints_the_effective_settings_with_their_sources() {
    let catalogue = Catalogue::absent();
    let folder = catalogue.folder.path();
    let token = catalogue.file("token", TOKEN);
    let cache = folder.join("cache.db");
    let before = file_names(folder);
    // Another process uses the port, which does not matter to a check.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = listener.local_addr().unwrap().to_string();
    let variables = [
        // It does not exist, and the check sends it no requests.
        ("UPSTREAM", "http://127.0.0.1:9"),
        ("UPSTREAM_TOKEN_FILE", token.to_str().unwrap()),
        ("CACHE", cache.to_str().unwrap()),
        ("RATE", "7"),
        // A misspelt variable is a warning, not an error.
        ("FERSH", "7"),
    ];
    let mut command = serve(&variables);
    command.args(["--listen", &listen]);
    let output = check(command);
    let settings = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(
        stderr(&output),
        "warning: unknown variable PRODUCT_POOL_FERSH; did you mean PRODUCT_POOL_FRESH?\n"
    );
    assert_eq!(
        file_names(folder),
        before,
        "the check created or deleted files"
    );
    assert!(!settings.contains(TOKEN), "{settings}");
    for (line, origin) in [
        (&*format!("listen = {listen}"), "the command line"),
        ("upstream = http://127.0.0.1:9", "PRODUCT_POOL_UPSTREAM"),
        ("rate = 7", "PRODUCT_POOL_RATE"),
        ("# stale-if-error = 86400", "default"),
    ] {
        let found = settings.lines().find(|found| found.starts_with(line));
        let found = found.unwrap_or_else(|| panic!("{line}: {settings}"));
        assert!(found.ends_with(&format!("  # {origin}")), "{found}");
    }
    assert!(
        settings.contains(&format!("token: from {}, not shown", token.display())),
        "{settings}"
    );
}

#[test]
fn a_check_reports_every_error() {
    let catalogue = Catalogue::absent();
    let folder = catalogue.folder.path();
    let text = catalogue.file("text", "not a database, but longer than a hundred bytes, so that nobody takes it for an empty file of the right kind");
    let before = std::fs::read(&text).unwrap();
    let upstream = ("UPSTREAM", "http://127.0.0.1:9");
    let found = check_errors(serve(&[
        upstream,
        ("UPSTREAM_TOKEN_FILE", "/no/token"),
        ("LISTEN", "nowhere"),
        ("CACHE", text.to_str().unwrap()),
        ("STATIC", "/a=/no/folder"),
    ]));
    for expected in [
        "cannot read the token file /no/token",
        "cannot listen on nowhere",
        "is not a cache of this program",
        "cannot serve /no/folder",
    ] {
        let lines = found.iter().filter(|line| line.contains(expected));
        assert_eq!(lines.count(), 1, "{expected}: {found:?}");
    }
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(std::fs::read(&text).unwrap(), before);
    // The cache's folder and the token are missing.
    let missing = folder.join("missing/cache.db");
    let found = check_errors(serve(&[upstream, ("CACHE", missing.to_str().unwrap())]));
    assert!(
        found[0].contains("the upstream's token is missing"),
        "{found:?}"
    );
    assert!(
        found[1].contains("missing/cache.db cannot be written"),
        "{found:?}"
    );
    // Catalogues.
    for (db, expected) in [
        (catalogue.db(), "there is no catalogue at"),
        (text.to_str().unwrap(), "is not a catalogue of this program"),
    ] {
        let found = check_errors(serve(&[("DB", db)]));
        assert!(found[0].contains(expected) && found.len() == 1, "{found:?}");
    }
}

/// What a check with these variables and flags lists for an option, without its name.
fn listed(variables: &[(&str, &str)], flags: &[&str], name: &str) -> String {
    let mut command = serve(&[&[("UPSTREAM_TOKEN_FILE", "none")], variables].concat());
    command.args(flags);
    let output = check(command);
    let settings = stdout(&output);
    let start = format!("{name} = ");
    let mut lines = settings.lines();
    let line = lines.find_map(|line| line.strip_prefix(&*start));
    let line = line.unwrap_or_else(|| panic!("{settings} {}", stderr(&output)));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn flags_override_variables() {
    let upstream = ("UPSTREAM", "https://a.example");
    for (variable, flags, expected) in [
        (("FRESH", "2"), &[][..], "2 # PRODUCT_POOL_FRESH"),
        (("FRESH", "2"), &["--fresh", "3"], "3 # the command line"),
        (
            ("ALLOW_ORIGIN", "https://b.example, https://c.example"),
            &[],
            "https://b.example, https://c.example # PRODUCT_POOL_ALLOW_ORIGIN",
        ),
        (
            ("ALLOW_ORIGIN", "https://b.example"),
            &["--allow-origin", "https://d.example"],
            "https://d.example # the command line",
        ),
        (
            ("TRUSTED_PROXY", "10.0.0.1, 10.0.0.2"),
            &[],
            "10.0.0.1, 10.0.0.2 # PRODUCT_POOL_TRUSTED_PROXY",
        ),
        (("PAGES", "false"), &[], "false # PRODUCT_POOL_PAGES"),
        (("PAGES", "false"), &["--pages"], "true # the command line"),
        (
            ("PAGES", "true"),
            &["--pages=false"],
            "false # the command line",
        ),
    ] {
        let name = variable.0.to_lowercase().replace('_', "-");
        assert_eq!(listed(&[upstream, variable], flags, &name), expected);
    }
    let unset = listed(&[upstream, ("RATE", "")], &[], "# rate");
    assert_eq!(unset, "50 # default");
}

/// The error of a command with wrong options.
fn error_of(variables: &[(&str, &str)], flags: &[&str]) -> String {
    let output = serve(variables).args(flags).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let error = stderr(&output);
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn errors_name_the_variable() {
    for (name, value, why) in [
        ("FRESH", "soon", "it should be a whole number"),
        ("FRESH", "-1", "-1 is not in 0..=31536000"),
        ("CONNECTIONS", "0", "0 is not in 16..=1000000"),
        ("PAGES", "maybe", "possible values: true, false"),
        (
            "TRUSTED_PROXY",
            "10.0.0.1,x",
            "it should be an address such as",
        ),
        (
            "LOG",
            "loud",
            "possible values: error, warn, info, debug, trace",
        ),
        ("ALLOW_ORIGIN", "*,x", "this one lacks https:// or http://"),
    ] {
        let error = error_of(&[("UPSTREAM", "https://a.example"), (name, value)], &[]);
        let from = format!("is from PRODUCT_POOL_{name})");
        assert!(error.contains(why) && error.contains(&from), "{error}");
    }
    let error = error_of(
        &[("FRESH", "7")],
        &["--fresh", "x", "--upstream", "https://a"],
    );
    assert!(!error.contains("is from"), "{error}");
    for (variables, flags, expected) in [
        (
            &[("UPSTREAM", "https://a")][..],
            &["--db", "c.db"][..],
            "('--upstream <URL>' is from PRODUCT_POOL_UPSTREAM)",
        ),
        (
            &[("DB", "c.db"), ("FRESH", "7")],
            &[],
            "the argument '--db <FILE>' cannot be used with '--fresh <SECONDS>' \
             ('--db <FILE>' is from PRODUCT_POOL_DB) ('--fresh <SECONDS>' is from PRODUCT_POOL_FRESH)",
        ),
    ] {
        let error = error_of(variables, flags);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn errors_do_not_repeat_secrets() {
    let error = error_of(&[("UPSTREAM", "s3cr3t")], &[]);
    assert!(!error.contains("s3cr3t"), "{error}");
    for address in ["https://me:s3cr3t@a", "https://a?token=s3cr3t"] {
        for error in [
            error_of(&[("UPSTREAM", address)], &[]),
            error_of(&[], &["--upstream", address]),
        ] {
            assert!(!error.contains("s3cr3t"), "{error}");
        }
    }
}

#[test]
fn a_check_does_not_modify_a_cache_of_other_settings() {
    let catalogue = Catalogue::absent();
    let cache = catalogue.folder.path().join("cache.db");
    let serve_with = |upstream: &str| {
        let mut command = program();
        command
            .args([
                "serve",
                "--upstream",
                upstream,
                "--upstream-token-file",
                "none",
            ])
            .args([
                "--follow",
                "0",
                "--listen",
                "127.0.0.1:0",
                "--cache",
                cache.to_str().unwrap(),
            ]);
        command
    };
    let (code, _) = Server::spawn(serve_with("http://127.0.0.1:9")).stop("-TERM");
    assert_eq!(code, Some(0));
    let settings = || -> String {
        let connection = rusqlite::Connection::open(&cache).unwrap();
        let sql = "SELECT value FROM meta WHERE name = 'settings'";
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    let before = settings();
    let output = check(serve_with("http://127.0.0.1:8"));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(settings(), before);
}
