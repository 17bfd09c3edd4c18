//! Prints one of the package's files that are made from the library, by its
//! name. `cargo xtask types` runs it and writes what it prints, or compares.

#![allow(clippy::print_stdout, reason = "its output is the file")]

use std::process::ExitCode;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    match product_pool_types::files()
        .into_iter()
        .find(|it| it.0 == name)
    {
        Some((_, text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("there is no file {name:?} to be made");
            ExitCode::FAILURE
        }
    }
}
