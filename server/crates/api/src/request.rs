//! What handlers have in common: the checked request, and the pages of numbered lists.

use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use product_pool::operations::{ArgumentKind, Operation};

use crate::state::App;
use product_pool_http::InternalRequest;
use product_pool_http::params::{Params, gtin, id};
use product_pool_http::responses::answer;
use product_pool_http::responses::problem::Problem;
use product_pool_store::{Account, Slice};

/// A request for an operation, whose arguments and parameters the table of operations allows. A
/// wholesaler in the path is the token's own.
pub(crate) struct Call {
    pub(crate) app: Arc<App>,
    /// The decoded arguments in the path.
    arguments: Vec<String>,
    pub(crate) params: Params,
    pub(crate) headers: HeaderMap,
    /// The account of the request's token; that of no wholesaler for one of the server's pages.
    pub(crate) account: Account,
    /// Whether the server itself sends the request, for one of its pages.
    pub(crate) is_internal: bool,
}

impl FromRequestParts<Arc<App>> for Call {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Call, Problem> {
        let in_path = RawPathParams::from_request_parts(parts, app).await;
        let in_path = in_path.map_err(|_| Problem::path("the path is not UTF-8"))?;
        // The router sets it with the route.
        let operation = parts.extensions.get::<&Operation>();
        let operation = operation.ok_or_else(Problem::internal)?;
        let account: Account = parts.extensions.get().copied().unwrap_or_default();
        for (argument, (_, value)) in operation.arguments.iter().zip(&in_path) {
            match argument.kind {
                ArgumentKind::Id if argument.name() == "wholesaler" => {
                    let wholesaler = id(argument.name(), value)?;
                    if account.wholesaler != Some(wholesaler) {
                        let detail =
                            format!("this token does not belong to the wholesaler {wholesaler}");
                        return Err(Problem::forbidden(detail));
                    }
                }
                ArgumentKind::Id => drop(id(argument.name(), value)?),
                ArgumentKind::Gtin => gtin(argument.name(), value)?,
                ArgumentKind::Text if value.chars().any(char::is_control) => {
                    let expected = "an identifier without control characters";
                    return Err(Problem::parameter(argument.name(), value, expected));
                }
                ArgumentKind::Text | ArgumentKind::Code => {}
            }
        }
        Ok(Call {
            app: app.clone(),
            arguments: in_path.iter().map(|(_, value)| value.to_owned()).collect(),
            params: Params::of(&parts.uri, operation)?,
            headers: parts.headers.clone(),
            account,
            is_internal: parts.extensions.get::<InternalRequest>().is_some(),
        })
    }
}

impl Call {
    /// The argument at that place in the path.
    pub(crate) fn text(&self, place: usize) -> &str {
        self.arguments.get(place).map_or("", String::as_str)
    }

    /// The argument at that place in the path, which is an id.
    pub(crate) fn id(&self, place: usize) -> i64 {
        self.text(place).parse().unwrap_or_default()
    }

    /// The page that the query names, in a list with pages of that size.
    pub(crate) fn page(&self, size: u32) -> NumberedPage {
        let number = self.params.page();
        NumberedPage { number, size }
    }

    /// The response with the text under `{"data": …}`.
    pub(crate) fn data(&self, text: &str) -> Response {
        answer::data(&self.headers, text)
    }
}

/// The requested page of a numbered list.
#[derive(Clone, Copy)]
pub(crate) struct NumberedPage {
    number: u32,
    size: u32,
}

impl NumberedPage {
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
