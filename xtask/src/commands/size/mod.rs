//! `cargo xtask size`: what a shop's visitors download, and of what it is made.
//!
//! The files are those of the packed release, each compressed as a server would
//! do it once. `xtask/budget.json` says how large some of them may be: `limit`
//! is what the check holds to, `aim` what the limit is to come down to.

mod crates;

use std::fs;

use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::process::{self, command};
use crate::setup::node::{self, Node};

use super::pack;
use super::wasm::{self, Mode};

/// The crates that are listed one by one.
const CRATES: usize = 12;

/// Builds and packs the release, prints the tables, and with `check` fails
/// where something is above its budget.
pub(crate) fn run(place: &Place, check: bool) -> Result<()> {
    let node = node::find()?;
    let folder = pack::folder(place);
    pack::pack(place, &node, Mode::Release, &folder)?;
    let rows = measure(place, &node)?;
    print!("{}", table(&rows));
    if check {
        return verdict(&rows);
    }
    for (name, path) in wasm::named(place)? {
        let bytes = fs::read(&path).map_err(|error| Failure::file("read", &path, &error))?;
        let parts = crates::parts(&bytes)
            .map_err(|error| Failure::new(format!("{} cannot be read: {error}", path.display())))?;
        print!("\n{}", crates::table(name, &parts, CRATES));
    }
    Ok(())
}

/// A file, or several that are loaded together.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    /// Whether it is a sum, and no file.
    sum: bool,
    name: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
    /// How much it may be, in brotli.
    limit: Option<u64>,
    /// How much it is meant to be.
    aim: Option<u64>,
}

/// Measures the packed files. It is done in Node, which has both compressors
/// built in; a crate of each would cost every user of this tool its compilation.
fn measure(place: &Place, node: &Node) -> Result<Vec<Row>> {
    let mut script = command(&node.node);
    script
        .arg(place.root.join("xtask/js/size.mjs"))
        .args([&place.root, &pack::folder(place)]);
    let text = process::output(&mut script, "measuring")?;
    text.lines()
        .map(|line| row(line).ok_or_else(|| Failure::new(format!("not a measurement: {line}"))))
        .collect()
}

/// A line of the script: columns with tabs between them.
fn row(line: &str) -> Option<Row> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [kind, name, raw, gzip, brotli, limit, aim] = columns[..] else {
        return None;
    };
    let optional = |text: &str| match text {
        "" => Some(None),
        number => number.parse().ok().map(Some),
    };
    Some(Row {
        sum: kind == "sum",
        name: name.to_owned(),
        raw: raw.parse().ok()?,
        gzip: gzip.parse().ok()?,
        brotli: brotli.parse().ok()?,
        limit: optional(limit)?,
        aim: optional(aim)?,
    })
}

/// The table: files first, then what is loaded together.
fn table(rows: &[Row]) -> String {
    let line = |cells: [&str; 6]| {
        let [name, numbers @ ..] = cells;
        let numbers: String = numbers.iter().map(|it| format!("{it:>11}")).collect();
        format!("{name:<25}{numbers}").trim_end().to_owned() + "\n"
    };
    let head = ["bytes", "raw", "gzip 9", "brotli 11", "limit", "aim"];
    let mut text = line(head);
    for sum in [false, true] {
        if sum {
            text.push_str(&line(["", "", "", "", "", ""]));
        }
        for row in rows.iter().filter(|row| row.sum == sum) {
            let [raw, gzip, brotli] = [row.raw, row.gzip, row.brotli].map(|it| it.to_string());
            let [limit, aim] =
                [row.limit, row.aim].map(|it| it.map(|it| it.to_string()).unwrap_or_default());
            text.push_str(&line([&row.name, &raw, &gzip, &brotli, &limit, &aim]));
        }
    }
    text
}

/// A failure with a line for each row that is above its limit.
fn verdict(rows: &[Row]) -> Result<()> {
    let above: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let limit = row.limit.filter(|limit| row.brotli > *limit)?;
            let more = row.brotli - limit;
            Some(format!(
                "{}: {} bytes in brotli, {more} above its budget of {limit}",
                row.name, row.brotli
            ))
        })
        .collect();
    if above.is_empty() {
        return Ok(());
    }
    Err(Failure::new(above.join("\n")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn measured(brotli: u64, limit: Option<u64>) -> Row {
        Row {
            sum: false,
            name: "a.js".to_owned(),
            raw: 300,
            gzip: 200,
            brotli,
            limit,
            aim: None,
        }
    }

    #[test]
    fn lines_of_the_script_are_read() {
        let plain = row("file\ta.js\t300\t200\t100\t\t").unwrap();
        assert_eq!(plain, measured(100, None));
        let budgeted = row("sum\tcard page\t9\t8\t7\t6\t5").unwrap();
        assert!(budgeted.sum);
        assert_eq!((budgeted.limit, budgeted.aim), (Some(6), Some(5)));
        assert_eq!(row("file\ta.js\t300\t200\t100"), None);
        assert_eq!(row("file\ta.js\t300\t200\tmany\t\t"), None);
        assert_eq!(row("file\ta.js\t300\t200\t100\t95 KB\t"), None);
    }

    #[test]
    fn what_is_above_its_budget_is_named() {
        assert!(verdict(&[measured(100, None), measured(100, Some(100))]).is_ok());
        let rows = [measured(101, Some(100)), measured(1, Some(100))];
        let line = verdict(&rows).unwrap_err().to_string();
        assert_eq!(line, "a.js: 101 bytes in brotli, 1 above its budget of 100");
        let two = [measured(101, Some(100)), measured(300, Some(100))];
        assert_eq!(verdict(&two).unwrap_err().to_string().lines().count(), 2);
    }

    #[test]
    fn sums_stand_below_the_files() {
        let sum = row("sum\tcard page\t9\t8\t7\t6\t").unwrap();
        let text = table(&[sum, measured(100, None)]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("a.js"), "{text}");
        assert!(lines[1].ends_with(" 100"), "{text}");
        assert!(lines[3].starts_with("card page"), "{text}");
        assert!(lines[3].ends_with(" 6"), "{text}");
    }
}
