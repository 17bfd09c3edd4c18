//! The server's benchmarks: `product-pool-load SERVER FOLDER PART…`. They are
//! run by `cargo xtask bench server`, which builds both programs.

// Figures are what this program is for.
#![allow(clippy::print_stdout)]

mod bench;

use std::process::ExitCode;

fn main() -> ExitCode {
    match bench::main() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
