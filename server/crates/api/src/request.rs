//! What handlers have in common: the arguments in the path, and the pages of numbered lists.

use axum::extract::{FromRequestParts, Path};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use serde::de::DeserializeOwned;

use product_pool_http::params::Params;
use product_pool_http::responses::answer;
use product_pool_http::responses::problem::Problem;
use product_pool_store::Slice;

/// The decoded arguments in the path of an operation.
pub(crate) struct Arguments<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Arguments<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(arguments)) => Ok(Arguments(arguments)),
            Err(_) => Err(Problem::path("the path is not UTF-8")),
        }
    }
}

/// The requested page of a numbered list.
#[derive(Clone, Copy)]
pub(crate) struct NumberedPage {
    number: u32,
    size: u32,
}

impl NumberedPage {
    /// The page that the query names, in a list with pages of that size.
    pub(crate) fn of(params: &Params, size: u32) -> NumberedPage {
        let number = params.page();
        NumberedPage { number, size }
    }

    /// The entries of the page.
    pub(crate) fn slice(self) -> Slice {
        Slice {
            offset: u64::from(self.number - 1) * u64::from(self.size),
            limit: self.size,
        }
    }

    /// The response with the number of all entries and those of the page, as JSON.
    pub(crate) fn answer(
        self,
        headers: &HeaderMap,
        (total, entries): (u64, Vec<String>),
    ) -> Response {
        answer::numbered(headers, self.number, self.size, total, &entries)
    }
}
