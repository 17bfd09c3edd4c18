//! The command line.

#[cfg(test)]
mod tests;
mod token;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::ops::{self, PurgeArgs};
use crate::options::ServeArgs;
use crate::terminal::{print_error, print_line};
use crate::{check, config, constants, seed, serve};
use product_pool_store::import;
use token::TokenCommand;

/// The timeout of a probe: containers call one every 30 seconds.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

/// The random seed of demonstration products, so that all machines have the same.
const SEED: u64 = 1;

/// Serves the Product Data Pool API from a catalogue, or as a gateway to another service.
#[derive(Debug, Parser)]
#[command(name = "product-pool-server", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API from a catalogue, or as a gateway to another service.
    Serve(Box<ServeArgs>),
    /// Create a catalogue of demonstration products, unless the file has the same already.
    Seed(SeedArgs),
    /// Import products and images from a JSON or NDJSON file.
    Import(ImportArgs),
    /// Create, list and revoke the tokens of a catalogue, which can be the keys of a gateway.
    #[command(subcommand)]
    Token(TokenCommand),
    /// Check a server's health: exit code 0 if it is healthy.
    Health {
        /// The URL of the probe.
        #[arg(value_name = "URL", default_value = "http://127.0.0.1:8080/healthz")]
        url: String,
    },
    /// Remove a recalled product from a gateway's caches and fetch it again.
    Purge(PurgeArgs),
}

/// The catalogue.
#[derive(Args, Debug)]
struct Catalogue {
    /// The catalogue file.
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
}

#[derive(Args, Debug)]
struct SeedArgs {
    #[command(flatten)]
    catalogue: Catalogue,
    /// The number of products.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    products: u32,
    /// Add the token `demo`, which is accepted on this machine only.
    #[arg(long)]
    demo: bool,
}

#[derive(Args, Debug)]
struct ImportArgs {
    /// The file of records; `-` for stdin.
    file: PathBuf,
    #[command(flatten)]
    catalogue: Catalogue,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let mut command = config::with_variables(Cli::command());
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => {
            print_error(&config::explained(&command, &error));
            return ExitCode::from(2);
        }
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let result = match cli.command {
        Command::Serve(mut args) => {
            let changes = std::env::var_os(constants::VARIABLE);
            let is_changed = changes.is_some();
            if let Err(line) = constants::change(&mut args, changes) {
                print_error(&line);
                return ExitCode::from(2);
            }
            ops::start_log(&args.ops);
            if is_changed {
                tracing::warn!(
                    "{} is set, which is for tests: unset it",
                    constants::VARIABLE
                );
            }
            if !args.check_config {
                args.use_state_folder();
            }
            let result = run_serve(&args, || config::listed(&command, &matches));
            ops::finish_log();
            result
        }
        Command::Seed(args) => run_seed(&args),
        Command::Import(args) => run_import(&args),
        Command::Token(command) => token::run(command).map_err(|error| error.to_string()),
        Command::Health { url } => {
            ops::check_health(&url, HEALTH_TIMEOUT).map(|line| print_line(&line))
        }
        Command::Purge(args) => ops::send_purge(&args).map(|line| print_line(&line)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            print_error(&line);
            ExitCode::FAILURE
        }
    }
}

fn run_serve(args: &ServeArgs, listed: impl FnOnce() -> String) -> Result<(), String> {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let misspelt_variables = config::misspelt_variables(&Cli::command(), names);
    if !args.check_config {
        misspelt_variables
            .iter()
            .for_each(|line| tracing::warn!("{line}"));
        return serve::run(args);
    }
    for line in misspelt_variables.into_iter().chain(check::warnings(args)) {
        let _ = writeln!(io::stderr(), "warning: {line}");
    }
    let errors = check::check(args);
    let Some((last, others)) = errors.split_last() else {
        print_line(&format!("{}{}", listed(), check::notes(args)));
        return Ok(());
    };
    others.iter().for_each(|line| print_error(line));
    Err(last.clone())
}

fn run_seed(args: &SeedArgs) -> Result<(), String> {
    let plan = seed::Plan {
        products: args.products,
        seed: SEED,
        demo: args.demo,
    };
    let started = Instant::now();
    let db = &args.catalogue.db;
    let seeded = seed::seed(db, plan);
    match seeded.map_err(|error| error.to_string())? {
        None => print_line(&format!("{} is up to date", db.display())),
        Some(counts) => {
            let seconds = started.elapsed().as_secs_f64();
            print_line(&format!(
                "seeded {} in {seconds:.1} s: {counts}",
                db.display()
            ));
        }
    }
    Ok(())
}

fn run_import(args: &ImportArgs) -> Result<(), String> {
    let mut file: Box<dyn BufRead> = if args.file == Path::new("-") {
        Box::new(BufReader::with_capacity(1 << 16, io::stdin()))
    } else {
        let opened = File::open(&args.file).and_then(|file| match file.metadata()?.is_dir() {
            true => Err(io::Error::other("it is a folder")),
            false => Ok(file),
        });
        let opened =
            opened.map_err(|error| format!("cannot read {}: {error}", args.file.display()))?;
        Box::new(BufReader::with_capacity(1 << 16, opened))
    };
    let extension = args.file.extension();
    let is_ndjson = extension.is_some_and(|ending| ending == "ndjson" || ending == "jsonl");
    let db = &args.catalogue.db;
    let report = import::import(db, &mut file, is_ndjson, &mut io::stderr())
        .map_err(|error| error.to_string())?;
    print_line(&report.to_string());
    match report.stored {
        true => Ok(()),
        false => Err(
            "nothing was stored, because records were refused; correct or remove them, and import \
             again"
                .into(),
        ),
    }
}
