//! `token`: creates, lists and revokes the access tokens of a catalogue.

use clap::Subcommand;

use super::{Catalogue, print_line};
use product_pool_store::{StoreError, Writer, open, token_name, tokens};

#[derive(Debug, Subcommand)]
pub(super) enum TokenCommand {
    /// Create a token and print it once.
    Add {
        /// The name of the token.
        #[arg(value_parser = token_name)]
        name: String,
        #[command(flatten)]
        catalogue: Catalogue,
    },
    /// List all tokens: when they were created, their names and wholesalers, and the day on which
    /// a gateway last admitted a client by them.
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
/// The catalogue cannot be read or written, or the name is unknown or taken.
pub(super) fn run(command: TokenCommand) -> Result<(), StoreError> {
    match command {
        TokenCommand::Add { name, catalogue } => {
            let writer = Writer::open_or_create(&catalogue.db)?;
            let token = writer.add_token(&name, None)?;
            writer.commit()?;
            print_line(&token);
        }
        TokenCommand::List { catalogue } => {
            let connection = open(&catalogue.db, false)?;
            for token in tokens(&connection)? {
                let of = token.account.wholesaler;
                let of = of.map_or_else(String::new, |id| format!("  (wholesaler {id})"));
                let used = token.used.map(|day| format!("  (used {day})"));
                let used = used.unwrap_or_default();
                print_line(&format!("{}  {}{of}{used}", token.created, token.name));
            }
        }
        TokenCommand::Revoke { name, catalogue } => {
            let writer = Writer::open(&catalogue.db)?;
            writer.revoke_token(&name)?;
            writer.commit()?;
            print_line(&format!("revoked {name}"));
        }
    }
    Ok(())
}
