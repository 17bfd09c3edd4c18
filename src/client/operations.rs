//! The operations of the service, as functions of the client: one answer each.

#[cfg(doc)]
use super::ErrorCode;
use super::{
    Error, GetProduct, ListCatalogProducts, ListImages, ListProducts, PoolClient, Request,
    Transport,
};
use crate::model::{
    self, Brand, BrandId, CatalogPage, FeatureImage, ImagePage, Label, LabelId, Manufacturer,
    ManufacturerId, Product, ProductPage, WholesalerId,
};

impl<T: Transport> PoolClient<T> {
    /// List Products: one page. [`products`](Self::products) is a stream of
    /// all.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::ListProducts;
    /// use product_pool::model::ManufacturerId;
    ///
    /// # pool::run(async |client| {
    /// let options = ListProducts::new().manufacturer(ManufacturerId(7)).limit(1);
    /// let first = client.list_products(&options).await?;
    /// assert_eq!(first.items().next().unwrap().name(), Some("Oat drink"));
    ///
    /// let cursor = first.next().expect("there are two pages");
    /// let second = client.list_products(&options.cursor(cursor)).await?;
    /// assert_eq!(second.items().next().unwrap().name(), Some("Tomato soup"));
    /// assert_eq!(second.next(), None);
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] as for
    /// [`Request::list_products`].
    pub async fn list_products(&self, options: &ListProducts) -> Result<ProductPage, Error> {
        self.send(&Request::list_products(options)?)
            .await?
            .decode(ProductPage::from_json)
    }

    /// Get Product: the product with this `pool_id`.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// match client.get_product("no-such-id").await {
    ///     Ok(product) => println!("{}", product.name().unwrap_or("?")),
    ///     Err(error) if error.is_not_found() => println!("no such product"),
    ///     Err(error) => return Err(error.into()),
    /// }
    /// assert_eq!(client.get_product("0f9a").await?.name(), Some("Oat drink"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] for an empty id.
    pub async fn get_product(&self, product: &str) -> Result<Product, Error> {
        self.get_product_with(product, &GetProduct::new()).await
    }

    /// Get Product with parameters, such as an earlier version.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::GetProduct;
    ///
    /// # pool::run(async |client| {
    /// let version = GetProduct::new().version("2");
    /// let second = client.get_product_with("0f9a", &version).await?;
    /// assert_eq!(second.data().version().get(), Some("2"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn get_product_with(
        &self,
        product: &str,
        options: &GetProduct,
    ) -> Result<Product, Error> {
        self.send(&Request::get_product(product, options)?)
            .await?
            .product()
    }

    /// List Manufacturers: a page, from 1.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let page = client.list_manufacturers(None).await?;
    /// assert_eq!(page.items().next().unwrap().data().name().get(), Some("Bellwether"));
    /// assert_eq!(page.next_page(), None);
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] for the page 0.
    pub async fn list_manufacturers(
        &self,
        page: Option<u64>,
    ) -> Result<model::Page<Manufacturer>, Error> {
        self.send(&Request::list_manufacturers(page)?)
            .await?
            .decode(model::Page::from_json)
    }

    /// Get Manufacturer: the manufacturer with this id.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::model::ManufacturerId;
    ///
    /// # pool::run(async |client| {
    /// let maker = client.get_manufacturer(ManufacturerId(7)).await?;
    /// assert_eq!(maker.data().name().get(), Some("Bellwether"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`] but [`ErrorCode::InvalidArgument`].
    pub async fn get_manufacturer(
        &self,
        manufacturer: ManufacturerId,
    ) -> Result<Manufacturer, Error> {
        self.send(&Request::get_manufacturer(manufacturer))
            .await?
            .decode(Manufacturer::from_json)
    }

    /// List Brands: a page of a manufacturer's brands, from 1.
    ///
    /// # Errors
    /// As [`list_manufacturers`](Self::list_manufacturers).
    pub async fn list_brands(
        &self,
        manufacturer: ManufacturerId,
        page: Option<u64>,
    ) -> Result<model::Page<Brand>, Error> {
        self.send(&Request::list_brands(manufacturer, page)?)
            .await?
            .decode(model::Page::from_json)
    }

    /// Get Brand: a manufacturer's brand with this id.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::model::{BrandId, ManufacturerId};
    ///
    /// # pool::run(async |client| {
    /// let brand = client.get_brand(ManufacturerId(7), BrandId(12)).await?;
    /// assert_eq!(brand.data().name().get(), Some("Bellwether Oats"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`] but [`ErrorCode::InvalidArgument`].
    pub async fn get_brand(
        &self,
        manufacturer: ManufacturerId,
        brand: BrandId,
    ) -> Result<Brand, Error> {
        self.send(&Request::get_brand(manufacturer, brand))
            .await?
            .decode(Brand::from_json)
    }

    /// List Product Images: a page of the product's images.
    /// [`images`](Self::images) is a stream of all.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let images = client.list_images("0f9a").await?;
    /// let first = images.items().next().unwrap();
    /// assert_eq!(first.data().url().get(), Some("https://img.example/1.png"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn list_images(&self, product: &str) -> Result<ImagePage, Error> {
        self.list_images_with(product, &ListImages::new()).await
    }

    /// List Product Images with parameters, such as a wholesaler's.
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn list_images_with(
        &self,
        product: &str,
        options: &ListImages,
    ) -> Result<ImagePage, Error> {
        self.send(&Request::list_images(product, options)?)
            .await?
            .decode(ImagePage::from_json)
    }

    /// Get Product Feature Image: the image the brand owner chose; with
    /// `wholesaler`, of that wholesaler's images too.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let image = client.get_feature_image("0f9a", None).await?;
    /// assert_eq!(image.data().url().get(), Some("https://img.example/1.png"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn get_feature_image(
        &self,
        product: &str,
        wholesaler: Option<WholesalerId>,
    ) -> Result<FeatureImage, Error> {
        let request = Request::get_feature_image(product, wholesaler)?;
        self.send(&request).await?.decode(FeatureImage::from_json)
    }

    /// List Catalog Products: a page of a wholesaler's products, by the
    /// wholesaler's own codes. [`catalog_products`](Self::catalog_products) is a
    /// stream of all.
    ///
    /// Experimental: the service's documentation mentions wholesaler catalogs, but
    /// does not show them. The path, the parameters and the fields were gathered
    /// from public documentation of services of this family.
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::Forbidden`] for the catalog of another
    /// wholesaler.
    pub async fn list_catalog_products(
        &self,
        wholesaler: WholesalerId,
        options: &ListCatalogProducts,
    ) -> Result<CatalogPage, Error> {
        self.send(&Request::list_catalog_products(wholesaler, options)?)
            .await?
            .decode(CatalogPage::from_json)
    }

    /// Get Catalog Product: the product with this code of the wholesaler, in the
    /// version that has the code, which may be older than the newest.
    ///
    /// Experimental, as [`list_catalog_products`](Self::list_catalog_products) is;
    /// the path is an assumption.
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] for a code that is empty
    /// or has `.` or `..` as a segment of a path.
    pub async fn get_catalog_product(
        &self,
        wholesaler: WholesalerId,
        code: &str,
    ) -> Result<Product, Error> {
        self.send(&Request::get_catalog_product(wholesaler, code)?)
            .await?
            .product()
    }

    /// List Labels: a page of the account's own labels, from 1.
    /// [`labels`](Self::labels) is a stream of all.
    ///
    /// Experimental, as [`list_catalog_products`](Self::list_catalog_products) is.
    ///
    /// # Errors
    /// As [`list_manufacturers`](Self::list_manufacturers).
    pub async fn list_labels(&self, page: Option<u64>) -> Result<model::Page<Label>, Error> {
        self.send(&Request::list_labels(page)?)
            .await?
            .decode(model::Page::from_json)
    }

    /// Get Label: the account's label with this id.
    ///
    /// Experimental, as [`list_catalog_products`](Self::list_catalog_products) is.
    ///
    /// # Errors
    /// Any [`ErrorCode`] but [`ErrorCode::InvalidArgument`].
    pub async fn get_label(&self, label: LabelId) -> Result<Label, Error> {
        self.send(&Request::get_label(label))
            .await?
            .decode(Label::from_json)
    }
}
