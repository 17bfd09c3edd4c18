//! The one build tool of the workspace: sets the machine up, builds the
//! WebAssembly, runs the demo and the tests.
//!
//! `cargo xtask help` lists the commands. Each of them does its own set-up, so
//! there is nothing to install by hand beyond Rust and Node. Everything here
//! runs other programs; nothing of the product is in this crate.

#![allow(clippy::print_stdout, reason = "a build tool speaks on the terminal")]

#[cfg(unix)]
mod cli;
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod failure;
#[cfg(unix)]
mod lockfile;
#[cfg(unix)]
mod place;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod report;
#[cfg(unix)]
mod setup;
#[cfg(unix)]
mod stamp;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    cli::main()
}

#[cfg(not(unix))]
fn main() -> std::process::ExitCode {
    eprintln!("xtask: runs on Linux, macOS and WSL; process groups are missing here");
    std::process::ExitCode::FAILURE
}
