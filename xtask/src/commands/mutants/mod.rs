//! `cargo xtask mutants`: makes the mistakes listed in `tests/mutations/`, one at a time, and
//! checks that the tests named beside each of them fail.
//!
//! A mistake is made in the working tree and taken back at once, also when the run is
//! interrupted. A second working tree would be safer still, but its crates have other paths, so
//! cargo would compile all of them again, and npm and the modules for browsers would start from
//! nothing: minutes before the first result. Instead a file with uncommitted changes is left
//! alone, so that `git checkout` can always restore what was there.

mod list;
mod target;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use xshell::cmd;

use self::list::Mutation;
use self::target::Target;
use crate::note::note;
use crate::process;
use crate::replaced::Replaced;
use crate::workspace::Workspace;

/// How long tests may take, with what has to be compiled for them. A mistake that makes them run
/// for ever would block everyone, so it is no use.
const LIMIT: Duration = Duration::from_secs(900);

/// How tests ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// At least one ran, and all passed.
    Passed,
    /// At least one failed.
    Failed,
    /// They did not compile or did not end, or there are none.
    Broken,
}

impl End {
    /// The verdict on the mistake that was in the sources.
    fn verdict(self) -> &'static str {
        match self {
            End::Failed => "caught",
            End::Passed => "SURVIVED",
            End::Broken => "broken",
        }
    }
}

/// Runs the command: all mutations, or those whose titles contain one of these words.
pub(crate) fn run(ws: &Workspace, words: &[String]) -> Result<()> {
    let _lock = ws.lock("mutants.lock")?;
    let mut mutations = list::read(ws)?;
    let is_chosen = |title: &str| words.iter().any(|word| title.contains(word.as_str()));
    mutations.retain(|mutation| words.is_empty() || is_chosen(&mutation.title()));
    ensure!(!mutations.is_empty(), "no mutation has such a title");
    let files: HashSet<&str> = mutations.iter().map(|mutation| &*mutation.file).collect();
    let changed = process::output(cmd!(ws.sh, "git status --porcelain -- {files...}"))?;
    ensure!(changed.is_empty(), "commit these changes first:\n{changed}");
    let mut passes = HashMap::new();
    for mutation in &mutations {
        let target = &mutation.caught_by;
        if !passes.contains_key(target) {
            let (end, _) = tested(ws, target)?;
            passes.insert(target, end == End::Passed);
            if end != End::Passed {
                note(&format!("without any mistake this does not pass: {target}"));
            }
        }
    }
    let mut rows = Vec::new();
    for mutation in &mutations {
        let (end, took) = match passes[&mutation.caught_by] {
            true => mutated(ws, mutation)?,
            false => (End::Broken, Duration::ZERO),
        };
        println!("{}", row(mutation, end, took));
        rows.push((mutation, end, took));
    }
    rows.retain(|(_, end, _)| *end != End::Failed);
    let caught = mutations.len() - rows.len();
    println!("\n{caught} of {} mutations caught", mutations.len());
    for (mutation, end, took) in &rows {
        println!("{}", row(mutation, *end, *took));
    }
    let logs = ws.state().join("logs");
    ensure!(rows.is_empty(), "see the output in {}", logs.display());
    Ok(())
}

/// Runs the target of a mutation with its mistake in the sources.
fn mutated(ws: &Workspace, mutation: &Mutation) -> Result<(End, Duration)> {
    let text = mutation.mutated(&ws.root)?;
    let _replaced = Replaced::new(ws.root.join(&mutation.file), &text)?;
    tested(ws, &mutation.caught_by)
}

/// How some tests end now, and how long they take. Their output is in a log of their name.
fn tested(ws: &Workspace, target: &Target) -> Result<(End, Duration)> {
    note(&format!("mutants: {target}"));
    let begun = Instant::now();
    let name: String = target
        .to_string()
        .replace(|character: char| !character.is_alphanumeric(), "-");
    let log = process::log_file(ws, &format!("mutants-{name}"))?;
    let end = match target.command(ws) {
        Err(why) => {
            note(&format!("{why:#}"));
            End::Broken
        }
        Ok((mut command, _server)) => {
            // Else the cases that failed would be tried, and committed, for ever.
            command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
            let status = process::run_to_log(command, &log, LIMIT)?;
            let log = fs::read(&log)?;
            end_of(
                status.map(|status| status.success()),
                &String::from_utf8_lossy(&log),
            )
        }
    };
    Ok((end, begun.elapsed()))
}

/// How tests ended that succeeded or not, and wrote this.
fn end_of(success: Option<bool>, log: &str) -> End {
    match success {
        Some(true) if log.lines().any(process::counts_a_passed_test) => End::Passed,
        Some(false) if log.lines().any(process::counts_a_failed_test) => End::Failed,
        _ => End::Broken,
    }
}

/// A row of the table.
fn row(mutation: &Mutation, end: End, took: Duration) -> String {
    let (verdict, title, target) = (end.verdict(), mutation.title(), &mutation.caught_by);
    format!("{verdict:8}  {took:>7.1?}  {title} ({target})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_failed_test_catches_a_mutation() {
        let passed = "test result: ok. 2 passed; 0 failed";
        let failed = "test result: FAILED. 1 passed; 1 failed";
        for (success, log, end) in [
            (Some(true), passed, End::Passed),
            (Some(false), failed, End::Failed),
            (
                Some(true),
                "test result: ok. 0 passed; 0 failed",
                End::Broken,
            ),
            (
                Some(false),
                "error: could not compile `product-pool`",
                End::Broken,
            ),
            (None, failed, End::Broken),
        ] {
            assert_eq!(end_of(success, log), end, "{log}");
        }
    }
}
