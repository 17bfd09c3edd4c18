use clap::CommandFactory;

use super::*;
use crate::cli::Cli;

/// Reads a configuration file together with environment variables and flags.
fn reading(
    file: &str,
    environment: &[(&str, &str)],
    flags: &[&str],
) -> Result<Vec<Setting>, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.toml");
    std::fs::write(&path, file).unwrap();
    let place = path.to_str().unwrap();
    let mut arguments: Vec<OsString> = ["x", "serve", "--config", place].map(Into::into).into();
    arguments.extend(flags.iter().map(OsString::from));
    let variable = |name: &str| {
        let mut known = environment.iter();
        known
            .find(|(known, _)| *known == name)
            .map(|(_, value)| OsString::from(value))
    };
    // The path of the folder differs between runs.
    let folder = format!("{}/", folder.path().display());
    match read(Cli::command(), &arguments, variable) {
        Ok(read) => Ok(read.settings),
        Err(ConfigError::Invalid { errors, .. }) => Err(errors
            .iter()
            .map(|line| line.replace(&folder, ""))
            .collect()),
        Err(ConfigError::Parser(error)) => Err(vec![crate::usage::usage_error(&error.to_string())]),
    }
}

fn setting<'a>(settings: &'a [Setting], name: &str) -> (Vec<&'a str>, String) {
    let setting = settings
        .iter()
        .find(|setting| setting.name == name)
        .unwrap();
    let origin = setting.origin().to_string();
    // Without the folder of the file.
    let origin = origin.rsplit('/').next().unwrap().to_owned();
    (values(setting), origin)
}

fn values(setting: &Setting) -> Vec<&str> {
    let values = setting.values.iter();
    values.map(|(value, _)| value.to_str().unwrap()).collect()
}

#[test]
fn flags_override_variables_which_override_the_file() {
    let file = "upstream = \"https://a.example\"\nupstream-token-file = \"none\"\n\
                fresh = 1\nstale-if-error = 1\nbrowser-fresh = 1\n\ntrusted-proxy = [\"10.0.0.1\",\n  \"10.0.0.2\"]\n\
                allow-origin = [\"https://a.example\"]";
    let environment = [
        ("PRODUCT_POOL_FRESH", "2"),
        ("PRODUCT_POOL_STALE_IF_ERROR", "2"),
        (
            "PRODUCT_POOL_ALLOW_ORIGIN",
            "https://b.example, https://c.example",
        ),
        ("PRODUCT_POOL_RATE", ""),
    ];
    let flags = ["--fresh", "3", "--drain-delay=3"];
    let settings = reading(file, &environment, &flags).unwrap();
    for (name, values, origin) in [
        ("fresh", vec!["3"], "the command line"),
        ("drain-delay", vec!["3"], "the command line"),
        ("stale-if-error", vec!["2"], "PRODUCT_POOL_STALE_IF_ERROR"),
        ("browser-fresh", vec!["1"], "c.toml:5:17"),
        ("rate", vec!["50"], "default"),
        ("cache", vec![], "default"),
        ("upstream-token-file", vec!["none"], "c.toml:2:23"),
        ("trusted-proxy", vec!["10.0.0.1", "10.0.0.2"], "c.toml:7:18"),
        (
            "allow-origin",
            vec!["https://b.example", "https://c.example"],
            "PRODUCT_POOL_ALLOW_ORIGIN",
        ),
    ] {
        assert_eq!(
            setting(&settings, name),
            (values, origin.to_owned()),
            "{name}"
        );
    }
}

#[test]
fn booleans_can_be_turned_off() {
    let file = "db = \"c.db\"\npages = true";
    for (environment, flags, value) in [
        (None, &[][..], "true"),
        (Some("false"), &[], "false"),
        (Some("false"), &["--pages"], "true"),
        (Some("1"), &["--pages=false"], "false"),
    ] {
        let environment: Vec<_> = environment
            .map(|value| ("PRODUCT_POOL_PAGES", value))
            .into_iter()
            .collect();
        let settings = reading(file, &environment, flags).unwrap();
        assert_eq!(
            setting(&settings, "pages").0,
            [value],
            "{environment:?} {flags:?}"
        );
    }
}

