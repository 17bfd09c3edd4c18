//! The table: one row for each operation.

use super::{
    Argument, ArgumentKind, CatalogSort, Operation, Output, Parameter, ParameterKind, ProductSort,
    Returns,
};

macro_rules! operations {
    ($(
        #[doc = $description:literal]
        $constant:ident $title:literal {
            name: $name:literal,
            path: $path:literal,
            arguments: $arguments:expr,
            parameters: $parameters:expr,
            returns: $returns:expr,
            $(experimental: $experimental:literal,)?
            $(of_account: $of_account:literal,)?
        }
    )*) => {
        $(
            #[doc = concat!($title, ":", $description)]
            pub static $constant: Operation = Operation {
                #[cfg(not(target_arch = "wasm32"))]
                title: $title,
                #[cfg(not(target_arch = "wasm32"))]
                description: $description.trim_ascii(),
                name: $name,
                path: $path,
                arguments: &$arguments,
                parameters: &$parameters,
                returns: $returns,
                #[cfg(not(target_arch = "wasm32"))]
                experimental: false $(|| $experimental)?,
                #[cfg(not(target_arch = "wasm32"))]
                of_account: false $(|| $of_account)?,
            };
        )*

        /// All operations, in the order of the service's documentation; then those that
        /// it does not show.
        pub static OPERATIONS: &[&Operation] = &[$(&$constant),*];
    };
}

const PRODUCT: Argument = argument("product", "product id", ArgumentKind::Text);
const GTIN: Argument = argument("gtin", "GTIN", ArgumentKind::Gtin);
const MANUFACTURER: Argument = argument("manufacturer", "manufacturer id", ArgumentKind::Id);
const BRAND: Argument = argument("brand", "brand id", ArgumentKind::Id);
const CATALOG: Argument = argument("wholesaler", "wholesaler id", ArgumentKind::Id);
const CODE: Argument = argument("code", "product code", ArgumentKind::Code);
const LABEL: Argument = argument("label", "label id", ArgumentKind::Id);
/// The path of any other resource.
#[cfg(feature = "client")]
pub(crate) const PATH: Argument = argument("path", "path", ArgumentKind::Text);

const PAGE: Parameter = parameter("page", "page", ParameterKind::Page).default("1");
const WHOLESALER: Parameter = parameter("wholesaler", "wholesaler", ParameterKind::Id);

const STATUSES: &[&str] = &["published", "archived"];

