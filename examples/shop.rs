//! A shop's own server: its product pages have the card as HTML, which needs no script.
//!
//! ```sh
//! POOL_TOKEN=demo cargo run --example shop --features rustls -- http://127.0.0.1:8080
//! ```
//!
//! Then open <http://127.0.0.1:3000/products/09520000000004>.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use product_pool::card::{self, CardProps, Element, Failure, Record, Styles, Theme, el, to_html};
use product_pool::client::{Options, PoolClient};
use product_pool::gtin::Gtin;
use product_pool::messages::Messages;
use std::error::Error as StdError;

#[derive(Clone)]
struct Shop {
    pool: PoolClient,
    messages: Messages,
}

/// The shop's pages, and the style sheet of their cards.
pub(crate) fn router(pool: PoolClient) -> Router {
    let messages = Messages::english();
    Router::new()
        .route("/products/{gtin}", get(product))
        .route("/card.css", get(styles))
        .with_state(Shop { pool, messages })
}

async fn styles() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css")], card::stylesheet())
}

async fn product(State(shop): State<Shop>, Path(gtin): Path<String>) -> impl IntoResponse {
    let (status, state) = match shop.find(&gtin).await {
        Ok(record) => (StatusCode::OK, card::State::Ready(record)),
        Err(failure) => {
            let detail = None;
            let status = match failure {
                Failure::NotFound | Failure::BadGtin => StatusCode::NOT_FOUND,
                _ => StatusCode::BAD_GATEWAY,
            };
            (status, card::State::Failed { failure, detail })
        }
    };
    let props = CardProps::new(state, shop.messages);
    let card = card::fragment(props, Theme::Auto, Styles::Linked("/card.css"));
    let card = card.child(el("p").attr("slot", "footer").text("Ask us anything."));
    (status, Html(page(card)))
}

impl Shop {
    async fn find(&self, gtin: &str) -> Result<Record, Failure> {
        let gtin = Gtin::parse_lenient(gtin).map_err(|_| Failure::BadGtin)?;
        let product = self.pool.get_product_by_gtin(&gtin).await;
        let mut record = Record::new(product.map_err(|error| Failure::from(error.code()))?);
        record.gtin = Some(gtin);
        Ok(record)
    }
}

fn page(card: Element) -> String {
    let head = el("head")
        .child(el("meta").attr("charset", "utf-8"))
        .child(el("title").text("The shop"));
    let html = el("html").attr("lang", "en").child(head);
    let html = html.child(el("body").child(card));
    format!("<!doctype html>\n{}", to_html(&html))
}

#[tokio::main(flavor = "current_thread")]
#[allow(dead_code)]
async fn main() -> Result<(), Box<dyn StdError>> {
    let url = std::env::args().nth(1).ok_or("usage: shop URL")?;
    let mut options = Options::new(&url);
    if let Ok(token) = std::env::var("POOL_TOKEN") {
        options = options.token(&token);
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    axum::serve(listener, router(PoolClient::new(&options)?)).await?;
    Ok(())
}
