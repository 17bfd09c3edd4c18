//! The commands, one file each, and the server that several of them run.

pub(crate) mod assets;
pub(crate) mod bench;
pub(crate) mod demo;
mod optimise;
pub(crate) mod pack;
pub(crate) mod screenshots;
mod server;
pub(crate) mod setup;
mod shorten;
pub(crate) mod size;
pub(crate) mod test;
pub(crate) mod types;
pub(crate) mod wasm;
