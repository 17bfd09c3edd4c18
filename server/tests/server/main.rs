//! Tests of the whole server: the real program, over real sockets.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value)]

mod support;

mod assets;
mod bad_input;
mod catalogs;
mod client;
mod command_line;
mod configuring;
mod examples;
mod fragments;
mod gateway;
mod hostile;
mod images;
mod importing;
mod limits;
mod makers;
mod mirror;
mod operation;
mod page_headers;
mod pages;
mod people;
mod products;
mod routes;
mod security;
mod seeding;
mod serving;
mod tls;
mod tokens;
mod warnings;
