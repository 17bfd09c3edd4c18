//! Prints the package's `model.d.ts`. `cargo xtask types` runs it and writes
//! what it prints, or compares.

#![allow(clippy::print_stdout, reason = "its output is the file")]

fn main() {
    print!("{}", product_pool_types::declarations());
}
