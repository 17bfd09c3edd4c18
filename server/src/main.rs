//! The program: see the library's documentation.

use std::process::ExitCode;

/// Answers are made of many small pieces: of the gateway's time under load, the
/// system's allocator took 12 %.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    product_pool_server::cli::main()
}
