//! The program: see the library's documentation.

use std::process::ExitCode;

/// Responses are made of many small allocations: under load, the system's allocator took 12 %
/// of the gateway's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    product_pool_server::cli::main()
}
