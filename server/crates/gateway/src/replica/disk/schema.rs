//! The tables of a gateway's file: what it has of the upstream.

/// Marks a SQLite file as a cache of this program: "PPgw".
pub(super) const APPLICATION_ID: i64 = 0x5050_6777;
/// The version of the tables; increases whenever they change.
pub(in crate::replica) const SCHEMA: i64 = 5;

/// Creates the tables, replacing those of another version.
pub(super) const TABLES: &str = "
    DROP TABLE IF EXISTS entry;
    DROP TABLE IF EXISTS meta;
    DROP TABLE IF EXISTS total;
    DROP TABLE IF EXISTS product;
    DROP TABLE IF EXISTS todo;
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
    -- The products that the upstream lists; entries may have their records.
    CREATE TABLE product (
        pool_id TEXT PRIMARY KEY,
        version TEXT NOT NULL,
        status TEXT,
        changed INTEGER NOT NULL,
        -- The last round through the list that showed it.
        seen INTEGER NOT NULL,
        -- Eight bytes for each GTIN: twice its number, and one more if a component has it.
        gtins BLOB NOT NULL,
        -- What the lists of a mirror need.
        name_key TEXT,
        manufacturer INTEGER,
        brand INTEGER,
        label INTEGER,
        code TEXT,
        item TEXT
    ) STRICT;
    -- The queue of a mirror's requests. Enqueuing a request again makes a new row: its id
    -- shows that a response in flight is not the latest.
    CREATE TABLE todo (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        target TEXT NOT NULL UNIQUE,
        pool_id TEXT,
        rank INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        due INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX todo_due ON todo (rank, due, id);
    CREATE INDEX todo_product ON todo (pool_id, rank);
    CREATE INDEX entry_at ON entry (at, size);
    CREATE INDEX entry_product ON entry (product) WHERE product IS NOT NULL;
    CREATE INDEX entry_gtin ON entry (gtin) WHERE gtin IS NOT NULL;
    -- One row, which the triggers keep up to date: counting all entries would take too long.
    CREATE TABLE total (
        entries INTEGER NOT NULL,
        bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO total VALUES (0, 0);
    CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
        UPDATE total SET entries = entries + 1, bytes = bytes + new.size;
    END;
    CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
        UPDATE total SET entries = entries - 1, bytes = bytes - old.size;
    END;
    CREATE TRIGGER entry_replaced AFTER UPDATE OF size ON entry WHEN new.size <> old.size BEGIN
        UPDATE total SET bytes = bytes + new.size - old.size;
    END;
";
