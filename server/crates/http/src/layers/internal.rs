//! Requests that the server makes to itself, for its pages.

/// An extension of requests that the server makes to itself. They need no token; a
/// client cannot set an extension.
#[derive(Debug, Clone, Copy)]
pub struct InternalRequest;
