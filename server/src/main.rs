//! The program: see the library's documentation.

use std::process::ExitCode;

fn main() -> ExitCode {
    product_pool_server::cli::main()
}
