//! Hostile requests to `product-pool-server`, for its tests and for the benchmarks.

pub mod hostile;
