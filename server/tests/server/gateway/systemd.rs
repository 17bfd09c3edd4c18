//! The units for systemd, checked by systemd. Skipped if it is not installed.

use std::process::Command;

use super::recipe::{find_program, recipe};
use crate::support::{stderr, stdout};

#[test]
fn systemd_accepts_the_documented_units() {
    let Some(analyze) = find_program("systemd-analyze", "--version") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let service = recipe!("product-pool-gateway.service").replace(
        "/usr/local/bin/product-pool-server",
        env!("CARGO_BIN_EXE_product-pool-server"),
    );
    assert!(service.contains(env!("CARGO_BIN_EXE_product-pool-server")));
    let socket = recipe!("product-pool-gateway.socket");
    let files = [("service", &*service), ("socket", socket)].map(|(kind, text)| {
        let file = folder.path().join(format!("product-pool-gateway.{kind}"));
        std::fs::write(&file, text).unwrap();
        file
    });
    let output = Command::new(analyze)
        .args(["verify", "--man=no", "--recursive-errors=no"])
        .args(&files)
        .env("SYSTEMD_UNIT_PATH", format!("{}:", folder.path().display()))
        .output()
        .unwrap();
    // systemd only warns of unknown settings.
    let report = stdout(&output) + &stderr(&output);
    let findings: Vec<_> = report
        .lines()
        .filter(|line| line.contains("product-pool"))
        .collect();
    assert!(output.status.success() && findings.is_empty(), "{report}");
}
