//! The client with the change feed, the index of GTINs and the check of records.

use product_pool_bindings as _;
