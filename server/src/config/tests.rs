use clap::CommandFactory;

use super::*;
use crate::cli::Cli;

/// Reads environment variables and flags; the variables are named without their prefix.
fn reading(environment: &[(&str, &str)], flags: &[&str]) -> Result<Vec<Setting>, Vec<String>> {
    let arguments = ["x", "serve"].iter().chain(flags);
    let arguments: Vec<OsString> = arguments.map(OsString::from).collect();
    let variable = |name: &str| {
        let name = name.strip_prefix("PRODUCT_POOL_")?;
        let mut known = environment.iter();
        let (_, value) = known.find(|(known, _)| *known == name)?;
        Some(OsString::from(value))
    };
    match read(Cli::command(), &arguments, variable) {
        Ok(read) => Ok(read.settings),
        Err(ConfigError::Invalid { errors, .. }) => Err(errors),
        Err(ConfigError::Parser(error)) => Err(vec![crate::usage::usage_error(&error.to_string())]),
    }
}

fn setting<'a>(settings: &'a [Setting], name: &str) -> (Vec<&'a str>, String) {
    let mut settings = settings.iter();
    let setting = settings.find(|setting| setting.name == name).unwrap();
    let values = setting.values.iter().map(|value| value.to_str().unwrap());
    (values.collect(), setting.origin.to_string())
}

#[test]
fn flags_override_variables() {
    let environment = [
        ("UPSTREAM", "https://a.example"),
        ("FRESH", "2"),
        ("STALE_IF_ERROR", "2"),
        ("ALLOW_ORIGIN", "https://b.example, https://c.example"),
        ("RATE", ""),
    ];
    let flags = ["--fresh", "3", "--drain-delay=3"];
    let settings = reading(&environment, &flags).unwrap();
    for (name, values, origin) in [
        ("fresh", vec!["3"], "the command line"),
        ("drain-delay", vec!["3"], "the command line"),
        ("stale-if-error", vec!["2"], "PRODUCT_POOL_STALE_IF_ERROR"),
        ("rate", vec!["50"], "default"),
        ("cache", vec![], "default"),
        (
            "allow-origin",
            vec!["https://b.example", "https://c.example"],
            "PRODUCT_POOL_ALLOW_ORIGIN",
        ),
    ] {
        let expected = (values, origin.to_owned());
        assert_eq!(setting(&settings, name), expected, "{name}");
    }
}

#[test]
fn booleans_can_be_turned_off() {
    for (variable, flags, value) in [
        ("true", &[][..], "true"),
        ("false", &[], "false"),
        ("false", &["--pages"], "true"),
        ("1", &["--pages=false"], "false"),
    ] {
        let environment = [("DB", "c.db"), ("PAGES", variable)];
        let settings = reading(&environment, flags).unwrap();
        let pages = setting(&settings, "pages").0;
        assert_eq!(pages, [value], "{variable} {flags:?}");
    }
}

#[test]
fn errors_name_their_variable() {
    for (name, value, why) in [
        ("FRESH", "soon", "it should be a whole number such as 60"),
        ("FRESH", "-1", "-1 is not in 0..=31536000"),
        ("CONNECTIONS", "0", "0 is not in 16..=1000000"),
        ("PAGES", "maybe", "it should be true or false"),
        (
            "TRUSTED_PROXY",
            "10.0.0.1,é",
            "it should be an address such as 10.0.0.1 or 10.0.0.0/8",
        ),
        (
            "LOG",
            "loud",
            "it should be one of error, warn, info, debug, trace",
        ),
        (
            "ALLOW_ORIGIN",
            "*,x",
            "it should be an origin such as https://shop.example.com, \
             https://*.example.com for all its subdomains, or *; this one lacks https:// or http://",
        ),
    ] {
        let errors = reading(&[("DB", "c.db"), (name, value)], &[]).unwrap_err();
        assert_eq!(errors, [format!("PRODUCT_POOL_{name}: {why}")]);
    }
}

#[test]
fn all_errors_are_found_at_once() {
    let environment = [
        ("RATE", "x"),
        ("FRESH", "-1"),
        ("UPSTREAM", "x"),
        ("CONNECTIONS", "0"),
    ];
    let errors = reading(&environment, &[]).unwrap_err();
    let mut variables: Vec<_> = errors
        .iter()
        .filter_map(|line| line.strip_prefix("PRODUCT_POOL_")?.split(": ").next())
        .collect();
    variables.sort_unstable();
    assert_eq!(variables, ["CONNECTIONS", "FRESH", "RATE", "UPSTREAM"]);
}

#[test]
fn conflicts_are_reported_with_their_origins() {
    let errors = reading(&[("UPSTREAM", "https://a")], &["--db", "c.db"]).unwrap_err();
    assert!(
        errors[0].contains("cannot be used with")
            && errors[0].contains("(--upstream is from PRODUCT_POOL_UPSTREAM)"),
        "{errors:?}"
    );
    let errors = reading(&[("DB", "c.db"), ("FRESH", "7")], &[]).unwrap_err();
    assert_eq!(
        errors,
        [
            "the argument '--db <FILE>' cannot be used with '--fresh <SECONDS>' \
             (--db is from PRODUCT_POOL_DB) (--fresh is from PRODUCT_POOL_FRESH)"
        ]
    );
}

#[test]
fn secrets_are_not_repeated() {
    for address in ["https://me:s3cr3t@a", "https://a?token=s3cr3t"] {
        for errors in [
            reading(&[("UPSTREAM", address)], &[]),
            reading(&[], &["--upstream", address]),
        ] {
            let errors = errors.unwrap_err();
            assert!(!errors[0].contains("s3cr3t"), "{errors:?}");
        }
    }
}

#[test]
fn settings_are_listed_with_their_origins() {
    let environment = [("DB", "c.db"), ("PAGES", "true")];
    let flags = ["--static", "/a=b", "--static", "/c=d"];
    let text = listed(&reading(&environment, &flags).unwrap());
    for (line, origin) in [
        ("db = c.db", "PRODUCT_POOL_DB"),
        ("pages = true", "PRODUCT_POOL_PAGES"),
        ("static = /a=b, /c=d", "the command line"),
        ("# log = info", "default"),
        ("# script is not set", "default"),
    ] {
        let line = format!("{line:<48}  # {origin}");
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}
