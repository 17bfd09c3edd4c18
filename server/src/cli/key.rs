//! `key`: creates, lists and revokes the keys of a gateway's clients.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::terminal::print_line;
use product_pool_gateway::access::keys::file;
use product_pool_store::TokenName;

/// The key file.
#[derive(Args, Debug)]
pub(crate) struct KeyFile {
    /// The key file, as in `serve --keys`.
    #[arg(long, value_name = "FILE")]
    keys: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Create a key and print it once.
    Add {
        /// The name of the key.
        name: TokenName,
        #[command(flatten)]
        file: KeyFile,
    },
    /// List all keys: when they were created, the day of their last use, and their names.
    List {
        #[command(flatten)]
        file: KeyFile,
    },
    /// Revoke a key, within a second.
    Revoke {
        /// The name of the key.
        name: String,
        #[command(flatten)]
        file: KeyFile,
    },
}

/// Runs the command.
///
/// # Errors
/// In one line: why it failed.
pub(crate) fn run(command: KeyCommand) -> Result<(), String> {
    let result = match command {
        KeyCommand::Add { name, file } => file::add(&file.keys, &name).map(|key| print_line(&key)),
        KeyCommand::List { file } => file::list(&file.keys).map(|keys| {
            for key in keys {
                let used = key.used.as_deref().unwrap_or("never used");
                print_line(&format!("{}  {used:<10}  {}", key.created, key.name));
            }
        }),
        KeyCommand::Revoke { name, file } => {
            let revoked = file::revoke(&file.keys, &name);
            revoked.map(|()| print_line(&format!("revoked {name}")))
        }
    };
    result.map_err(|error| error.to_string())
}
