//! `token`: creates, lists and revokes the access tokens of a catalogue.

use clap::Subcommand;

use super::{Catalogue, message, print_line};
use product_pool_store::{TokenName, Writer, open, tokens};

#[derive(Debug, Subcommand)]
pub(super) enum TokenCommand {
    /// Create a token and print it once.
    Add {
        /// The name of the token.
        name: TokenName,
        /// Allow the token to read the catalog and labels of this wholesaler.
        #[arg(long, value_name = "ID")]
        wholesaler: Option<u32>,
        #[command(flatten)]
        catalogue: Catalogue,
    },
    /// List all tokens: when they were created, their names and wholesalers.
    List {
        #[command(flatten)]
        catalogue: Catalogue,
    },
    /// Revoke a token.
    Revoke {
        /// The name of the token.
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
            let writer = Writer::open(&catalogue.db).map_err(message)?;
            let token = writer.add_token(&name, wholesaler).map_err(message)?;
            writer.commit().map_err(message)?;
            print_line(&token);
        }
        TokenCommand::List { catalogue } => {
            let connection = open(&catalogue.db, false).map_err(message)?;
            for token in tokens(&connection).map_err(message)? {
                let of = token.account.wholesaler;
                let of = of.map_or_else(String::new, |id| format!("  (wholesaler {id})"));
                print_line(&format!("{}  {}{of}", token.created, token.name));
            }
        }
        TokenCommand::Revoke { name, catalogue } => {
            let writer = Writer::open(&catalogue.db).map_err(message)?;
            writer.revoke_token(&name).map_err(message)?;
            writer.commit().map_err(message)?;
            print_line(&format!("revoked {name}"));
        }
    }
    Ok(())
}
