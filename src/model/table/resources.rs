//! What stands beside the product: the value shapes, list items and images.

use super::view::{Integer, List, Reference, Text, View};
use super::{Field, records};

/// The fields of a product list item, which items of a catalog have too.
static LISTED: &[Field] = LIST_ITEM.fields[0];

records! {
    /// A product as lists give it.
    LIST_ITEM ListItem "product list item" {
        pool_id: Text by service, "The product's identifier within the service.";
        status: Text one of ["published", "archived"] by service, "Its state in the service.";
        version: Text by service, "The version of this record.";
        changed_at: Text by service, "The time of the last change, such as `2024-07-02 14:25:26`: no `T` and no time zone.";
        latest_version: Text by service, "The newest version.";
        latest_at: Text by service, "The time of the newest version, in the form of `changed_at`.";
        schema: Text, "The specification type, as the service codes it.";
        schema_name: Text, "The specification type in words.";
        manufacturer_product_name: Text, "The manufacturer's own name of the product.";
        product_name: Text, "The name of the product.";
        standardised_name: Text, "The name in the service's own form.";
        manufacturer_product_code: Text, "The manufacturer's code; it may hold any character.";
        traded_unit_gtin: Text | null, "The outer (traded unit) GTIN, 13 or 14 digits.";
        manufacturer_version_number: Text | null, "The manufacturer's own version number.";
        manufacturer: Integer by service, "The manufacturer's id.";
        manufacturer_name: Text, "The manufacturer's name.";
        brand: Integer by service, "The brand's id; 0 is none.";
        brand_name: Text, "The brand's name.";
        label: Integer by service, "The label's id; 0 is none.";
        label_name: Text | null, "The label's name.";
        label_code: Text | null, "The label's code.";
        components: List<ListItemComponent>, "The content of the traded unit: the foods and their consumer units' GTINs.";
        parent_id: Text | null, "The product that this one was made from.";
        change_type: Text, "The kind of change that made this version: text here, an integer in the full product.";
        change_reason: Text | null, "Why it was changed.";
        reviewed_at: Text, "The time of the last review, in the form of `changed_at`.";
    }

    /// A component as lists give it: the way from a consumer unit's GTIN to its product.
    LIST_ITEM_COMPONENT ListItemComponent "product list item component" {
        component_uuid: Text by service, "The component's identifier.";
        component_name: Text | null, "The component's name.";
        internal_gtin: Text | null, "The consumer unit's GTIN, 8 to 14 digits.";
        manufacturers_component_code: Text | null, "The manufacturer's code of the component.";
    }

    /// An image of a product.
    IMAGE Image "image" {
        id: Text by service, "The image's identifier.";
        owner_id: Integer, "Who uploaded it.";
        owner_type: Text, "The kind of account that uploaded it.";
        description: Text, "The uploader's description, free text.";
        kind ("type"): ImageType, "The subject of the image.";
        width: Integer, "The original's width in pixels.";
        height: Integer, "The original's height in pixels.";
        created_at: Text, "The time of the upload: ISO 8601 in UTC, with microseconds and a `Z`.";
        updated_at: Text, "The time of the last change: ISO 8601 in UTC, with microseconds and a `Z`.";
        status: Text one of ["published"], "Its state; other states are not documented.";
        mime: Text, "The media type, such as `image/png`.";
        url_original: Text, "The address of the original.";
        url: Text, "The address of the small size.";
        url_medium: Text, "The address of the medium size.";
        url_large: Text | null, "The address of the large size; `null` where there is none.";
    }

    /// A page of products: the body of List Products.
    PRODUCT_PAGE ProductPageBody "product page" {
        next: Text | null, "The cursor of the next page; `null` on the last.";
        previous: Text | null, "The cursor of the page before; `null` on the first.";
        count: Integer, "The number of products that match the query, where that was requested; the service does not document its form.";
        data: List<ListItem>, "The products.";
    }

    /// A product of a wholesaler's catalog: a product list item with the wholesaler's code.
    /// Experimental: the service's documentation does not show it.
    CATALOG_ITEM CatalogItem "catalog item" + LISTED {
        product_code: Text, "The wholesaler's own code of the product; it may hold any character.";
        component_uuid: Text | null, "The component that the code stands for; `null` for the whole product.";
        version_dismissed: Text | null, "The newer version that the wholesaler has dismissed, if any.";
        cataloged_at: Text | null, "The time at which the code was given to this version, in the form of `changed_at`; that it is sent is an assumption.";
    }

    /// A page of a wholesaler's catalog: the body of List Catalog Products.
    /// Experimental: the service's documentation does not show it.
    CATALOG_PAGE CatalogPageBody "catalog page" {
        page: Integer, "The number of this page, from 1.";
        per_page ("per page"): Integer, "The number of products on a page; the key has a space.";
        pages: Integer, "The number of pages.";
        total: Integer, "The number of products.";
        data: List<CatalogItem>, "The products.";
    }

    /// A page of images: the body of List Product Images.
    IMAGE_PAGE ImagePageBody "image page" {
        page: Integer, "The number of this page, from 1.";
        per_page ("per page"): Integer, "The number of images on a page; the key has a space.";
        pages: Integer, "The number of pages.";
        total: Integer, "The number of images.";
        data: List<Image>, "The images.";
    }

    /// The subject of an image.
    IMAGE_TYPE ImageType "image type" {
        id: Integer, "The type's id.";
        name: Text, "The type's name.";
        description: Text, "The type in words.";
    }

    /// A manufacturer. The service documents only its identifier.
    MANUFACTURER ManufacturerData "manufacturer" {
        id: Integer by service, "The manufacturer's id.";
        name: Text | null, "The manufacturer's name; not documented, but sent by product-pool-server.";
        address: Text | null, "The manufacturer's address; not documented, but sent by product-pool-server.";
    }

    /// A brand of one manufacturer. The service documents only its identifier.
    BRAND BrandData "brand" {
        id: Integer by service, "The brand's id.";
        name: Text | null, "The brand's name; not documented, but sent by product-pool-server.";
        manufacturer: Integer | null, "The id of the brand's manufacturer; not documented, but sent by product-pool-server.";
    }

    /// A label of the account: a name under which it groups products. Experimental: the
    /// service's documentation does not show it.
    LABEL LabelData "label" {
        id: Integer by service, "The label's id.";
        name: Text | null, "The label's name; that it is sent is an assumption.";
        code: Text | null, "The label's code; that it is sent is an assumption.";
    }

    /// One article of packaging.
    PACKAGING Packaging "packaging item" {
        packaging_type: Reference, "The kind of packaging: a tray, a lid, a sleeve.";
        packaging_weight: Integer[Gram], "Its weight in grams.";
        recycled_plastic: Text | null, "The share of recycled plastic, as text.";
        base_material_type: Reference, "The material, such as PET or cardboard.";
        packaging_returnable: Text | null, "Whether it can be given back.";
    }
}

impl<'a> CatalogItem<'a> {
    /// The fields that products of other lists have too.
    pub fn item(self) -> ListItem<'a> {
        ListItem::view(self.raw())
    }
}
