//! Mistakes on the command line: one line each, and an exit code that is not 0.

use crate::support::{Catalogue, run, stderr, stdout};

/// The error line for a mistake.
fn error_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    let message = stderr(&output);
    assert!(
        message.starts_with("error: ") && message.ends_with('\n'),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
    message.trim_end().to_owned()
}

#[test]
fn mistakes_are_reported_in_one_line() {
    let catalogue = Catalogue::absent();
    let text = catalogue.file("text", "not a database, but longer than a hundred bytes, so that nobody takes it for an empty file of the right kind");
    let text = text.to_str().unwrap();
    let db = catalogue.db();
    let folder = catalogue.folder.path().to_str().unwrap();
    let other = catalogue.folder.path().join("other.db");
    rusqlite::Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE t (a)")
        .unwrap();
    let other = other.to_str().unwrap();
    let missing = "there is no catalogue at";
    let foreign = "is not a catalogue of this program";
    for (arguments, expected) in [
        (vec![], "a command is missing"),
        (vec!["sevre"], "unrecognized subcommand"),
        (vec!["serve"], "--db <FILE>|--upstream <URL>"),
        (vec!["serve", "--fresh", "7"], "--upstream <URL>"),
        (
            vec!["serve", "--upstrem", "x"],
            "found; a similar argument exists: '--upstream'",
        ),
        (vec!["serve", "--db", db], missing),
        (vec!["serve", "--db", text], foreign),
        (vec!["serve", "--db", other], foreign),
        (vec!["serve", "--db", folder], ""),
        (vec!["serve", "--db", db, "--listen"], "--listen"),
        (vec!["serve", "--db", db, "--static", "pkg"], "PREFIX=PATH"),
        (
            vec!["serve", "--db", db, "--static", "/v2=x"],
            "is reserved for the API",
        ),
        (
            vec!["serve", "--db", db, "--base-url", "x"],
            "it should be an address",
        ),
        (
            vec!["serve", "--db", db, "--pages", "--base-url", "https://a/#b"],
            "it should be an address such as https://shop.example.com",
        ),
        (
            vec!["serve", "--db", db, "--allow-origin", "https://a/b"],
            "it should be an origin",
        ),
        (vec!["serve", "--db", db, "--log", "loud"], "loud"),
        (
            vec!["serve", "--db", db, "--upstream", "https://a"],
            "cannot be used with",
        ),
        (
            vec!["serve", "--db", db, "--fresh", "7"],
            "cannot be used with",
        ),
        (
            vec!["serve", "--upstream", "https://a"],
            "the upstream's token is missing",
        ),
        (
            vec![
                "serve",
                "--upstream",
                "https://a",
                "--upstream-token-file",
                "/no/file",
            ],
            "cannot read the token file",
        ),
        (
            vec!["serve", "--upstream", "https://me:secret@a"],
            "without a name or password",
        ),
        (
            vec!["serve", "--upstream", "https://a?token=secret"],
            "without a query",
        ),
        (
            vec!["serve", "--upstream", "https://a", "--hide", "a..b"],
            "other.manufacturer_comments",
        ),
        (
            vec!["serve", "--upstream", "https://a", "--trusted-proxy", "me"],
            "10.0.0.0/8",
        ),
        (
            vec![
                "serve",
                "--upstream",
                "http://127.0.0.1:9",
                "--upstream-token-file",
                "none",
                "--cache",
                text,
            ],
            "is not a cache of this program",
        ),
        (vec!["token", "revoke", "shop", "--db", db], missing),
        (vec!["token", "list", "--db", text], foreign),
        (vec!["token", "add", "a b", "--db", db], "without spaces"),
        (vec!["token", "add", "", "--db", db], "1 to 64 characters"),
        (
            vec!["import", "/nowhere/x.json", "--db", db],
            "cannot read /nowhere/x.json",
        ),
        (vec!["import", folder, "--db", db], "it is a folder"),
        (vec!["import", text, "--db", other], foreign),
        (vec!["import", text, "--db", text], foreign),
        (
            vec!["import", text, "--db", "/nowhere/c.db"],
            "/nowhere/c.db",
        ),
        (vec!["seed", "--db", text], foreign),
        (vec!["seed", "--db", other], foreign),
        (vec!["seed", "--db", "/nowhere/c.db"], "/nowhere/c.db"),
        (vec!["seed", "--db", db, "--products", "-1"], "-1"),
        (
            vec!["serve", "--upstream", "https://a", "--fresh", "-1"],
            "'--fresh <SECONDS>': -1 is not in 0..=31536000",
        ),
        (
            vec!["serve", "--upstream", "https://a", "--fresh=-1"],
            "'--fresh <SECONDS>': -1 is not in 0..=31536000",
        ),
        (
            vec!["serve", "--db", db, "--drain-delay", "-5"],
            "'--drain-delay <SECONDS>': -5 is not in 0..=3600",
        ),
        (
            vec!["seed", "--db", db, "--products", "9999999999"],
            "9999999999",
        ),
    ] {
        let message = error_of(&arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert!(!catalogue.db.exists(), "no command created a catalogue");
    assert!(std::fs::read(text).unwrap().starts_with(b"not a database"));
}

#[test]
fn an_invalid_mount_or_address_is_reported_before_serving() {
    let catalogue = Catalogue::with(&[]);
    let message = error_of(&["serve", "--db", catalogue.db(), "--static", "/x=/nowhere"]);
    assert!(message.contains("cannot serve /nowhere"), "{message}");
    let expected = "it should be HOST:PORT, such as 127.0.0.1:8080";
    for (listen, why) in [
        ("nonsense", expected),
        ("8080", expected),
        (":8080", expected),
        ("127.0.0.1", expected),
        ("127.0.0.1:99999", expected),
        ("256.0.0.1:80", ""),
    ] {
        let message = error_of(&["serve", "--db", catalogue.db(), "--listen", listen]);
        let start = format!("cannot listen on {listen}: {why}");
        assert!(message.contains(&start), "{message}");
    }
    let message = error_of(&["serve", "--db", catalogue.db(), "--connections", "5k"]);
    assert!(message.contains("it should be a whole number"), "{message}");
}

#[test]
fn help_and_version_exit_successfully() {
    for argument in ["--help", "--version"] {
        let output = run(&[argument]);
        assert!(output.status.success() && output.stderr.is_empty());
        assert!(
            stdout(&output).contains("product-pool-server"),
            "{}",
            stdout(&output)
        );
    }
}

#[test]
fn a_catalogue_of_another_schema_version_is_not_modified() {
    let catalogue = Catalogue::with(&[]);
    let connection = rusqlite::Connection::open(&catalogue.db).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    for arguments in [
        vec!["serve"],
        vec!["token", "list"],
        vec!["import", "/dev/null"],
    ] {
        let message = error_of(&[&arguments[..], &["--db", catalogue.db()]].concat());
        assert!(
            message.contains("another version of this program (schema 99)"),
            "{message}"
        );
    }
    // Seeding replaces it with a new one.
    assert!(
        run(&["seed", "--products", "1", "--db", catalogue.db()])
            .status
            .success()
    );
    assert!(
        run(&["token", "list", "--db", catalogue.db()])
            .status
            .success()
    );
}
