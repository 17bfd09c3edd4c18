//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Parser, ValueEnum};

use crate::commands::bench::{self, Subject};
use crate::commands::wasm::{self, Mode};
use crate::commands::{self, demo, docs, mutants, night, pack, release, site, test, types};
use crate::process;
use crate::workspace::Workspace;

/// Builds, shows and tests product-pool
#[derive(Debug, PartialEq, Eq, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
enum Command {
    /// Install what building and testing need (the other commands do it too)
    Setup {
        /// Also what only `test --all` needs: Firefox, Varnish, Trunk
        #[arg(long)]
        all: bool,
    },
    /// Write the WebAssembly and its JavaScript into pkg/dist
    Build {
        /// Small and slow to build, as shops get it
        #[arg(long)]
        release: bool,
    },
    /// Serve the shop and the playground, with a demo catalogue
    Demo {
        /// The page's port on 127.0.0.1; 0 takes any that is free
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Serve the page by Trunk, which rebuilds and reloads it on changes
        #[arg(long)]
        trunk: bool,
        /// Small and slow to build, as visitors of a shop get it
        #[arg(long, conflicts_with = "trunk")]
        release: bool,
    },
    /// Build the documentation as a site, in target/docs, which the demo serves
    Docs {
        /// The path at which another server will serve it
        #[arg(long, value_name = "PATH", default_value = site::BASE)]
        base: String,
    },
    /// Run the tests: all of them, or the parts named
    Test {
        /// Parts to run
        #[arg(value_enum)]
        parts: Vec<Part>,
        /// Also what is slow and rarely fails: 100,000 cases of the label rules, Chromium with
        /// windows, Firefox, Varnish, Trunk, and the package in what is large to download (Next,
        /// SvelteKit, Angular, Deno, Bun, workerd)
        #[arg(long)]
        all: bool,
        /// Go on after a step that failed
        #[arg(long)]
        keep_going: bool,
    },
    /// Run everything, part by part: `test --all`, chaos, all mutations, a release that is not published.
    /// The results are written to docs/testing.md
    Night {
        /// Only these parts
        #[arg(value_parser = PossibleValuesParser::new(night::names()))]
        parts: Vec<String>,
        /// Begin with this part
        #[arg(long, value_name = "PART", conflicts_with = "parts",
            value_parser = PossibleValuesParser::new(night::names()))]
        from: Option<String>,
    },
    /// Make the mistakes listed in tests/mutations, one at a time, and check that a test fails
    Mutants {
        /// Parts of titles, such as `client:` or `token`; all mutations, if nothing is named
        words: Vec<String>,
    },
    /// Write the TypeScript types of all fields, pkg/src/shared/model.ts, from the field table
    Types,
    /// Build the release and pack the npm package into a tarball in target/
    Pack,
    /// Build the server with the package's files in it, target/release/product-pool-server
    Server,
    /// Make the files of a release, twice in different folders, and publish them
    Release {
        /// Publish nothing, and say what is in the way
        #[arg(long)]
        dry_run: bool,
        /// Only make the files, once
        #[arg(long, conflicts_with = "dry_run")]
        only_make: bool,
    },
    /// Build the release and lay it out for the server: `serve --assets` takes the folder
    Assets {
        /// The folder to fill, in place of assets in the target folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Measure the library natively, the client beside a bare fetch and zod, and cards beside other
    /// cards; if named, also a gateway beside nginx and catalogues that grow
    Bench {
        /// What to measure
        #[arg(value_enum)]
        subjects: Vec<Subject>,
        /// Measure everything, and write benches/RESULTS.md, the README's pictures, and the figures
        /// that documents quote
        #[arg(long, conflicts_with = "subjects")]
        record: bool,
    },
    /// Let the pool fail in every way, kill the servers, fill their disk and shift their clocks, while
    /// cards, the shop, a sync, a replica and honest clients go on: no response and no card may be wrong
    Chaos {
        /// How long, before everything has to come right again
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(20..=600))]
        seconds: u32,
        /// The seed that an earlier run has printed, for the same faults in the same order
        #[arg(long)]
        seed: Option<u32>,
    },
    /// Show how large the released package is, and how much larger than that of the branch main.
    /// (What a module consists of shows `twiggy top` of `card.wasm` in target/wasm32-unknown-unknown/wasm-release/examples.)
    Size {
        /// Compare with the budget (xtask/budget.json) instead, and fail where something is above it
        #[arg(long)]
        check: bool,
    },
    /// Take pictures of the card: every product of the showcase side by side on a sheet for each
    /// language, every state, and the pictures of the README
    Screenshots {
        /// The folder for the pictures
        #[arg(long, default_value = "target/screenshots")]
        out: PathBuf,
        /// Only sheets with these products or states, such as many-allergens
        #[arg(long, value_delimiter = ',', value_name = "NAMES")]
        only: Vec<String>,
    },
}