operations! {
    /// A page of the products that match the filters.
    LIST_PRODUCTS "List Products" {
        name: "listProducts",
        path: "/v2/products",
        arguments: [],
        parameters: [
            parameter("sort", "sort", ParameterKind::Word(ProductSort::NAMES)).default("-changed_at"),
            parameter("filter.manufacturer", "filter[manufacturer]", ParameterKind::Id),
            parameter("filter.brand", "filter[brand]", ParameterKind::Id),
            parameter("filter.label", "filter[label]", ParameterKind::Id),
            parameter("filter.manufacturerProductCode", "filter[manufacturer_product_code]", ParameterKind::Text),
            parameter("filter.changedAt", "filter[changed_at]", ParameterKind::DateComparison),
            parameter("filter.status", "filter[status]", ParameterKind::Words(STATUSES)).default("published,archived"),
            parameter("cursor", "cursor", ParameterKind::Text),
            parameter("limit", "limit", ParameterKind::Limit),
            parameter("count", "count", ParameterKind::Flag).default("0"),
        ],
        returns: Returns::ProductPage,
    }

    /// The product with this `pool_id`.
    GET_PRODUCT "Get Product" {
        name: "getProduct",
        path: "/v2/products/{product}",
        arguments: [PRODUCT],
        parameters: [
            parameter("version", "version", ParameterKind::Text),
            parameter("output", "output", ParameterKind::Word(Output::NAMES)),
        ],
        returns: Returns::Product,
    }

    /// The product whose traded unit (the case) has this GTIN.
    GET_PRODUCT_BY_GTIN "Get Product by GTIN" {
        name: "getProductByGtin",
        path: "/v2/products/gtin/{gtin}",
        arguments: [GTIN],
        parameters: [],
        returns: Returns::Product,
    }

    /// A page of the manufacturers.
    LIST_MANUFACTURERS "List Manufacturers" {
        name: "listManufacturers",
        path: "/v2/manufacturers",
        arguments: [],
        parameters: [PAGE],
        returns: Returns::Listing,
    }

    /// The manufacturer with this id.
    GET_MANUFACTURER "Get Manufacturer" {
        name: "getManufacturer",
        path: "/v2/manufacturers/{manufacturer}",
        arguments: [MANUFACTURER],
        parameters: [],
        returns: Returns::Entry,
    }

    /// A page of a manufacturer's brands.
    LIST_BRANDS "List Brands" {
        name: "listBrands",
        path: "/v2/manufacturers/{manufacturer}/brands",
        arguments: [MANUFACTURER],
        parameters: [PAGE],
        returns: Returns::Listing,
    }

    /// A manufacturer's brand with this id.
    GET_BRAND "Get Brand" {
        name: "getBrand",
        path: "/v2/manufacturers/{manufacturer}/brands/{brand}",
        arguments: [MANUFACTURER, BRAND],
        parameters: [],
        returns: Returns::Entry,
    }

    /// A page of a product's images.
    LIST_IMAGES "List Product Images" {
        name: "listImages",
        path: "/v2/images/{product}",
        arguments: [PRODUCT],
        parameters: [
            WHOLESALER,
            parameter("filter.wholesaler", "filter[wholesaler]", ParameterKind::Id),
            parameter("filter.type", "filter[type]", ParameterKind::Id),
            parameter("sort", "sort", ParameterKind::Id),
            PAGE,
        ],
        returns: Returns::ImagePage,
    }

    /// The image that the brand owner chose to represent the product.
    GET_FEATURE_IMAGE "Get Product Feature Image" {
        name: "getFeatureImage",
        path: "/v2/images/{product}/feature",
        arguments: [PRODUCT],
        parameters: [WHOLESALER],
        returns: Returns::Image,
    }

    /// A page of a wholesaler's products, by the wholesaler's own codes.
    LIST_CATALOG_PRODUCTS "List Catalog Products" {
        name: "listCatalogProducts",
        path: "/v2/catalogs/{wholesaler}",
        arguments: [CATALOG],
        parameters: [
            parameter("sort", "sort", ParameterKind::Word(CatalogSort::NAMES)).default("-changed_at"),
            parameter("filter.manufacturer", "filter[manufacturer]", ParameterKind::Id),
            parameter("filter.brand", "filter[brand]", ParameterKind::Id),
            parameter("filter.label", "filter[label]", ParameterKind::Id),
            parameter("filter.changedAt", "filter[changed_at]", ParameterKind::DateComparison),
            parameter("filter.catalogedAt", "filter[cataloged_at]", ParameterKind::DateComparison),
            PAGE,
            parameter("limit", "limit", ParameterKind::Limit),
        ],
        returns: Returns::CatalogPage,
        experimental: true,
        of_account: true,
    }

    /// The product with this code of the wholesaler, in the version that has the code.
    GET_CATALOG_PRODUCT "Get Catalog Product" {
        name: "getCatalogProduct",
        path: "/v2/catalogs/{wholesaler}/{code}",
        arguments: [CATALOG, CODE],
        parameters: [],
        returns: Returns::Product,
        experimental: true,
        of_account: true,
    }

    /// A page of the account's own labels.
    LIST_LABELS "List Labels" {
        name: "listLabels",
        path: "/v2/labels",
        arguments: [],
        parameters: [PAGE],
        returns: Returns::Listing,
        experimental: true,
        of_account: true,
    }

    /// The label with this id.
    GET_LABEL "Get Label" {
        name: "getLabel",
        path: "/v2/labels/{label}",
        arguments: [LABEL],
        parameters: [],
        returns: Returns::Entry,
        experimental: true,
        of_account: true,
    }
}

#[cfg_attr(target_arch = "wasm32", allow(unused_variables))]
const fn argument(name: &'static str, label: &'static str, kind: ArgumentKind) -> Argument {
    Argument {
        #[cfg(not(target_arch = "wasm32"))]
        name,
        label,
        kind,
    }
}

const fn parameter(option: &'static str, name: &'static str, kind: ParameterKind) -> Parameter {
    Parameter {
        option,
        name,
        kind,
        #[cfg(not(target_arch = "wasm32"))]
        default: None,
    }
}

impl Parameter {
    /// Sets the value that means the same as leaving the parameter out.
    #[cfg_attr(target_arch = "wasm32", allow(unused_mut, unused_variables))]
    const fn default(mut self, value: &'static str) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.default = Some(value);
        }
        self
    }
}
