//! Writes the generator's entries as the rows of a catalogue.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use product_pool_demo_data::{
    CATALOGS, CatalogEntry, Entry, ImageEntry, Picture, Size, entries, manufacturers,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Plan;
use data_encoding::HEXLOWER;
use product_pool_store::import::image_created;
use product_pool_store::record::columns::{Columns, identifier, integer};
use product_pool_store::record::item::list_item;
use product_pool_store::record::timestamp::Timestamp;
use product_pool_store::{CatalogProduct, Image, StoreError, Writer};

/// The wholesaler whose catalog and labels the demo token reads.
pub(super) const DEMO_WHOLESALER: u32 = CATALOGS[0].id;

/// The number of seeded rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Products.
    pub products: u32,
    /// Versions of products.
    pub versions: u32,
    /// Images.
    pub images: u32,
    /// Pictures drawn for the images, in all sizes.
    pub pictures: u32,
    /// Products with a fault planted in them, by the fault's name.
    pub faults: BTreeMap<&'static str, u32>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} products in {} versions, {} images of {} pictures, {} faults",
            self.products,
            self.versions,
            self.images,
            self.pictures,
            self.faults.values().sum::<u32>()
        )
    }
}

/// The generator's version, with a digest of a sample of its output, so that a change to the
/// generator yields a new catalogue even if its version is not raised.
pub(super) fn generator(seed: u64) -> String {
    const SAMPLE: u32 = 60;
    let mut digest = Sha256::new();
    for entry in entries(seed, SAMPLE) {
        for version in &entry.versions {
            digest.update(version.to_string());
        }
        for code in &entry.catalog {
            digest.update(format!("{code:?}"));
        }
        for image in &entry.images {
            digest.update(image.record.to_string());
            digest.update(image.picture.draw(Size::Small));
        }
    }
    format!(
        "{} ({})",
        product_pool_demo_data::VERSION,
        HEXLOWER.encode(&digest.finalize()[..8])
    )
}

/// Writes the whole plan.
pub(super) fn fill(writer: &Writer, plan: Plan) -> Result<Counts, StoreError> {
    let mut counts = Counts::default();
    let mut drawn = HashMap::new();
    for entry in entries(plan.seed, plan.products) {
        put_entry(writer, &entry, &mut drawn, &mut counts)?;
        counts.products += 1;
        if let Some(fault) = entry.fault {
            *counts.faults.entry(fault).or_default() += 1;
        }
    }
    counts.pictures = u32::try_from(drawn.len()).unwrap_or(u32::MAX);
    // Last, so that they overwrite whatever the products wrongly say about their manufacturers.
    for one in manufacturers() {
        writer.put_manufacturer(one.id, one.name, one.address)?;
        for brand in &one.brands {
            writer.put_brand(one.id, brand.id, brand.name)?;
        }
    }
    for wholesaler in CATALOGS {
        for label in wholesaler.labels {
            writer.put_label(wholesaler.id, *label)?;
        }
    }
    Ok(counts)
}

fn put_entry(
    writer: &Writer,
    entry: &Entry,
    drawn: &mut HashMap<Picture, Value>,
    counts: &mut Counts,
) -> Result<(), StoreError> {
    let mut pool_id = String::new();
    for version in &entry.versions {
        let columns = Columns::read(version)?;
        writer.put_product(&version.to_string(), &columns)?;
        pool_id = columns.pool_id;
        counts.versions += 1;
    }
    for code in &entry.catalog {
        put_code(writer, &entry.versions, code)?;
    }
    for image in &entry.images {
        let mut pictures = match drawn.get(&image.picture) {
            Some(pictures) => pictures.clone(),
            None => {
                let pictures = draw(writer, image.picture)?;
                drawn.insert(image.picture, pictures.clone());
                pictures
            }
        };
        if !image.large {
            pictures["url_large"] = Value::Null;
        }
        writer.put_image(&image_row(&pool_id, image, &pictures)?)?;
        counts.images += 1;
    }
    Ok(())
}

/// Stores a wholesaler's code, with the list item of the version to which the code belongs.
fn put_code(writer: &Writer, versions: &[Value], code: &CatalogEntry) -> Result<(), StoreError> {
    let (Some(record), Some(newest)) = (versions.get(code.version), versions.last()) else {
        return Ok(());
    };
    let mut item = list_item(record);
    item["latest_version"] = newest["version"].clone();
    item["latest_at"] = newest["changed_at"].clone();
    item["product_code"] = json!(code.code);
    item["component_uuid"] = json!(code.component);
    item["version_dismissed"] = json!(code.dismissed);
    item["cataloged_at"] = json!(code.cataloged_at);
    let cataloged = Timestamp::parse(&code.cataloged_at).map_or(0, |timestamp| timestamp.start);
    writer.put_catalog_product(&CatalogProduct {
        wholesaler: code.wholesaler.into(),
        code: &code.code,
        cataloged,
        columns: &Columns::read(record)?,
        item: item.to_string(),
    })
}

fn image_row(pool_id: &str, image: &ImageEntry, pictures: &Value) -> Result<Image, StoreError> {
    let mut record = image.record.clone();
    for (name, picture) in pictures.as_object().into_iter().flatten() {
        record[name] = picture.clone();
    }
    Ok(Image {
        pool_id: pool_id.to_owned(),
        image_id: identifier(&record, "id")?,
        wholesaler: image.wholesaler.map(i64::from),
        kind: integer(&record["type"]["id"]),
        feature: image.feature,
        created: image_created(&record),
        record: record.to_string(),
        local: true,
    })
}

/// Draws a picture in all sizes and stores each under a name that is a digest of its bytes, so
/// that browsers may cache it for ever. Returns the names as members of an image.
fn draw(writer: &Writer, picture: Picture) -> Result<Value, StoreError> {
    let store = |size: Size, suffix: &str| {
        let bytes = picture.draw(size);
        let name = format!(
            "{}-{suffix}.svg",
            HEXLOWER.encode(&Sha256::digest(&bytes)[..12])
        );
        writer.put_picture(&name, "image/svg+xml", bytes.as_bytes())?;
        Ok::<String, StoreError>(name)
    };
    Ok(json!({
        "url_original": store(Size::Original, "original")?,
        "url": store(Size::Small, "small")?,
        "url_medium": store(Size::Medium, "medium")?,
        "url_large": store(Size::Large, "large")?,
    }))
}
