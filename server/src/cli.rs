//! The command line.

mod key;
mod token;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use axum::http::{HeaderValue, Uri};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::config::{self, ConfigArgs, ConfigError, Setting};
use crate::ops::{self, OpsArgs, PurgeArgs};
use crate::options::{Options, Source};
use crate::terminal::{print_error, print_line};
use crate::usage::usage_error;
use crate::{check, seed, serve};
use key::KeyCommand;
use product_pool_gateway::GatewayArgs;
use product_pool_http::{LimitArgs, Mount, TlsArgs};
use product_pool_pages as page;
use product_pool_store::{StoreError, import};
use token::TokenCommand;

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
    /// Create a catalogue of demonstration products.
    Seed(SeedArgs),
    /// Import products and images from a JSON or NDJSON file.
    Import(ImportArgs),
    /// Create, list and revoke access tokens.
    #[command(subcommand)]
    Token(TokenCommand),
    /// Create, list and revoke the keys of a gateway's clients.
    #[command(subcommand)]
    Key(KeyCommand),
    /// Check a server's health: exit code 0 if it is healthy.
    Health(HealthArgs),
    /// Remove a recalled product from a gateway's caches and fetch it again.
    Purge(PurgeArgs),
}

#[derive(Args, Debug)]
struct HealthArgs {
    /// The URL of the probe.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8080/healthz")]
    url: String,
    /// The timeout of the response.
    #[arg(long, value_name = "SECONDS", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=60))]
    timeout: u64,
}

/// The catalogue.
#[derive(Args, Debug)]
struct Catalogue {
    /// The catalogue file.
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("source").required(true).multiple(true).args(["db", "upstream"]))]
struct ServeArgs {
    #[command(flatten)]
    config: ConfigArgs,
    /// The catalogue file; with `--mirror` the file of the copy, which is created if
    /// it does not exist.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// The address to listen on; port 0 takes any free port. The first line of output
    /// is the address.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Serve a file or folder under a path, such as `/pkg=pkg`; a prefix that ends in `/*`
    /// is for a single-page application, such as `/*=index.html`. Repeatable.
    #[arg(long = "static", value_name = "PREFIX=PATH")]
    mounts: Vec<Mount>,
    /// The base address of images, such as `https://images.example.com`; by
    /// default `--base-url`, otherwise the host of the request.
    #[arg(long, value_name = "URL", value_parser = base_url, conflicts_with = "upstream")]
    image_host: Option<String>,
    /// An origin whose pages may read the API, such as
    /// `https://shop.example.com`; `*` for all. Repeatable.
    #[arg(long = "allow-origin", visible_alias = "cors-origin", value_name = "ORIGIN", value_parser = origin)]
    origins: Vec<HeaderValue>,
    #[command(flatten)]
    pages: PagesArgs,
    /// Serve the package's files under `/assets`, from the folder that
    /// `cargo xtask assets` fills; pages load the element from there.
    #[arg(long, value_name = "DIR")]
    assets: Option<PathBuf>,
    #[command(flatten)]
    tls: TlsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    ops: OpsArgs,
    #[command(flatten)]
    gateway: GatewayArgs,
}

/// The options of HTML pages, which are public.
#[derive(Args, Debug)]
struct PagesArgs {
    /// Serve HTML pages too: `/p/GTIN`, `/card/gtin/GTIN`, `/card/PRODUCT` and GS1
    /// Digital Links, `/01/GTIN`. They need no token.
    #[arg(long)]
    pages: bool,
    /// The public address of the pages, such as `https://shop.example.com`.
    /// Without it they have no canonical address, and cards in pages of other sites
    /// have no styles.
    #[arg(long, value_name = "URL", value_parser = base_url, requires = "pages")]
    base_url: Option<String>,
    /// The address of another script of the element, such as `/pkg/card.js`, in place
    /// of that of `--assets`.
    #[arg(long, value_name = "URL", requires = "pages")]
    script: Option<String>,
}

impl PagesArgs {
    /// The options of HTML pages, if they are enabled.
    fn options(self) -> Option<page::Options> {
        self.pages.then_some(page::Options {
            base: self.base_url,
            script: self.script,
            ..page::Options::default()
        })
    }
}

#[derive(Args, Debug)]
struct SeedArgs {
    #[command(flatten)]
    catalogue: Catalogue,
    /// The number of products.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    products: u32,
    /// The random seed: the same seed gives the same products.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Add the token `demo`, which is accepted on this machine only.
    #[arg(long)]
    demo: bool,
    /// Do nothing if the file has already been seeded with the same options.
    #[arg(long)]
    if_needed: bool,
    /// Replace a catalogue even if it has imported records.
    #[arg(long)]
    replace: bool,
}

#[derive(Args, Debug)]
struct ImportArgs {
    /// The file of records; `-` for stdin.
    file: PathBuf,
    #[command(flatten)]
    catalogue: Catalogue,
    /// Store the accepted records even if others are refused.
    #[arg(long)]
    skip_refused: bool,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let read = config::read(Cli::command(), &arguments, |name| std::env::var_os(name));
    let (cli, settings) = match read {
        Ok(read) => match Cli::from_arg_matches(&read.matches) {
            Ok(cli) => (cli, read.settings),
            Err(error) => return print_usage_error(&error),
        },
        Err(ConfigError::Parser(error)) => return print_usage_error(&error),
        Err(ConfigError::Invalid { errors, check }) => {
            // Without `--check-config` only the first error is shown.
            let shown = if check { errors.len() } else { 1 };
            errors.iter().take(shown).for_each(|line| print_error(line));
            return ExitCode::from(2);
        }
    };
    let result = match cli.command {
        Command::Serve(args) => run_serve(*args, &settings),
        Command::Seed(args) => run_seed(&args),
        Command::Import(args) => run_import(&args),
        Command::Token(command) => token::run(command),
        Command::Key(command) => key::run(command),
        Command::Health(args) => ops::check_health(&args.url, Duration::from_secs(args.timeout))
            .map(|line| print_line(&line)),
        Command::Purge(args) => ops::send_purge(args).map(|line| print_line(&line)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            print_error(&line);
            ExitCode::FAILURE
        }
    }
}

