//! Fetching what a page is drawn from: the product, its feature image and its list of images.

use axum::body::Bytes;
use axum::http::StatusCode;
use product_pool::gtin::Gtin;

use super::Pages;
use crate::freshness::Received;
use crate::internal_api::{Fetched, ask};
use crate::record_address::{pool_id, record_path, segment};
use crate::render::{ProductRef, Sources};
use crate::response::{CONTROL, PageError};
use crate::settings::Settings;
use product_pool_http::memory::{LONG, Room};

impl Pages {
    /// Fetches from the API.
    async fn fetch(&self, path: &str) -> Result<Fetched, PageError> {
        ask(&self.api, path).await.map_err(PageError::Api)
    }

    /// Fetches the product with a GTIN.
    pub(super) async fn by_gtin(&self, gtin: &Gtin) -> Result<Fetched, PageError> {
        let path = format!("/v2/products/gtin/{gtin}");
        let fetched = self.fetch(&path).await;
        fetched.map_err(|error| error.by(gtin))
    }

    /// Fetches the requested product, its feature image and, if the card shows it, the list of
    /// all images. A card is complete without images too.
    pub(super) async fn sources(
        &self,
        product_ref: ProductRef<'_>,
        settings: &Settings,
    ) -> Result<Sources, PageError> {
        let product = self.product(product_ref).await?;
        let id = self.id_of(&product).await?.map(|id| segment(&id));
        // A long one is not kept while it waits.
        let length = product.text().len();
        let short = Some(product).filter(|_| length <= LONG);
        let fetch = async |path: Option<String>| self.fetch(&path?).await.ok();
        let feature = id.as_ref().map(|id| format!("/v2/images/{id}/feature"));
        let all = id.filter(|_| settings.shows_all_images());
        let all = all.map(|id| format!("/v2/images/{id}"));
        let (image, images) = tokio::join!(fetch(feature), fetch(all));
        // Last, so that no other one waits for these images.
        let room = Room::to_draw(length).await?;
        let product = match short {
            Some(product) => product,
            None => self.product(product_ref).await?,
        };
        Ok(Sources {
            received: Received::of(&product, CONTROL),
            product,
            image,
            images,
            _room: room,
        })
    }

    /// The identifier of the product that a response is about. It is kept, because reading it takes
    /// an eighth of the time in which a drawn page is sent again.
    async fn id_of(&self, product: &Fetched) -> Result<Option<String>, PageError> {
        let tag = product.tag().to_owned();
        let product = product.clone();
        let read = move || pool_id(product.text());
        if tag.is_empty() {
            return Ok(self.drawings.aside(read).await?.flatten());
        }
        let make = move || Some(Bytes::from(read()?).into());
        let kept = self.drawings.draw(format!("id {tag}"), make).await?;
        Ok(kept.and_then(|kept| String::from_utf8(kept.body.to_vec()).ok()))
    }

    /// Fetches the requested product.
    async fn product(&self, product_ref: ProductRef<'_>) -> Result<Fetched, PageError> {
        match product_ref {
            ProductRef::Gtin(text) => match Gtin::parse_lenient(text) {
                Ok(gtin) => self.by_gtin(&gtin).await,
                Err(_) => Err(PageError::gtin(StatusCode::NOT_FOUND)),
            },
            ProductRef::Id(id) => self.fetch(&record_path(id)).await,
        }
    }
}
