//! The card that the custom element mounts.

use product_pool_bindings as _;
