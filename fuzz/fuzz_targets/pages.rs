//! Any text for the body of List Products and List Product Images.

#![no_main]

#[path = "../../tests/native/hostile/checks.rs"]
#[allow(dead_code, reason = "each target has its part of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::pages(text));