/// Prints a usage error, or the help text.
fn print_usage_error(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        print_error(&usage_error(&error.to_string()));
        return ExitCode::from(2);
    }
    let _ = error.print();
    ExitCode::SUCCESS
}

fn run_serve(args: ServeArgs, settings: &[Setting]) -> Result<(), String> {
    ops::start_log(&args.ops);
    let options = Options {
        listen: args.listen,
        mounts: args.mounts,
        image_host: args.image_host,
        origins: args.origins,
        pages: args.pages.options(),
        tls: args.tls,
        assets: args.assets,
        limits: args.limits,
        ops: args.ops,
    };
    let source = match (args.db, &args.gateway.upstream) {
        (Some(db), None) => Source::Catalogue(db),
        (db, _) => Source::Upstream(Box::new(args.gateway), db),
    };
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let misspelt_variables = config::misspelt_variables(&Cli::command(), names);
    if !args.config.check_config {
        misspelt_variables
            .iter()
            .for_each(|line| tracing::warn!("{line}"));
        return serve::run(source, options);
    }
    for line in misspelt_variables
        .into_iter()
        .chain(check::warnings(&source, &options))
    {
        let _ = writeln!(io::stderr(), "warning: {line}");
    }
    let errors = check::check(&source, &options);
    let Some((last, others)) = errors.split_last() else {
        print_line(&format!(
            "{}{}",
            config::to_toml(settings),
            check::notes(&source)
        ));
        return Ok(());
    };
    others.iter().for_each(|line| print_error(line));
    Err(last.clone())
}

fn run_seed(args: &SeedArgs) -> Result<(), String> {
    let plan = seed::Plan {
        products: args.products,
        seed: args.seed,
        demo: args.demo,
    };
    let existing = seed::Existing {
        keep_if_same: args.if_needed,
        replace: args.replace,
    };
    let started = Instant::now();
    // Progress is shown only if it takes long.
    let mut next_report = started + Duration::from_secs(2);
    let mut progress = |done: u32| {
        if Instant::now() >= next_report {
            let _ = writeln!(io::stderr(), "seeded {done} of {} products", plan.products);
            next_report = Instant::now() + Duration::from_secs(5);
        }
    };
    let db = &args.catalogue.db;
    match seed::seed(db, plan, existing, &mut progress).map_err(message)? {
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
    let extension = args
        .file
        .extension()
        .and_then(|extension| extension.to_str());
    let is_ndjson = matches!(extension, Some("ndjson" | "jsonl"));
    let db = &args.catalogue.db;
    let report = import::import(
        db,
        &mut file,
        is_ndjson,
        args.skip_refused,
        &mut io::stderr(),
    )
    .map_err(|error| error.to_string())?;
    print_line(&report.to_string());
    match report.stored {
        true => Ok(()),
        false => Err(
            "nothing was stored, because records were refused; --skip-refused stores the others"
                .into(),
        ),
    }
}

// Taken by value for `map_err`.
#[allow(clippy::needless_pass_by_value)]
fn message(error: StoreError) -> String {
    error.to_string()
}

/// Parses a URL and removes the slash at its end.
fn base_url(text: &str) -> Result<String, String> {
    let invalid = || {
        "it should be an address such as https://shop.example.com, with or without a path"
            .to_owned()
    };
    let trimmed = text.trim_end_matches('/');
    let uri: Uri = trimmed.parse().map_err(|_| invalid())?;
    let is_valid = matches!(uri.scheme_str(), Some("http" | "https"))
        && uri.query().is_none()
        // `Uri` drops the fragment.
        && !trimmed.contains('#')
        && uri
            .authority()
            .is_some_and(|host| !host.as_str().contains('@'));
    if is_valid {
        Ok(trimmed.to_owned())
    } else {
        Err(invalid())
    }
}

/// Parses an origin as browsers send it, or `*`.
fn origin(text: &str) -> Result<HeaderValue, String> {
    let invalid = || "it should be an origin such as https://shop.example.com, or *".to_owned();
    if text != "*" {
        let uri: Uri = text.parse().map_err(|_| invalid())?;
        let (Some(scheme), Some(host)) = (uri.scheme_str(), uri.authority()) else {
            return Err(invalid());
        };
        if format!("{scheme}://{host}") != text || host.as_str().contains('@') {
            return Err(invalid());
        }
    }
    HeaderValue::from_str(text).map_err(|_| invalid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn urls_and_origins_are_checked() {
        assert_eq!(
            base_url("https://a.b:8/c/"),
            Ok("https://a.b:8/c".to_owned())
        );
        for text in ["a.b", "ftp://a", "/x", "http://u@a", "http://a?b", ""] {
            assert!(base_url(text).is_err(), "{text}");
        }
        assert!(origin("https://a.b:8").is_ok() && origin("*").is_ok());
        for text in ["https://a/", "a", "https://a/b", "https://u@a", "", "null"] {
            assert!(origin(text).is_err(), "{text}");
        }
    }
}
