//! `cargo xtask test`: every test there is, part by part, and how long each step took.

mod parts;

pub(crate) use parts::{browser_tests, start_demo};

use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::ValueEnum;
use xshell::Cmd;

use super::{pack, setup};
use crate::cli::Part;
use crate::note::note;
use crate::process;
use crate::workspace::Workspace;

/// The steps so far.
#[derive(Debug, Default)]
struct Steps {
    keep_going: bool,
    rows: Vec<Row>,
}

/// A step that is over.
#[derive(Debug)]
struct Row {
    name: String,
    took: Duration,
    passed: bool,
    /// How often it was begun.
    tries: usize,
    /// How many programs wanted the machine's processors at its end, on average over a minute.
    load: String,
}

impl Steps {
    /// Runs a step and records how it went. An error ends the tests, unless they keep going.
    fn step<T>(&mut self, name: &str, run: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
        self.tried_step(name, |_| run())
    }

    /// A step that counts how often it is begun.
    fn tried_step<T>(
        &mut self,
        name: &str,
        run: impl FnOnce(&mut usize) -> Result<T>,
    ) -> Result<Option<T>> {
        note(&format!("test: {name}"));
        let (begun, mut tries) = (Instant::now(), 1);
        let result = run(&mut tries);
        let load = process::load().unwrap_or_default();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let result = result.with_context(|| format!("load {load} on {cores} processors"));
        self.rows.push(Row {
            name: name.to_owned(),
            took: begun.elapsed(),
            passed: result.is_ok(),
            tries,
            load,
        });
        match result {
            Ok(value) => Ok(Some(value)),
            Err(why) if self.keep_going => {
                note(&format!("error: {why:#}"));
                Ok(None)
            }
            Err(why) => Err(why),
        }
    }

    /// A step that is one command.
    fn run(&mut self, name: &str, command: Cmd<'_>) -> Result<()> {
        self.step(name, || process::run(command)).map(drop)
    }

    /// A step that is one run of tests.
    fn test(&mut self, name: &str, command: Cmd<'_>) -> Result<()> {
        self.step(name, || process::run_tests(command)).map(drop)
    }

    /// The table at the end.
    fn table(&self) -> String {
        let line = |name: &str, verdict: &str, took: Duration, rest: &str| {
            let line = format!("  {name:60}  {verdict:6}  {took:>8.1?}  {rest}");
            line.trim_end().to_owned() + "\n"
        };
        let rows = self.rows.iter().map(|row| {
            let verdict = if row.passed { "passed" } else { "FAILED" };
            let again = match row.tries {
                1 => String::new(),
                tries => format!(", begun {tries} times"),
            };
            let rest = format!("load {}{again}", row.load);
            line(&row.name, verdict, row.took, &rest)
        });
        let all = self.rows.iter().map(|row| row.took).sum();
        rows.collect::<String>() + &line("all", "", all, "")
    }
}

/// Runs the parts, or all of them if none is named; `all` adds what is large to download.
pub(crate) fn run(ws: &Workspace, parts: &[Part], all: bool, keep_going: bool) -> Result<()> {
    let mut steps = Steps {
        keep_going,
        ..Steps::default()
    };
    let result = run_parts(ws, parts, all, &mut steps);
    print!("{}", steps.table());
    result?;
    let failed = steps.rows.iter().filter(|row| !row.passed);
    let names: Vec<_> = failed.map(|row| row.name.as_str()).collect();
    ensure!(names.is_empty(), "failed: {}", names.join(", "));
    Ok(())
}

fn run_parts(ws: &Workspace, parts: &[Part], all: bool, steps: &mut Steps) -> Result<()> {
    let is_wanted = |part: &&Part| parts.is_empty() || parts.contains(part);
    let wanted: Vec<_> = Part::value_variants().iter().filter(is_wanted).collect();
    let needs_pages = |part: &Part| matches!(part, Part::E2e | Part::Package | Part::Size);
    let has_pages = wanted.iter().any(|part| needs_pages(part));
    // What the later parts need is prepared in the background, where it takes the processor only
    // while nothing else does: many tests wait for time-outs, and linking keeps one core busy.
    let mut preparing = (wanted != [&Part::Native]).then(|| {
        let ws = ws.clone();
        thread::spawn(move || {
            process::give_way();
            setup(&ws, all)?;
            if has_pages {
                parts::build_pages(&ws)?;
            }
            Ok(())
        })
    });
    let mut is_set_up = false;
    for part in wanted {
        if *part != Part::Native && !is_set_up {
            steps.step("set-up, what is left", || setup(ws, all))?;
            is_set_up = true;
        }
        if *part == Part::E2e {
            parts::types(ws, steps, all)?;
        }
        if needs_pages(part)
            && let Some(preparing) = preparing.take()
        {
            let join = || {
                preparing
                    .join()
                    .unwrap_or_else(|panic| resume_unwind(panic))
            };
            steps.step("modules, what is left", join)?;
        }
        match part {
            Part::Native => parts::native(ws, steps, all)?,
            Part::Wasm => parts::wasm(ws, steps, all)?,
            Part::E2e => parts::e2e(ws, steps, all)?,
            Part::Package => parts::package(ws, steps, all)?,
            Part::Size => {
                steps.step("size: within its budget", || pack::measure(ws, true, all))?;
            }
            Part::Trunk => parts::trunk(ws, steps, all || parts.contains(&Part::Trunk))?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_ends_the_tests_unless_they_keep_going() {
        let fail = || -> Result<()> { anyhow::bail!("broken") };
        let mut strict = Steps::default();
        assert!(strict.step("a", fail).is_err());
        let mut going = Steps {
            keep_going: true,
            ..Steps::default()
        };
        assert_eq!(going.step("a", fail).unwrap(), None);
        let twice = |tries: &mut usize| {
            *tries += 1;
            Ok(1)
        };
        assert_eq!(going.tried_step("b", twice).unwrap(), Some(1));
        let table = going.table();
        let lines: Vec<&str> = table.lines().collect();
        let row = |name, verdict| format!("  {name:60}  {verdict}");
        assert!(lines[0].starts_with(&row("a", "FAILED")), "{table}");
        assert!(lines[1].starts_with(&row("b", "passed")), "{table}");
        assert!(!lines[0].contains("begun"), "{table}");
        assert!(lines[1].ends_with(", begun 2 times"), "{table}");
    }
}
