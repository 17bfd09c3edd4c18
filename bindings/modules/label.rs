//! What a label says, as values.

use product_pool_bindings as _;
