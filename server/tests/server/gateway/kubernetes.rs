//! The manifest for Kubernetes and the alert rules: whatever they name exists. No cluster is started.

use super::recipe::recipe;
use super::{TOKEN, complete_upstream, gateway};
use crate::support::{program, run, stderr, stdout};

const MANIFEST: &str = recipe!("kubernetes.yaml");

/// The options of the container.
fn options() -> Vec<&'static str> {
    let options = MANIFEST.lines().map(str::trim);
    options
        .filter_map(|line| line.strip_prefix("- --"))
        .collect()
}

/// What follows a key, wherever it stands.
fn values(key: &str) -> Vec<&'static str> {
    let key = format!("{key}: ");
    let rest = MANIFEST.split(key.as_str()).skip(1);
    rest.map(|rest| rest.split([',', ' ', '\n']).next().unwrap())
        .collect()
}

#[test]
fn the_manifest_names_only_options_that_the_program_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    std::fs::write(&token, TOKEN).unwrap();
    let options = options();
    assert!(options.len() >= 6, "{options:?}");
    let mut command = program();
    command.args(["serve", "--check-config", "--state", "none"]);
    for option in options {
        let (name, value) = option.split_once('=').unwrap();
        let value = match name {
            "upstream-token-file" => token.to_str().unwrap(),
            _ => value,
        };
        command.arg(format!("--{name}={value}"));
    }
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
}

#[test]
fn the_manifest_s_probes_ports_and_folders_are_those_of_the_container() {
    let upstream = complete_upstream();
    let server = gateway(&upstream.host, &crate::operation::OPS);
    let probes: Vec<&str> = values("path");
    assert_eq!(probes, ["/readyz", "/healthz"]);
    for probe in probes {
        assert_eq!(server.probe(probe).status, 200, "{probe}");
    }
    let container = recipe!("Dockerfile");
    for port in values("containerPort") {
        assert!(container.contains(&format!("0.0.0.0:{port}\"")), "{port}");
    }
    let user = values("runAsUser")[0];
    assert!(container.contains(&format!("USER {user}:{}", values("runAsGroup")[0])));
    let [state, releases, token] = values("mountPath")[..] else {
        panic!("three volumes");
    };
    assert!(container.contains(&format!("\"--state\", \"{state}\"")));
    // Where the program keeps the files of earlier releases.
    assert_eq!(releases, format!("{state}/releases"));
    let named = format!("upstream-token-file={token}/token");
    assert!(options().contains(&named.as_str()), "{named}");
    // Not to everybody: who reaches the probes can purge.
    assert_eq!(values("targetPort"), ["http"]);
}

#[test]
fn the_alerts_name_only_metrics_that_there_are() {
    let rules = recipe!("alerts.yaml");
    // Those of a mirror, of TLS and of a pool with a quota are in no gateway that has none.
    let sources = [
        include_str!("../../../crates/gateway/src/metrics.rs"),
        include_str!("../../../src/ops/metrics.rs"),
        include_str!("../../../crates/http/src/listener/metrics.rs"),
    ]
    .concat();
    let upstream = complete_upstream();
    let server = gateway(&upstream.host, &crate::operation::OPS);
    let metrics = server.probe("/metrics").text();
    let names = rules.match_indices("product_pool_").map(|(at, _)| {
        let rest = &rules[at..];
        let end = rest.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        &rest[..end.unwrap_or(rest.len())]
    });
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let plain = name
            .trim_end_matches("_bucket")
            .trim_end_matches("_total")
            .trim_end_matches("_seconds");
        let is_shown = metrics.contains(&format!("# TYPE {plain} "))
            || metrics.contains(&format!("# TYPE {plain}_seconds "));
        let short = plain.strip_prefix("product_pool_").unwrap();
        let is_declared = sources.contains(&format!("\"{short}\""));
        assert!(is_shown || is_declared, "{name}");
    }
    // And each label's value is in the code or in the metrics.
    for (at, _) in rules
        .match_indices("=\"")
        .chain(rules.match_indices("=~\""))
    {
        let value = rules[at..].split('"').nth(1).unwrap();
        for value in value.split('|') {
            let documented = include_str!("../../../../docs/operation.md");
            assert!(documented.contains(&format!("`{value}`")), "{value}");
        }
    }
    let help = run(&["serve", "--help"]);
    for option in ["--upstream-rate", "--fresh", "--connections"] {
        assert!(
            rules.contains(option) && stdout(&help).contains(option),
            "{option}"
        );
    }
}
