//! `cargo xtask night`: everything that can be tested, part by part, and what came of each.
//!
//! A part that fails does not keep the others from running. The table in `docs/testing.md` has the
//! newest run of each part, also where they ran on different days.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use xshell::cmd;

use crate::note::note;
use crate::process;
use crate::workspace::Workspace;

/// The parts, in their order, and the arguments of `cargo xtask` that run each. A release is made of what
/// is committed, which the table is not once a part has run.
const PARTS: [(&str, &str); 9] = [
    ("release", "release --dry-run"),
    ("native", "test native --all --keep-going"),
    ("wasm", "test wasm --all --keep-going"),
    ("e2e", "test e2e --all --keep-going"),
    ("package", "test package --all --keep-going"),
    ("size", "test size --all"),
    ("trunk", "test trunk"),
    ("chaos", "chaos"),
    ("mutants", "mutants"),
];

/// The names of the parts, for the command line.
pub(crate) fn names() -> [&'static str; PARTS.len()] {
    PARTS.map(|(name, _)| name)
}

const DOCUMENT: &str = "docs/testing.md";
const BEGIN: &str = "<!-- night: made by `cargo xtask night` -->\n";
const END: &str = "<!-- end of night -->\n";
const HEAD: &str =
    "| part | command | result | minutes | commit | day |\n|---|---|---|---|---|---|\n";

/// How many lines of a part's output are shown at its end: the table of its steps.
const SHOWN: usize = 40;

/// Runs the parts named, or those from one on, or all.
pub(crate) fn run(ws: &Workspace, parts: &[String], from: Option<&str>) -> Result<()> {
    let wanted = PARTS
        .into_iter()
        .skip_while(|(name, _)| from.is_some_and(|from| from != *name))
        .filter(|(name, _)| parts.is_empty() || parts.iter().any(|part| part == name));
    let mut failed = Vec::new();
    for (name, arguments) in wanted {
        let commit = commit(ws)?;
        let (passed, took) = run_part(ws, name, arguments)?;
        let minutes = took.as_secs().div_ceil(60);
        let result = if passed { "passed" } else { "**failed**" };
        let day = cmd!(ws.sh, "date -u +%F").read()?;
        let row = format!(
            "| {name} | `cargo xtask {arguments}` | {result} | {minutes} | {commit} | {day} |"
        );
        let text = ws.sh.read_file(DOCUMENT)?;
        ws.sh.write_file(DOCUMENT, with_row(&text, &row)?)?;
        if !passed {
            failed.push(name);
        }
    }
    note(&format!("the results are in {DOCUMENT}"));
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// Runs a part; whether it passed, and how long it took.
fn run_part(ws: &Workspace, name: &str, arguments: &str) -> Result<(bool, Duration)> {
    let log = process::log_file(ws, &format!("night-{name}"))?;
    note(&format!(
        "night: {name}; its output is in {}",
        log.display()
    ));
    let begun = Instant::now();
    let arguments = arguments.split(' ');
    let command = Command::from(cmd!(ws.sh, "cargo xtask {arguments...}"));
    let status = process::run_to_log(command, &log, Duration::MAX)?.context("it never ends")?;
    let output = ws.sh.read_binary_file(&log)?;
    let output = String::from_utf8_lossy(&output);
    let lines: Vec<&str> = output.lines().collect();
    println!("{}", lines[lines.len().saturating_sub(SHOWN)..].join("\n"));
    Ok((status.success(), begun.elapsed()))
}

/// The commit that is tested, with a plus sign where a source differs from it.
fn commit(ws: &Workspace) -> Result<String> {
    let commit = cmd!(ws.sh, "git rev-parse --short=8 HEAD").read()?;
    let document = format!(":!{DOCUMENT}");
    let changes = cmd!(ws.sh, "git status --porcelain -- . {document}").read()?;
    Ok(if changes.is_empty() {
        commit
    } else {
        commit + "+"
    })
}

/// The document with a part's row in place of the one before, in the order of the parts.
fn with_row(document: &str, row: &str) -> Result<String> {
    let place = "the place of the table is missing";
    let (before, rest) = document.split_once(BEGIN).context(place)?;
    let (table, after) = rest.split_once(END).context(place)?;
    let rows = names().map(|name| {
        let begin = format!("| {name} |");
        let mut both = std::iter::once(row).chain(table.lines());
        both.find(|row| row.starts_with(&begin))
    });
    let rows: String = rows
        .into_iter()
        .flatten()
        .map(|row| format!("{row}\n"))
        .collect();
    Ok([before, BEGIN, HEAD, &rows, END, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_newest_run_of_each_part() {
        let document = format!("Above\n{BEGIN}{END}Below\n");
        let document = with_row(&document, "| wasm | new |").unwrap();
        let document = with_row(&document, "| native | old |").unwrap();
        let document = with_row(&document, "| native | new |").unwrap();
        let rows = "| native | new |\n| wasm | new |\n";
        assert_eq!(document, format!("Above\n{BEGIN}{HEAD}{rows}{END}Below\n"));
        assert!(with_row("no place", "| native |").is_err());
    }
}
