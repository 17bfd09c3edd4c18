//! Operating the server: log, probes, metrics, stopping and restarting.

mod logs;
mod probes;
mod restart;
mod stopping;

/// Options that give the probes an address of their own.
pub(crate) const OPS: [&str; 2] = ["--ops-listen", "127.0.0.1:0"];
