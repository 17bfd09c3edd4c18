//! What the tests share: the program, catalogues, servers, and requests to them.

mod catalogue;
mod program;
mod response;
mod server;
mod wait;

pub(crate) use catalogue::{Catalogue, ids, product, set_mode};
pub(crate) use program::{program, run, stderr, stdout, with_constants};
pub(crate) use response::{Response, percent_encode, read_to_end, request};
pub(crate) use server::Server;
pub(crate) use wait::{PATIENCE, machine, wait_for, wait_until};
