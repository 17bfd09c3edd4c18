//! Import of records from a file: all of them, or none.
//!
//! The file is streamed, so its size does not matter. All records go into one transaction, so
//! an import that is killed changes nothing.

mod imported;
mod splitter;

use std::fmt;
use std::io::{BufRead, Write};
use std::path::Path;

use crate::record::columns::Refusal;
use crate::{StoreError, Writer, schema};
use imported::Imported;
pub use imported::created as image_created;
use splitter::{Layout, Splitter};

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of products, counting each version.
    pub products: u64,
    /// The number of images.
    pub images: u64,
    /// The number of records that were refused.
    pub refused: u64,
    /// The number of images in the catalogue whose product is missing.
    pub orphans: u64,
    /// Whether the accepted records were stored.
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
                "; {} images belong to products that are not in the catalogue",
                self.orphans
            )?;
        }
        Ok(())
    }
}

/// Imports records into the catalogue at `db`, which is created if it is missing.
///
/// Writes each refused record to `refusals` as it is read, one on each line. One refused
/// record prevents all others from being stored.
///
/// # Errors
/// The file cannot be read, or the catalogue cannot be written.
pub fn import(
    db: &Path,
    records: &mut dyn BufRead,
    lines: bool,
    refusals: &mut dyn Write,
) -> Result<Report, StoreError> {
    schema::ensure_wal_mode(db)?;
    let writer = Writer::open_or_create(db)?;
    let layout = if lines {
        Layout::Lines
    } else {
        Layout::Unknown
    };
    let mut report = Report::default();
    let mut splitter = Splitter::new(records, layout);
    while let Some((number, record)) = splitter.next().map_err(StoreError::Read)? {
        let mut pool_id = None;
        match record.and_then(|bytes| Imported::read(&bytes, &mut pool_id)) {
            Ok(Imported::Product(body, columns)) => {
                writer.put_product(&body, &columns)?;
                report.products += 1;
            }
            Ok(Imported::Image(image)) => {
                writer.put_image(&image)?;
                report.images += 1;
            }
            Err(refusal) => {
                report.refused += 1;
                // A closed pipe is ignored.
                let _ = report_refusal(refusals, number, pool_id.as_deref(), &refusal);
            }
        }
    }
    report.orphans = writer.images_without_product()?;
    report.stored = report.refused == 0;
    if report.stored {
        if report.products + report.images > 0 {
            writer.set_property("imported", "yes")?;
        }
        writer.finish()?;
    }
    Ok(report)
}

fn report_refusal(
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
