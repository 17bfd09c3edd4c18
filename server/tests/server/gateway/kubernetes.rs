//! The manifest for Kubernetes and the alert rules: the options and metrics that they name exist. No cluster is
//! started; at night kubeconform reads the manifest, where it is installed.

use super::recipe::recipe;
use super::{TOKEN, complete_upstream, gateway};
use crate::support::{program, run, stderr, stdout};

const MANIFEST: &str = recipe!("kubernetes.yaml");

#[test]
fn the_manifest_names_only_options_that_the_program_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    std::fs::write(&token, TOKEN).unwrap();
    let lines = MANIFEST.lines().map(str::trim);
    let options: Vec<_> = lines.filter_map(|line| line.strip_prefix("- --")).collect();
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
    let option = "--connections";
    assert!(rules.contains(option) && stdout(&help).contains(option));
}
