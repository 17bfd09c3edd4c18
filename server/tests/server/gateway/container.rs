//! The container: at night it is built and started, where something can build it.

use std::path::Path;
use std::process::Command;

use crate::support::{stderr, stdout};

/// What builds containers on this machine, if it works.
fn builder() -> Option<&'static str> {
    ["docker", "podman"].into_iter().find(|name| {
        let info = Command::new(name).arg("info").output();
        info.is_ok_and(|output| output.status.success())
    })
}

#[test]
#[ignore = "takes minutes where there is docker or podman"]
fn the_recipe_builds_a_program_that_runs() {
    let Some(builder) = builder() else {
        eprintln!("skipped: neither docker nor podman works on this machine");
        return;
    };
    let run = |arguments: &[&str]| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut command = Command::new(builder);
        let output = command.args(arguments).current_dir(root).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let image = "product-pool-gateway-test";
    run(&["build", "-f", "deploy/Dockerfile", "-t", image, "."]);
    let program = ["--entrypoint", "product-pool-server", image, "--version"];
    let version = run(&[&["run", "--rm"], &program[..]].concat());
    assert!(version.contains(env!("CARGO_PKG_VERSION")), "{version}");
    // With the recipe's own options, as its user, in a file system that is read-only but for its volume.
    let upstream = [
        "--upstream=https://pool.example.com",
        "--upstream-token-file=none",
    ];
    let options = [&["--check-config"], &upstream[..]].concat();
    run(&[&["run", "--rm", "--read-only", image], &options[..]].concat());
    run(&["rmi", image]);
}
