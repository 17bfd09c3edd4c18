//! The nine operations of the API: their paths and parameters, in one table.
//!
//! The router takes its paths from here, the reading of queries the names, and
//! the gateway what it lets through to its upstream.

/// What a parameter of a query may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An id: a whole number from 0.
    Id,
    /// The number of a page, from 1, which is what it is if left out.
    Page,
    /// How many records on a page, from 1; more than the most count as the most.
    Limit,
    /// `0`, which is what it is if left out, or `1`.
    Flag,
    /// One of these words; the first is what it is if left out.
    Choice(&'static [&'static str]),
    /// One of these words, or left out.
    Optional(&'static [&'static str]),
    /// Some of these words with commas between them; all of them if left out.
    Some(&'static [&'static str]),
    /// A comparison, `eq:`, `gt:` or `lt:`, with a time.
    Comparison,
    /// Any text.
    Text,
}

/// A parameter of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// What a successful answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// A page of list items under `data`.
    Products,
    /// One full product under `data`.
    Product,
    /// One or more images under `data`.
    Images,
    /// Manufacturers or brands, in a shape that the API does not document.
    Makers,
}

/// One operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    /// The path, as the router takes it: `{name}` stands for one part.
    pub(crate) path: &'static str,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) gives: Gives,
}

impl Operation {
    /// The parameter of that name.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|known| known.name == name)
    }
}

/// Records on a page at most; who asks for more gets as many.
pub(crate) const MAX_LIMIT: u32 = 500;

const fn takes(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind }
}

const PAGE: Parameter = takes("page", Kind::Page);
const WHOLESALER: Parameter = takes("wholesaler", Kind::Id);

/// List Products.
pub(crate) static LIST_PRODUCTS: Operation = Operation {
    path: "/v2/products",
    parameters: &[
        takes(
            "sort",
            Kind::Choice(&[
                "-changed_at",
                "changed_at",
                "manufacturer_product_name",
                "-manufacturer_product_name",
            ]),
        ),
        takes("filter[manufacturer]", Kind::Id),
        takes("filter[brand]", Kind::Id),
        takes("filter[label]", Kind::Id),
        takes("filter[manufacturer_product_code]", Kind::Text),
        takes("filter[changed_at]", Kind::Comparison),
        takes("filter[status]", Kind::Some(&["published", "archived"])),
        takes("cursor", Kind::Text),
        takes("limit", Kind::Limit),
        takes("count", Kind::Flag),
    ],
    gives: Gives::Products,
};

/// Get Product.
pub(crate) static GET_PRODUCT: Operation = Operation {
    path: "/v2/products/{product}",
    parameters: &[
        takes("version", Kind::Text),
        takes("output", Kind::Optional(&["raw", "flat", "ungroup"])),
    ],
    gives: Gives::Product,
};

/// Get Product by GTIN.
pub(crate) static GET_PRODUCT_BY_GTIN: Operation = Operation {
    path: "/v2/products/gtin/{gtin}",
    parameters: &[],
    gives: Gives::Product,
};

/// List Manufacturers.
pub(crate) static LIST_MANUFACTURERS: Operation = Operation {
    path: "/v2/manufacturers",
    parameters: &[PAGE],
    gives: Gives::Makers,
};

/// Get Manufacturer.
pub(crate) static GET_MANUFACTURER: Operation = Operation {
    path: "/v2/manufacturers/{manufacturer}",
    parameters: &[],
    gives: Gives::Makers,
};

/// List Brands.
pub(crate) static LIST_BRANDS: Operation = Operation {
    path: "/v2/manufacturers/{manufacturer}/brands",
    parameters: &[PAGE],
    gives: Gives::Makers,
};

/// Get Brand.
pub(crate) static GET_BRAND: Operation = Operation {
    path: "/v2/manufacturers/{manufacturer}/brands/{brand}",
    parameters: &[],
    gives: Gives::Makers,
};

/// List Product Images.
pub(crate) static LIST_IMAGES: Operation = Operation {
    path: "/v2/images/{product}",
    parameters: &[
        WHOLESALER,
        takes("filter[wholesaler]", Kind::Id),
        takes("filter[type]", Kind::Id),
        takes("sort", Kind::Id),
        PAGE,
    ],
    gives: Gives::Images,
};

/// Get Product Feature Image.
pub(crate) static GET_FEATURE_IMAGE: Operation = Operation {
    path: "/v2/images/{product}/feature",
    parameters: &[WHOLESALER],
    gives: Gives::Images,
};

/// All of them.
pub(crate) static OPERATIONS: [&Operation; 9] = [
    &LIST_PRODUCTS,
    &GET_PRODUCT,
    &GET_PRODUCT_BY_GTIN,
    &LIST_MANUFACTURERS,
    &GET_MANUFACTURER,
    &LIST_BRANDS,
    &GET_BRAND,
    &LIST_IMAGES,
    &GET_FEATURE_IMAGE,
];
