//! The matrix of allergens and the view of changes, as trees of elements.
//!
//! Like the [card](crate::card), both show what [`label`](crate::label) has
//! worked out and decide nothing of their own. They share the card's tree,
//! renderers, signs and messages, so the custom elements mount them in the page
//! and a server can print them with `card::to_html`.
//!
//! - [`draw_matrix`] draws the 14 allergens of several products as one table;
//!   [`matrix_table`] gives the same table as rows of text, for CSV.
//! - [`draw_changes`] draws what changed between two versions of a product.
//!
//! ```
//! use product_pool::messages::Messages;
//! use product_pool::model::Product;
//! use product_pool::views::{MatrixProduct, MatrixProps, MatrixRow, RowState, draw_matrix};
//! use std::sync::Arc;
//!
//! let messages = Messages::english();
//! let soup = Product::from_json(r#"{"data": {"general": {"product_name": "Soup"}}}"#)?;
//! let soup = Arc::new(MatrixProduct::new(soup, messages.lexicon()));
//! let rows = vec![MatrixRow::new(None, RowState::Ready(soup))];
//! let matrix = draw_matrix(&MatrixProps::new(rows, messages));
//! # #[cfg(not(target_arch = "wasm32"))]
//! assert!(product_pool::card::to_html(&matrix).contains("<table"));
//! # Ok::<(), product_pool::model::DecodeError>(())
//! ```

mod changes;
mod matrix;
mod state;

pub use changes::{ChangesProps, ChangesState, Comparison, draw_changes};
pub use matrix::{MatrixProduct, MatrixProps, MatrixRow, RowState, draw_matrix, matrix_table};
pub use state::ViewState;
