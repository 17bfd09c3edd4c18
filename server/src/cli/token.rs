//! `token`: makes, lists and revokes the tokens of a catalogue.

use clap::Subcommand;

use super::{Catalogue, say, words};
use product_pool_store::{TokenName, Writer, open, tokens};

#[derive(Debug, Subcommand)]
pub(super) enum TokenCommand {
    /// Make a token and print it, this once.
    Add {
        /// What to call it.
        name: TokenName,
        /// Let it read this wholesaler's catalog and labels too.
        #[arg(long, value_name = "ID")]
        wholesaler: Option<u32>,
        #[command(flatten)]
        catalogue: Catalogue,
    },
    /// List the names of all tokens and when they were made.
    List {
        #[command(flatten)]
        catalogue: Catalogue,
    },
    /// Make a token worthless.
    Revoke {
        /// What it is called.
        name: String,
        #[command(flatten)]
        catalogue: Catalogue,
    },
}

/// Runs the command.
///
/// # Errors
/// In one line: why it failed.
pub(super) fn run(command: TokenCommand) -> Result<(), String> {
    match command {
        TokenCommand::Add {
            name,
            wholesaler,
            catalogue,
        } => {
            let writer = Writer::open(&catalogue.db).map_err(words)?;
            let token = writer.add_token(&name, wholesaler).map_err(words)?;
            writer.commit().map_err(words)?;
            say(&token);
        }
        TokenCommand::List { catalogue } => {
            let connection = open(&catalogue.db, false).map_err(words)?;
            for token in tokens(&connection).map_err(words)? {
                let of = token.account.wholesaler;
                let of = of.map_or_else(String::new, |id| format!("  (wholesaler {id})"));
                say(&format!("{}  {}{of}", token.created, token.name));
            }
        }
        TokenCommand::Revoke { name, catalogue } => {
            let writer = Writer::open(&catalogue.db).map_err(words)?;
            writer.revoke_token(&name).map_err(words)?;
            writer.commit().map_err(words)?;
            say(&format!("revoked {name}"));
        }
    }
    Ok(())
}
