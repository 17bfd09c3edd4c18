//! Fuzzes List Products and List Product Images with any text as the body.

#![no_main]

#[path = "../../tests/native/records/hostile/checks.rs"]
#[allow(dead_code, reason = "each target uses some of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::pages(text));
