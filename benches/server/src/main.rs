//! The server's benchmarks: `product-pool-load SERVER FOLDER TRIAL…`. `cargo xtask bench server`
//! builds both programs and runs them.

// The program prints its figures.
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
