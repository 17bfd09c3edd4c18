//! What the tests share: the program, catalogues, servers, and requests to them.

mod catalogue;
mod program;
mod response;
mod server;

pub(crate) use catalogue::{Catalogue, ids, product, set_mode};
pub(crate) use program::{program, run, stderr, stdout, with_constants};
pub(crate) use response::{Response, percent_encode, request};
pub(crate) use server::Server;
