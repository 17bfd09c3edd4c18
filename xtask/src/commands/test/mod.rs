//! `cargo xtask test`: every test there is, part by part, and how long each
//! step took.

mod browser;
pub(crate) mod e2e;
mod native;
mod package;
mod trunk;

use std::time::{Duration, Instant};

use super::size;
use crate::cli::Part;
use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::report;

/// The parts in the order that they are run: what is quickest to fail first.
const ORDER: [Part; 6] = [
    Part::Native,
    Part::Wasm,
    Part::E2e,
    Part::Package,
    Part::Size,
    Part::Trunk,
];

/// The steps so far.
#[derive(Debug)]
pub(crate) struct Steps {
    keep_going: bool,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    name: String,
    took: Duration,
    passed: bool,
}

impl Steps {
    /// Runs one step and notes how it went. An error is the end of the tests,
    /// unless they go on after failures.
    fn step<T>(&mut self, name: &str, run: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
        report::note(&format!("test: {name}"));
        let begun = Instant::now();
        let result = run();
        self.rows.push(Row {
            name: name.to_owned(),
            took: begun.elapsed(),
            passed: result.is_ok(),
        });
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Failure::Told(why)) if self.keep_going => {
                report::failure(&why);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// The closing table.
    fn table(&self) -> String {
        let width = self
            .rows
            .iter()
            .map(|row| row.name.len())
            .fold("all".len(), usize::max);
        let mut table = String::new();
        for row in &self.rows {
            let verdict = if row.passed { "passed" } else { "FAILED" };
            let took = report::span(row.took);
            table.push_str(&format!("  {:width$}  {verdict}  {took:>12}\n", row.name));
        }
        let all = self.rows.iter().map(|row| row.took).sum();
        table.push_str(&format!(
            "  {:width$}          {:>12}\n",
            "all",
            report::span(all)
        ));
        table
    }
}

/// Runs the parts, or all of them when none is named; `all` adds to them what
/// is large to download.
pub(crate) fn run(place: &Place, parts: &[Part], all: bool, keep_going: bool) -> Result<()> {
    let mut steps = Steps {
        keep_going,
        rows: Vec::new(),
    };
    let result = run_parts(place, parts, all, &mut steps);
    if !matches!(result, Err(Failure::Interrupted(_))) {
        print!("{}", steps.table());
    }
    result?;
    let failed: Vec<&str> = steps
        .rows
        .iter()
        .filter(|row| !row.passed)
        .map(|row| row.name.as_str())
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("failed: {}", failed.join(", "))))
}

fn run_parts(place: &Place, parts: &[Part], all: bool, steps: &mut Steps) -> Result<()> {
    for part in ORDER {
        if !parts.is_empty() && !parts.contains(&part) {
            continue;
        }
        match part {
            Part::Native => native::run(place, steps)?,
            Part::Wasm => browser::run(place, steps)?,
            Part::E2e => e2e::run(place, steps)?,
            Part::Package => package::run(place, steps, all)?,
            Part::Size => {
                steps.step("size: within its budget", || size::run(place, true))?;
            }
            Part::Trunk => trunk::run(place, steps, parts.contains(&Part::Trunk))?,
        }
    }
    Ok(())
}

/// Turns "no test ran" into a failure: a suite that is not found must not pass.
fn at_least_one(passed: u64, what: &str) -> Result<()> {
    if passed > 0 {
        return Ok(());
    }
    Err(Failure::new(format!("{what} ran no test at all")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn steps(keep_going: bool) -> Steps {
        Steps {
            keep_going,
            rows: Vec::new(),
        }
    }

    fn fail() -> Result<()> {
        Err(Failure::new("broken"))
    }

    #[test]
    fn a_failure_ends_the_tests_unless_they_keep_going() {
        let mut strict = steps(false);
        assert!(strict.step("a", fail).is_err());
        let mut going = steps(true);
        assert_eq!(going.step("a", fail).unwrap(), None);
        assert_eq!(going.step("b", || Ok(1)).unwrap(), Some(1));
        let table = going.table();
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[0].starts_with("  a    FAILED"), "{table}");
        assert!(lines[1].starts_with("  b    passed"), "{table}");
    }

    #[test]
    fn a_signal_ends_the_tests_even_when_they_keep_going() {
        let interrupted = || Err::<(), _>(Failure::Interrupted(2));
        assert!(steps(true).step("a", interrupted).is_err());
    }

    #[test]
    fn a_suite_of_no_tests_fails() {
        assert!(at_least_one(0, "it").is_err());
        assert!(at_least_one(1, "it").is_ok());
    }
}
