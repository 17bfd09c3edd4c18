//! The words that query parameters may have.

use crate::model::table::named;

named! {
    /// An alternative output format of Get Product. The service does not document
    /// their shapes.
    #[non_exhaustive]
    Output key: "The value in the query." {
        /// `raw`
        Raw "raw",
        /// `flat`
        Flat "flat",
        /// `ungroup`
        Ungroup "ungroup",
    }
}

named! {
    /// The sort order of List Products.
    ///
    /// ```
    /// use product_pool::operations::ProductSort;
    ///
    /// assert_eq!("-changed_at".parse(), Ok(ProductSort::NewestChange));
    /// ```
    #[non_exhaustive]
    ProductSort key: "The value in the query." {
        /// `-changed_at`: the most recent change first. The service's default.
        NewestChange "-changed_at",
        /// `changed_at`: the oldest change first.
        OldestChange "changed_at",
        /// `manufacturer_product_name`: by name, ascending.
        Name "manufacturer_product_name",
        /// `-manufacturer_product_name`: by name, descending.
        NameReversed "-manufacturer_product_name",
    }
}

named! {
    /// The states of the products that List Products has.
    ///
    /// ```
    /// use product_pool::operations::StatusFilter;
    ///
    /// assert_eq!(StatusFilter::All.to_string(), "published,archived");
    /// ```
    #[non_exhaustive]
    StatusFilter key: "The value in the query." {
        /// `published`: current products.
        Published "published",
        /// `archived`: products that their manufacturers have archived.
        Archived "archived",
        /// `published,archived`: all. The service's default.
        All "published,archived",
    }
}

named! {
    /// The sort order of List Catalog Products. Experimental.
    #[non_exhaustive]
    CatalogSort key: "The value in the query." {
        /// `-changed_at`: the most recent change first. The service's default.
        NewestChange "-changed_at",
        /// `changed_at`: the oldest change first.
        OldestChange "changed_at",
        /// `-cataloged_at`: the most recently given code first.
        NewestCode "-cataloged_at",
        /// `cataloged_at`: the code given longest ago first.
        OldestCode "cataloged_at",
        /// `manufacturer_product_name`: by name, ascending.
        Name "manufacturer_product_name",
        /// `-manufacturer_product_name`: by name, descending.
        NameReversed "-manufacturer_product_name",
        /// `product_code`: by the wholesaler's code, ascending.
        Code "product_code",
        /// `-product_code`: by the wholesaler's code, descending.
        CodeReversed "-product_code",
    }
}
