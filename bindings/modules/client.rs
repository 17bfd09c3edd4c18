//! The client: requests.

use product_pool_bindings as _;
