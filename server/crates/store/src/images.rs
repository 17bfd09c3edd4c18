//! Images of products, and their stored pictures.

use rusqlite::types::Value;
use rusqlite::{Connection, Row};

use crate::sql::{self, Conditions, Slice};
use crate::{StoreError, Writer};

/// An image of a product, to be stored.
#[derive(Debug)]
pub struct Image {
    /// The id of the product.
    pub pool_id: String,
    /// The id of the image.
    pub image_id: String,
    /// The wholesaler who owns the image; `None` for the brand owner's.
    pub wholesaler: Option<i64>,
    /// The image type.
    pub kind: Option<i64>,
    /// Whether it is the product's feature image.
    pub feature: bool,
    /// When it was created, in microseconds since 1970 UTC.
    pub created: i64,
    /// The image object as it was imported.
    pub record: String,
    /// Whether its addresses are names of pictures in this catalogue. Otherwise the record is
    /// served unchanged, with its own addresses.
    pub local: bool,
}

/// The sort order of a list of images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageSort {
    /// The feature image, then the others in the order in which they were stored.
    FeatureFirst,
    /// By creation date, newest first.
    NewestFirst,
    /// By creation date, oldest first.
    OldestFirst,
    /// By image type.
    Type,
}

/// A query for the images of a product.
#[derive(Debug)]
pub struct ImageQuery {
    /// The product whose images are listed.
    pub pool_id: String,
    /// Include this wholesaler's images beside the brand owner's.
    pub wholesaler: Option<i64>,
    /// Include only this wholesaler's images.
    pub only_wholesaler: Option<i64>,
    /// Only images of this type.
    pub kind: Option<i64>,
    /// The order of the images.
    pub sort: ImageSort,
}

/// A stored image: its record, and whether its addresses are names of pictures in the catalogue.
pub type StoredImage = (String, bool);

impl Writer {
    /// Stores an image of a product and replaces one with the same id.
    pub fn put_image(&self, image: &Image) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO image (pool_id, image_id, wholesaler, type, feature, created, record, local)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (pool_id, image_id) DO UPDATE SET
                   wholesaler = excluded.wholesaler, type = excluded.type,
                   feature = excluded.feature, created = excluded.created,
                   record = excluded.record, local = excluded.local";
        let row = (
            &image.pool_id,
            &image.image_id,
            image.wholesaler,
            image.kind,
            image.feature,
            image.created,
            &image.record,
            image.local,
        );
        sql::run(&self.connection, sql, row)
    }

    /// Stores the bytes of a picture under its file name.
    pub fn put_picture(&self, name: &str, mime: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO picture (name, mime, bytes) VALUES (?, ?, ?)";
        sql::run(&self.connection, sql, (name, mime, bytes))
    }

    /// The number of images whose product is not in the catalogue.
    pub(crate) fn images_without_product(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM image
                   WHERE NOT EXISTS (SELECT 1 FROM product WHERE product.pool_id = image.pool_id)";
        sql::value(&self.connection, sql, [])
    }
}

const STORED: &str = "record, local";

/// A slice of a product's images, and the number of all its images.
pub fn list(
    c: &Connection,
    query: &ImageQuery,
    slice: Slice,
) -> Result<(u64, Vec<StoredImage>), StoreError> {
    let mut conditions = Conditions::default();
    conditions.push("pool_id = ?", Value::from(query.pool_id.clone()));
    // The brand owner's images are always included, except with `only_wholesaler`.
    match (query.wholesaler, query.only_wholesaler) {
        (None, None) => conditions.push("wholesaler IS NULL", None),
        (Some(with), None) => {
            conditions.push("(wholesaler IS NULL OR wholesaler = ?)", Value::from(with));
        }
        (with, Some(only)) => {
            for id in with.into_iter().chain([only]) {
                conditions.push("wholesaler = ?", Value::from(id));
            }
        }
    }
    if let Some(kind) = query.kind {
        conditions.push("type = ?", Value::from(kind));
    }
    let order = match query.sort {
        ImageSort::FeatureFirst => "feature DESC, id",
        ImageSort::NewestFirst => "created DESC, id DESC",
        ImageSort::OldestFirst => "created, id",
        ImageSort::Type => "type IS NULL, type, id",
    };
    let from = format!("image WHERE {}", conditions.sql());
    sql::slice(c, [STORED, &from, order], conditions.values, slice, stored)
}

/// The feature image: the one that the brand owner set, or else, only if the request includes
/// a wholesaler's images, the one that this wholesaler set.
pub fn feature(
    c: &Connection,
    pool_id: &str,
    wholesaler: Option<i64>,
) -> Result<Option<StoredImage>, StoreError> {
    let sql = format!(
        "SELECT {STORED} FROM image
         WHERE pool_id = ? AND feature AND (wholesaler IS NULL OR wholesaler = ?)
         ORDER BY wholesaler IS NOT NULL, created DESC, id DESC LIMIT 1"
    );
    sql::first(c, &sql, (pool_id, wholesaler), stored)
}

/// The media type and the bytes of a picture.
pub fn picture(c: &Connection, name: &str) -> Result<Option<(String, Vec<u8>)>, StoreError> {
    let sql = "SELECT mime, bytes FROM picture WHERE name = ?";
    sql::first(c, sql, [name], |row| Ok((row.get(0)?, row.get(1)?)))
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredImage> {
    Ok((row.get(0)?, row.get(1)?))
}
