//! The state of what a view shows.

use crate::card::Failure;
use std::sync::Arc;

/// The state of the data of a view.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ViewState<T> {
    /// Nothing yet.
    Loading,
    /// The data.
    Ready(Arc<T>),
    /// The reason why there is none.
    Failed(Failure),
}
