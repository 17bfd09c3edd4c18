//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands::bench::{self, Engine, Trial};
use crate::commands::{assets, demo, pack, screenshots, setup, size, test, types, wasm};
use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::{process, report};

/// The arguments of `cargo xtask`.
#[derive(Debug, Parser)]
#[command(
    name = "xtask",
    bin_name = "cargo xtask",
    about = "Builds, shows and tests product-pool"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, PartialEq, Eq, Subcommand)]
enum Command {
    /// Install what building and testing need (the other commands do it too)
    Setup {
        /// Also what is optional: Trunk
        #[arg(long)]
        all: bool,
    },
    /// Write the WebAssembly and its JavaScript into pkg/dist
    Build {
        /// Small and slow to build, as shops get it
        #[arg(long)]
        release: bool,
    },
    /// Show product cards on a page, from a server with a demo catalogue
    Demo {
        /// The page's port on 127.0.0.1; 0 takes any that is free
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Serve the page by Trunk, which rebuilds and reloads it on changes
        #[arg(long)]
        trunk: bool,
    },
    /// Run the tests: all of them, or the parts named
    Test {
        /// Parts to run
        #[arg(value_enum)]
        parts: Vec<Part>,
        /// Also the package in what is large to download: Next, Deno, Bun, workerd
        #[arg(long)]
        all: bool,
        /// Go on after a step that failed
        #[arg(long)]
        keep_going: bool,
    },
    /// Write the TypeScript types of all fields, pkg/types/model.d.ts, from the field table
    Types {
        /// Write nothing; fail if the file is not what would be written
        #[arg(long)]
        check: bool,
    },
    /// Build the release and pack the npm package into a tarball in target/
    Pack,
    /// Build the release and lay it out for the server: `serve --assets` takes the folder
    Assets {
        /// The folder to fill, in place of assets in the target folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Measure the package beside a bare fetch, zod and other cards, the library natively, and the
    /// server under load and fault
    Bench {
        /// Where to measure; everywhere, if nothing is named
        #[arg(value_enum)]
        engines: Vec<Engine>,
        /// Show how the files of each card come in
        #[arg(long)]
        timeline: bool,
        /// What the server is put through; all of it, if nothing is named
        #[arg(long, value_enum, value_delimiter = ',', value_name = "TRIALS")]
        only: Vec<Trial>,
    },
    /// Show how large the released package is: raw, gzip, brotli, and by crate
    Size {
        /// Fail where something is above its budget (xtask/budget.json)
        #[arg(long)]
        check: bool,
    },
    /// Take pictures of the demo page on a phone and on a desktop
    Screenshots {
        /// The folder for the pictures
        #[arg(long, default_value = "target/screenshots")]
        out: PathBuf,
    },
}

/// A part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Format, lints, native tests, documentation
    Native,
    /// Lints for the browser's target, tests in headless Chromium
    Wasm,
    /// The demo page and the package, against the real server
    E2e,
    /// The packed npm package in fresh projects of bundlers, Node and plain pages
    Package,
    /// What a page downloads, against its budget
    Size,
    /// Trunk's release build (where Trunk is installed)
    Trunk,
}

/// Runs the command and says in one line why it failed, if it did.
pub(crate) fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if matches!(failure, Failure::Told(_)) {
                report::failure(&failure.to_string());
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(command: &Command) -> Result<()> {
    process::note_signals()?;
    let place = Place::find()?;
    match command {
        Command::Setup { all } => setup::run(&place, *all),
        Command::Build { release } => wasm::run(&place, *release),
        Command::Demo { port, trunk: false } => demo::run(&place, *port),
        Command::Demo { port, trunk: true } => demo::run_with_trunk(&place, *port),
        Command::Test {
            parts,
            all,
            keep_going,
        } => test::run(&place, parts, *all, *keep_going),
        Command::Types { check } => types::run(&place, *check, &[]),
        Command::Pack => pack::run(&place),
        Command::Assets { out } => assets::run(&place, out.as_deref()),
        Command::Bench {
            engines,
            timeline,
            only,
        } => bench::run(&place, engines, *timeline, only),
        Command::Size { check } => size::run(&place, *check),
        Command::Screenshots { out } => screenshots::run(&place, out),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> std::result::Result<Command, clap::Error> {
        let words = std::iter::once("cargo xtask").chain(line.split_whitespace());
        Arguments::try_parse_from(words).map(|arguments| arguments.command)
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_demo_takes_a_port_of_16_bits() {
        let demo = |port, trunk| Command::Demo { port, trunk };
        assert_eq!(parse("demo").unwrap(), demo(8080, false));
        assert_eq!(parse("demo --port 0 --trunk").unwrap(), demo(0, true));
        assert!(parse("demo --port 65536").is_err());
        assert!(parse("demo --port -1").is_err());
    }

    #[test]
    fn tests_take_any_number_of_parts() {
        let test = |parts: &[Part], all, keep_going| Command::Test {
            parts: parts.to_vec(),
            all,
            keep_going,
        };
        assert_eq!(parse("test").unwrap(), test(&[], false, false));
        assert_eq!(
            parse("test package --all").unwrap(),
            test(&[Part::Package], true, false)
        );
        assert_eq!(
            parse("test native e2e --keep-going").unwrap(),
            test(&[Part::Native, Part::E2e], false, true)
        );
        assert!(parse("test nativ").is_err());
    }

    #[test]
    fn types_are_written_unless_only_checked() {
        assert_eq!(parse("types").unwrap(), Command::Types { check: false });
        assert_eq!(
            parse("types --check").unwrap(),
            Command::Types { check: true }
        );
    }

    #[test]
    fn sizes_are_shown_or_checked() {
        assert_eq!(parse("size").unwrap(), Command::Size { check: false });
        assert_eq!(
            parse("size --check").unwrap(),
            Command::Size { check: true }
        );
    }

    #[test]
    fn assets_have_a_folder_unless_another_is_named() {
        let assets = |out: Option<&str>| Command::Assets {
            out: out.map(PathBuf::from),
        };
        assert_eq!(parse("assets").unwrap(), assets(None));
        assert_eq!(parse("assets --out a/b").unwrap(), assets(Some("a/b")));
        assert!(parse("assets --out").is_err());
    }

    #[test]
    fn engines_are_named_or_all() {
        let bench = |engines: &[Engine], timeline| Command::Bench {
            engines: engines.to_vec(),
            timeline,
            only: Vec::new(),
        };
        assert_eq!(parse("bench").unwrap(), bench(&[], false));
        let cards = bench(&[Engine::Cards], true);
        assert_eq!(parse("bench cards --timeline").unwrap(), cards);
        let both = bench(&[Engine::Node, Engine::Native], false);
        assert_eq!(parse("bench node native").unwrap(), both);
        assert!(parse("bench deno").is_err());
        let some = Command::Bench {
            engines: vec![Engine::Server],
            timeline: false,
            only: vec![Trial::Cache, Trial::Hostile],
        };
        assert_eq!(parse("bench server --only cache,hostile").unwrap(), some);
        assert!(parse("bench server --only nginx").is_err());
    }

    #[test]
    fn builds_are_for_development_unless_told() {
        assert_eq!(parse("build").unwrap(), Command::Build { release: false });
        assert_eq!(
            parse("build --release").unwrap(),
            Command::Build { release: true }
        );
        assert!(parse("").is_err());
    }
}
