//! The four operations on manufacturers and brands.

use axum::response::Response;

use crate::request::Call;
use product_pool_http::responses::problem::Problem;
use product_pool_store::manufacturers;

/// The number of manufacturers or brands on a page.
const PER_PAGE: u32 = 50;

/// `GET /v2/manufacturers`
pub(crate) async fn manufacturers(call: Call) -> Result<Response, Problem> {
    let page = call.page(PER_PAGE);
    let read = move |c: &_| manufacturers::manufacturers(c, page.slice());
    Ok(page.answer(&call.headers, call.app.read(read).await?))
}

/// `GET /v2/manufacturers/{manufacturer}`
pub(crate) async fn manufacturer(call: Call) -> Result<Response, Problem> {
    let manufacturer = call.id(0);
    let read = move |c: &_| manufacturers::manufacturer(c, manufacturer);
    let found = call.app.read(read).await?;
    let found = found.ok_or_else(|| no_manufacturer(manufacturer))?;
    Ok(call.data(&found))
}

/// `GET /v2/manufacturers/{manufacturer}/brands`
pub(crate) async fn brands(call: Call) -> Result<Response, Problem> {
    let (manufacturer, page) = (call.id(0), call.page(PER_PAGE));
    let read = move |c: &_| {
        let known = manufacturers::manufacturer(c, manufacturer)?.is_some();
        let listed = manufacturers::brands(c, manufacturer, page.slice())?;
        Ok(known.then_some(listed))
    };
    let found = call.app.read(read).await?;
    let listed = found.ok_or_else(|| no_manufacturer(manufacturer))?;
    Ok(page.answer(&call.headers, listed))
}

/// `GET /v2/manufacturers/{manufacturer}/brands/{brand}`
pub(crate) async fn brand(call: Call) -> Result<Response, Problem> {
    let (manufacturer, brand) = (call.id(0), call.id(1));
    let read = move |c: &_| manufacturers::brand(c, manufacturer, brand);
    let found = call.app.read(read).await?.ok_or_else(|| {
        let detail = format!("the manufacturer {manufacturer} has no brand {brand}");
        Problem::not_found("brand_not_found", detail)
    })?;
    Ok(call.data(&found))
}

fn no_manufacturer(id: i64) -> Problem {
    let detail = format!("there is no manufacturer {id}");
    Problem::not_found("manufacturer_not_found", detail)
}
