//! The program: see the library's documentation.

use std::process::ExitCode;

/// Answers are made of many small pieces, which the system's allocator is slow
/// to hand out; see `benches/README.md`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    product_pool_server::cli::main()
}
