//! Seeds a catalogue of demonstration products in one atomic step.
//!
//! The catalogue is written to a temporary file beside its destination and renamed when it is
//! complete, so there is never half a catalogue. A server that has the old catalogue open
//! serves it until it is restarted.

mod fill;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

pub use fill::Counts;
use product_pool_store::permissions::{create_private, with_suffix};
use product_pool_store::{StoreError, Writer, open, open_any, property};

/// What to seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of products.
    pub products: u32,
    /// The seed of the random numbers from which all products are generated.
    pub seed: u64,
    /// Whether to add the well-known demo token.
    pub demo: bool,
}

/// The name under which a catalogue stores the plan that it was seeded with.
const PLAN_NOTE: &str = "seeded";

impl Plan {
    /// Identifies the catalogue of this plan. It includes the generator's version, so that a
    /// catalogue of an older generator is not kept.
    fn fingerprint(&self) -> String {
        format!(
            "products {}, seed {}, demo {}, generator {}, server {}",
            self.products,
            self.seed,
            self.demo,
            fill::generator(self.seed),
            env!("CARGO_PKG_VERSION"),
        )
    }
}

/// Seeds a catalogue. Tokens of the existing catalogue stay valid. Returns `None` if the
/// existing catalogue was kept, because it was seeded by the same plan.
///
/// # Errors
/// The file is something else, or holds imported records, or cannot be written.
pub fn seed(
    db: &Path,
    plan: Plan,
    progress: &mut dyn FnMut(u32),
) -> Result<Option<Counts>, StoreError> {
    let old = existing_catalogue(db)?;
    if let Some(old) = &old {
        if old.current
            && property(&old.connection, PLAN_NOTE)?.as_deref() == Some(plan.fingerprint().as_str())
        {
            return Ok(None);
        }
        // A catalogue of another schema may lack this table.
        let imported = property(&old.connection, "imported")
            .unwrap_or_default()
            .is_some();
        if imported {
            return Err(StoreError::HoldsImports(db.to_owned()));
        }
    }
    let draft = Draft::beside(db)?;
    let writer = Writer::fresh(&draft.path)?;
    let counts = fill::fill(&writer, plan, progress)?;
    if let Some(old) = old.as_ref().filter(|old| old.current) {
        writer.copy_tokens(&old.connection)?;
    }
    if plan.demo {
        writer.add_demo_token(fill::DEMO_WHOLESALER)?;
    }
    writer.set_property(PLAN_NOTE, &plan.fingerprint())?;
    writer.finish_fresh()?;
    draft.replace(db, old)?;
    Ok(Some(counts))
}

/// An existing catalogue.
struct ExistingCatalogue {
    connection: Connection,
    /// Whether this program can read its schema.
    current: bool,
}

fn existing_catalogue(db: &Path) -> Result<Option<ExistingCatalogue>, StoreError> {
    match fs::metadata(db) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::Io(db.to_owned(), error)),
        Ok(file) if file.len() == 0 => return Ok(None),
        Ok(_) => {}
    }
    match open(db, false) {
        Ok(connection) => Ok(Some(ExistingCatalogue {
            connection,
            current: true,
        })),
        Err(StoreError::OtherSchema(..)) => Ok(Some(ExistingCatalogue {
            connection: open_any(db)?,
            current: false,
        })),
        Err(error) => Err(error),
    }
}

/// A catalogue that is being written; dropping it removes the file, unless it was renamed to
/// its destination.
struct Draft {
    path: PathBuf,
}

impl Draft {
    fn beside(db: &Path) -> Result<Draft, StoreError> {
        let path = with_suffix(db, &format!(".{}.new", std::process::id()));
        let draft = Draft { path };
        draft.remove();
        // SQLite only reports that it cannot open a file; the operating system reports why.
        create_private(&draft.path);
        File::create(&draft.path).map_err(|error| StoreError::Io(db.to_owned(), error))?;
        Ok(draft)
    }

    fn replace(self, db: &Path, old: Option<ExistingCatalogue>) -> Result<(), StoreError> {
        let failed = |error| StoreError::Io(db.to_owned(), error);
        File::open(&self.path)
            .and_then(|file| file.sync_all())
            .map_err(failed)?;
        // SQLite finds a journal by the catalogue's file name alone, so the old journal must
        // be gone before the new catalogue takes that name. The journal is written back first,
        // so that a crash at this point loses nothing.
        if let Some(old) = old {
            let _ = old.connection.pragma_update(None, "query_only", false);
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            let _ = old.connection.query_row(checkpoint, [], |_| Ok(()));
        }
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(with_suffix(db, suffix));
        }
        // The server may run as another user, so the old file's permissions are kept.
        if let Ok(old) = db.metadata() {
            fs::set_permissions(&self.path, old.permissions()).map_err(failed)?;
        }
        fs::rename(&self.path, db).map_err(failed)?;
        // Without this the renaming might not survive a power cut. Not every system supports
        // it, so a failure is ignored.
        let folder = db.parent().filter(|folder| !folder.as_os_str().is_empty());
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
        Ok(())
    }

    fn remove(&self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_suffix(&self.path, suffix));
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.remove();
    }
}
