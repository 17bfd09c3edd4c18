//! Authentication tokens, of which only a hash is stored.
//!
//! A token is 256 random bits, so to invert a single SHA-256 is as hard as to guess the token;
//! slow password hashes are for secrets that people choose. The look-up compares hashes, whose
//! bytes reveal nothing about the token, so neither does the time that it takes.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rusqlite::{Connection, Row};
use sha2::{Digest, Sha256};

use crate::{StoreError, Writer, open, sql};

/// The token of a demonstration catalogue, and the token's name. It is public.
pub const DEMO_TOKEN: &str = "demo";

/// The name of a token or key, if it is one: 1 to 64 visible characters.
///
/// # Errors
/// In one line: what it should be.
pub fn token_name(name: &str) -> Result<String, &'static str> {
    let visible = !name.chars().any(|c| c.is_control() || c.is_whitespace());
    match visible && (1..=64).contains(&name.chars().count()) {
        true => Ok(name.to_owned()),
        false => Err("a name is 1 to 64 characters without spaces"),
    }
}

impl Writer {
    /// Creates a token and returns it; only its hash is stored, so it cannot be shown again.
    /// The token of a `wholesaler` can also read that wholesaler's catalog and labels.
    ///
    /// # Errors
    /// A token with that name exists.
    pub fn add_token(&self, name: &str, wholesaler: Option<u32>) -> Result<String, StoreError> {
        let (token, hash) = new_token()?;
        insert(&self.connection, name, hash, wholesaler)?;
        Ok(token)
    }

    /// Adds the public demo token, for the account of a wholesaler.
    pub fn add_demo_token(&self, wholesaler: u32) -> Result<(), StoreError> {
        insert(
            &self.connection,
            DEMO_TOKEN,
            hash(DEMO_TOKEN),
            Some(wholesaler),
        )
    }

    /// Removes the token with that name.
    ///
    /// # Errors
    /// No token has that name.
    pub fn revoke_token(&self, name: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM token WHERE name = ?";
        match self.connection.execute(sql, [name])? {
            0 => Err(StoreError::NoToken(name.to_owned())),
            _ => Ok(()),
        }
    }

    /// Removes the demo token, if there is one.
    pub(crate) fn remove_demo_token(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM token WHERE hash = ?";
        sql::run(&self.connection, sql, [hash(DEMO_TOKEN)])
    }
}

/// A token of 256 random bits, and its hash.
fn new_token() -> Result<(String, [u8; 32]), StoreError> {
    let mut random = [0u8; 32];
    getrandom::fill(&mut random).map_err(|_| StoreError::NoRandomness)?;
    let token = format!("pp_{}", URL_SAFE_NO_PAD.encode(random));
    let hash = hash(&token);
    Ok((token, hash))
}

fn insert(
    connection: &Connection,
    name: &str,
    hash: [u8; 32],
    wholesaler: Option<u32>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO token (hash, name, created, wholesaler) VALUES (?, ?, datetime(), ?)
               ON CONFLICT DO NOTHING";
    match connection.execute(sql, (hash, name, wholesaler))? {
        0 => Err(StoreError::TokenExists(name.to_owned())),
        _ => Ok(()),
    }
}

/// A token in a list.
#[derive(Debug)]
pub struct ListedToken {
    /// Its hash.
    pub hash: [u8; 32],
    /// Its name.
    pub name: String,
    /// When it was created.
    pub created: String,
    /// The day of its last use, if a gateway has recorded one.
    pub used: Option<String>,
    /// The account of the token.
    pub account: Account,
}

/// All tokens, oldest first.
pub fn tokens(c: &Connection) -> Result<Vec<ListedToken>, StoreError> {
    let sql = "SELECT wholesaler, name, created, used, hash FROM token ORDER BY created, name";
    sql::all(c, sql, [], |row| {
        Ok(ListedToken {
            account: account(row)?,
            name: row.get(1)?,
            created: row.get(2)?,
            used: row.get(3)?,
            hash: row.get(4)?,
        })
    })
}

/// The account of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The wholesaler whose catalog and labels it reads.
    pub wholesaler: Option<i64>,
}

fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    let wholesaler = row.get(0)?;
    Ok(Account { wholesaler })
}

/// The account of a token; `None` for a token that the catalogue does not have.
pub fn account_of(c: &Connection, token: &str) -> Result<Option<Account>, StoreError> {
    let sql = "SELECT wholesaler FROM token WHERE hash = ?";
    sql::first(c, sql, [hash(token)], account)
}

/// Whether it is the public demo token.
pub fn is_demo(token: &str) -> bool {
    token == DEMO_TOKEN
}

/// The hash of a token, which is stored in its place.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Records the day of a token's last use.
///
/// # Errors
/// The file cannot be written.
pub fn record_use(path: &Path, token: &[u8; 32], day: &str) -> Result<(), StoreError> {
    let sql = "UPDATE token SET used = ? WHERE hash = ?";
    sql::run(&open(path, true)?, sql, (day, token))
}