#[test]
fn errors_have_their_position() {
    for (file, line) in [
        (
            "listn = \"x\"",
            "c.toml:1:1: unknown option listn; did you mean listen?",
        ),
        (
            "\n  drain_delay = 3",
            "c.toml:2:3: unknown option drain_delay; did you mean drain-delay?",
        ),
        (
            "Upstream = \"https://a\"",
            "c.toml:1:1: unknown option Upstream; did you mean upstream?",
        ),
        (
            "zzz = 1",
            "c.toml:1:1: unknown option zzz; see `serve --help`",
        ),
        (
            "fresh = \"60\"",
            "c.toml:1:9: fresh should be a whole number such as 60, not a string",
        ),
        (
            "fresh = 1.5",
            "c.toml:1:9: fresh should be a whole number such as 60, not a fraction",
        ),
        (
            "fresh = 0x10",
            "c.toml:1:9: fresh should be a whole number such as 60, not a number that is not decimal",
        ),
        (
            "pages = \"yes\"",
            "c.toml:1:9: pages should be true or false, not a string",
        ),
        (
            "listen = 8080",
            "c.toml:1:10: listen should be a string, such as \"text\", not a number",
        ),
        (
            "allow-origin = \"*\"",
            "c.toml:1:16: allow-origin should be a list of strings, such as [\"text\", \"text\"], not a string",
        ),
        (
            "allow-origin = [\n  1]",
            "c.toml:2:3: allow-origin should be a list of strings, such as [\"text\", \"text\"], not a number",
        ),
        (
            "[gateway]\nfresh = 1",
            "c.toml:1:2: gateway is a table; options are not in tables",
        ),
        (
            "config = \"x\"",
            "c.toml:1:1: config can be set on the command line or in the environment only",
        ),
        (
            "allow-origin = []\nallow-origin = []",
            "c.toml:2:1: invalid TOML: duplicate key",
        ),
        ("fresh = -1", "c.toml:1:9: fresh: -1 is not in 0..=31536000"),
        (
            "connections = 0",
            "c.toml:1:15: connections: 0 is not in 16..=1000000",
        ),
        (
            "trusted-proxy = [\"10.0.0.1\",\n\"é\"]",
            "c.toml:2:1: trusted-proxy: it should be an address such as 10.0.0.1 or 10.0.0.0/8",
        ),
        (
            "log = \"loud\"",
            "c.toml:1:7: log: it should be one of error, warn, info, debug, trace",
        ),
        ("db = \"\"", "c.toml:1:6: db: it must not be empty"),
    ] {
        let errors = reading(file, &[], &[]).unwrap_err();
        assert_eq!(errors, [line], "{file}");
    }
    for (name, value, line) in [
        (
            "PRODUCT_POOL_FRESH",
            "soon",
            "PRODUCT_POOL_FRESH: it should be a whole number such as 60",
        ),
        (
            "PRODUCT_POOL_PAGES",
            "maybe",
            "PRODUCT_POOL_PAGES: it should be true or false",
        ),
        (
            "PRODUCT_POOL_ALLOW_ORIGIN",
            "*,x",
            "PRODUCT_POOL_ALLOW_ORIGIN: it should be an origin such as https://shop.example.com, \
             https://*.example.com for all its subdomains, or *; this one lacks https:// or http://",
        ),
    ] {
        let errors = reading("db = \"c.db\"", &[(name, value)], &[]).unwrap_err();
        assert_eq!(errors, [line]);
    }
    let broken = reading("listen = \"x\nfresh = 1", &[], &[]).unwrap_err();
    assert!(
        broken[0].starts_with("c.toml:1:12: invalid TOML: "),
        "{broken:?}"
    );
    assert!(broken.iter().all(|line| !line.contains('\n')), "{broken:?}");
}

#[test]
fn all_errors_are_found_at_once() {
    let file = "fresh = -1\nlisten = 1\nstael-if-error = 5\nconnections = 0\nupstream = \"x\"";
    let errors = reading(file, &[("PRODUCT_POOL_RATE", "x")], &[]).unwrap_err();
    let mut places: Vec<_> = errors
        .iter()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            "PRODUCT_POOL_RATE",
            "c.toml:1:9",
            "c.toml:2:10",
            "c.toml:3:1",
            "c.toml:4:15",
            "c.toml:5:12"
        ]
    );
}

#[test]
fn conflicts_are_reported_with_their_origins() {
    let errors = reading("upstream = \"https://a\"", &[], &["--db", "c.db"]).unwrap_err();
    assert!(
        errors[0].contains("cannot be used with")
            && errors[0].contains("--upstream is from")
            && errors[0].contains("c.toml:1:12"),
        "{errors:?}"
    );
    let errors = reading("db = \"c.db\"", &[("PRODUCT_POOL_FRESH", "7")], &[]).unwrap_err();
    assert_eq!(
        errors,
        [
            "the argument '--db <FILE>' cannot be used with '--fresh <SECONDS>' \
             (--db is from c.toml:1:6) (--fresh is from PRODUCT_POOL_FRESH)"
        ]
    );
}

#[test]
fn secrets_are_neither_accepted_nor_repeated() {
    for name in [
        "upstream-token",
        "token",
        "upstream_token",
        "bearer",
        "password",
        "api-key",
    ] {
        let errors = reading(&format!("{name} = \"s3cr3t\""), &[], &[]).unwrap_err();
        assert!(
            errors[0].contains("PRODUCT_POOL_UPSTREAM_TOKEN"),
            "{errors:?}"
        );
        assert!(!errors[0].contains("s3cr3t"), "{errors:?}");
    }
    for file in [
        "upstream-token = s3cr3t",
        "upstream = \"https://me:s3cr3t@a\"",
        "upstream = \"https://a?token=s3cr3t\"",
        "x = [\"s3cr3t\"]",
    ] {
        let errors = reading(file, &[], &[]).unwrap_err();
        assert!(
            errors.iter().all(|line| !line.contains("s3cr3t")),
            "{errors:?}"
        );
    }
    for address in ["https://me:s3cr3t@a", "https://a?token=s3cr3t"] {
        let errors = reading("", &[], &["--upstream", address]).unwrap_err();
        assert!(!errors[0].contains("s3cr3t"), "{errors:?}");
    }
}

#[test]
fn the_toml_of_settings_sets_the_same() {
    let flags = ["--static", "/a=\"b\\", "--trusted-proxy", "10.0.0.0/8"];
    let first = reading(
        "upstream = \"https://a\"\nfresh = 5\npages = true",
        &[],
        &flags,
    )
    .unwrap();
    let again = reading(&to_toml(&first), &[], &[]).unwrap();
    for (first, again) in first.iter().zip(&again) {
        if first.name != "config" {
            assert_eq!(values(first), values(again), "{}", first.name);
        }
    }
    assert_eq!(setting(&again, "static").0, ["/a=\"b\\"]);
}
