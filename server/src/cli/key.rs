//! `key`: makes, lists and revokes keys.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::terminal::say;
use product_pool_gateway::keys::file;
use product_pool_store::TokenName;

/// The file of keys.
#[derive(Args, Debug)]
pub(crate) struct File {
    /// The file that `serve --require-key` is given.
    #[arg(long, value_name = "FILE")]
    keys: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Make a key and print it, this once.
    Add {
        /// What to call it.
        name: TokenName,
        #[command(flatten)]
        file: File,
    },
    /// List when keys were made, the day they were last used on, and their names.
    List {
        #[command(flatten)]
        file: File,
    },
    /// Make a key worthless, within a second.
    Revoke {
        /// What it is called.
        name: String,
        #[command(flatten)]
        file: File,
    },
}

/// Runs the command.
///
/// # Errors
/// In one line: why it failed.
pub(crate) fn run(command: KeyCommand) -> Result<(), String> {
    let done = match command {
        KeyCommand::Add { name, file } => file::add(&file.keys, &name).map(|key| say(&key)),
        KeyCommand::List { file } => file::list(&file.keys).map(|keys| {
            for key in keys {
                let used = key.used.as_deref().unwrap_or("never used");
                say(&format!("{}  {used:<10}  {}", key.created, key.name));
            }
        }),
        KeyCommand::Revoke { name, file } => {
            let gone = file::revoke(&file.keys, &name);
            gone.map(|()| say(&format!("revoked {name}")))
        }
    };
    done.map_err(|error| error.to_string())
}
