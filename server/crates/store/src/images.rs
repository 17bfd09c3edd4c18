//! Images of products, and their stored pictures.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use crate::StoreError;

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
    /// The pictures stored in this catalogue. Without them the record is served unchanged,
    /// with its own URLs.
    pub pictures: Option<Pictures>,
}

/// The file names of an image's sizes.
#[derive(Clone, Debug)]
pub struct Pictures {
    /// The file name of the original.
    pub original: String,
    /// The file name of the small size.
    pub small: String,
    /// The file name of the medium size.
    pub medium: String,
    /// The file name of the large size.
    pub large: Option<String>,
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

/// A stored image: its record and its pictures.
pub type StoredImage = (String, Option<Pictures>);

/// One page of images, and the number of images on all pages.
#[derive(Debug)]
pub struct ImagePage {
    /// The number of images on all pages.
    pub total: u64,
    /// The images of this page.
    pub images: Vec<StoredImage>,
}

pub(super) fn put(connection: &Connection, image: &Image) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO image (pool_id, image_id, wholesaler, type, feature, created, record,
                            original, small, medium, large)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (pool_id, image_id) DO UPDATE SET
             wholesaler = excluded.wholesaler, type = excluded.type,
             feature = excluded.feature, created = excluded.created,
             record = excluded.record, original = excluded.original,
             small = excluded.small, medium = excluded.medium, large = excluded.large",
    )?;
    let pictures = image.pictures.as_ref();
    statement.execute((
        &image.pool_id,
        &image.image_id,
        image.wholesaler,
        image.kind,
        image.feature,
        image.created,
        &image.record,
        pictures.map(|p| &p.original),
        pictures.map(|p| &p.small),
        pictures.map(|p| &p.medium),
        pictures.and_then(|p| p.large.as_ref()),
    ))?;
    Ok(())
}

/// One page of a product's images.
pub fn list(
    connection: &Connection,
    query: &ImageQuery,
    offset: u64,
    limit: u32,
) -> Result<ImagePage, StoreError> {
    let mut conditions = vec!["pool_id = ?"];
    let mut values = vec![Value::from(query.pool_id.clone())];
    // The brand owner's images are always included, except with `only_wholesaler`.
    match (query.wholesaler, query.only_wholesaler) {
        (None, None) => conditions.push("wholesaler IS NULL"),
        (Some(with), None) => {
            conditions.push("(wholesaler IS NULL OR wholesaler = ?)");
            values.push(with.into());
        }
        (with, Some(only)) => {
            conditions.push("wholesaler = ?");
            values.push(only.into());
            if let Some(with) = with {
                conditions.push("wholesaler = ?");
                values.push(with.into());
            }
        }
    }
    if let Some(kind) = query.kind {
        conditions.push("type = ?");
        values.push(kind.into());
    }
    let conditions = conditions.join(" AND ");
    let order = match query.sort {
        ImageSort::FeatureFirst => "feature DESC, id",
        ImageSort::NewestFirst => "created DESC, id DESC",
        ImageSort::OldestFirst => "created, id",
        ImageSort::Type => "type IS NULL, type, id",
    };
    let total = connection
        .prepare_cached(&format!("SELECT count(*) FROM image WHERE {conditions}"))?
        .query_row(params_from_iter(&values), |row| row.get(0))?;
    let mut statement = connection.prepare_cached(&format!(
        "SELECT record, original, small, medium, large FROM image
         WHERE {conditions} ORDER BY {order} LIMIT ? OFFSET ?"
    ))?;
    values.push(i64::from(limit).into());
    values.push(i64::try_from(offset).unwrap_or(i64::MAX).into());
    let images = statement.query_map(params_from_iter(&values), stored)?;
    Ok(ImagePage {
        total,
        images: images.collect::<Result<_, _>>()?,
    })
}

/// The feature image: the one that the brand owner set, or else, only if the request includes
/// a wholesaler's images, the one that this wholesaler set.
pub fn feature(
    connection: &Connection,
    pool_id: &str,
    wholesaler: Option<i64>,
) -> Result<Option<StoredImage>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT record, original, small, medium, large FROM image
         WHERE pool_id = ? AND feature AND (wholesaler IS NULL OR wholesaler = ?)
         ORDER BY wholesaler IS NOT NULL, created DESC, id DESC LIMIT 1",
    )?;
    Ok(statement
        .query_row((pool_id, wholesaler), stored)
        .optional()?)
}

/// The media type and the bytes of a picture.
pub fn picture(
    connection: &Connection,
    name: &str,
) -> Result<Option<(String, Vec<u8>)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT mime, bytes FROM picture WHERE name = ?")?;
    Ok(statement
        .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredImage> {
    let original: Option<String> = row.get(1)?;
    let small: Option<String> = row.get(2)?;
    let medium: Option<String> = row.get(3)?;
    let pictures = match (original, small, medium) {
        (Some(original), Some(small), Some(medium)) => Some(Pictures {
            original,
            small,
            medium,
            large: row.get(4)?,
        }),
        _ => None,
    };
    Ok((row.get(0)?, pictures))
}
