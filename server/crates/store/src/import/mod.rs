//! Bringing records in from a file: all of them, or none.
//!
//! The file is read piece by piece, so its size does not matter; everything it
//! holds goes into one transaction, so whoever is killed in the middle has
//! changed nothing.

mod line;
mod split;

use std::fmt;
use std::io::{BufRead, Write};
use std::path::Path;

use crate::record::facts::Refusal;
use crate::{StoreError, Writer};
use line::Line;
pub use line::created as image_created;
use split::{Layout, Pieces};

/// What an import came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Products, counting each version.
    pub products: u64,
    /// Images.
    pub images: u64,
    /// Lines that could not be stored.
    pub refused: u64,
    /// Images in the catalogue whose product is not.
    pub orphans: u64,
    /// Whether what was accepted is in the catalogue now.
    pub stored: bool,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "accepted {} ({} products, {} images), refused {}",
            self.products + self.images,
            self.products,
            self.images,
            self.refused
        )?;
        if !self.stored {
            f.write_str("; nothing was stored")?;
        }
        if self.orphans > 0 {
            write!(
                f,
                "; {} images belong to products that are not here",
                self.orphans
            )?;
        }
        Ok(())
    }
}

/// Why an import ended early. Nothing was stored.
#[derive(Debug)]
pub enum ImportError {
    /// The file could not be read.
    Read(std::io::Error),
    /// The catalogue could not be written.
    Store(StoreError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::Read(error) => write!(f, "cannot read the records: {error}"),
            ImportError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ImportError {}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        ImportError::Store(error)
    }
}

/// Imports records into the catalogue at `db`, which is made if it is missing.
///
/// Each refused record is told to `refusals` as it is met, one a line. One
/// refused record keeps all others out, unless `skip_refused`.
///
/// # Errors
/// What keeps the file from being read or the catalogue from being written.
pub fn import(
    db: &Path,
    records: &mut dyn BufRead,
    lines: bool,
    skip_refused: bool,
    refusals: &mut dyn Write,
) -> Result<Report, ImportError> {
    let writer = Writer::open_or_create(db)?;
    writer.refuse_mirror(db)?;
    let layout = if lines {
        Layout::Lines
    } else {
        Layout::Unknown
    };
    let mut report = Report::default();
    let mut pieces = Pieces::new(records, layout);
    while let Some((number, piece)) = pieces.next().map_err(ImportError::Read)? {
        let mut pool_id = None;
        match piece.and_then(|bytes| Line::read(&bytes, &mut pool_id)) {
            Ok(Line::Product(body, facts)) => {
                writer.put_product(&body, &facts)?;
                report.products += 1;
            }
            Ok(Line::Image(image)) => {
                writer.put_image(&image)?;
                report.images += 1;
            }
            Err(refusal) => {
                report.refused += 1;
                // Whoever closed the pipe does not want to know.
                let _ = tell(refusals, number, pool_id.as_deref(), &refusal);
            }
        }
    }
    report.orphans = writer.images_without_product()?;
    report.stored = report.refused == 0 || skip_refused;
    if report.stored {
        if report.products + report.images > 0 {
            writer.note("imported", "yes")?;
        }
        writer.commit()?;
    }
    Ok(report)
}

fn tell(
    to: &mut dyn Write,
    number: u64,
    pool_id: Option<&str>,
    refusal: &Refusal,
) -> std::io::Result<()> {
    match pool_id {
        Some(id) => writeln!(to, "refused line {number} (pool_id {id:?}): {refusal}"),
        None => writeln!(to, "refused line {number}: {refusal}"),
    }
}
