//! What `product-pool-server` is put through: hostile requests, for its tests
//! and for the benchmarks alike.

pub mod hostile;
