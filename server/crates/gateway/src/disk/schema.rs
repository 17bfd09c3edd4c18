//! The tables of the cache's file.

/// Marks a SQLite file as a cache of this program: "PPgw".
pub(super) const APPLICATION_ID: i64 = 0x5050_6777;
/// The version of the tables; increases whenever they change.
pub(super) const SCHEMA: i64 = 2;

/// Creates the tables, replacing those of another version.
pub(super) const TABLES: &str = "
    DROP TABLE IF EXISTS entry;
    DROP TABLE IF EXISTS meta;
    CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entry (
        key TEXT PRIMARY KEY,
        status INTEGER NOT NULL,
        tag TEXT NOT NULL,
        etag TEXT,
        modified TEXT,
        at INTEGER NOT NULL,
        product TEXT,
        gtin TEXT,
        dropped INTEGER NOT NULL,
        size INTEGER NOT NULL,
        sum TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX entry_at ON entry (at, size);
    CREATE INDEX entry_product ON entry (product) WHERE product IS NOT NULL;
    CREATE INDEX entry_gtin ON entry (gtin) WHERE gtin IS NOT NULL;
";
