//! Tests of the whole server: the real program, over real sockets.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value)]

mod support;

mod assets;
mod bad_input;
mod catalogs;
mod client;
mod command_line;
mod configuration;
mod drawing;
mod drawn_cards;
mod entries;
mod examples;
mod fragments;
mod gateway;
mod hostile;
mod html_pages;
mod images;
mod importing;
mod limits;
mod manufacturers;
mod mirror;
mod operation;
mod page_headers;
mod paging;
mod products;
mod protected_files;
mod routes;
mod security;
mod seeding;
mod serving;
mod starting;
mod tls;
mod tokens;
mod warnings;