/// A part of the tests, in the order in which they run: the quickest to fail first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Format, lints, native tests, documentation
    Native,
    /// Lints for the browser's target, tests in headless Chromium
    Wasm,
    /// The demo and the package, against the real server
    E2e,
    /// The packed npm package in fresh projects of bundlers, Node and plain pages
    Package,
    /// What a page downloads, against its budget
    Size,
    /// Trunk's release build (where Trunk is installed)
    Trunk,
}

/// Runs the command and prints in one line why it failed, if it did.
pub(crate) fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<()> {
    process::handle_signals(matches!(command, Command::Demo { .. }))?;
    let ws = &Workspace::find()?;
    match command {
        Command::Setup { all } => commands::setup(ws, *all),
        Command::Build { release } => wasm::run(ws, Mode::of(*release)),
        Command::Demo {
            port, trunk: true, ..
        } => demo::run_with_trunk(ws, *port),
        Command::Demo { port, release, .. } => demo::run(ws, *port, Mode::of(*release)),
        Command::Docs { base } => docs::run(ws, base),
        Command::Test {
            parts,
            all,
            keep_going,
        } => test::run(ws, parts, *all, *keep_going),
        Command::Night { parts, from } => night::run(ws, parts, from.as_deref()),
        Command::Mutants { words } => mutants::run(ws, words),
        Command::Types => types::run(ws),
        Command::Pack => pack::run(ws),
        Command::Server => pack::build_server(ws).map(|program| println!("{}", program.display())),
        Command::Release {
            only_make: true, ..
        } => release::make(ws),
        Command::Release { dry_run, .. } => release::run(ws, *dry_run),
        Command::Assets { out } => pack::lay_out(ws, out.as_deref()),
        Command::Bench { subjects, record } => bench::run(ws, subjects, *record),
        Command::Chaos { seconds, seed } => commands::chaos(ws, *seconds, *seed),
        Command::Size { check } => pack::measure(ws, *check, true),
        Command::Screenshots { out, only } => commands::screenshots(ws, out, only),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        let words = ["cargo xtask"].into_iter().chain(line.split_whitespace());
        Command::try_parse_from(words)
    }

    #[test]
    fn command_lines_mean_what_the_guide_says() {
        let demo = |port, trunk| Command::Demo {
            port,
            trunk,
            release: false,
        };
        let test = |parts: &[Part], all, keep_going| Command::Test {
            parts: parts.to_vec(),
            all,
            keep_going,
        };
        let bench = |subjects: &[Subject], record| Command::Bench {
            subjects: subjects.to_vec(),
            record,
        };
        let docs = |base: &str| Command::Docs {
            base: base.to_owned(),
        };
        let assets = |out: Option<&str>| Command::Assets {
            out: out.map(PathBuf::from),
        };
        for (line, command) in [
            ("demo", demo(8080, false)),
            ("demo --port 0 --trunk", demo(0, true)),
            ("docs", docs("/docs/")),
            ("docs --base /", docs("/")),
            ("test", test(&[], false, false)),
            ("test package --all", test(&[Part::Package], true, false)),
            (
                "test native e2e --keep-going",
                test(&[Part::Native, Part::E2e], false, true),
            ),
            (
                "mutants client: token",
                Command::Mutants {
                    words: vec!["client:".to_owned(), "token".to_owned()],
                },
            ),
            ("types", Command::Types),
            ("size", Command::Size { check: false }),
            ("size --check", Command::Size { check: true }),
            ("build", Command::Build { release: false }),
            ("build --release", Command::Build { release: true }),
            ("server", Command::Server),
            ("assets", assets(None)),
            ("assets --out a/b", assets(Some("a/b"))),
            ("bench", bench(&[], false)),
            ("bench --record", bench(&[], true)),
            (
                "chaos --seconds 60 --seed 7",
                Command::Chaos {
                    seconds: 60,
                    seed: Some(7),
                },
            ),
            (
                "bench client native",
                bench(&[Subject::Client, Subject::Native], false),
            ),
        ] {
            assert_eq!(parse(line).ok(), Some(command), "{line}");
        }
    }

    #[test]
    fn the_documented_command_lines_are_accepted() {
        Command::command().debug_assert();
        let accepts = |line| parse(line).is_ok();
        let right = "setup --all|build --release|release --dry-run|demo|demo --port 0 --trunk|types|pack|\
                     test native e2e --keep-going|test package --all|night|night native mutants|night --from e2e|assets --out a/b|\
                     bench cards growth|bench --record|size --check|\
                     screenshots --out a --only drink,conflict";
        for line in right.split('|') {
            assert!(accepts(line), "{line}");
        }
        let wrong = "|demo --port 65536|demo --port -1|test nativ|night deno|bench deno|assets --out|\
                     bench cards --record|chaos --seconds 601";
        for line in wrong.split('|') {
            assert!(!accepts(line), "{line}");
        }
    }
}
