//! The build tool of the workspace: sets the machine up, builds the WebAssembly, runs the demo
//! and the tests.
//!
//! `cargo xtask help` lists the commands. Each of them sets up what it needs, so there is
//! nothing to install by hand beyond Rust and Node. This crate only runs other programs and
//! contains nothing of the product.

#![allow(clippy::print_stdout, reason = "a build tool prints to the terminal")]

#[cfg(unix)]
mod cli;
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod note;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod replaced;
#[cfg(unix)]
mod setup;
#[cfg(unix)]
mod stamp;
#[cfg(unix)]
mod workspace;

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    return cli::main();
    #[cfg(not(unix))]
    panic!("xtask runs on Linux, macOS and WSL: it needs process groups");
}
