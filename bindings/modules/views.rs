//! The matrix and the view of changes.

use product_pool_bindings as _;
