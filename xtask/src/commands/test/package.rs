//! The npm package as its users get it: packed, installed into fresh projects
//! and used there by bundlers, in Node, on plain pages; on request also in what
//! is large to download.

use std::path::Path;
use std::process::Command;

use super::e2e::tests_in;
use super::{Steps, at_least_one};
use crate::commands::pack;
use crate::commands::wasm::Mode;
use crate::failure::Result;
use crate::place::Place;
use crate::process::{self, command};
use crate::setup::browser::{self, FLAGS};
use crate::setup::node::{self, Packages};

/// What the tests need of `npm`: bundlers and judges of packages.
const TOOLS: Packages = Packages {
    folder: "tests/package",
    what: "the npm packages that the package is tried with",
    takes: "about 10 s",
    everywhere: false,
};

/// Next, Deno, Bun and workerd.
const RUNTIMES: Packages = Packages {
    folder: "tests/package/all",
    what: "Next, Deno, Bun and workerd",
    takes: "about 20 s, 700 MB",
    everywhere: false,
};

/// Runs the part; `all` adds what is large to download.
pub(super) fn run(place: &Place, steps: &mut Steps, all: bool) -> Result<()> {
    let set = steps.step("package: packing", || {
        let node = node::find()?;
        let browser = browser::ensure(place)?;
        TOOLS.ensure(place, &node)?;
        // What is published, and what is measured afterwards.
        let tarball = pack::pack(place, &node, Mode::Release, &pack::folder(place))?;
        Ok((node, browser, tarball))
    })?;
    let Some((node, browser, tarball)) = set else {
        return Ok(());
    };
    let test = |folder: &str| {
        let mut test = command(&node.node);
        test.args(["--test", "--test-timeout=300000"])
            .current_dir(&place.root)
            .env("TARBALL", &tarball)
            .env("NPM", &node.npm)
            .env("CHROMIUM", &browser.chromium)
            .env("CHROMIUM_FLAGS", FLAGS.join(" "));
        run_tests(test, &place.root.join(folder))
    };
    steps.step("package: in fresh projects", || test(TOOLS.folder))?;
    if all {
        steps.step("package: Next, Deno, Bun, workerd", || {
            RUNTIMES.ensure(place, &node)?;
            test(RUNTIMES.folder)
        })?;
    }
    Ok(())
}

fn run_tests(mut test: Command, folder: &Path) -> Result<()> {
    let passed = process::run_tests(test.args(tests_in(folder)?), "node --test")?;
    at_least_one(passed, "node --test")
}
